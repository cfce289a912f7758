import { ChevronRight } from 'lucide-react'
import { formatDeadline, formatRemaining } from '#kernel/format.ts'
import { Link } from '#ui/link.tsx'
import { CartonPanel, Crest } from '#ui/market.tsx'
import type { AskedOrder } from '../open-orders.server.ts'

/** Questions of farms, soonest first: each with the time after which it is decided without an answer. */
export default function AskedList({ asked, now }: { asked: readonly AskedOrder[]; now: Date }) {
  return (
    <CartonPanel aria-labelledby="asked">
      <h2 id="asked" className="px-4 py-2.5 text-h4 font-bold">
        農園からの変更依頼
      </h2>
      <ul className="bg-surface text-ink">
        {asked.map((order) => (
          <li key={order.id} className="border-t border-line first:border-t-0">
            <Link
              to={`/restaurant/orders/${order.id}`}
              className="flex min-h-14 items-center gap-3 px-4 py-3 hover:bg-sunken"
            >
              <Crest kanji={order.crest} />
              <span className="grid min-w-0 grow">
                <span className="font-bold">{order.farm}</span>
                <span className="text-sub">
                  <strong className="whitespace-nowrap">{formatDeadline(order.dueAt, now)}</strong>までに回答
                  <span className="ms-2 whitespace-nowrap text-ink-2">{formatRemaining(order.dueAt, now)}</span>
                </span>
              </span>
              <ChevronRight aria-hidden="true" className="shrink-0" />
            </Link>
          </li>
        ))}
      </ul>
    </CartonPanel>
  )
}
