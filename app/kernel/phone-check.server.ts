import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { type Phone, type PhoneRefusal, readPhone } from './phone.ts'
import { type Result, refuse } from './result.ts'

/** The same for a number that can receive messages: 060, 070, 080 and 090. */
export function readMobilePhone(typed: string): Result<Phone, PhoneRefusal | 'no_mobile'> {
  const read = readReachablePhone(typed)
  if (!read.ok) return read
  return /^\+81[6-9]0\d{8}$/.test(read.value) ? read : refuse('no_mobile')
}

/**
 * The check on the server: the format, and then the numbering plan, whose tables are too large for a browser. A valid
 * number may still be unassigned.
 */
export function readReachablePhone(typed: string): Result<Phone, PhoneRefusal> {
  const read = readPhone(typed)
  if (!read.ok) return read
  const known = parsePhoneNumberFromString(read.value)
  if (!known?.isValid()) return refuse('wrong_length')
  return known.getType() === 'PAGER' ? refuse('not_reachable') : read
}
