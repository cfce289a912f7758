import { formatYen } from '#kernel/format.ts'
import { Notice } from '#ui/notice.tsx'
import { waivedFreight } from '../order.ts'
import type { Commission, OrderDetail } from '../order-queries.server.ts'

/** The money of one order, and the farm's share; never shown to a restaurant. */
export function OrderMoney({
  order: { figures, commission, parcels },
}: {
  order: Pick<OrderDetail, 'figures' | 'commission' | 'parcels'>
}) {
  const byFarm = waivedFreight(parcels)
  const leftYen = commission ? figures.goodsYen - commission.yen - byFarm : null
  return (
    <div className="grid gap-3">
      <dl className="grid gap-1">
        <Row word="商品（税抜）" yen={figures.goodsYen} about={figures.estimated} />
        <Row word="送料（税抜）" yen={figures.freightYen} />
        <Row word="消費税" yen={figures.taxYen} about={figures.estimated} />
        <Row word="飲食店の支払額" yen={figures.totalIncYen} about={figures.estimated} strong />
      </dl>
      {commission && (
        <dl className="grid gap-1 rounded-control bg-pine-tint px-3 py-2 text-pine-ink">
          <Row word={`手数料（商品の${rateText(commission)}）`} yen={-commission.yen} about={figures.estimated} />
          <Row word="農園の手取額（税抜）" yen={figures.goodsYen - commission.yen} about={figures.estimated} strong />
          {byFarm > 0 && leftYen !== null && (
            <>
              <Row word="農園が負担する送料（税抜）" yen={-byFarm} />
              <Row word="送料を引いた手取額（税抜）" yen={leftYen} about={figures.estimated} strong />
            </>
          )}
        </dl>
      )}
      {commission && byFarm === 0 && figures.freightYen > 0 && (
        <p className="text-caption">送料は飲食店が負担します。</p>
      )}
      {leftYen !== null && leftYen < 0 && byFarm > 0 && (
        <Notice tone="akane">農園が負担する送料が、手取額を上回っています。</Notice>
      )}
      {figures.estimated && (
        <p className="text-caption text-ink-2">計量する商品があるため、計量するまでは見込みの金額です。</p>
      )}
    </div>
  )
}

const rateText = ({ rates }: Commission): string => rates.map((rate) => `${rate / 100}%`).join('・')

type RowProps = { word: string; yen: number; about?: boolean; strong?: boolean }

function Row({ word, yen, about = false, strong = false }: RowProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className={strong ? 'font-bold' : ''}>{word}</dt>
      <dd className={`num-col ms-auto ${strong ? 'text-h4' : ''}`}>
        {about && <span className="text-caption">約</span>}
        {formatYen(yen)}
      </dd>
    </div>
  )
}
