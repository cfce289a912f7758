import { Form } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { formatMoment } from '#kernel/format.ts'
import { parseId, type ReviewId } from '#kernel/ids.ts'
import {
  closeReviewReport,
  hideReview,
  type ReviewReportSeen,
  restoreReview,
  reviewForStaff,
} from '#modules/reviews/moderate-reviews.server.ts'
import { longest, reportReasonWord } from '#modules/reviews/review.ts'
import { reviewStateWord, whoWrote } from '#modules/reviews/review-filter.ts'
import { StarLine } from '#modules/reviews/ui/star-line.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import type { Problem } from '#web/form.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/review.ts'

export const meta = () => ownMeta('評価を見る（管理）')

function idIn(params: { id: string }): ReviewId {
  const id = parseId<'review'>(params.id)
  if (!id) throw new NotFound('review')
  return id
}

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return { ...(await reviewForStaff(ctx, idIn(params))), now: ctx.now, formKey: crypto.randomUUID() as string }
})

const fields = ({ params: { id } }: Route.ActionArgs) => ({ id })
const at = () => 'reason'

const act = jobs({
  hide: job(hideReview, {
    fields,
    at,
    done: (_, { id }) => redirectWithFlash(`/admin/reviews/${id}`, '非公開にしました。双方に通知します。'),
  }),
  restore: job(restoreReview, {
    fields,
    at,
    done: (_, { id }) => redirectWithFlash(`/admin/reviews/${id}`, '再公開しました。双方に通知します。'),
  }),
  close: job(closeReviewReport, { done: () => redirectWithFlash('/admin/reviews', '報告への対応を完了しました。') }),
})

export const action = pageAction((ctx, args: Route.ActionArgs) => {
  requireStaff(ctx)
  return act(ctx, args)
})

/** One review with its reports, and the possible actions. */
export default function StaffReviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { review, reports, now, formKey: key } = loaderData
  const problem = actionData?.problem
  const act = review.hiddenAt ? 'restore' : 'hide'
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to="/admin/reviews" className="prose-link inline-flex min-h-11 items-center">
          評価
        </Link>
      </p>
      <h1 className="flex flex-wrap items-center gap-x-3 text-h2 font-bold">
        {review.side === 'restaurant' ? review.restaurant : review.farm} →{' '}
        {review.side === 'restaurant' ? review.farm : review.restaurant}
        <Badge>{reviewStateWord(review, now)}</Badge>
      </h1>
      <section className="card grid gap-2 p-4" aria-label="評価">
        <p className="text-sub">
          {whoWrote[review.side]}・{review.by}さん・{formatMoment(review.writtenAt)}・
          <Link to={`/admin/orders/${review.orderId}`} className="prose-link">
            伝票 {review.number}
          </Link>
        </p>
        <p>
          <StarLine stars={review.stars} />
        </p>
        <p className="whitespace-pre-line wrap-anywhere">{review.words || '（コメントなし）'}</p>
        {review.voices.map((voice) => (
          <p key={voice.name} className="text-sub">
            {voice.name}：{voice.stars && <StarLine stars={voice.stars} />} {voice.words}
          </p>
        ))}
        {review.reply && <p className="rounded-control bg-sunken p-3">農園の返信：{review.reply}</p>}
        {review.hiddenAt && (
          <Notice tone="tag">
            {formatMoment(review.hiddenAt)}に非公開にしました。理由：{review.hiddenReason}
          </Notice>
        )}
      </section>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <Form method="post" className="card grid max-w-[44rem] grid-cols-1 gap-3 p-4">
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="intent" value={act} />
        <TextArea
          label={act === 'hide' ? '非公開にする理由（双方に通知されます）' : '再公開する理由（双方に通知されます）'}
          name="reason"
          rows={2}
          limit={longest.reason}
          defaultValue={problem?.typed.intent === act ? problem.typed.reason : undefined}
          error={problem?.typed.intent === act ? problem.fields.reason : undefined}
        />
        <Button className="justify-self-start">{act === 'hide' ? '非公開にする' : '再公開する'}</Button>
      </Form>
      {reports.length > 0 && (
        <section aria-labelledby="reports" className="grid grid-cols-1 gap-3">
          <h2 id="reports" className="text-h4 font-bold">
            報告
          </h2>
          <ul className="card grid grid-cols-1">
            {reports.map((report) => (
              <ReportRow
                key={report.id}
                report={report}
                formKey={key}
                problem={problem?.typed.id === report.id ? problem : undefined}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

type ReportRowProps = { report: ReviewReportSeen; formKey: string; problem: Problem | undefined }

const ReportRow = ({ report, formKey, problem }: ReportRowProps) => (
  <li className="grid gap-2 border-t border-line px-4 py-3 first:border-t-0">
    <p>
      <b>{reportReasonWord[report.reason]}</b>
      <span className="block text-sub">
        {report.by ? `${report.by}さん` : '自動'}・{formatMoment(report.at)}
      </span>
      {report.words && <span className="block wrap-anywhere">{report.words}</span>}
    </p>
    {report.closedAt ? (
      <p className="text-sub">
        {formatMoment(report.closedAt)}に完了しました。{report.verdict}
      </p>
    ) : (
      <Form method="post" className="grid max-w-[44rem] grid-cols-1 gap-3">
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="intent" value="close" />
        <input type="hidden" name="id" value={report.id} />
        <TextArea
          label="確認内容と対応内容"
          name="verdict"
          rows={2}
          limit={longest.reason}
          defaultValue={problem?.typed.verdict}
          error={problem?.fields.verdict}
          required
        />
        <Button kind="line" className="justify-self-start">
          変更せずに完了する
        </Button>
      </Form>
    )}
  </li>
)
