import { Form } from 'react-router'
import { formatYen } from '#kernel/format.ts'
import { remedyWord, wishWord } from '#modules/ordering/claims/claim-labels.ts'
import type { ClaimView } from '#modules/ordering/claims/claim-queries.server.ts'
import { claimTerms } from '#modules/ordering/claims/claim-terms.ts'
import { ClaimCard } from '#modules/ordering/ui/claim-card.tsx'
import ClaimPhotosField from '#modules/ordering/ui/claim-photos-field.tsx'
import { ClaimSteps } from '#modules/ordering/ui/claim-steps.tsx'
import { TaskButton, type TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import { SelectField, TextArea, TextField } from '#ui/field.tsx'
import { keyOfTask } from '#ui/key-of-task.ts'
import { Notice } from '#ui/notice.tsx'
import { useFormKey } from '#ui/use-form-key.ts'

type Props = {
  claims: readonly ClaimView[]
  formKey: string
  now: Date
  mayAnswer: boolean
  problem: TaskProblem | undefined
}

/** Restaurants' claims about deliveries, and the farm's answers. */
export default function ClaimsTask({ claims, formKey: made, now, mayAnswer, problem }: Props) {
  const formKey = useFormKey(made)
  return (
    <section aria-labelledby="claims" className="grid grid-cols-1 gap-3">
      <h2 id="claims" className="text-h3 font-bold">
        不良・欠品の報告
      </h2>
      {claims.map((claim) => (
        <ClaimCard key={claim.id} claim={claim} now={now} reader="farm">
          {mayAnswer ? (
            <>
              {claim.actions.some(({ name, refusal }) => name === 'answer' && refusal === null) && (
                <AnswerForm
                  claim={claim}
                  formKey={formKey}
                  problem={problem?.typed.claimId === claim.id ? problem : undefined}
                />
              )}
              <ClaimSteps claim={claim} formKey={formKey} steps={['escalate', 'recheck']} problem={problem} />
            </>
          ) : (
            claim.state === 'opened' && <Notice tone="tag">回答の権限については、農園主に確認してください。</Notice>
          )}
        </ClaimCard>
      ))}
    </section>
  )
}

type FormProps = { claim: ClaimView; formKey: string; problem: TaskProblem | undefined }

/** One press grants the claim. The rest is in a disclosure: part of it, a replacement, or refusal. */
function AnswerForm({ claim, formKey: ofPage, problem }: FormProps) {
  const formKey = keyOfTask(ofPage, `answer ${claim.id}`)
  const { fields = {}, typed = {} } = problem ?? {}
  return (
    <div className="grid grid-cols-1 gap-3 border-t border-line pt-3">
      <Form method="post" className="grid grid-cols-1 gap-2">
        <Hidden claim={claim} formKey={formKey} />
        <input type="hidden" name="kind" value={claim.wish} />
        <input type="hidden" name="percent" value="100" />
        <TaskButton formKey={formKey} name="answer" value="accept">
          報告に応じる（
          {claim.wish === 'replacement' || !claim.moneyShown ? wishWord[claim.wish] : formatYen(claim.amountYen)}）
        </TaskButton>
      </Form>
      <details className="card group" open={problem !== undefined || undefined}>
        <summary className="flex min-h-14 items-center px-4 font-bold">別の回答をする</summary>
        <Form
          method="post"
          encType="multipart/form-data"
          className="grid grid-cols-1 gap-4 border-t border-line p-4"
          noValidate
        >
          <Hidden claim={claim} formKey={formKey} />
          <SelectField label="回答" name="kind" defaultValue={typed.kind ?? 'price_reduction'} error={fields.kind}>
            {(['price_reduction', 'credit', 'replacement', 'none'] as const).map((kind) => (
              <option key={kind} value={kind}>
                {kind === 'none' ? '応じない（理由を入力）' : remedyWord[kind]}
              </option>
            ))}
          </SelectField>
          <TextField
            label="割合（差し引く場合）"
            name="percent"
            inputMode="numeric"
            autoComplete="off"
            suffix="％"
            help={`${claim.moneyShown ? formatYen(claim.amountYen) : '対象の金額'}のうち差し引く割合。100は全額`}
            defaultValue={typed.percent ?? '50'}
            error={fields.percent}
          />
          <TextArea
            label="飲食店への説明"
            name="words"
            rows={3}
            maxLength={400}
            defaultValue={typed.words}
            error={fields.words}
          />
          <ClaimPhotosField
            name="photo"
            label="出荷時の写真"
            help={`任意（${claimTerms.mostPhotos}枚まで）`}
            error={fields.photo}
          />
          <TaskButton formKey={formKey} kind="line" name="answer" value="other">
            この内容で回答する
          </TaskButton>
        </Form>
      </details>
    </div>
  )
}

const Hidden = ({ claim, formKey }: { claim: ClaimView; formKey: string }) => (
  <>
    <input type="hidden" name="intent" value="claim.answer" />
    <input type="hidden" name="key" value={formKey} />
    <input type="hidden" name="claimId" value={claim.id} />
  </>
)
