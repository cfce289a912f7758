import {
  hasCheckDigit,
  type InvoiceNumber,
  invoiceNumberRefusalText,
  readInvoiceNumber,
} from '#kernel/invoice-number.ts'
import type { Weekday } from '#kernel/jst.ts'
import { type Kana, kanaRefusalText, readKana } from '#kernel/kana.ts'
import { phoneRefusalText, phoneText } from '#kernel/phone.ts'
import { readReachablePhone } from '#kernel/phone-check.server.ts'
import { parsePrefCode } from '#kernel/place.ts'
import { postalCodeRefusalText, readPostalCode } from '#kernel/postal-code.ts'
import type { Result } from '#kernel/result.ts'
import { lengthOf } from '#kernel/text.ts'
import { goodsKinds, partyTypes, type Side, slots } from '#kernel/words.ts'
import { listOf, type Profile, type TypedProfile } from './profile.ts'
import { businessTypes, missingText, placeWord } from './profile-words.ts'

export type ReadProfile = { ok: true; value: Profile } | { ok: false; fields: Record<string, string> }

/** Reads what was typed into a profile, or says for every field what is wrong with it. Touches nothing. */
export function readProfile(side: Side, typed: TypedProfile): ReadProfile {
  const ask = new Asking(typed)
  const common = readCommon(ask, placeWord[side])
  const value =
    side === 'restaurant'
      ? {
          ...common,
          side,
          businessType: ask.oneOf('businessType', businessTypes, '業態をえらんでください') ?? '',
          receivingWeekdays: ask.weekdays('receivingWeekdays', '受け取れる曜日をえらんでください'),
          slot: ask.oneOf('slot', slots, '時間帯をえらんでください') ?? 'none',
          receivingNote: ask.words('receivingNote', 200),
        }
      : {
          ...common,
          side,
          goodsKinds: ask.someOf('goodsKinds', goodsKinds, '売るものをえらんでください'),
          shipWeekdays: ask.weekdays('shipWeekdays', '発送できる曜日をえらんでください'),
        }
  const { fields } = ask
  return Object.keys(fields).length === 0 && isWhole(value) ? { ok: true, value } : { ok: false, fields }
}

function readCommon(ask: Asking, place: string) {
  const partyType = ask.oneOf('partyType', partyTypes, '法人か個人事業かをえらんでください')
  const lastName = ask.words('lastName', 30, missingText('代表者の姓'))
  const firstName = ask.words('firstName', 30, missingText('代表者の名'))
  const legalName =
    partyType === 'corporation' ? ask.words('legalName', 80, missingText('法人名')) : `${lastName} ${firstName}`
  return {
    tradeName: ask.words('tradeName', 60, missingText(`${place}の名前`)),
    tradeNameKana: ask.kana('tradeNameKana'),
    partyType,
    legalName,
    lastName,
    firstName,
    lastNameKana: ask.kana('lastNameKana'),
    firstNameKana: ask.kana('firstNameKana'),
    postalCode: ask.read('postalCode', readPostalCode, postalCodeRefusalText),
    prefectureCode: ask.prefecture('prefectureCode'),
    city: ask.words('city', 60, missingText('市区町村')),
    town: ask.words('town', 60),
    street: ask.words('street', 60, missingText('番地')),
    building: ask.words('building', 60),
    phone: ask.phone('phone'),
    invoiceNumber: ask.invoiceNumber('invoiceNumber', partyType === 'corporation'),
  }
}

type Draft = { partyType: unknown; tradeNameKana: unknown; lastNameKana: unknown; firstNameKana: unknown }

/** Where nothing was wrong, nothing is missing: every null above has left a sentence. */
function isWhole(value: Draft & { postalCode: unknown; prefectureCode: unknown }): value is Profile {
  return [
    value.partyType,
    value.tradeNameKana,
    value.lastNameKana,
    value.firstNameKana,
    value.postalCode,
    value.prefectureCode,
  ].every((part) => part !== null)
}

/** Goes through what was typed and gathers sentences by field. */
class Asking {
  readonly fields: Record<string, string> = {}
  readonly #typed: TypedProfile

  constructor(typed: TypedProfile) {
    this.#typed = typed
  }

  words(name: string, most: number, missing?: string): string {
    const text = (this.#typed[name] ?? '').trim()
    if (text === '' && missing) this.fields[name] = missing
    if (lengthOf(text) > most) this.fields[name] = `${most}文字までで入力してください`
    return text
  }

  read<T, R extends string>(name: string, read: (typed: string) => Result<T, R>, says: (refusal: R) => string) {
    const result = read(this.#typed[name] ?? '')
    if (result.ok) return result.value
    this.fields[name] = says(result.refusal)
    return null
  }

  kana(name: string): Kana | null {
    const kana = this.read(name, readKana, kanaRefusalText)
    if (kana && lengthOf(kana) > 60) this.fields[name] = '60文字までで入力してください'
    return kana
  }

  phone(name: string): string {
    const phone = this.read(name, readReachablePhone, phoneRefusalText)
    return phone ? phoneText(phone) : ''
  }

  prefecture(name: string) {
    const code = parsePrefCode(this.#typed[name])
    if (!code) this.fields[name] = '都道府県をえらんでください'
    return code
  }

  invoiceNumber(name: string, corporation: boolean): InvoiceNumber | null {
    if ((this.#typed[name] ?? '').trim() === '') return null
    const number = this.read(name, readInvoiceNumber, invoiceNumberRefusalText)
    if (number && corporation && !hasCheckDigit(number)) this.fields[name] = invoiceNumberRefusalText('check_digit')
    return number
  }

  oneOf<Word extends string>(name: string, known: readonly Word[], missing: string): Word | null {
    const word = known.find((it) => it === this.#typed[name])
    if (!word) this.fields[name] = missing
    return word ?? null
  }

  someOf<Word extends string>(name: string, known: readonly Word[], missing: string): Word[] {
    const chosen = listOf(this.#typed[name])
    const words = known.filter((word) => chosen.includes(word))
    if (words.length === 0) this.fields[name] = missing
    return words
  }

  weekdays(name: string, missing: string): Weekday[] {
    const chosen = listOf(this.#typed[name])
    const days = everyDay.filter((day) => chosen.includes(String(day)))
    if (days.length === 0) this.fields[name] = missing
    return days
  }
}

const everyDay: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6]
