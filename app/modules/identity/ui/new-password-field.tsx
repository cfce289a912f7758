import { PasswordField } from '#ui/fields/password-field.tsx'
import { lengthProblem, passwordLength } from '../password-length.ts'

type Props = {
  id?: string
  name: string
  label: string
  error: string | undefined
  /** What else happens when it is chosen. */
  more?: string
}

/** A password that is being chosen: how long it has to be is said before, and seen in the browser. */
export const NewPasswordField = ({ more = '', ...field }: Props) => (
  <PasswordField
    {...field}
    autoComplete="new-password"
    need="required"
    help={`${passwordLength.least}文字以上。ほかで使っていない、長めの言葉がおすすめです。${more}`}
    complaint={(typed) => lengthProblem(typed) ?? undefined}
  />
)
