import { PasswordField } from '#ui/fields/password-field.tsx'
import type { Problem } from '../form.ts'

type Props = {
  /** Whether the session has proved within the last ten minutes who it is. */
  fresh: boolean
  problem: Problem | undefined
  id: string
}

/**
 * The password once more, in the form that needs it: shown where the sign-in is older than ten minutes, or grew older
 * while the form was filled. The action reads it with `withProof`.
 */
export function ProofField({ fresh, problem, id }: Props) {
  const error = problem?.fields.currentPassword
  if (fresh && !error) return null
  return (
    <PasswordField
      id={id}
      label="いまのパスワード"
      name="currentPassword"
      autoComplete="current-password"
      need="required"
      help="サインインしてから時間がたったので、本人かどうかを確かめます。"
      error={error}
    />
  )
}
