import type { FarmId } from '#kernel/ids.ts'
import { hasCheckDigit, readInvoiceNumber } from '#kernel/invoice-number.ts'
import { firstRegistrationDay } from '#modules/organisations/registration/registration.ts'
import type { Row } from './bulk.ts'
import type { Random } from './random.ts'

/** An invented registration number (登録番号) of the right format with a valid check digit; it belongs to no one. */
export function registrationNumber(random: Random): string {
  const base = String(random.int(100_000, 999_999)) + String(random.int(100_000, 999_999))
  for (let first = 1; first <= 9; first++) {
    const read = readInvoiceNumber(`T${first}${base}`)
    if (read.ok && hasCheckDigit(read.value)) return read.value
  }
  throw new RangeError(`no check digit for ${base}`)
}

/** The registration of a farm that had it before it came to us. */
export const registrationSince2023 = (farmId: FarmId, number: string): Row<'farmRegistrations'> => ({
  farmId,
  number,
  fromOn: firstRegistrationDay,
  untilOn: null,
})
