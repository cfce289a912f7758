import { closingDays, partyTypes, paymentMethods } from '#kernel/enums.ts'
import { formatPostalCode } from '#kernel/format.ts'
import { type PaymentTerms, paymentTermsWord } from '#kernel/payment-terms.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import type { Section } from '#modules/organisations/restaurant/restaurant-account.server.ts'
import { paymentMethodWord } from '#modules/organisations/restaurant/restaurant-labels.ts'
import { partyTypeWord } from '#modules/organisations/sign-up/profile-labels.ts'

type Typed = Record<string, string>
export type Rows = readonly (readonly [word: string, value: string | undefined])[]

/** The saved values of each section, in words. */
export const factsOf: Record<Section, (typed: Typed, terms: PaymentTerms) => Rows> = {
  shop: (typed) => [
    ['店名', withKana(typed.tradeName, typed.tradeNameKana)],
    ['紋の一文字', typed.crest],
    ['業態', typed.businessType],
    ['電話番号', typed.phone],
  ],
  legal: (typed) => {
    const type = partyTypes.find((known) => known === typed.partyType)
    return [
      ['経営形態', type && partyTypeWord[type]],
      ...(type === 'corporation' ? [['法人名', typed.legalName] as const] : []),
      ['代表者', withKana(joined(typed.lastName, typed.firstName), joined(typed.lastNameKana, typed.firstNameKana))],
      ['インボイスの登録番号', typed.invoiceNumber],
    ]
  },
  billing: (typed, terms) => {
    const day = closingDays.find((known) => String(known) === typed.closingDay)
    const method = paymentMethods.find((known) => known === typed.paymentMethod)
    return [
      ['締め日と支払期日', day && paymentTermsWord(day, terms)],
      ['支払い方法', method && paymentMethodWord[method]],
      ['請求書の宛名', typed.billingName || typed.legalName || typed.tradeName],
      ['請求書の送付先', typed.billingEmail || '店長（責任者）のメールアドレス'],
      ['請求先の住所', addressOf(typed) || '先頭の店舗の住所'],
    ]
  },
}

const joined = (last = '', first = '') => `${last} ${first}`.trim()
const withKana = (name = '', kana = '') => (kana ? `${name}（${kana}）` : name)

function addressOf({ postalCode = '', prefectureCode, city = '', street = '', building = '' }: Typed): string {
  if (postalCode === '') return ''
  const code = parsePrefCode(prefectureCode)
  return `${formatPostalCode(postalCode)} ${code ? prefectureOf(code).name : ''}${city}${street} ${building}`.trim()
}
