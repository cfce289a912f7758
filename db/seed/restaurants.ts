import { type MemberRole, type Slot, slots } from '#kernel/enums.ts'
import { addDays, type JstDate, jstDateOf, momentOf, type Weekday } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { applicationOf } from './application.ts'
import { billingOfDemo, usualBilling } from './billing.ts'
import type { Row } from './bulk.ts'
import data from './data/restaurants.json' with { type: 'json' }
import type { MakeId } from './ids.ts'
import { type Person, personAt } from './people.ts'
import type { Random } from './random.ts'
import { phoneAt, regionOf } from './regions.ts'

export type SeedKitchen = { row: Row<'kitchens'>; closedDays: ReadonlySet<JstDate> }
export type SeedRestaurant = {
  row: Row<'restaurants'>
  kitchens: [SeedKitchen, ...SeedKitchen[]]
  owner: Person
  /** Who orders: the chef; in small restaurants the owner. */
  buyer: Person
  memberships: Row<'memberships'>[]
}

/** Twenty restaurants; the first is ビストロ 灯 of the demo people. */
export function makeRestaurants(now: Date, id: MakeId, random: Random): SeedRestaurant[] {
  const today = jstDateOf(now)
  return data.restaurants.map((spec, index) => {
    const createdAt = momentOf(addDays(today, -random.int(420, 800)), random.int(600, 1_200))
    const owner = personAt(id, index === 0 ? 'owner@example.jp' : `shop${index + 1}@example.jp`, spec.owner, createdAt)
    const buyer = index === 0 ? personAt(id, 'chef@example.jp', '森 亮介', createdAt) : owner
    const row: Row<'restaurants'> = {
      id: id(createdAt),
      name: spec.name,
      kana: spec.kana,
      crest: spec.crest,
      logo: null,
      representative: spec.owner,
      businessType: spec.businessType,
      status: 'approved',
      phone: index === 0 ? '03-3260-0101' : '',
      invoiceRegistrationNumber: null,
      ...(index === 0 ? billingOfDemo : usualBilling),
      ...applicationOf(createdAt, 'approved'),
      ...(index === 0 && { representativeKana: 'タカセ　フミヒコ' }),
      billingSavedAt: createdAt,
      createdAt,
    }
    const kitchen = kitchenOf(spec, index, row, createdAt, today, id, random)
    const membership = (person: Person, role: MemberRole): Row<'memberships'> => ({
      id: id(createdAt),
      personId: person.id,
      farmId: null,
      restaurantId: row.id,
      role,
      // the demo's chef orders up to this amount alone, and asks the owner above it
      orderLimitYen: role === 'staff' ? yen(100_000) : null,
      rights: 'all',
      seesMoney: false,
    })
    const memberships = [membership(owner, 'owner'), ...(buyer === owner ? [] : [membership(buyer, 'staff')])]
    return {
      row,
      kitchens: index === 0 ? [kitchen, secondKitchen(row, createdAt, id)] : [kitchen],
      owner,
      buyer,
      memberships,
    }
  })
}

type Spec = (typeof data.restaurants)[number]

function kitchenOf(
  spec: Spec,
  index: number,
  restaurant: Row<'restaurants'>,
  createdAt: Date,
  today: JstDate,
  id: MakeId,
  random: Random,
): SeedKitchen {
  const row: Row<'kitchens'> = {
    id: id(createdAt),
    restaurantId: restaurant.id,
    name: spec.kitchen,
    postalCode: spec.postalCode,
    prefectureCode: spec.prefectureCode,
    city: spec.city,
    street: spec.street,
    building: '',
    place: spec.place,
    phone: index === 0 ? '03-0000-0162' : phoneAt(regionOf(spec.prefectureCode), 3_000 + index),
    receivingWeekdays: weekdays(spec.receives),
    receivingNote: spec.note,
    defaultSlot: slotOf(spec.slot),
    version: 1,
    closedAt: null,
  }
  // The demo's kitchen has no closed days, so that the demo works on any day.
  const closed =
    index === 0 || random.chance(0.6) ? [] : [addDays(today, random.int(3, 12)), addDays(today, -random.int(20, 200))]
  return { row, closedDays: new Set(closed) }
}

/** The second restaurant of ビストロ 灯, open on Sundays. */
function secondKitchen(restaurant: Row<'restaurants'>, createdAt: Date, id: MakeId): SeedKitchen {
  const row: Row<'kitchens'> = {
    id: id(createdAt),
    restaurantId: restaurant.id,
    name: '灯 食堂部 飯田橋',
    postalCode: '1020072',
    prefectureCode: '13',
    city: '千代田区',
    street: '飯田橋4-91-3',
    building: '1階',
    place: '飯田橋',
    phone: '03-0000-0102',
    receivingWeekdays: weekdays([0, 1, 2, 3, 4, 5, 6]),
    receivingNote: '',
    defaultSlot: '14-16',
    version: 1,
    closedAt: null,
  }
  return { row, closedDays: new Set() }
}

const everyDay: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6]
const weekdays = (numbers: readonly number[]): Weekday[] => everyDay.filter((day) => numbers.includes(day))

const slotOf = (text: string): Slot => slots.find((slot) => slot === text) ?? 'none'
