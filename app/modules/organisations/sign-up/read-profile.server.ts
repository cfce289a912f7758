import { goodsKinds, partyTypes, type Side, slots } from '#kernel/enums.ts'
import { postalCodeRefusalText, readPostalCode } from '#kernel/postal-code.ts'
import { Asking } from './asking.server.ts'
import type { Profile, TypedProfile } from './profile.ts'
import { businessTypes, missingText, placeWord } from './profile-labels.ts'

export type ReadProfile = { ok: true; value: Profile } | { ok: false; fields: Record<string, string> }

/** Reads typed values into a profile, or returns what is wrong with each field. Pure. */
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
  const lastName = ask.name('lastName', 30, missingText('代表者の姓'))
  const firstName = ask.name('firstName', 30, missingText('代表者の名'))
  const legalName =
    partyType === 'corporation' ? ask.name('legalName', 80, missingText('法人名')) : `${lastName} ${firstName}`
  return {
    tradeName: ask.name('tradeName', 60, missingText(`${place}の名前`)),
    tradeNameKana: ask.kana('tradeNameKana'),
    partyType,
    legalName,
    lastName,
    firstName,
    lastNameKana: ask.kana('lastNameKana'),
    firstNameKana: ask.kana('firstNameKana'),
    postalCode: ask.read('postalCode', readPostalCode, postalCodeRefusalText),
    prefectureCode: ask.prefecture('prefectureCode'),
    city: ask.name('city', 60, missingText('市区町村')),
    town: ask.name('town', 60),
    street: ask.name('street', 60, missingText('番地')),
    building: ask.name('building', 60),
    phone: ask.phone('phone'),
    invoiceNumber: ask.invoiceNumber('invoiceNumber', partyType === 'corporation'),
  }
}

type Draft = { partyType: unknown; tradeNameKana: unknown; lastNameKana: unknown; firstNameKana: unknown }

/** Without errors nothing is missing: every null above has left a sentence. */
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
