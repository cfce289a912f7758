import type { FarmId, KitchenId, RestaurantId } from '#kernel/ids.ts'
import { yen } from '#kernel/yen.ts'
import type { Profile } from './read-profile.server.ts'

type FarmProfile = Extract<Profile, { side: 'farm' }>
type RestaurantProfile = Extract<Profile, { side: 'restaurant' }>

/**
 * A farm's initial values, which it can change later: packing at ten, orders until six the day before, answers by
 * eight.
 */
const newFarmTerms = {
  story: '',
  shipsOnHolidays: false,
  packingMinute: 10 * 60,
  cutoffHoursBeforePacking: 16,
  answerHoursAfterCutoff: 2,
  autoAccept: false,
  freeFreightFromYen: null,
  minOrderYen: yen(0),
}

/** The columns of both sides that the profile fills. */
const commonColumns = (profile: Profile) => ({
  name: profile.tradeName,
  kana: profile.tradeNameKana,
  crest: crestOf(profile.tradeName),
  partyType: profile.partyType,
  legalName: profile.legalName,
  representative: representativeOf(profile),
  representativeKana: `${profile.lastNameKana}　${profile.firstNameKana}`,
})

const addressColumns = (profile: Profile) => ({
  postalCode: profile.postalCode,
  prefectureCode: profile.prefectureCode,
  city: profile.city,
  street: `${profile.town}${profile.street}`,
  building: profile.building,
  phone: profile.phone,
})

export const farmColumns = (profile: FarmProfile) => ({
  ...commonColumns(profile),
  ...addressColumns(profile),
  place: placeOfCity(profile.city),
  goodsKinds: profile.goodsKinds,
  shipWeekdays: profile.shipWeekdays,
})

export const restaurantColumns = (profile: RestaurantProfile) => ({
  ...commonColumns(profile),
  invoiceRegistrationNumber: profile.invoiceNumber,
  businessType: profile.businessType,
  phone: profile.phone,
})

export const kitchenColumns = (profile: RestaurantProfile) => ({
  ...addressColumns(profile),
  name: profile.tradeName,
  place: placeOfAddress(profile),
  receivingWeekdays: profile.receivingWeekdays,
  receivingNote: profile.receivingNote,
  defaultSlot: profile.slot,
})

export const newFarm = (id: FarmId, profile: FarmProfile, now: Date) => ({
  id,
  ...newFarmTerms,
  ...farmColumns(profile),
  picture: `farm-${String((Number(profile.prefectureCode) % 12) + 1).padStart(2, '0')}`,
  status: 'draft' as const,
  submittedAt: null,
  reviewedAt: null,
  statusReason: null,
  createdAt: now,
})

export const newRestaurant = (id: RestaurantId, profile: RestaurantProfile, now: Date) => ({
  id,
  ...restaurantColumns(profile),
  status: 'draft' as const,
  submittedAt: null,
  reviewedAt: null,
  statusReason: null,
  createdAt: now,
})

export const newKitchen = (id: KitchenId, restaurant_id: RestaurantId, profile: RestaurantProfile) => ({
  id,
  restaurantId: restaurant_id,
  ...kitchenColumns(profile),
})

export const representativeOf = ({ lastName, firstName }: Pick<Profile, 'lastName' | 'firstName'>): string =>
  `${lastName} ${firstName}`

/** 屋号紋: the first kanji of the name without its legal form; without any kanji the first letter. */
export function crestOf(name: string): string {
  const bare = name.replace(/^(株式会社|有限会社|合同会社|農事組合法人|㈱|㈲)\s*/, '').trim() || name
  return /\p{Script=Han}/u.exec(bare)?.[0] ?? [...bare][0] ?? '畑'
}

/** The short name for seals: 八代市 → 八代, 三戸郡新郷村 → 新郷, 札幌市中央区 → 札幌, 新宿区 → 新宿. */
export function placeOfCity(city: string): string {
  const village = /^.+?郡(.+[町村])$/.exec(city)?.[1] ?? city
  const whole = /^(.+?市).+区$/.exec(village)?.[1] ?? village
  return whole.length > 2 ? whole.replace(/[市区町村]$/, '') : whole
}

/** The short name of a kitchen's location: of its quarter, else of its city. */
export const placeOfAddress = ({ city, town, street }: Pick<Profile, 'city' | 'town' | 'street'>): string =>
  placeOfTown(town || street) || placeOfCity(city)

/** 神楽坂1丁目 → 神楽坂 */
const placeOfTown = (town: string): string => town.replace(/[0-9０-９一二三四五六七八九十]+丁目.*$|[0-9０-９].*$/, '')
