import { Form } from 'react-router'
import { formatMoment } from '#kernel/format.ts'
import { type SentAgain, sendAgain, type Undelivered, undelivered } from '#modules/notifications/undelivered.server.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/undelivered.ts'

export const meta = () => ownMeta('不達のお知らせ（管理）')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  requireStaff(ctx)
  return { failed: await undelivered(ctx) }
})

const again = onlyJob(
  job(sendAgain, {
    done: (sent, _given, _ctx, _args: Route.ActionArgs) => redirectWithFlash('/admin/undelivered', sentence[sent]),
  }),
)

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return again(ctx, args)
})

const sentence: Record<SentAgain, string> = {
  again: '1分以内に再送します。相手の通知しない時間にあたる場合は、終了後に送信します。',
  already: 'すでに再送済みです。',
  useless: '届け先がないか、期限を過ぎています。電話で連絡してください。',
}

const channelWord: Record<Undelivered['channel'], string> = {
  mail: 'メール',
  push: '端末',
  line: 'LINE',
  sms: 'SMS',
  fax: 'FAX',
}

const heads = ['日時', '送信方法', '宛先', '内容', '理由', ''] as const

export default function UndeliveredPage({ loaderData: { failed } }: Route.ComponentProps) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <h1 className="text-h2 font-bold">不達のお知らせ</h1>
      <p className="max-w-prose text-sub">
        拒否されたものと、再送しても届かなかったものです。注文に関わるものは、電話で連絡してください。アドレスや番号を修正すると、再送できます。
      </p>
      {failed.length === 0 ? (
        <EmptyState>不達のお知らせはありません</EmptyState>
      ) : (
        <PlainTable
          label="不達のお知らせの一覧"
          caption="不達のお知らせ。新しい順"
          heads={heads}
          className="min-w-[56rem]"
        >
          {failed.map((it) => (
            <Row key={it.id} it={it} />
          ))}
        </PlainTable>
      )}
    </div>
  )
}

const Row = ({ it: { id, channel, person, to, what, failedAt, reason } }: { it: Undelivered }) => (
  <tr className="border-b border-line align-top last:border-b-0">
    <td className="num px-3 py-2.5 whitespace-nowrap">{formatMoment(failedAt)}</td>
    <td className="px-3 py-2.5">
      <Badge>{channelWord[channel]}</Badge>
    </td>
    <td className="px-3 py-2.5 wrap-anywhere">
      {person && <b className="block">{person}</b>}
      {to}
    </td>
    <td className="min-w-56 px-3 py-2.5">{what}</td>
    <td className="min-w-56 px-3 py-2.5 wrap-anywhere text-ink-2">{reason}</td>
    <td className="px-3 py-2.5">
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="channel" value={channel} />
        <Button kind="line" size="sm" className="whitespace-nowrap">
          再送<span className="visually-hidden">：{what}</span>
        </Button>
      </Form>
    </td>
  </tr>
)
