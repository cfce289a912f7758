import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { TextArea } from '#ui/field.tsx'
import { allGreen, type Check } from '../approval/checks.ts'
import { reasonTemplates } from '../approval/reason-templates.ts'
import type { MemberProblem } from './member-problem.ts'

type Props = {
  /** Of the organisation. */
  name: string
  formKey: string
  version: number
  checks: readonly Check[]
  problem: MemberProblem | undefined
}

/**
 * One text, three decisions: send back with a reason, reject, or approve. They stay at the bottom of the panel while it
 * scrolls.
 */
export function DecisionForm({ name, formKey, version, checks, problem }: Props) {
  const [reason, setReason] = useState(problem?.typed.reason ?? '')
  const busy = useNavigation().formData?.get('intent') === 'decide'
  const green = allGreen(checks)
  return (
    <>
      <Form method="post" className="grid grid-cols-1 gap-3" id="decision">
        <input type="hidden" name="intent" value="decide" />
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="version" value={version} />
        <div className="flex flex-wrap gap-2">
          {reasonTemplates.map(({ word, text }) => (
            <button
              key={word}
              type="button"
              className="chip [--target:2.75rem]"
              onClick={() => setReason(reason === '' ? text : `${reason}\n${text}`)}
            >
              {word}
            </button>
          ))}
        </div>
        <TextArea
          id="decision-reason"
          label="申込者へのメッセージ"
          help="差し戻す場合は、修正箇所を入力してください。そのままメールに記載されます"
          need="optional"
          name="reason"
          rows={4}
          limit={2_000}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          error={problem?.fields.reason}
        />
        <StaffProof id="decision-proof" problem={problem?.typed.intent === 'decide' ? problem : undefined} />
        {!green && (
          <label className="flex min-h-11 items-center gap-2 text-sub">
            <input type="checkbox" name="knowing" value="true" />
            「問題なし」以外の項目を承知のうえで承認する
          </label>
        )}
      </Form>
      <div className="sticky bottom-0 -mx-4 flex flex-wrap gap-2 border-t border-line bg-surface px-4 py-3">
        <Confirm
          kind="text"
          form="decision"
          name="to"
          value="rejected"
          question={`${name}の申し込みを却下しますか`}
          consequence="理由を申込者にメールで送信します。修正して再度申し込んでもらう場合は、「差し戻す」を選択してください。"
          confirm="却下する"
        >
          却下
        </Confirm>
        <Button kind="line" form="decision" name="to" value="returned" className="grow" aria-keyshortcuts="R">
          差し戻す
        </Button>
        <Button
          form="decision"
          name="to"
          value="approved"
          className="grow-2"
          busy={busy}
          aria-keyshortcuts="A"
          data-approve=""
        >
          承認する
        </Button>
      </div>
    </>
  )
}
