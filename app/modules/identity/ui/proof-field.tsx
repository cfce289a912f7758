import { useLocation } from 'react-router'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { Link } from '#ui/link.tsx'

type Props = {
  /** Whether the user has proved who they are within the last ten minutes. */
  fresh: boolean
  problem: { fields: Record<string, string> } | undefined
  id: string
}

/**
 * The password again, in the form that needs it: shown if the sign-in is older than ten minutes, or became so while the
 * form was filled in. The action reads it with `withProof`.
 */
export function ProofField({ fresh, problem, id }: Props) {
  const { pathname } = useLocation()
  const error = problem?.fields.currentPassword
  if (fresh && !error) return null
  return (
    <div className="grid grid-cols-1 justify-items-start gap-1">
      <PasswordField
        id={id}
        label="現在のパスワード"
        name="currentPassword"
        autoComplete="current-password"
        need="required"
        help="サインインから時間が経過したため、本人確認を行います。"
        error={error}
      />
      <Link
        to={`/profile/prove?${new URLSearchParams({ returnTo: pathname })}`}
        className="prose-link inline-flex min-h-11 items-center text-sub"
      >
        パスワードがない場合・他の方法で確認
      </Link>
    </div>
  )
}
