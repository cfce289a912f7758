import { data, Form } from 'react-router'
import { formatMoment } from '#kernel/format.ts'
import { parseId, type WebhookId } from '#kernel/ids.ts'
import {
  ownWebhooks,
  replayDelivery,
  resumeWebhook,
  type WebhookDelivery,
  webhookDeliveries,
} from '#modules/notifications/webhooks/keep-webhook.server.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Explained } from '#ui/explained.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { guarded } from '#web/guard.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/webhook.ts'

export const meta = () => ownMeta('Webhookの送信履歴')
export const middleware = guarded('auth')

function idIn({ id }: { id: string }): WebhookId {
  const known = parseId<'webhook'>(id)
  if (!known) throw data(null, { status: 404 })
  return known
}

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const id = idIn(params)
  const log = await webhookDeliveries(ctx, id)
  return { ...log, stopped: (await ownWebhooks(ctx)).some((it) => it.id === id && it.stoppedAt !== null) }
})

const here = ({ params }: Route.ActionArgs) => `/profile/webhooks/${idIn(params)}`

export const action = pageAction(
  jobs({
    resume: job(resumeWebhook, {
      fields: ({ params }: Route.ActionArgs) => ({ id: params.id }),
      done: (_done, _given, _ctx, args) => redirectWithFlash(here(args), '通知を再開しました。'),
    }),
    replay: job(replayDelivery, {
      done: (_done, _given, _ctx, args: Route.ActionArgs) => redirectWithFlash(here(args), '1分以内に再送します。'),
    }),
  }),
)

export default function WebhookPage({ loaderData: { url, deliveries, stopped } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-5 px-4 py-6 lg:py-10">
      <h1 className="text-h2 font-bold text-pine">Webhookの送信履歴</h1>
      <p className="num break-all">{url}</p>
      {stopped && (
        <Notice tone="akane">
          数日間応答がなかったため、停止しています。送信先を修正してから、再開してください。
          <Form method="post" className="mt-3">
            <input type="hidden" name="intent" value="resume" />
            <Button>通知を再開する</Button>
          </Form>
        </Notice>
      )}
      {deliveries.length === 0 ? (
        <EmptyState>まだ送信していません。次のイベントから、ここに表示されます。</EmptyState>
      ) : (
        <ul className="card grid grid-cols-1">
          {deliveries.map((delivery) => (
            <li key={delivery.id} className="border-t border-line p-4 first:border-t-0">
              <Sent delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
      <ButtonLink to="/profile/webhooks" kind="line">
        送信先一覧に戻る
      </ButtonLink>
    </div>
  )
}

function Sent({ delivery }: { delivery: WebhookDelivery }) {
  const { id, kind, orderNumber, createdAt, tries, answerStatus, error, tookMs, dueAt } = delivery
  return (
    <article className="flex flex-wrap items-start justify-between gap-3" aria-label={`${kind} ${orderNumber ?? ''}`}>
      <div className="grid min-w-0 flex-1 basis-64 grid-cols-1 gap-1">
        <h2 className="num font-bold break-all">
          {kind}
          {orderNumber && <span className="ms-2 font-normal whitespace-nowrap">{orderNumber}</span>}
        </h2>
        <p className="flex flex-wrap items-center gap-2 text-sub text-ink-2">
          <Fate delivery={delivery} />
          <span className="num whitespace-nowrap">{formatMoment(createdAt)}</span>
          {answerStatus !== null && (
            <span className="num whitespace-nowrap">
              <Explained>HTTP</Explained> {answerStatus}
            </span>
          )}
          {tookMs !== null && <span className="num whitespace-nowrap">{tookMs}ms</span>}
          {tries > 1 && <span>{tries}回目</span>}
        </p>
        {error && <p className="text-sub break-all text-ink-2">{error}</p>}
        {dueAt && tries > 0 && <p className="text-sub">次は{formatMoment(dueAt)}に送信します</p>}
      </div>
      {!dueAt && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="replay" />
          <input type="hidden" name="id" value={id} />
          <Button kind="line">
            再送する
            <span className="visually-hidden">
              ：{kind} {orderNumber}
            </span>
          </Button>
        </Form>
      )}
    </article>
  )
}

const Fate = ({ delivery: { sentAt, failedAt, tries } }: { delivery: WebhookDelivery }) =>
  sentAt ? (
    <Badge tone="pine">届きました</Badge>
  ) : failedAt ? (
    <Badge tone="akane">不達</Badge>
  ) : (
    <Badge tone="tag">{tries > 0 ? '再送予定' : '送信予定'}</Badge>
  )
