import { z } from 'zod'
import { emailRefusalText, readEmail } from '#kernel/email.ts'
import { kanaRefusalText, readKana } from '#kernel/kana.ts'
import { phoneRefusalText } from '#kernel/phone.ts'
import { readReachablePhone } from '#kernel/phone-check.server.ts'
import { parsePrefCode } from '#kernel/place.ts'
import { postalCodeRefusalText, readPostalCode } from '#kernel/postal-code.ts'
import { dayRefusalText, readDay } from '#kernel/typed-day.ts'
import { numberRefusalText, readNumber, readWeight, readYen } from '#kernel/typed-number.ts'
import { words } from '#web/form.ts'
import { typed, typedOrNothing } from '#web/typed-fields.ts'

const needed = (max: number, sentence: string) => words(max).min(1, sentence)

/** The schema of the sample form, read by the functions that its fields use. */
export const SampleForm = z.object({
  lastName: needed(40, '姓を入力してください'),
  firstName: needed(40, '名を入力してください'),
  lastNameKana: typed(readKana, kanaRefusalText),
  firstNameKana: typed(readKana, kanaRefusalText),
  postalCode: typed(readPostalCode, postalCodeRefusalText),
  prefectureCode: z.string().refine((code) => parsePrefCode(code) !== null, '都道府県を選択してください'),
  city: needed(60, '市区町村を入力してください'),
  town: words(60),
  street: needed(100, '番地を入力してください'),
  building: words(100),
  phone: typed(readReachablePhone, phoneRefusalText),
  email: typed(readEmail, emailRefusalText),
  price: typed((text) => readYen(text, { min: 1 }), numberRefusalText),
  count: typed((text) => readNumber(text, { min: 1, max: 9999 }), numberRefusalText),
  weight: typedOrNothing((text) => readWeight(text, { unit: 'kg' }), numberRefusalText),
  from: typedOrNothing(readDay, dayRefusalText),
  note: words(200, '備考は200文字以内にしてください'),
  consent: z
    .literal('on', '読んで、同意してください')
    .or(z.undefined().refine(() => false, '読んで、同意してください')),
})
