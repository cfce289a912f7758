import { readCode } from '#kernel/code.ts'
import { TypedInput } from '#ui/fields/typed-input.tsx'

type Props = { label: string; help: string; error?: string | undefined; id?: string }

/** The six digits that an app shows; a phone's keyboard of digits, and what was pasted without its blanks. */
export const TotpCodeField = ({ label, help, error, id }: Props) => (
  <TypedInput
    {...(id && { id })}
    label={label}
    help={help}
    error={error}
    name="code"
    className="field-code"
    chars={8}
    inputMode="numeric"
    autoComplete="one-time-code"
    tidy={(typed) => {
      const read = readCode(typed, 6)
      return read.ok ? read.value : typed
    }}
    complaint={(typed) => (readCode(typed, 6).ok ? undefined : '認証アプリに出ている6けたの数字を入力してください。')}
  />
)
