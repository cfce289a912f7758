import { Form } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { formatMoment } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { reasonWord } from '#modules/messaging/messaging-labels.ts'
import { closeReport, inspectConversation } from '#modules/messaging/moderate-conversations.server.ts'
import { OrganisationLink } from '#modules/organisations/ui/organisation-link.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/conversation.ts'

export const meta = () => ownMeta('報告されたチャット（管理）')

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const id = parseId<'conversationReport'>(params.id)
  if (!id) throw new NotFound('report')
  return { report: await inspectConversation(ctx, id), formKey: crypto.randomUUID() as string }
})

const close = onlyJob(
  job(closeReport, {
    fields: ({ params: { id } }: Route.ActionArgs) => ({ id }),
    done: () => redirectWithFlash('/admin/talks', '報告への対応を完了しました。'),
    at: () => 'verdict',
  }),
)

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return close(ctx, args)
})

/** A reported conversation around the reported message, with changed and deleted messages. The access is recorded. */
export default function StaffConversationPage({ loaderData, actionData }: Route.ComponentProps) {
  const { report } = loaderData
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to="/admin/talks" className="prose-link inline-flex min-h-11 items-center">
          チャットの報告
        </Link>
      </p>
      <h1 className="text-h2 font-bold">
        {report.restaurant} ⇔ {report.farm}
      </h1>
      <p className="flex flex-wrap gap-x-5">
        <OrganisationLink of={{ restaurantId: report.restaurantId }} name={report.restaurant} />
        <OrganisationLink of={{ farmId: report.farmId }} name={report.farm} />
        <Link
          to={`/admin/orders?${new URLSearchParams({ q: `${report.restaurant} ${report.farm}` })}`}
          className="prose-link inline-flex min-h-11 items-center"
        >
          この飲食店と農園の注文
        </Link>
      </p>
      <p>
        <b>{reasonWord[report.reason]}</b>（{formatMoment(report.at)}、
        {report.side === 'filter'
          ? '自動'
          : `${report.side === 'farm' ? report.farm : report.restaurant}の${report.by ?? ''}さん`}
        ）{report.words && <span className="block">{report.words}</span>}
      </p>
      <Notice tone="ai">この画面を開いたことは、履歴に記録されました。</Notice>
      <ol className="card grid grid-cols-1">
        {report.messages.map((message) => (
          <li
            key={message.no}
            className="grid gap-x-4 border-t border-line px-4 py-2 first:border-t-0 data-about:bg-tag-tint sm:grid-cols-[11rem_1fr]"
            data-about={message.no === report.no || undefined}
          >
            <span className="text-sub">
              <b className="block">{message.side === 'farm' ? report.farm : report.restaurant}</b>
              {message.by}・<span className="tabular-nums">{formatMoment(message.sentAt)}</span>
            </span>
            <span className="min-w-0 [overflow-wrap:anywhere] whitespace-pre-wrap">
              {message.no === report.no && <Badge tone="akane">報告あり</Badge>}
              {message.text && <span className="block">{message.text}</span>}
              {message.order && (
                <Link
                  to={`/admin/orders/${message.order.id}`}
                  className="prose-link inline-flex min-h-11 items-center tabular-nums"
                >
                  注文 {message.order.number}
                </Link>
              )}
              {[...message.photos.map(({ key }) => key), ...message.photosBefore].map((key) => (
                <a
                  key={key}
                  href={`/admin/media/${key}.webp`}
                  target="_blank"
                  rel="noreferrer"
                  className="prose-link block"
                >
                  写真を見る
                </a>
              ))}
              {message.before.map((version) => (
                <span key={version.at.toISOString()} className="block text-sub text-ink-2">
                  {formatMoment(version.at)}まで：{version.text}
                </span>
              ))}
              {message.removedAt && <Badge tone="line">{formatMoment(message.removedAt)}に取り消し</Badge>}
            </span>
          </li>
        ))}
      </ol>
      {report.closedAt ? (
        <p>
          {formatMoment(report.closedAt)}に完了しました。対応：{report.verdict}
        </p>
      ) : (
        <Form method="post" className="card grid max-w-[44rem] grid-cols-1 gap-3 p-4">
          <input type="hidden" name="key" value={loaderData.formKey} />
          {problem && <Notice tone="akane">{problem.summary}</Notice>}
          <TextArea
            label="確認内容と対応内容"
            name="verdict"
            rows={3}
            maxLength={400}
            defaultValue={problem?.typed.verdict}
            error={problem?.fields.verdict}
          />
          <Button className="justify-self-start">対応を完了する</Button>
        </Form>
      )}
    </div>
  )
}
