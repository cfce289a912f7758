import { postalCodeRefusalText, postalCodeText, readPostalCode } from '#kernel/postal-code.ts'
import { type LineProps, TypedInput } from './typed-input.tsx'

/** Seven digits in any form. `AddressFields` fills in the address that belongs to them. */
export const PostalCodeField = (line: Omit<LineProps, 'type'>) => (
  <TypedInput
    autoComplete="postal-code"
    chars={8}
    {...line}
    inputMode="numeric"
    tidy={(typed) => {
      const read = readPostalCode(typed)
      return read.ok ? postalCodeText(read.value) : typed
    }}
    complaint={(typed) => {
      const read = readPostalCode(typed)
      return read.ok ? undefined : postalCodeRefusalText(read.refusal)
    }}
  />
)
