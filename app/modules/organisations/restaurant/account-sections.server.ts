import { emailRefusalText, readEmail } from '#kernel/email.ts'
import { closingDays, partyTypes, paymentMethods } from '#kernel/enums.ts'
import { postalCodeRefusalText, readPostalCode } from '#kernel/postal-code.ts'
import { Asking } from '../sign-up/asking.server.ts'
import { crestOf } from '../sign-up/organisation-rows.ts'
import type { TypedProfile } from '../sign-up/profile.ts'
import { businessTypes, missingText } from '../sign-up/profile-labels.ts'

/** The sections of the restaurant's own page that are saved separately. */
export const sections = ['shop', 'legal', 'billing'] as const
export type Section = (typeof sections)[number]

type Read<T> = { ok: true; columns: T } | { ok: false; fields: Record<string, string> }

/** What is shown to others and on slips: columns of the restaurant, or sentences by field. */
function readShop(typed: TypedProfile) {
  const ask = new Asking(typed)
  const name = ask.name('tradeName', 60, missingText('お店の名前'))
  const kana = ask.kana('tradeNameKana')
  const crest = ask.name('crest', 1) || crestOf(name)
  const businessType = ask.oneOf('businessType', businessTypes, '業態をえらんでください')
  const phone = ask.phone('phone')
  return answer(ask, { name, kana: kana ?? '', crest, business_type: businessType ?? '', phone })
}

/** The legal entity behind it: staff are notified when it changes. */
function readLegal(typed: TypedProfile) {
  const ask = new Asking(typed)
  const partyType = ask.oneOf('partyType', partyTypes, '法人か個人事業かをえらんでください') ?? 'sole_trader'
  const lastName = ask.name('lastName', 30, missingText('代表者の姓'))
  const firstName = ask.name('firstName', 30, missingText('代表者の名'))
  const lastNameKana = ask.kana('lastNameKana') ?? ''
  const firstNameKana = ask.kana('firstNameKana') ?? ''
  const corporation = partyType === 'corporation'
  const representative = `${lastName} ${firstName}`
  return answer(ask, {
    party_type: partyType,
    legal_name: corporation ? ask.name('legalName', 80, missingText('法人名')) : representative,
    representative,
    representative_kana: `${lastNameKana}　${firstNameKana}`,
    invoice_registration_number: ask.invoiceNumber('invoiceNumber', corporation),
  })
}

/** Where invoices are sent, the closing day, and how they are paid. Without a billing address, the first kitchen's. */
function readBilling(typed: TypedProfile) {
  const ask = new Asking(typed)
  const own = addressParts.some((part) => (typed[part] ?? '').trim() !== '')
  const email = (typed.billingEmail ?? '').trim() === '' ? '' : ask.read('billingEmail', readEmail, emailRefusalText)
  const closingDay = closingDays.find((day) => String(day) === typed.closingDay)
  if (!closingDay) ask.fields.closingDay = '締め日をえらんでください'
  return answer(ask, {
    billing_name: ask.name('billingName', 80),
    billing_email: email?.toLowerCase() ?? '',
    billing_postal_code: own ? (ask.read('postalCode', readPostalCode, postalCodeRefusalText) ?? '') : '',
    billing_prefecture_code: own ? (ask.prefecture('prefectureCode') ?? '') : '',
    billing_city: own ? ask.name('city', 60, missingText('市区町村')) : '',
    billing_street: own ? `${ask.name('town', 60)}${ask.name('street', 60, missingText('番地'))}` : '',
    billing_building: own ? ask.name('building', 60) : '',
    closing_day: closingDay ?? 31,
    payment_method: ask.oneOf('paymentMethod', paymentMethods, '支払い方法をえらんでください') ?? 'transfer',
  })
}

const addressParts = ['postalCode', 'prefectureCode', 'city', 'town', 'street', 'building'] as const

const answer = <T>({ fields }: Asking, columns: T): Read<T> =>
  Object.keys(fields).length === 0 ? { ok: true, columns } : { ok: false, fields }

const readers = { shop: readShop, legal: readLegal, billing: readBilling }

export const readSection = (section: Section, typed: TypedProfile) => readers[section](typed)
