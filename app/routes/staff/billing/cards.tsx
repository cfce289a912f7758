import type { ReactNode } from 'react'
import { Form, type MetaFunction, useNavigation } from 'react-router'
import { formatMoment, formatYen } from '#kernel/format.ts'
import { cardDesk, retryMovement } from '#modules/payments/card/card-desk.server.ts'
import { disputeWord, failureWord, holdStateWord, movementWord } from '#modules/payments/card/card-labels.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/cards.ts'

export const meta: MetaFunction = () => ownMeta('カード決済（管理）')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  requireStaff(ctx)
  return cardDesk(ctx)
})

const retry = onlyJob(
  job(retryMovement, {
    done: (_done, _given, _ctx, _args: Route.ActionArgs) =>
      redirectWithFlash('/admin/billing/cards', '1分以内に、もう一度カード会社に照会します。'),
  }),
)

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return retry(ctx, args)
})

/** Exceptions first: what a bank took back, what was not captured, what was refused; then the renewals. */
export default function StaffCardsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { disputes, movements, givenUp, refused, renewals } = loaderData
  const problem = actionData?.problem
  const busy = useNavigation().formMethod === 'POST'
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="text-h2 font-bold">カード決済</h1>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
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
            <Badge tone="akane">{row.undoneBy ? '返金の戻り' : `${movementWord[row.kind]}の失敗`}</Badge>
            {row.failure === 'no_answer' && (
              <May to="card.change">
                <Form method="post">
                  <input type="hidden" name="id" value={row.id} />
                  <Button kind="line" busy={busy}>
                    もう一度試す
                  </Button>
                </Form>
              </May>
            )}
          </Row>
        ))}
      </Part>
      <Part title="カードで決済できず、請求書払いになったもの">
        {givenUp.map((row) => (
          <Row key={row.orderId} {...row} facts={failureWord(row.failure)}>
            <Badge tone="akane">決済できず</Badge>
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
