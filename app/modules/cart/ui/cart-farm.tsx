import { Suspense } from 'react'
import { formatDay, formatYen } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { deliveryDayText } from '#modules/delivery/delivery-day-text.ts'
import { Link } from '#ui/link.tsx'
import { CartonPanel, Crest } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { farmProblemText } from '../refusal-text.ts'
import type { ShownFarm } from '../shown-cart.ts'
import type { CartAnswer } from './cart-form.tsx'
import { CartLine } from './cart-line.tsx'
import { type CartWords, FarmTerms } from './farm-terms.tsx'
import { FreeFreight } from './free-freight.tsx'
import { FreightRoomText } from './freight-room-text.tsx'
// Few farms ride: its script comes where one does.
import RunWaysForm from './run-ways-form.tsx' with { load: 'later' }

type Props = {
  farm: ShownFarm
  holidays: Readonly<Record<string, string>>
  now: Date
  words: CartWords
  /** How many of a product the kitchen usually orders. */
  usual: Readonly<Record<string, number>>
  /** The refusal of a form without script. */
  problem: CartAnswer['problem']
}

/** The products of one farm, as one carton: its lines, and folded below them day, slot, note, shortage and freight. */
export function CartFarm({ farm, holidays, now, words, usual, problem }: Props) {
  const headingId = `farm-${farm.farmId}`
  return (
    <CartonPanel category={farm.lines[0]?.category} aria-labelledby={headingId} className="shadow-1">
      <div className="flex flex-wrap items-center gap-x-3 px-4 py-2.5">
        <Crest kanji={farm.crest} category={farm.lines[0]?.category} />
        <h2 id={headingId} className="text-h4 font-bold">
          {farm.name}
        </h2>
        <p className="ms-auto text-sub font-bold">{farm.place}</p>
      </div>
      <div className="bg-surface text-ink">
        {farm.problem && farm.problem !== 'below_min_order' && (
          <Notice tone="akane" className="m-3 mb-0">
            {farmProblemText[farm.problem]}
            {farm.problem === 'answer_first' && (
              <>
                {' '}
                <Link to={`/restaurant/orders/${farm.joins?.orderId}`} className="prose-link font-bold">
                  変更依頼に回答する
                </Link>
              </>
            )}
          </Notice>
        )}
        {farm.joins && !farm.joins.asked && (
          <Notice tone="tag" className="m-3 mb-0">
            {formatDay(farm.joins.deliveryOn)}の注文（{farm.joins.number}
            ）とまとめてお届けします。送料は差額のみかかります。
          </Notice>
        )}
        {farm.missingToMinimumYen > 0 && (
          <Notice tone="akane" className="m-3 mb-0">
            この農園の最低注文は{formatYen(farm.minOrderYen)}（税抜）です。あと
            {formatYen(farm.missingToMinimumYen)}で注文できます。
          </Notice>
        )}
        <ul>
          {farm.lines.map((line) => (
            <CartLine
              key={line.productId}
              line={line}
              usual={usual[line.productId]}
              problem={problem?.typed.productId === line.productId ? problem : undefined}
            />
          ))}
        </ul>
        <MovedDay farm={farm} holidays={holidays} />
        <FarmTerms
          farm={farm}
          holidays={holidays}
          now={now}
          words={words}
          problem={problem?.typed.farmId === farm.farmId ? problem : undefined}
        />
        {farm.runWays && !farm.way && (
          <Suspense>
            <RunWaysForm farm={farm} ways={farm.runWays} />
          </Suspense>
        )}
        <div className="grid gap-2 border-t border-line p-4">
          <FreeFreight farm={farm} />
          <p className="flex items-baseline justify-between gap-3 text-sub font-bold">
            この農園の商品（税抜）
            <span className="num text-h4">{formatYen(farm.goodsYen)}</span>
          </p>
          <FreightRoomText farm={farm} />
          {!farm.problem && !farm.joins && !farm.way && (
            <p>
              <Link
                to={`/restaurant/group-buys/new?farm=${farm.farmId}`}
                className="prose-link inline-flex min-h-11 items-center text-sub"
              >
                近隣の店舗と共同購入する<span className="visually-hidden">：{farm.name}</span>
              </Link>
            </p>
          )}
        </div>
      </div>
    </CartonPanel>
  )
}

/** The day that was asked for and cannot be kept, and what comes instead: never inside of the fold. */
function MovedDay({ farm: { refusedDay, day }, holidays }: Pick<Props, 'farm' | 'holidays'>) {
  if (!refusedDay) return null
  const dayText = (on: JstDate) => formatDay(on, holidays[on] ?? null)
  return (
    <p className="border-t border-line px-4 py-2 text-sub font-bold text-kaki-ink">
      {dayText(refusedDay.day)}にはお届けできません
      {refusedDay.reason !== 'not_offered' && `（${deliveryDayText[refusedDay.reason].short}）`}。
      {day && `代わりに${dayText(day.deliveryOn)}にお届けします。`}
    </p>
  )
}
