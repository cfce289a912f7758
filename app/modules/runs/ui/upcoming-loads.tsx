import { ChevronRight } from 'lucide-react'
import { formatDay, formatNumber } from '#kernel/format.ts'
import { Link } from '#ui/link.tsx'
import type { upcomingLoads } from '../run-queries.server.ts'

/** On the home page of a driver: what the next days of its runs bring, each a line that opens the list to load by. */
export default function UpcomingLoads({ loads }: { loads: Awaited<ReturnType<typeof upcomingLoads>> }) {
  return (
    <section className="card shadow-2" aria-labelledby="upcoming-loads">
      <h2 id="upcoming-loads" className="p-4 text-h3 font-bold">
        共同便の積込
      </h2>
      {loads.map(({ runId, run, deliveryOn, boxes, kitchens }) => (
        <Link
          key={`${runId} ${deliveryOn}`}
          to={`/farmer/runs/${runId}?day=${deliveryOn}`}
          className="flex min-h-(--target-lg) items-center gap-3 border-t border-line py-2 ps-4 pe-4"
        >
          <span className="flex min-w-0 grow flex-wrap items-baseline justify-between gap-x-3">
            <span>
              {formatDay(deliveryOn)}お届け
              <span className="block text-sub text-ink-2 wrap-anywhere">{run}</span>
            </span>
            <span className="font-bold">
              <span className="num text-h3">{formatNumber(kitchens)}</span>か所{' '}
              <span className="num text-h3">{formatNumber(boxes)}</span>個口
            </span>
          </span>
          <ChevronRight aria-hidden="true" className="shrink-0 text-ink-3" />
        </Link>
      ))}
    </section>
  )
}
