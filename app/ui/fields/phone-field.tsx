import { phoneRefusalText, phoneText, readPhone } from '#kernel/phone.ts'
import { type LineProps, TypedInput } from './typed-input.tsx'

/** A Japanese phone number. Hyphens are added when it is left; E.164 is stored (`readReachablePhone` on the server). */
export const PhoneField = (line: Omit<LineProps, 'type'>) => (
  <TypedInput
    autoComplete="tel"
    chars={14}
    {...line}
    type="tel"
    tidy={(typed) => {
      const read = readPhone(typed)
      return read.ok ? phoneText(read.value) : typed
    }}
    complaint={(typed) => {
      const read = readPhone(typed)
      return read.ok ? undefined : phoneRefusalText(read.refusal)
    }}
  />
)
