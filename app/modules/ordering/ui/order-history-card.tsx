import { Truck } from 'lucide-react'
import { formatDay, formatYen } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { countText } from '#modules/pricing/part-text.ts'
import { ButtonLink } from '#ui/button.tsx'
import { CartonLines, Crest } from '#ui/market.tsx'
import { hasArrived } from '../has-arrived.ts'
import { knownStage } from '../order.ts'
import type { OrderSummary } from '../order-queries.server.ts'
import { InspectLink } from './inspect-link.tsx'
import { ReorderForm } from './reorder-form.tsx'
import { StateBadge } from './state-badge.tsx'

/** One order in the history: when, from whom, what, how much, and the two most common actions. */
export function OrderHistoryCard({ order, today }: { order: OrderSummary; today: JstDate }) {
  const { farm, lines, figures } = order
  const category = lines[0]?.category
  const waits = order.state === 'pending_approval'
  const arrived = hasArrived(order, today)
  const about = `${farm.name} ${order.number}`
  return (
    <li className="card flex flex-col">
      <CartonLines category={category} />
      <div className="flex grow flex-col gap-2 p-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="flex items-center gap-2 font-bold">
            <Truck aria-hidden="true" size={22} className="shrink-0 text-pine" />
            <span>
              <span className="whitespace-nowrap">{formatDay(order.deliveryOn)}</span>{' '}
              <span className="text-sub font-normal whitespace-nowrap text-ink-2">{slotWord[order.slot]}</span>
            </span>
          </p>
          <StateBadge state={order.state} />
        </div>
        <h3 className="flex items-center gap-2 font-bold">
          <Crest kanji={farm.crest} category={category} />
          <span>
            {farm.name}
            <span className="block text-caption font-normal text-ink-2">{order.number}</span>
          </span>
        </h3>
        <ul className="text-sub text-ink-2">
          {lines.slice(0, 3).map((line) => (
            <li key={line.id} className="flex justify-between gap-3">
              <span className="min-w-0">{line.name}</span>
              <span className="num-col text-ink">
                {countText(line.quantities[knownStage(line)] ?? { qty: 0 }, '')}
                <span className="font-normal">{line.unitLabel}</span>
              </span>
            </li>
          ))}
          {lines.length > 3 && <li>他{lines.length - 3}点</li>}
        </ul>
        <div className="mt-auto grid gap-3 pt-1">
          <p className="flex items-baseline justify-between gap-3 border-t border-line pt-2">
            <span className="text-sub">合計（税込{figures.estimated && '・概算'}）</span>
            <span className="num text-h3">{formatYen(figures.totalIncYen)}</span>
          </p>
          <div className="flex flex-wrap gap-2 *:grow">
            {arrived && <InspectLink orderId={order.id} about={about} className="w-full" />}
            {!waits && <ReorderForm orderIds={[order.id]} about={about} kind={arrived ? 'line' : 'pine'} />}
            <ButtonLink kind={waits ? 'pine' : 'line'} to={`/restaurant/orders/${order.id}`}>
              {waits ? '内容を確認' : '伝票'}
              <span className="visually-hidden">：{about}</span>
            </ButtonLink>
          </div>
        </div>
      </div>
    </li>
  )
}
