import {
  hasCheckDigit,
  type InvoiceNumber,
  invoiceNumberRefusalText,
  readInvoiceNumber,
} from '#kernel/invoice-number.ts'
import type { Weekday } from '#kernel/jst.ts'
import { type Kana, kanaRefusalText, readKana } from '#kernel/kana.ts'
import { nameRefusal, nameRefusalText } from '#kernel/name.ts'
import { phoneRefusalText, phoneText } from '#kernel/phone.ts'
import { readReachablePhone } from '#kernel/phone-check.server.ts'
import { parsePrefCode } from '#kernel/place.ts'
import type { Result } from '#kernel/result.ts'
import { lengthOf } from '#kernel/text.ts'
import { listOf, type TypedProfile } from './profile.ts'

/** Reads typed values and collects error sentences by field. */
export class Asking {
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

  /** A name that others read, or a line of an address. */
  name(name: string, most: number, missing?: string): string {
    const text = this.words(name, most, missing)
    const refusal = nameRefusal(text)
    if (refusal) this.fields[name] = nameRefusalText[refusal]
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
