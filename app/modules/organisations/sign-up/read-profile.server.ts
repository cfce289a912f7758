import { z } from 'zod'
import { goodsKinds, type PartyType, type Side, slots } from '#kernel/enums.ts'
import { hasCheckDigit, type InvoiceNumber, invoiceNumberRefusalText } from '#kernel/invoice-number.ts'
import { DayIn } from '#kernel/schema.ts'
import {
  addressFields,
  BusinessTypeIn,
  everyDay,
  KanaIn,
  Line,
  Note,
  optional,
  PhoneIn,
  partyFields,
} from '../fields.server.ts'
import { firstRegistrationDay } from '../registration/registration.ts'
import { registrationRefusals } from '../registration/registration-labels.ts'
import { listOf, type TypedProfile } from './profile.ts'
import { missingText, tradeNameWord } from './profile-labels.ts'

/** Several choices of one field, separated by commas. */
const chosen = <Choice extends string | number>(known: readonly Choice[], missing: string) =>
  z
    .string(missing)
    .transform((typed) => known.filter((choice) => listOf(typed).includes(String(choice))))
    .refine((choices) => choices.length > 0, missing)

const commonOf = (side: Side) => ({
  tradeName: Line(60, missingText(tradeNameWord[side])),
  tradeNameKana: KanaIn,
  ...partyFields,
  ...addressFields,
  street: Line(60, missingText('番地')),
  phone: PhoneIn,
})

const RegistrationDayIn = DayIn.refine((day) => day >= firstRegistrationDay, registrationRefusals().text('too_early'))

type Party = { partyType: PartyType; legalName: string; invoiceNumber: InvoiceNumber | null }

/** Reported together with errors of other fields, whose values are then not of their type. */
const when = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null

/** A corporation states its name, and its number has a check digit. */
const ofParty = <Read extends z.ZodType<Party>>(schema: Read) =>
  schema
    .refine(({ partyType, legalName }) => partyType !== 'corporation' || legalName, {
      path: ['legalName'],
      error: missingText('法人名'),
      when,
    })
    .refine(
      ({ partyType, invoiceNumber }) =>
        partyType !== 'corporation' || typeof invoiceNumber !== 'string' || hasCheckDigit(invoiceNumber),
      {
        path: ['invoiceNumber'],
        error: invoiceNumberRefusalText('check_digit'),
        when,
      },
    )

const schemas = {
  restaurant: ofParty(
    z.object({
      ...commonOf('restaurant'),
      side: z.literal('restaurant'),
      businessType: BusinessTypeIn,
      receivingWeekdays: chosen(everyDay, '受取曜日を選択してください'),
      slot: z.enum(slots, { error: '時間帯を選択してください' }),
      receivingNote: Note(200),
    }),
  ),
  farm: ofParty(
    z.object({
      ...commonOf('farm'),
      side: z.literal('farm'),
      /** The first day of the registration; without one it is older than the sign-up. */
      invoiceFrom: optional(RegistrationDayIn),
      goodsKinds: chosen(goodsKinds, '販売品目を選択してください'),
      shipWeekdays: chosen(everyDay, '出荷曜日を選択してください'),
    }),
  ),
}

export const ProfileIn = z.union([schemas.restaurant, schemas.farm])

/** What an organisation states about itself, read and checked. `legalName`: for a sole trader the name of the person. */
export type Profile = z.output<typeof ProfileIn>

type ReadProfile = { ok: true; value: Profile } | { ok: false; fields: Record<string, string> }

/** Reads typed values into a profile, or returns what is wrong with each field. Pure. */
export function readProfile(side: Side, typed: TypedProfile): ReadProfile {
  const corporation = typed.partyType === 'corporation'
  const stated = Object.entries({ ...typed, ...(!corporation && { legalName: '' }) }).filter(([, text]) => text.trim())
  const read = schemas[side].safeParse({ ...Object.fromEntries(stated), side })
  if (!read.success) {
    const fields: Record<string, string> = {}
    for (const { path, message } of read.error.issues) fields[path.join('.')] ??= message
    return { ok: false, fields }
  }
  const { legalName, lastName, firstName } = read.data
  return { ok: true, value: { ...read.data, legalName: corporation ? legalName : `${lastName} ${firstName}` } }
}
