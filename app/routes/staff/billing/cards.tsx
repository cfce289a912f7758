import type { ReactNode } from 'react'
import type { MetaFunction } from 'react-router'
import { formatMoment, formatYen } from '#kernel/format.ts'
import { cardDesk } from '#modules/payments/card/card-desk.server.ts'
import { disputeWord, failureWord, holdStateWord, movementWord } from '#modules/payments/card/card-labels.ts'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { page } from '#web/page.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/cards.ts'

export const meta: MetaFunction = () => [{ title: 'カード決済（管理）｜畝と皿' }]

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  requireStaff(ctx)
  return cardDesk(ctx)
})

/** Exceptions first: what a bank took back, what was not captured, what was refused; then the renewals. */
export default function StaffCardsPage({ loaderData }: Route.ComponentProps) {
  const { disputes, movements, refused, renewals } = loaderData
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="text-h2 font-bold">カード決済</h1>
      <Part title="チャージバック">
        {disputes.map((row) => (
          <Row key={row.id} {...row} facts={row.reason}>
            <Badge tone={row.state === 'open' ? 'akane' : 'line'}>{disputeWord[row.state]}</Badge>
          </Row>
        ))}
      </Part>
      <Part title="決済・返金の失敗">
        {movements.map((row) => (
          <Row key={row.id} {...row} facts={failureWord(row.failure)}>
            <Badge tone="akane">{movementWord[row.kind]}の失敗</Badge>
          </Row>
        ))}
      </Part>
      <Part title="利用枠を確保できなかったもの">
        {refused.map((row) => (
          <Row key={row.id} {...row} facts={failureWord(row.failure)}>
            <Badge tone="akane">{holdStateWord[row.state]}</Badge>
          </Row>
        ))}
      </Part>
      <Part title="利用枠の更新">
        {renewals.map((row) => (
          <Row key={row.id} {...row} facts={row.until ? `${formatMoment(row.until)}まで` : ''}>
            <Badge>{holdStateWord[row.state]}</Badge>
          </Row>
        ))}
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: readonly ReactNode[] }) {
  return (
    <section className="grid gap-3" aria-label={title}>
      <h2 className="text-h4 font-bold">
        {title}（{children.length}件）
      </h2>
      {children.length > 0 ? (
        <ul className="grid gap-3">{children}</ul>
      ) : (
        <EmptyState>該当する件はありません。</EmptyState>
      )}
    </section>
  )
}

type Shown = {
  restaurant: string
  orderId: string | null
  number: string | null
  yen: number
  at: Date
  facts: string
  children: ReactNode
}

const Row = ({ restaurant, orderId, number, yen, at, facts, children }: Shown) => (
  <li className="card flex flex-wrap items-baseline gap-x-4 gap-y-1 p-4">
    {children}
    <span className="font-bold">{restaurant}</span>
    {orderId && <Link to={`/admin/orders/${orderId}`}>{number}</Link>}
    <span className="num">{formatYen(yen)}</span>
    <span className="text-sub">{facts}</span>
    <time className="text-sub text-ink-2" dateTime={at.toISOString()}>
      {formatMoment(at)}
    </time>
  </li>
)
