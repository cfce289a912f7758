import { z } from 'zod'
import { emailRefusalText, readEmail } from '#kernel/email.ts'
import { partyTypes, slots } from '#kernel/enums.ts'
import { invoiceNumberRefusalText, readInvoiceNumber } from '#kernel/invoice-number.ts'
import type { Weekday } from '#kernel/jst.ts'
import { kanaRefusalText, readKana } from '#kernel/kana.ts'
import { nameRefusal, nameRefusalText } from '#kernel/name.ts'
import { phoneRefusalText, phoneText } from '#kernel/phone.ts'
import { readReachablePhone } from '#kernel/phone-check.server.ts'
import { parsePrefCode } from '#kernel/place.ts'
import { postalCodeRefusalText, readPostalCode } from '#kernel/postal-code.ts'
import type { Result } from '#kernel/result.ts'
import { type OrgRef, parseOrg } from './org-ref.ts'
import { businessTypes, missingText } from './sign-up/profile-labels.ts'

/** What organisations and their kitchens state about themselves, with the messages of their forms. */

const atMost = (longest: number) => `${longest}文字以下で入力してください`
const noNul = (text: string) => !text.includes('\0')

/** Free text that may be empty. */
export const Note = (longest: number) =>
  z
    .string('文字で入力してください。')
    .trim()
    .max(longest, atMost(longest))
    .refine(noNul, '使用できない文字が含まれています。')
    .default('')

const line = (longest: number, missing?: string) =>
  z
    .string(missing ?? '文字で入力してください。')
    .trim()
    .min(missing ? 1 : 0, missing)
    .max(longest, atMost(longest))
    .superRefine((text, issue) => {
      const refusal = nameRefusal(text)
      if (refusal) issue.addIssue({ code: 'custom', message: nameRefusalText[refusal] })
      if (!noNul(text)) issue.addIssue({ code: 'custom', message: '使用できない文字が含まれています。' })
    })

/** A name that others read, or a line of an address. */
export const Line = (longest: number, missing: string) => line(longest, missing)
export const OptionalLine = (longest: number) => line(longest).default('')

/** Text that a reader of the kernel understands. */
export const readBy = <T, R extends string>(
  read: (typed: string) => Result<T, R | 'empty'>,
  says: (refusal: R | 'empty') => string,
  { least = 1, longest = 100, short = says('empty') } = {},
) =>
  z
    .string(says('empty'))
    .trim()
    .min(least, short)
    .max(longest, atMost(longest))
    .transform((typed, issue): T => {
      const result = read(typed)
      if (result.ok) return result.value
      issue.addIssue({ code: 'custom', message: says(result.refusal) })
      return z.NEVER
    })

/** Empty, or what the schema reads, with its sentence. */
export const optional = <Read extends z.ZodType>(schema: Read) =>
  z
    .union([z.literal(''), schema], {
      error: (issue) => (issue.code === 'invalid_union' ? issue.errors.at(-1)?.[0]?.message : undefined),
    })
    .default('')

export const KanaIn = readBy(readKana, kanaRefusalText, { longest: 60 })
export const OptionalKana = optional(KanaIn)
/** `03-1234-5678`; a number that can exist. */
export const PhoneIn = readBy(readReachablePhone, phoneRefusalText, { longest: 20 }).transform(phoneText)
export const InvoiceNumberIn = readBy(readInvoiceNumber, invoiceNumberRefusalText).nullable().default(null)
export const OptionalEmail = optional(readBy(readEmail, emailRefusalText).transform((email) => email.toLowerCase()))

export const PartyTypeIn = z.enum(partyTypes, { error: '法人か個人事業かを選択してください' })
export const BusinessTypeIn = z.enum(businessTypes, { error: '業態を選択してください' })

export const everyDay: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6]

export const WeekdaysIn = (missing: string) =>
  z
    .array(z.int(missing).min(0).max(6), missing)
    .min(1, missing)
    .max(7)
    .transform((days) => everyDay.filter((day) => days.includes(day)))

/** An address; `town` is a field of its own in forms only, and stored as part of the street. */
export const addressFields = {
  postalCode: readBy(readPostalCode, postalCodeRefusalText, {
    least: 7,
    longest: 20,
    short: postalCodeRefusalText('not_seven_digits'),
  }),
  prefectureCode: z
    .string('都道府県を選択してください')
    .length(2, '都道府県を選択してください')
    .transform((typed, issue) => {
      const code = parsePrefCode(typed)
      if (code) return code
      issue.addIssue({ code: 'custom', message: '都道府県を選択してください' })
      return z.NEVER
    }),
  city: Line(60, missingText('市区町村')),
  town: OptionalLine(60),
  street: Line(120, missingText('番地')),
  building: OptionalLine(60),
}

/** When and how deliveries are accepted. */
export const receivingFields = {
  receivingWeekdays: WeekdaysIn('受取曜日を選択してください'),
  slot: z.enum(slots, { error: '時間帯を選択してください' }).default('am'),
  receivingNote: Note(200),
}

/** Who stands behind an organisation. */
export const partyFields = {
  partyType: PartyTypeIn,
  lastName: Line(30, missingText('代表者の姓')),
  firstName: Line(30, missingText('代表者の名')),
  lastNameKana: KanaIn,
  firstNameKana: KanaIn,
  legalName: OptionalLine(80),
  invoiceNumber: InvoiceNumberIn,
}

/** `farm-<id>` or `restaurant-<id>`. */
export const OrgIn = z.string().transform((text, issue): OrgRef => {
  const org = parseOrg(text)
  if (org) return org
  issue.addIssue({ code: 'custom', message: '会員を選択し直してください。' })
  return z.NEVER
})

/** Why staff do something; where it may be left out, the status decides whether it is required. */
export const ReasonIn = z.string().trim().max(2_000, '2000文字以下で入力してください。').default('')
