import type { Operator } from '#kernel/operator.ts'
import type { PrintedParty } from './document-content.ts'

/** 「〒102-0001 東京都…」: the number is printed on a line of its own. */
const addressShape = /^(?:〒(\d{3}-\d{4})\s*)?(.*)$/

/** The operator as the issuer of a document, from the settings. */
export function issuerOf({ name, address, phone, registrationNumber }: Operator): PrintedParty {
  const [, postalCode = '', rest = address] = addressShape.exec(address) ?? []
  return {
    name,
    postalCode: postalCode.replace('-', ''),
    address: rest,
    phone,
    registrationNumber: /^T\d{13}/.exec(registrationNumber)?.[0] ?? null,
  }
}
