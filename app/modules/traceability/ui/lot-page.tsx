import { Printer } from 'lucide-react'
import { formatDay, formatMoment } from '#kernel/format.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { LotDelivery, LotRow } from '../lot-lists.server.ts'

type Props = {
  base: '/farmer' | '/admin'
  lot: LotRow
  deliveries: readonly LotDelivery[]
  next: string | null
  mayRecall: boolean
}

/** One harvest of one product, and who received it. */
export default function LotPage({ base, lot, deliveries, next, mayRecall }: Props) {
  return (
    <>
      {lot.recalledAt && (
        <Notice tone="akane">{formatMoment(lot.recalledAt)}に回収を開始しました。このロットは箱詰めできません。</Notice>
      )}
      <dl className="card grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 p-4">
        {factsOf(lot, base === '/admin').map(([what, how]) => (
          <div key={what} className="contents">
            <dt className="text-ink-2">{what}</dt>
            <dd className="font-bold tabular-nums">{how}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="sent-title" className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="sent-title" className="text-h3 font-bold">
            納品先の飲食店
          </h2>
          <Button
            type="button"
            kind="text"
            onClick={() => window.print()}
            className="no-print [@media(scripting:none)]:hidden"
          >
            <Printer aria-hidden="true" />
            印刷
          </Button>
        </div>
        {deliveries.length === 0 ? (
          <EmptyState>このロットは、まだ出荷されていません。</EmptyState>
        ) : (
          <ul className="grid grid-cols-1 gap-2">
            {deliveries.map((it) => (
              <li
                key={it.lineId}
                className="card grid grid-cols-1 gap-x-4 gap-y-1 p-3 sm:grid-cols-[minmax(0,1fr)_auto] print:break-inside-avoid"
              >
                <p className="flex flex-wrap items-center gap-x-3">
                  <span>
                    <b>{it.restaurant}</b> {it.kitchen}
                  </span>
                  <a
                    href={`tel:${it.phone}`}
                    className="prose-link inline-flex min-h-11 items-center tabular-nums print:min-h-0"
                  >
                    {it.phone}
                  </a>
                </p>
                <p className="font-bold tabular-nums sm:text-end">
                  {it.qty}
                  {it.unit}
                </p>
                <p className="flex flex-wrap items-center gap-x-3 text-sub text-ink-2">
                  <Link
                    to={`${base}/orders/${it.orderId}`}
                    className="prose-link inline-flex min-h-11 items-center print:min-h-0"
                  >
                    {it.number}
                  </Link>
                  <span className="whitespace-nowrap">{formatDay(it.deliveryOn)}着</span>
                  {it.trackingNumbers.length > 0 && (
                    <span className="tabular-nums">送り状 {it.trackingNumbers.join('、')}</span>
                  )}
                </p>
                <p className="text-sub text-ink-2 sm:text-end">
                  {it.receivedQty === null ? '未検収' : `検収 ${it.receivedQty}${it.unit}`}
                </p>
              </li>
            ))}
          </ul>
        )}
        {next && (
          <ButtonLink kind="line" size="lg" to={`?after=${next}`}>
            以前の納品先を見る
          </ButtonLink>
        )}
      </section>
      {mayRecall && !lot.recalledAt && (
        <ButtonLink kind="danger" size="lg" to={`${base}/recalls/new?lot=${lot.id}`} className="phrase no-print">
          このロットの回収・訓練へ
        </ButtonLink>
      )}
    </>
  )
}

const factsOf = (lot: LotRow, isStaff: boolean): [string, string][] => [
  ...(isStaff ? ([['農園', lot.farm]] satisfies [string, string][]) : []),
  ['商品', lot.name],
  ['ロット', lot.code],
  ['収穫日', formatDay(lot.harvestedOn)],
  ...(lot.bestBeforeOn ? ([['期限', formatDay(lot.bestBeforeOn)]] satisfies [string, string][]) : []),
  ...(lot.qty === null ? [] : ([['収穫数量', `${lot.qty}${lot.unit}`]] satisfies [string, string][])),
  ['出荷数量', `${lot.sentQty}${lot.unit}（${lot.restaurants}店）`],
  ...(lot.note ? ([['メモ', lot.note]] satisfies [string, string][]) : []),
]
