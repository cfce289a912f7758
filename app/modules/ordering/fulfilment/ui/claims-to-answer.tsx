import { formatDeadline } from '#kernel/format.ts'
import type { WaitingClaim } from '#modules/ordering/claims/claim-queries.server.ts'
import { Link } from '#ui/link.tsx'

/** Restaurants' claims about deliveries: who, about what, and until when the farm can answer. */
export default function ClaimsToAnswer({ claims, now }: { claims: readonly WaitingClaim[]; now: Date }) {
  return (
    <section aria-labelledby="claims" className="card grid grid-cols-1 border-s-4 border-s-kaki p-4">
      <h2 id="claims" className="text-h4 font-bold">
        回答待ちの報告 <span className="num">{claims.length}</span>件
      </h2>
      <ul>
        {claims.map(({ id, orderId, line, restaurant, dueAt }) => (
          <li key={id} className="border-t border-line first:border-t-0">
            <Link to={`/farmer/orders/${orderId}`} className="flex min-h-14 flex-wrap items-center gap-x-3 py-1">
              <span className="font-bold">{restaurant}</span>
              <span className="grow">{line}</span>
              {dueAt && <span className="text-sub text-ink-2">{formatDeadline(dueAt, now)}まで</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
