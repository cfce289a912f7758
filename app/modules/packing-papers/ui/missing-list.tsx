import { ChevronRight } from 'lucide-react'
import { Link } from '#ui/link.tsx'
import type { DayOrders } from '../day-orders.server.ts'
import { missingText } from '../missing.ts'

/** What keeps papers from being printed whole, with the page where it is mended. */
export const MissingList = ({ missing }: Pick<DayOrders, 'missing'>) => (
  <section aria-labelledby="missing-title" className="card grid grid-cols-1">
    <h2 id="missing-title" className="p-4 text-h4 font-bold">
      未完了の注文（{missing.length}件）
    </h2>
    <ul>
      {missing.map(({ id, number, kitchen, kinds }) => (
        <li key={id} className="border-t border-line">
          <Link to={`/farmer/orders/${id}`} className="flex min-h-(--target-lg) items-center gap-3 px-4 py-2">
            <span className="min-w-0 grow">
              <b className="block">{kitchen}</b>
              <span className="block text-sub text-ink-2">注文番号 {number}</span>
              {kinds.map((kind) => (
                <span key={kind} className="block">
                  {missingText[kind]}
                </span>
              ))}
            </span>
            <ChevronRight aria-hidden="true" className="shrink-0 text-ink-3" />
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
