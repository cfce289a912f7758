import { Truck } from 'lucide-react'
import { formatDay, formatYen } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Kept } from '#ui/kept.tsx'
import { CartonLines, Crest } from '#ui/market.tsx'
import { hasArrived } from '../has-arrived.ts'
import type { HistoryRow } from '../history-row.ts'
import { InspectLink } from './inspect-link.tsx'
import { ReorderForm } from './reorder-form.tsx'
import { StateBadge } from './state-badge.tsx'

/** One order in the history: when, from whom, what, how much, and the two most common actions. */
export function OrderHistoryCard({ order: { placedAt: _, ...order }, today }: { order: HistoryRow; today: JstDate }) {
  const of = { order, day: formatDay(order.deliveryOn), arrived: hasArrived(order, today) }
  return <Kept as="li" className="card flex flex-col" part={Inside} of={of} />
}

/** `day` as it is written: whether the year is left out depends on today. */
type InsideProps = { order: Omit<HistoryRow, 'placedAt'>; day: string; arrived: boolean }

function Inside({ order, day, arrived }: InsideProps) {
  const { id, number, state, farm, category, totalIncYen, estimated } = order
  const waits = state === 'pending_approval'
  const about = `${farm.name} ${number}`
  return (
    <>
      <CartonLines category={category} />
      <div className="flex grow flex-col gap-2 p-4">
        <Words {...order} day={day} />
        <div className="mt-auto grid gap-3 pt-1">
          <p className="flex items-baseline justify-between gap-3 border-t border-line pt-2">
            <span className="text-sub">合計（税込{estimated && '・概算'}）</span>
            <span className="num text-h3">{formatYen(totalIncYen)}</span>
          </p>
          <div className="flex flex-wrap gap-2 *:grow">
            {arrived && <InspectLink orderId={id} about={about} className="w-full" />}
            {!waits && <ReorderForm orderIds={[id]} about={about} kind={arrived ? 'line' : 'pine'} />}
            <ButtonLink kind={waits ? 'pine' : 'line'} to={`/restaurant/orders/${id}`}>
              {waits ? '内容を確認' : '伝票'}
              <span className="visually-hidden">：{about}</span>
            </ButtonLink>
          </div>
        </div>
      </div>
    </>
  )
}

type WordsProps = Pick<HistoryRow, 'number' | 'state' | 'slot' | 'farm' | 'category' | 'goods' | 'more'> & {
  day: string
}

const Words = ({ number, state, day, slot, farm, category, goods, more }: WordsProps) => (
  <>
    <div className="flex flex-wrap items-center justify-between gap-2">
      <p className="flex items-center gap-2 font-bold">
        <Truck aria-hidden="true" size={22} className="shrink-0 text-pine" />
        <span>
          <span className="whitespace-nowrap">{day}</span>{' '}
          <span className="text-sub font-normal whitespace-nowrap text-ink-2">{slotWord[slot]}</span>
        </span>
      </p>
      <StateBadge state={state} />
    </div>
    <h3 className="flex items-center gap-2 font-bold">
      <Crest kanji={farm.crest} category={category} />
      <span>
        {farm.name}
        <span className="block text-caption font-normal text-ink-2">{number}</span>
      </span>
    </h3>
    <ul className="text-sub text-ink-2">
      {goods.map(({ id, name, count, unitLabel }) => (
        <li key={id} className="flex justify-between gap-3">
          <span className="min-w-0">{name}</span>
          <span className="num-col text-ink">
            {count}
            <span className="font-normal">{unitLabel}</span>
          </span>
        </li>
      ))}
      {more > 0 && <li>他{more}点</li>}
    </ul>
  </>
)
