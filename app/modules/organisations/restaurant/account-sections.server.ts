import { partyTypes } from '#kernel/words.ts'
import { Asking } from '../sign-up/asking.server.ts'
import { crestOf } from '../sign-up/organisation-rows.ts'
import type { TypedProfile } from '../sign-up/profile.ts'
import { businessTypes, missingText } from '../sign-up/profile-words.ts'

/** The parts of the restaurant's own page that are saved by themselves. */
export const sections = ['shop', 'legal'] as const
export type Section = (typeof sections)[number]

type Read<T> = { ok: true; columns: T } | { ok: false; fields: Record<string, string> }

/** What stands on the sign and on slips: columns of the restaurant, or sentences by field. */
function readShop(typed: TypedProfile) {
  const ask = new Asking(typed)
  const name = ask.words('tradeName', 60, missingText('お店の名前'))
  const kana = ask.kana('tradeNameKana')
  const crest = ask.words('crest', 1) || crestOf(name)
  const businessType = ask.oneOf('businessType', businessTypes, '業態をえらんでください')
  const phone = ask.phone('phone')
  return answer(ask, { name, kana: kana ?? '', crest, business_type: businessType ?? '', phone })
}

/** Who stands behind it, as the law wants to know: staff are told when it changes. */
function readLegal(typed: TypedProfile) {
  const ask = new Asking(typed)
  const partyType = ask.oneOf('partyType', partyTypes, '法人か個人事業かをえらんでください') ?? 'sole_trader'
  const lastName = ask.words('lastName', 30, missingText('代表者の姓'))
  const firstName = ask.words('firstName', 30, missingText('代表者の名'))
  const lastNameKana = ask.kana('lastNameKana') ?? ''
  const firstNameKana = ask.kana('firstNameKana') ?? ''
  const corporation = partyType === 'corporation'
  const representative = `${lastName} ${firstName}`
  return answer(ask, {
    party_type: partyType,
    legal_name: corporation ? ask.words('legalName', 80, missingText('法人名')) : representative,
    representative,
    representative_kana: `${lastNameKana}　${firstNameKana}`,
    invoice_registration_number: ask.invoiceNumber('invoiceNumber', corporation),
  })
}

const answer = <T>({ fields }: Asking, columns: T): Read<T> =>
  Object.keys(fields).length === 0 ? { ok: true, columns } : { ok: false, fields }

export const readSection = (section: Section, typed: TypedProfile) =>
  section === 'shop' ? readShop(typed) : readLegal(typed)
