import type { ComponentType } from 'react'
import type { FormProps } from 'react-router'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { TotpCodeField } from './totp-code-field.tsx'
import { WaitNotice } from './wait-notice.tsx'

type Props = {
  form: ComponentType<FormProps>
  busy: boolean
  problem: { fields: Record<string, string>; summary: string; waitSeconds?: number } | undefined
  step: { email: string | null; hasApp: boolean; hasPasskey: boolean; hasBackup: boolean; withBackup: boolean }
  /** The address of the passkey challenge, where a passkey may answer. */
  passkeyQuestionAt?: string
  /** What the address contains besides the way of answering. */
  returnTo: string | null
}

/** After the password: a code of the app, a backup code, or a passkey. */
export function SecondStepForm({ form: Form, busy, problem, step, passkeyQuestionAt, returnTo }: Props) {
  const { email, hasApp, hasPasskey, hasBackup } = step
  const withBackup = step.withBackup && hasBackup
  const typed = hasApp || withBackup
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="wrap-anywhere">
        {email && <b>{email} </b>}1段階目の認証が完了しました。続いて、ご本人の端末を確認します。
      </p>
      {problem && <Refusal problem={problem} />}
      {passkeyQuestionAt && hasPasskey && (
        <PasskeyButton form={Form} questionAt={passkeyQuestionAt} does="ask" kind={typed ? 'line' : 'pine'} busy={busy}>
          パスキーで確認する
        </PasskeyButton>
      )}
      {typed && (
        <Form method="post" className="grid grid-cols-1 gap-5" noValidate>
          {withBackup ? (
            <TextField
              label="予備コード"
              name="code"
              help="二段階認証の開始時に控えた10文字（例 k3m9x-2p7qa）。使用済みのコードは使用できません。"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              chars={14}
              error={problem?.fields.code}
            />
          ) : (
            <TotpCodeField
              label="確認コード"
              help="認証アプリに表示されている6桁の数字。30秒ごとに変わります。"
              error={problem?.fields.code}
            />
          )}
          <Button size="lg" busy={busy}>
            確認してサインイン
          </Button>
        </Form>
      )}
      <div className="grid grid-cols-1 justify-items-start gap-1 border-t border-kraft-line pt-3 text-sub">
        {hasBackup && (
          <Link
            to={otherWay(!withBackup, returnTo)}
            replace
            className="prose-link inline-flex min-h-11 items-center font-bold"
          >
            {withBackup ? '元の方法で確認する' : '端末が手元にない場合（予備コードを使用）'}
          </Link>
        )}
        <Form method="post">
          <input type="hidden" name="intent" value="begin_again" />
          <Button kind="text">最初からやり直す</Button>
        </Form>
      </div>
    </div>
  )
}

function otherWay(backup: boolean, returnTo: string | null): string {
  const query = new URLSearchParams()
  if (backup) query.set('with', 'backup')
  if (returnTo) query.set('returnTo', returnTo)
  return `?${query}`
}

/** A field's own sentence is enough. */
function Refusal({ problem }: { problem: NonNullable<Props['problem']> }) {
  if (problem.fields.code) return null
  return problem.waitSeconds ? <WaitNotice problem={problem} /> : <Notice tone="akane">{problem.summary}</Notice>
}
