import { emailRefusalText, readEmail } from '#kernel/email.ts'
import { type LineProps, TypedInput } from './typed-input.tsx'

/**
 * A mail address; full-width letters are accepted. It is text and not `type="email"`, which discards what it cannot
 * parse.
 */
export const EmailField = (line: Omit<LineProps, 'type'>) => (
  <TypedInput
    autoComplete="email"
    {...line}
    inputMode="email"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    tidy={(typed) => {
      const read = readEmail(typed)
      return read.ok ? read.value : typed
    }}
    complaint={(typed) => {
      const read = readEmail(typed)
      return read.ok ? undefined : emailRefusalText(read.refusal)
    }}
  />
)
