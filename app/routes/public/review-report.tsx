import { Form, useNavigation } from 'react-router'
import { authorize } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId, type ReviewId } from '#kernel/ids.ts'
import { reviewReportReasons } from '#kernel/review-enums.ts'
import { reportReview } from '#modules/reviews/report-review.server.ts'
import { longest, reportReasonWord } from '#modules/reviews/review.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/review-report.ts'

export const meta = () => ownMeta('評価を運営に報告')

function idIn(params: { id: string }): ReviewId {
  const id = parseId<'review'>(params.id)
  if (!id) throw new NotFound('review')
  return id
}

/** The review is looked up when the form is submitted. */
export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  authorize(ctx.actor, 'review.report', null)
  return { id: idIn(params), formKey: crypto.randomUUID() as string }
})

export const action = pageAction(
  onlyJob(
    job(reportReview, {
      fields: ({ params: { id } }: Route.ActionArgs) => ({ id }),
      at: ({ refusal }) => (refusal === 'reason_missing' ? 'words' : undefined),
      done: () => redirectWithFlash('/', '運営に報告しました。ありがとうございます。'),
    }),
  ),
)

export default function ReviewReportPage({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem
  const isBusy = useNavigation().formMethod === 'POST'
  return (
    <div className="mx-auto grid w-full max-w-[42rem] grid-cols-1 gap-5 px-4 py-8">
      <h1 className="text-h2 font-bold">評価を運営に報告</h1>
      <p>運営が確認し、ルールに反するものは非公開にします。報告者の名前は、相手に通知されません。</p>
      <Form method="post" className="grid grid-cols-1 gap-4">
        {problem && <Notice tone="akane">{problem.summary}</Notice>}
        <input type="hidden" name="key" value={loaderData.formKey} />
        <SelectField
          label="理由"
          name="reason"
          required
          defaultValue={problem?.typed.reason ?? ''}
          error={problem?.fields.reason}
        >
          <option value="">選択してください</option>
          {reviewReportReasons.map((reason) => (
            <option key={reason} value={reason}>
              {reportReasonWord[reason]}
            </option>
          ))}
        </SelectField>
        <TextArea
          label="詳細（「その他」の場合は入力してください）"
          name="words"
          rows={3}
          limit={longest.report}
          defaultValue={problem?.typed.words}
          error={problem?.fields.words}
        />
        <Button busy={isBusy} className="justify-self-start">
          報告する
        </Button>
      </Form>
    </div>
  )
}
