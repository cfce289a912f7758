import { Boxes, Store, Table2 } from 'lucide-react'
import { formatDay } from '#kernel/format.ts'
import { FarmOrderCard } from '#modules/ordering/ui/farm-order-card.tsx'
import { FoldedOrder } from '#modules/ordering/ui/folded-order.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { stampDay } from '#ui/market.tsx'
import type { BoardCard } from '../farm-board.server.ts'
import { type FarmStep, shippedDayOf } from '../farm-step.ts'
import { DayDone } from './day-done.tsx'

type Props = {
  now: Date
  step: FarmStep
  counts: Record<FarmStep, number>
  cards: readonly (BoardCard & { key: string; mayAccept: boolean; mayWork: boolean })[]
  folded: readonly BoardCard[]
  later: readonly BoardCard[]
}

/** One step of the day: a card per restaurant, then completed ones, then the days after. */
export function StepCards({ now, step, counts, cards, folded, later }: Props) {
  return (
    <>
      {cards.length === 0 && <NothingLeft step={step} counts={counts} worked={folded.length > 0} />}
      {cards.length > 0 && (
        <ul className="grid grid-cols-1 gap-5 md:grid-cols-2 xl:grid-cols-3">
          {cards.map(({ order, place, prefecture, key, mayAccept, mayWork }) => (
            <li key={order.id}>
              <FarmOrderCard {...{ order, place, prefecture, step, now, mayAccept, mayWork }} formKey={key} />
            </li>
          ))}
        </ul>
      )}
      {folded.length > 0 && (
        <section className="grid grid-cols-1 gap-2">
          <Head as="h2" className="text-h4">
            完了した注文
          </Head>
          <ul className="grid grid-cols-1 gap-2 md:grid-cols-2 xl:grid-cols-3">
            {folded.map((card) => (
              <li key={card.order.id}>
                <FoldedOrder {...card} stamp={stampOf(card)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {[...Map.groupBy(later, ({ order }) => order.shipOn)].map(([day, ofDay]) => (
        <section key={day} className="grid grid-cols-1 gap-2">
          <h2 className="text-h4 font-bold">{formatDay(day)}に出荷</h2>
          <ul className="grid grid-cols-1 gap-2 md:grid-cols-2 xl:grid-cols-3">
            {ofDay.map((card) => (
              <li key={card.order.id}>
                <FoldedOrder {...card} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

/** With the day on which it left; when it was packed is not known. */
function stampOf({ step, order }: BoardCard) {
  const day = shippedDayOf(order)
  return step === 'ship' || !day ? { word: '箱詰め', date: '済' } : { word: '出荷', date: stampDay(day) }
}

/** Nothing at this step: a link to the next work, or that the day is done. */
function NothingLeft({ step, counts, worked }: Pick<Props, 'step' | 'counts'> & { worked: boolean }) {
  if (step !== 'pack' && counts.pack > 0) return <GoOn to="pack" said={empty[step]} verb="箱詰めへ" />
  if (step !== 'ship' && counts.ship > 0) return <GoOn to="ship" said={empty[step]} verb="出荷へ" />
  if (step !== 'confirm' && counts.confirm > 0) return <GoOn to="confirm" said={empty[step]} verb="回答する" />
  return <EmptyState>{worked ? <DayDone /> : empty[step]}</EmptyState>
}

const empty: Record<FarmStep, string> = {
  confirm: '回答待ちの飲食店はありません。',
  pack: '本日箱詰めする商品はありません。',
  ship: '出荷待ちの注文はありません。',
}

const GoOn = ({ to, said, verb }: { to: FarmStep; said: string; verb: string }) => (
  <EmptyState
    action={
      <ButtonLink size="lg" to={`/farmer/orders?step=${to}`}>
        {verb}
      </ButtonLink>
    }
  >
    {said}
  </EmptyState>
)

/** The same orders per restaurant or per product. On a phone below them, so that the first answer is above the fold. */
export function ViewChoice({ step, byItem }: { step: FarmStep; byItem: boolean }) {
  return (
    <nav aria-label="表示方法" className="flex flex-wrap gap-2 max-md:order-last">
      <Link className="chip" to={`?step=${step}`} preventScrollReset aria-current={byItem ? undefined : 'page'}>
        <Store aria-hidden="true" />
        取引先別
      </Link>
      <Link className="chip" to={`?step=${step}&by=item`} preventScrollReset aria-current={byItem ? 'page' : undefined}>
        <Boxes aria-hidden="true" />
        品目別
      </Link>
      <Link className="chip max-lg:hidden" to="/farmer/orders/table">
        <Table2 aria-hidden="true" />
        一覧表
      </Link>
    </nav>
  )
}
