import { Form } from 'react-router'
import { formatMoment } from '#kernel/format.ts'
import { accountChangeWord, effectMoment, proofWord } from '#modules/identity/account-changes/account-change-labels.ts'
import type { AccountChange } from '#modules/identity/account-changes/account-change-list.server.ts'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from '#web/form.ts'
import { useMay } from '../may.tsx'

type Props = {
  change: AccountChange
  /** The current administrator. */
  me: string
  problem: Problem | undefined
  /** Fields that the forms of the page send along. */
  fields?: Readonly<Record<string, string>>
}

/** A change of an account: waiting for the second administrator, waiting for its 72 hours, or stopped by its owner. */
export function AccountChangeNotice({ change, me, problem, fields = {} }: Props) {
  const { id, kind, to, takesEffectAt, stoppedAt, confirmedByName } = change
  const mayDecide = useMay('account_change.decide')
  const mine = problem?.typed.changeId === id ? problem : undefined
  if (stoppedAt)
    return (
      <Notice tone="akane">
        <p>
          <b>
            {accountChangeWord[kind]}は、{formatMoment(stoppedAt)}に本人により停止されました。
          </b>
        </p>
        <Facts change={change} />
        <p className="text-sub">依頼者が本人でないおそれがあります。登録の電話番号で本人に確認してください。</p>
      </Notice>
    )
  const mayConfirm = mayDecide && !takesEffectAt && change.askedBy !== me && change.adminId !== me
  return (
    <Notice tone="tag">
      <p>
        <b>
          {accountChangeWord[kind]}
          {takesEffectAt ? `（${effectMoment(takesEffectAt)}に実行）` : 'の依頼（確認待ち）'}
        </b>
      </p>
      {to && <p className="wrap-anywhere">新しいメールアドレス：{to}</p>}
      <Facts change={change} />
      <p className="text-sub">
        {takesEffectAt
          ? `${confirmedByName}が確認しました。本人は実行まで停止できます。`
          : mayConfirm
            ? '確認すると、確認済みの現在のメールアドレスに予告を送信し、72時間後に実行します。本人確認が済んでいることを確認してください。'
            : '他の担当者の確認を待っています。'}
      </p>
      <Form method="post" className="mt-2 grid grid-cols-1 gap-3">
        {Object.entries({ ...fields, changeId: id }).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {mayConfirm && <StaffProof id={`change-${id}-proof`} problem={mine} />}
        <p className="flex flex-wrap gap-3">
          {mayConfirm && (
            <Button kind="danger" name="intent" value="confirm">
              確認して72時間後に実行する
            </Button>
          )}
          <Button kind="line" name="intent" value="withdraw">
            {takesEffectAt ? '変更を取り消す' : '依頼を取り消す'}
          </Button>
        </p>
      </Form>
    </Notice>
  )
}

const Facts = ({ change: { askedByName, askedAt, proof, reason } }: { change: AccountChange }) => (
  <p className="text-sub wrap-anywhere">
    {askedByName}の依頼（{formatMoment(askedAt)}）：{proof && `${proofWord[proof]}。`}
    {reason}
  </p>
)
