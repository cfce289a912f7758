import { slots } from '#kernel/enums.ts'
import { postalCodeRefusalText, readPostalCode } from '#kernel/postal-code.ts'
import { Asking } from '../sign-up/asking.server.ts'
import { placeOfAddress } from '../sign-up/organisation-rows.ts'
import type { TypedProfile } from '../sign-up/profile.ts'
import { missingText } from '../sign-up/profile-labels.ts'

/** Reads the form of a kitchen into its columns, or returns what is wrong with each field. Pure. */
export function readKitchen(typed: TypedProfile) {
  const ask = new Asking(typed)
  const postalCode = ask.read('postalCode', readPostalCode, postalCodeRefusalText)
  const prefectureCode = ask.prefecture('prefectureCode')
  const city = ask.name('city', 60, missingText('市区町村'))
  const town = ask.name('town', 60)
  const street = ask.name('street', 60, missingText('番地'))
  const columns = {
    name: ask.name('kitchenName', 60, missingText('厨房の名前')),
    postal_code: postalCode ?? '',
    prefecture_code: prefectureCode ?? '',
    city,
    street: `${town}${street}`,
    building: ask.name('building', 60),
    place: placeOfAddress({ city, town, street }),
    phone: ask.phone('phone'),
    receiving_weekdays: ask.weekdays('receivingWeekdays', '受け取れる曜日をえらんでください'),
    default_slot: ask.oneOf('slot', slots, '時間帯をえらんでください') ?? 'none',
    receiving_note: ask.words('receivingNote', 200),
  }
  const { fields } = ask
  return Object.keys(fields).length === 0 ? { ok: true as const, columns } : { ok: false as const, fields }
}

export type KitchenColumns = Extract<ReturnType<typeof readKitchen>, { ok: true }>['columns']
