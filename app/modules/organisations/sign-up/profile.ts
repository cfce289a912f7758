import type { Side } from '#kernel/enums.ts'

/** Typed values, field by field; several choices of one field separated by commas. This is what a draft stores. */
export type TypedProfile = Record<string, string>

/** Fields that only one side has: removed when the applicant changes the side. */
export const fieldsOfSide: Record<Side, readonly string[]> = {
  restaurant: ['businessType', 'receivingWeekdays', 'slot', 'receivingNote'],
  farm: ['invoiceFrom', 'goodsKinds', 'shipWeekdays'],
}

/** Fields that are sent several times, once per ticked box. */
export const listFields: readonly string[] = ['receivingWeekdays', 'goodsKinds', 'shipWeekdays']

const commonFields = [
  'tradeName',
  'tradeNameKana',
  'partyType',
  'legalName',
  'lastName',
  'firstName',
  'lastNameKana',
  'firstNameKana',
  'postalCode',
  'prefectureCode',
  'city',
  'town',
  'street',
  'building',
  'phone',
  'invoiceNumber',
] as const

/** Longest text that a draft stores for one field. */
const mostKept = 500

/** The fields of a profile in a submitted form; everything else (keys, files, passwords) stays out of the draft. */
export function typedProfile(side: Side, form: FormData): TypedProfile {
  const typed: TypedProfile = {}
  for (const name of [...commonFields, ...fieldsOfSide[side]]) {
    const sent = form.getAll(name).filter((value) => typeof value === 'string')
    if (sent.length > 0)
      typed[name] = (listFields.includes(name) ? sent.join(',') : (sent.at(-1) ?? '')).slice(0, mostKept)
  }
  return typed
}

/** Several choices, from their stored form. */
export const listOf = (kept: string | undefined): string[] => (kept ?? '').split(',').filter((word) => word !== '')

/** Whether switching to the other side would lose something. */
export const losesBySide = (kept: TypedProfile, from: Side | null, to: Side): boolean =>
  from !== null && from !== to && fieldsOfSide[from].some((name) => (kept[name] ?? '') !== '')

export function withoutSide(kept: TypedProfile, side: Side): TypedProfile {
  return Object.fromEntries(Object.entries(kept).filter(([name]) => !fieldsOfSide[side].includes(name)))
}

/** By field: the old and the new value. */
export type Changes = Record<string, [was: string, is: string]>

/** The old and the new value of each changed field, as text. */
export function changesBetween(before: object, after: object): Changes {
  const old = typedValues(before)
  return Object.fromEntries(
    Object.entries(typedValues(after)).flatMap(([name, is]) => {
      const was = old[name] ?? ''
      return was === is ? [] : [[name, [was, is] as [string, string]]]
    }),
  )
}

/** Values as the fields of a form show them: several choices with commas between them, nothing as an empty field. */
export const typedValues = (values: object): TypedProfile =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value ?? '')]))
