import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { fieldId, InquiryFields } from '#modules/support/ui/inquiry-fields.tsx'
import { Button } from '#ui/button.tsx'
import { focusField } from '#ui/fields/focus-field.ts'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { DraftOffer, useDraft } from '#ui/form-draft.tsx'
import { FormSummary } from '#ui/form-summary.tsx'
import { CartonLines } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { useUnsavedWarning } from '#ui/use-unsaved-warning.ts'
import { inquiryDraft } from './inquiry-draft.ts'
import { InquiryFrame } from './inquiry-frame.tsx'

type Props = Omit<ComponentProps<typeof InquiryFields>, 'errors' | 'photosKey'> &
  Pick<ComponentProps<typeof InquiryFrame>, 'openedAt' | 'website'> & {
    /** The last response of the server; none on the first view. */
    answer: { problem?: { fields: Record<string, string>; summary: string } } | undefined
    busy: boolean
  }

/** The step 入力. Typed text is stored on the device, and offered on the next visit. */
export function InquiryQuestion({ answer, busy, openedAt, website, ...about }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const problem = answer?.problem
  const check = useFormCheck(problem, fieldId)
  const draft = useDraft(inquiryDraft, form, { shared: true })
  useUnsavedWarning(form, check.refusal)
  const answers = useCount(answer)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash.startsWith(`#${fieldId('')}`)) focusField(hash.slice(1))
  }, [hash])

  return (
    <>
      {/* the server's response is newer than the draft on the device */}
      <div className="not-has-[.draft-offer]:-mb-6">{!answer && <DraftOffer draft={draft} />}</div>
      <InquiryFrame ref={form} formKey={about.formKey} openedAt={openedAt} website={website} onSubmit={check.onSubmit}>
        {problem && Object.keys(problem.fields).length === 0 && <Notice tone="akane">{problem.summary}</Notice>}
        <FormSummary problems={check.problems} refusal={check.refusal} />
        <section className="card">
          <CartonLines />
          <div className="grid grid-cols-1 gap-6 p-4 md:p-7">
            <InquiryFields {...about} errors={problem?.fields ?? {}} photosKey={answers} />
            {check.problems.length > 0 && (
              <Notice tone="akane">マークの付いた欄を修正して、もう一度押してください</Notice>
            )}
            <Button kind="pine" size="lg" name="step" value="check" busy={busy} className="w-full md:w-80">
              内容の確認へ進む
            </Button>
          </div>
        </section>
      </InquiryFrame>
    </>
  )
}

/** The number of different values so far. */
function useCount(value: unknown): number {
  const [seen, setSeen] = useState({ value, count: 0 })
  if (seen.value !== value) setSeen({ value, count: seen.count + 1 })
  return seen.count
}
