import { CornerLeftDown } from 'lucide-react'
import { formatDay, formatDeadline } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Sum } from '#modules/cart/ui/cart-sum.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import type { ShoppingListNow } from '../shopping-list-now.server.ts'
import { ListChips } from './list-chips.tsx'
import { OfOtherDays } from './of-other-days.tsx'
import { type InCart, OrderFromList } from './order-from-list.tsx'

type Props = {
  usual: ShoppingListNow
  sum: Sum
  /** The delivery day, if it was chosen. */
  chosenOn: JstDate | null
  /** The day that the page already mentions above. */
  saidOn: JstDate | null
  /** Where on the page the last orders are, if there are any. */
  lastAt: string | null
  inCart: InCart
  now: Date
}

/** いつもの注文 on the first page: the list of the day with its quantities filled in, and the others with one press. */
export default function ShoppingListAtHome({
  usual: { lists, list, why },
  sum,
  chosenOn,
  saidOn,
  lastAt,
  inCart,
  now,
}: Props) {
  return (
    <section aria-labelledby="usual" className="grid grid-cols-1 gap-3 px-3.5 lg:px-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="usual">
          <Head as="span" className="text-h1">
            いつもの注文
          </Head>
        </h2>
        <Link
          to={`/restaurant/lists/${list.id}`}
          className="inline-flex min-h-11 items-center font-bold text-pine underline-offset-4 hover:underline"
        >
          並べ替え
        </Link>
      </div>
      <nav
        aria-label="リスト"
        className="relative -mx-3.5 flex gap-2 overflow-x-auto px-3.5 py-1 lg:mx-0 lg:flex-wrap lg:px-0"
      >
        <ListChips lists={lists} openId={list.id} address={(id) => `/restaurant?list=${id}`} />
        {lastAt && (
          <a href={lastAt} className="chip">
            前回と同じ
            <CornerLeftDown aria-hidden="true" />
          </a>
        )}
      </nav>
      {list.on !== saidOn && (
        <p className="flex flex-wrap items-baseline gap-x-3 rounded-control bg-pine-tint px-3 py-2 text-pine-ink">
          <b>{formatDay(list.on)}に届く分</b>
          {list.cutoffAt && <span className="text-sub">締切 {formatDeadline(list.cutoffAt, now)}</span>}
        </p>
      )}
      {why === 'last_used' && <OfOtherDays list={list} />}
      <OrderFromList
        key={`${list.id} ${list.on}`}
        list={list}
        sum={sum}
        chosenOn={chosenOn}
        fields={{}}
        inCart={inCart}
        level="h3"
      />
    </section>
  )
}
