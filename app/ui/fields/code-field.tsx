import { codeRefusalText, readCode } from '#kernel/code.ts'
import { type LineProps, TypedInput } from './typed-input.tsx'

type Props = Omit<LineProps, 'type' | 'chars'> & { /** The number of digits. */ digits?: number }

/** A code from a message, in one field, so that the phone can fill it in and it can be pasted. */
export const CodeField = ({ digits = 6, ...line }: Props) => (
  <TypedInput
    {...line}
    className={`field-code ${line.className ?? ''}`}
    chars={digits + 1}
    inputMode="numeric"
    autoComplete="one-time-code"
    tidy={(typed) => {
      const read = readCode(typed, digits)
      return read.ok ? read.value : typed
    }}
    complaint={(typed) => {
      const read = readCode(typed, digits)
      return read.ok ? undefined : codeRefusalText(read.refusal, digits)
    }}
  />
)
