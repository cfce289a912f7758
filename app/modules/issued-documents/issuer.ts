import type { Operator } from '#kernel/operator.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
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

type Farm = Address & { name: string; legalName: string; postalCode: string; phone: string }

/** A farm as documents name it, with its number on the day that counts. */
export const farmParty = (farm: Farm & { registrationNumber: string | null }): PrintedParty => ({
  name: farm.legalName && farm.legalName !== farm.name ? `${farm.legalName}（${farm.name}）` : farm.name,
  postalCode: farm.postalCode,
  address: addressLine(farm),
  phone: farm.phone,
  registrationNumber: farm.registrationNumber,
})

type Address = { prefectureCode: string; city: string; street: string; building: string }

export function addressLine({ prefectureCode, city, street, building }: Address): string {
  const code = parsePrefCode(prefectureCode)
  return [`${code ? prefectureOf(code).name : ''}${city}${street}`, building].filter(Boolean).join(' ')
}
