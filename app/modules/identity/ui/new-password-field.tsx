import { PasswordField } from '#ui/fields/password-field.tsx'
import { lengthProblem, passwordLength } from '../password-length.ts'

type Props = {
  id?: string
  name: string
  label: string
  error: string | undefined
  /** What else happens when the password is set. */
  more?: string
}

/** A new password: its required length is stated in advance, and checked in the browser. */
export const NewPasswordField = ({ more = '', ...field }: Props) => (
  <PasswordField
    {...field}
    autoComplete="new-password"
    need="required"
    help={`${passwordLength.least}文字以上。他で使用していない、長めの言葉を推奨します。${more}`}
    complaint={(typed) => lengthProblem(typed) ?? undefined}
  />
)
