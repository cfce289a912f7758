import { Truck } from 'lucide-react'
import { formatDay, formatGrams, formatShortDay, formatYen } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { farmProblemText, lineProblemText } from '#modules/cart/refusal-text.ts'
import { freightText, isEstimate, type ShownCart, type ShownFarm } from '#modules/cart/shown-cart.ts'
import { UnusualQty } from '#modules/cart/ui/unusual-qty.tsx'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Crest, Perforation, Slip } from '#ui/market.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { Figures } from './figures.tsx'
import { LinePrice } from './line-price.tsx'

type Props = {
  cart: ShownCart
  kitchen: { name: string; place: string }
  holidays: Readonly<Record<string, string>>
  /** Products whose stock ran out while the page was open. */
  short: readonly string[]
  /** How many of a product the kitchen usually orders. */
  usual?: Readonly<Record<string, number>>
  /** Where problems are corrected; by default the cart. */
  changeTo?: string
}

/** What will be ordered, as a slip: when, where, farm by farm, and the amount. */
export function PurchaseSlip({ cart, kitchen, holidays, short, usual = {}, changeTo = '/restaurant/cart' }: Props) {
  const days = [...new Set(cart.farms.flatMap(({ day }) => (day ? [day.deliveryOn] : [])))].sort()
  return (
    <Slip aria-label="注文の内容">
      <div className="flex flex-wrap items-center gap-4 p-4 lg:px-6">
        <Truck aria-hidden="true" size={30} className="shrink-0 text-pine" />
        <div className="min-w-0 flex-1 basis-32">
          <h2 className="flex flex-wrap gap-x-1.5 text-h4 leading-snug font-bold">
            {daysText(cart.farms, days, holidays).map((part) => (
              <span key={part}>{part}</span>
            ))}
          </h2>
          <p className="text-sub text-ink-2">
            {days.length > 1 && `${days.length}回に分けてお届け・`}
            {kitchen.name}
            {kitchen.place && `・${kitchen.place}`}
          </p>
        </div>
        <ButtonLink kind="line" to={changeTo} className="shrink-0">
          変更
        </ButtonLink>
      </div>
      <Perforation />
      {cart.farms.map((farm) => (
        <SlipFarm key={farm.farmId} farm={farm} holidays={holidays} short={short} usual={usual} />
      ))}
      <Perforation />
      <div className="p-4 pb-6 lg:px-6">
        <Figures
          goodsYen={cart.goodsYen}
          freightYen={cart.freightYen}
          perRate={cart.tax}
          totalYen={cart.totalYen}
          ceilingYen={cart.ceilingTotalYen}
          estimated={isEstimate(cart)}
        />
      </div>
    </Slip>
  )
}

type FarmProps = { farm: ShownFarm } & Required<Pick<Props, 'holidays' | 'short' | 'usual'>>

function SlipFarm({ farm, holidays, short, usual }: FarmProps) {
  const day: JstDate | undefined = farm.day?.deliveryOn
  return (
    <section className="mx-4 border-b border-line py-3 last-of-type:border-b-0 lg:mx-6">
      <div className="flex flex-wrap items-center gap-x-2">
        <Crest kanji={farm.crest} category={farm.lines[0]?.category} />
        <h3 className="font-bold text-kraft-ink">{farm.name}</h3>
        <p className="ms-auto text-sub font-bold text-kraft-ink">{freightText(farm)}</p>
      </div>
      {farm.problem && <p className="text-sub font-bold text-akane">{farmProblemText[farm.problem]}</p>}
      {day && (
        <p className="text-sub text-ink-2">
          {formatDay(day, holidays[day] ?? null)} {slotWord[farm.slot]}・
          {[...new Set(farm.parcels.map(({ temperature }) => temperatureWord[temperature]))].join('・')}・
          {farm.parcels.length}個口
        </p>
      )}
      {farm.joins && !farm.joins.asked && (
        <p className="text-sub">
          先のご注文とまとめてお届けします。
          {farm.freightYen < 0 &&
            `まとめてお届けするため送料が安くなり、先の送料から${formatYen(-farm.freightYen)}差し引かれます。`}
        </p>
      )}
      <ul className="grid gap-3 pt-3">
        {farm.lines.map((line) => {
          const isShort = short.includes(line.productId)
          return (
            <li key={line.productId} className="flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="w-14 shrink-0 overflow-hidden rounded-control">
                <ProductPicture name={line.picture} alt="" sizes="3.5rem" className="aspect-square!" />
              </span>
              <div className="min-w-0 flex-1 basis-24 leading-snug">
                <p className="font-bold">{line.name}</p>
                <p className="text-sub text-ink-2">
                  {line.packLabel} × {line.qty}
                  {line.catchWeight && line.qty > 1 && line.terms.nominalGrams !== null && (
                    <span className="whitespace-nowrap">・約{formatGrams(line.terms.nominalGrams * line.qty)}</span>
                  )}
                </p>
                {(line.qty > 1 || line.catchWeight || line.why !== 'list') && (
                  <p>
                    <LinePrice line={{ ...line, priceWhy: line.why }} />
                  </p>
                )}
                <UnusualQty qty={line.qty} usual={usual[line.productId]} unitLabel={line.unitLabel} />
                {(isShort || line.problem) && (
                  <p className="text-sub font-bold text-akane">
                    {lineProblemText[isShort ? 'out_of_stock' : (line.problem ?? 'out_of_stock')]}
                  </p>
                )}
              </div>
              <p className="num-col ms-auto text-h4">
                {formatYen(line.amountYen)}
                {line.catchWeight && (
                  <span className="block text-caption font-normal text-ink-2">上限 {formatYen(line.ceilingYen)}</span>
                )}
              </p>
            </li>
          )
        })}
      </ul>
      {farm.note && <p className="pt-2 text-sub">備考：{farm.note}</p>}
    </section>
  )
}

/** 11月24日(火) 午前; of several days each, the month once. */
function daysText(farms: readonly ShownFarm[], days: readonly JstDate[], holidays: Props['holidays']): string[] {
  const [first, ...later] = days
  if (!first) return ['お届け日が設定されていません']
  const word = formatDay(first, holidays[first] ?? null)
  if (later.length > 0) return [word, ...later.map(formatShortDay)]
  const [slot, ...others] = new Set(farms.map((farm) => farm.slot))
  return slot && others.length === 0 ? [word, slotWord[slot]] : [word]
}
