import { KeyRound } from 'lucide-react'
import { createContext, use, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useHydrated } from '#ui/browser-state.ts'
import { Button } from '#ui/button.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { askDevice } from './passkey-button.tsx'
import { SecondFactorField } from './second-factor-field.tsx'

/** Whether staff have proved who they are within the last ten minutes; set by the staff layout. */
export const RecentProof = createContext(true)

type Asked = { fields: Record<string, string> } | undefined
type Props = {
  id: string
  /** Of the enclosing form. */
  problem: Asked
}

/**
 * Password and code again, in a staff form that changes an account: shown if the proof is older than ten minutes, or
 * became so while the form was filled in. A passkey proves in place, without sending the form. The action reads it with
 * `withStaffProof`.
 */
export function StaffProof({ id, problem }: Props) {
  const fresh = use(RecentProof)
  const [provedFor, setProvedFor] = useState<{ problem: Asked } | null>(null)
  const { revalidate } = useRevalidator()
  const error = problem?.fields.currentPassword
  if (fresh && !error) return null
  if (provedFor && provedFor.problem === problem)
    return (
      <p role="status" className="font-bold text-matcha">
        本人確認が完了しました。続けて操作してください。
      </p>
    )
  return (
    <fieldset className="grid grid-cols-1 gap-3 rounded-control border border-line p-3">
      <legend className="px-1 font-bold">本人確認</legend>
      <p className="text-sub">サインインから10分を過ぎたため、パスワードと確認コードで本人確認を行います。</p>
      <PasswordField
        id={`${id}-password`}
        label="運営のパスワード"
        name="currentPassword"
        autoComplete="current-password"
        need="required"
        error={error}
      />
      <SecondFactorField id={`${id}-code`} name="proofCode" />
      <PasskeyProof
        onProved={() => {
          setProvedFor({ problem })
          void revalidate()
        }}
      />
    </fieldset>
  )
}

function PasskeyProof({ onProved }: { onProved: () => void }) {
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle')
  const hydrated = useHydrated()
  if (!hydrated || !('PublicKeyCredential' in window)) return null
  const press = async () => {
    setState('asking')
    const proved = await proveByPasskey().catch(() => false)
    setState(proved ? 'idle' : 'failed')
    if (proved) onProved()
  }
  return (
    <>
      <Button
        type="button"
        kind="line"
        className="justify-self-start"
        icon={<KeyRound />}
        busy={state === 'asking'}
        onClick={press}
      >
        パスキーで本人確認を行う
      </Button>
      <p role="alert" className="text-sub text-akane empty:hidden">
        {state === 'failed' && 'パスキーで確認できませんでした。パスワードと確認コードを入力してください。'}
      </p>
    </>
  )
}

const passkeyProofAt = '/admin/prove/passkey'

async function proveByPasskey(): Promise<boolean> {
  const passkey = await askDevice('ask', passkeyProofAt, {})
  const answer = await fetch(passkeyProofAt, { method: 'POST', body: new URLSearchParams({ passkey }) })
  return answer.ok
}
