import { ChevronRight } from 'lucide-react'
import { Link } from '#ui/link.tsx'
import { Stamp } from '#ui/market.tsx'
import { boxesOf } from '../order-counts.ts'
import type { OrderSummary } from '../order-queries.server.ts'

type Props = { order: OrderSummary; place: string; stamp?: { word: string; date: string } }

/** An order of a later day, or a completed one: a line that opens it. */
export function FoldedOrder({ order, place, stamp }: Props) {
  return (
    <Link
      to={`/farmer/orders/${order.id}`}
      className="flex min-h-(--target-lg) items-center gap-3 rounded-card border border-line bg-surface px-4 py-2"
    >
      <span className="min-w-0 grow">
        <span className="block font-bold">{order.restaurant.name}</span>
        <span className="text-sub text-ink-2">
          {place}・{boxesOf(order)}個口{stamp && `・${stamp.word}済み`}
        </span>
      </span>
      {stamp ? <Stamp {...stamp} /> : <ChevronRight aria-hidden="true" className="text-ink-3" />}
    </Link>
  )
}
