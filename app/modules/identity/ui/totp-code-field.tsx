import { readCode } from '#kernel/code.ts'
import { TypedInput } from '#ui/fields/typed-input.tsx'

type Props = { label: string; help: string; error?: string | undefined; id?: string }

/** The six digits of an app; with a numeric keyboard on phones, and blanks removed from pasted text. */
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
    complaint={(typed) =>
      readCode(typed, 6).ok ? undefined : '認証アプリに表示されている6桁の数字を入力してください。'
    }
  />
)
