import type { Category, Temperature } from '#kernel/enums.ts'
import { isHoliday } from '#kernel/holidays.ts'
import { addDays, addHours, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import type { BoxSize, RequestState } from '#kernel/request-enums.ts'
import { yen } from '#kernel/yen.ts'
import { zoneOfPrefecture } from '#modules/cart/cart-store.server.ts'
import { defaultMaxHeldDays, deliveryDay } from '#modules/delivery/delivery-days.ts'
import { leadDays } from '#modules/delivery/lead-days.ts'
import { policyOf } from '#modules/products/catalog/shipping-rules.server.ts'
import type { Row } from './bulk.ts'
import { aboutNothing } from './event.ts'
import type { SeedFarm } from './farms.ts'
import type { MakeId } from './ids.ts'
import type { SeedRestaurant } from './restaurants.ts'

type Seeded = {
  requests: Row<'requests'>[]
  told: Row<'requestFarms'>[]
  answers: Row<'requestAnswers'>[]
  events: Row<'events'>[]
}

/** `day`: which of the requested days. */
type Offer = { farm: number; priceYen: number; qty: number; day: number; box: BoxSize; words: string }
type Wanted = {
  shop: number
  words: string
  itemKey: string | null
  category: Category
  qty: number
  unit: string
  /** On how many of the days on which all offering farms can deliver, from a week on. */
  dayCount: number
  ceilingYen?: number
  note?: string
  hoursAgo: number
  farms: readonly number[]
  offers: readonly Offer[]
  declined?: readonly number[]
  temperature: Temperature
}

/** Current requests: two of the demo's restaurant, one with answers; one that waits for 佐藤農園 alone. */
const open: readonly Wanted[] = [
  {
    shop: 0,
    words: 'ズッキーニの花',
    itemKey: 'zucchini',
    category: 'fruitveg',
    qty: 20,
    unit: '本',
    dayCount: 2,
    ceilingYen: 5_000,
    note: '花の中に詰めものをします。開きすぎていないものがほしいです。',
    hoursAgo: 9,
    farms: [0, 1, 2, 6, 7],
    declined: [6],
    temperature: 'chilled',
    offers: [
      { farm: 1, priceYen: 90, qty: 20, day: 0, box: 60, words: '朝5時に摘んで、その日に送ります。' },
      { farm: 2, priceYen: 75, qty: 15, day: 1, box: 60, words: '15本まででしたら、そろえられます。' },
    ],
  },
  {
    shop: 0,
    words: '葉つきの小さな人参',
    itemKey: 'carrot',
    category: 'root',
    qty: 3,
    unit: 'kg',
    dayCount: 1,
    hoursAgo: 3,
    farms: [0, 2],
    temperature: 'ambient',
    offers: [],
  },
  {
    shop: 3,
    words: '青い大玉トマト',
    itemKey: 'tomato',
    category: 'fruitveg',
    qty: 5,
    unit: 'kg',
    dayCount: 2,
    ceilingYen: 8_000,
    note: 'ピクルスにします。かたくて青いものを。',
    hoursAgo: 5,
    farms: [0],
    temperature: 'ambient',
    offers: [],
  },
]

type Past = { words: string; itemKey: string; category: Category; unit: string; shops: readonly number[] }

/** Requests of the last months: from enough restaurants each that farms see the statistics. */
const past: readonly Past[] = [
  { words: 'ズッキーニの花', itemKey: 'zucchini', category: 'fruitveg', unit: '本', shops: [1, 2, 3, 4, 5, 7] },
  { words: '食べられる菊の花', itemKey: 'edible_chrysanthemum', category: 'herb', unit: 'パック', shops: [1, 4, 6, 8] },
  { words: '白い人参', itemKey: 'carrot', category: 'root', unit: 'kg', shops: [2, 5, 9, 10] },
  { words: 'フェンネルの葉', itemKey: 'fennel', category: 'herb', unit: '束', shops: [3, 6, 11] },
  // two restaurants only: below the threshold of the statistics
  { words: '紫のアスパラガス', itemKey: 'asparagus', category: 'leaf', unit: '束', shops: [1, 2] },
]

/** Requests of chefs, with the farms' answers and the history of each. */
export function makeRequests(
  { restaurants, farms }: { restaurants: readonly SeedRestaurant[]; farms: readonly SeedFarm[] },
  now: Date,
  id: MakeId,
): Seeded {
  const today = jstDateOf(now)
  const made: Seeded = { requests: [], told: [], answers: [], events: [] }

  function ask(wanted: Wanted, end: { state: RequestState; at: Date } | null, createdAt: Date, days: JstDate[]) {
    const shop = restaurants[wanted.shop]
    if (!shop) return
    const requestId = id<'request'>(createdAt)
    const lastOrderAt = end ? addHours(createdAt, 48) : momentOf(addDays(today, 3), 12 * 60)
    made.requests.push({
      id: requestId,
      restaurantId: shop.row.id,
      kitchenId: shop.kitchens[0].row.id,
      personId: shop.buyer.id,
      words: wanted.words,
      itemKey: wanted.itemKey,
      category: wanted.category,
      qty: wanted.qty,
      unitLabel: wanted.unit,
      days,
      ceilingYen: wanted.ceilingYen === undefined ? null : yen(wanted.ceilingYen),
      method: null,
      note: wanted.note ?? '',
      answerUntil: lastOrderAt,
      lastOrderAt,
      timerAt: end ? null : lastOrderAt,
      state: end?.state ?? 'open',
      version: 1,
      createdAt,
      closedAt: end?.at ?? null,
      removedReason: null,
      acceptedAnswerId: null,
      purchaseId: null,
    })
    const event = (at: Date, kind: string, by: Partial<Row<'events'>>, data: Record<string, unknown> = {}) =>
      made.events.push({
        ...aboutNothing,
        id: id<'event'>(at),
        at,
        kind,
        actorKind: 'system',
        actorName: '自動',
        personId: null,
        adminId: null,
        aboutRestaurantId: shop.row.id,
        ...by,
        data: { id: requestId, ...data },
      })
    const byShop = { actorKind: 'buyer' as const, actorName: shop.buyer.name, personId: shop.buyer.id }
    event(createdAt, 'request_asked', byShop, { words: wanted.words, qty: wanted.qty, unit: wanted.unit, days })
    for (const place of wanted.farms) {
      const farm = farms[place]
      if (farm) made.told.push({ requestId, farmId: farm.row.id, toldAt: createdAt })
    }
    const answer = (place: number, minutes: number, said: Partial<Row<'requestAnswers'>>, kind: string) => {
      const farm = farms[place]
      if (!farm) return
      const at = addHours(createdAt, minutes / 60)
      made.answers.push({
        id: id<'requestAnswer'>(at),
        requestId,
        farmId: farm.row.id,
        personId: farm.owner.id,
        state: 'declined',
        priceYen: null,
        qty: null,
        deliveryOn: null,
        method: null,
        temperature: null,
        boxSize: null,
        words: '',
        version: 1,
        answeredAt: at,
        productId: null,
        putAwayAt: null,
        ...said,
      })
      const byFarm = { actorKind: 'farm' as const, actorName: farm.owner.name, personId: farm.owner.id }
      event(at, kind, { ...byFarm, aboutFarmId: farm.row.id }, { version: 1 })
    }
    wanted.declined?.forEach((place) => {
      answer(place, 20, {}, 'request_declined')
    })
    wanted.offers.forEach((offer, index) => {
      const said = {
        state: 'offered' as const,
        priceYen: yen(offer.priceYen),
        qty: offer.qty,
        deliveryOn: days[offer.day] ?? days[0] ?? today,
        method: 'conventional' as const,
        temperature: wanted.temperature,
        boxSize: offer.box,
        words: offer.words,
      }
      answer(offer.farm, 60 + 90 * index, said, 'request_answered')
    })
    if (end?.state === 'expired') event(end.at, 'request_expired', {})
    if (end?.state === 'withdrawn') event(end.at, 'request_withdrawn', byShop)
  }

  past.forEach(({ shops, ...of }, kind) => {
    shops.forEach((shop, index) => {
      const daysAgo = 12 + kind * 5 + index * (24 + kind)
      const createdAt = momentOf(addDays(today, -daysAgo), 22 * 60 + index)
      const ended = index % 3 === 2 ? ('withdrawn' as const) : ('expired' as const)
      ask(
        { ...of, shop, qty: 5 + index, dayCount: 1, hoursAgo: 0, farms: [0, 1], offers: [], temperature: 'chilled' },
        { state: ended, at: addHours(createdAt, ended === 'expired' ? 48 : 10) },
        createdAt,
        [addDays(today, 4 - daysAgo)],
      )
    })
  })
  /** Days on which its kitchen accepts deliveries of all offering farms. */
  function daysFor({ shop, offers, farms: asked, temperature, dayCount }: Wanted): JstDate[] {
    const kitchen = restaurants[shop]?.kitchens[0]
    const offering = offers.length > 0 ? offers.map(({ farm }) => farm) : asked
    if (!kitchen) return []
    const to = zoneOfPrefecture(kitchen.row.prefectureCode)
    const calendar = { receivingWeekdays: kitchen.row.receivingWeekdays, closedDays: kitchen.closedDays }
    const possible = (place: number, day: JstDate) => {
      const farm = farms[place]
      if (!farm) return false
      const lead = leadDays({ from: zoneOfPrefecture(farm.row.prefectureCode), to, temperature, airAllowed: true })
      const vacations = farm.vacations.map(({ fromOn, toOn }) => ({ from: fromOn, to: toOn }))
      const maxHeldDays = defaultMaxHeldDays[temperature]
      return deliveryDay(
        { now, lead, policy: policyOf(farm.row), vacations, kitchen: calendar, isHoliday, maxHeldDays },
        day,
      ).possible
    }
    const days = Array.from({ length: 6 }, (_, more) => addDays(today, 7 + more))
    return days.filter((day) => offering.every((place) => possible(place, day))).slice(0, dayCount)
  }

  for (const wanted of open) ask(wanted, null, addHours(now, -wanted.hoursAgo), daysFor(wanted))
  return made
}
