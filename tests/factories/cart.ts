import { grams } from '../../app/kernel/grams.ts'
import { newId } from '../../app/kernel/ids.ts'
import { minuteOfDay } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { type CartFarm, type CartKitchen, type CartLine, quoteCart } from '../../app/modules/cart/quote.ts'
import { demoFreight } from '../../db/seed/freight.ts'
import { noon } from './market.ts'
import { newTaxRates } from './tax-rates.ts'

/** A cart as input of the pure quote; the same products, days and prices as in market.ts. */
export const aCartLine = (overrides: Partial<CartLine> = {}): CartLine => ({
  productId: newId<'product'>(),
  qty: 1,
  onShortage: 'ship_what_there_is',
  shortageTerms: {},
  seenPriceYen: yen(1_500),
  name: '人参',
  packLabel: '5kg箱',
  unitLabel: '箱',
  picture: 'carrot',
  category: 'root',
  temperature: 'ambient',
  airAllowed: true,
  taxKind: 'food',
  listYen: yen(1_500),
  tiers: [],
  own: null,
  catchWeight: false,
  netGrams: grams(5_000),
  tolerancePercent: null,
  grossGrams: grams(5_400),
  sizePoints: 18,
  ownCarton: false,
  orderStep: 1,
  minQty: 1,
  maxQty: 999,
  availableQty: 100,
  heldElsewhere: 0,
  heldUntil: null,
  harvest: null,
  listed: true,
  ...overrides,
})

export const aCartBird = (overrides: Partial<CartLine> = {}): CartLine =>
  aCartLine({
    name: '地鶏 丸',
    unitLabel: '羽',
    category: 'meat',
    temperature: 'chilled',
    listYen: yen(2_400),
    catchWeight: true,
    netGrams: grams(1_800),
    tolerancePercent: 10,
    grossGrams: grams(2_000),
    sizePoints: 10,
    ...overrides,
  })

export const aCartFarm = (overrides: Partial<CartFarm> = {}): CartFarm => ({
  farmId: newId<'farm'>(),
  name: '佐藤農園',
  crest: '佐',
  place: '匝瑳',
  zone: 'kanto',
  approved: true,
  policy: {
    shipWeekdays: [1, 2, 3, 4, 5, 6],
    shipsOnHolidays: true,
    packingMinute: minuteOfDay('14:00'),
    cutoffHoursBeforePacking: 26,
    answerHoursAfterCutoff: 2,
  },
  vacations: [],
  freight: demoFreight(overrides.zone ?? 'kanto', 'kanto'),
  ways: [],
  chosenWay: null,
  freeFreightFromYen: null,
  minOrderYen: yen(0),
  autoAccept: false,
  chosenDay: null,
  chosenSlot: null,
  note: '',
  lines: [aCartLine()],
  open: [],
  lateCancelPercent: 0,
  ...overrides,
})

export const aCartKitchen = (overrides: Partial<CartKitchen> = {}): CartKitchen => ({
  kitchenId: newId<'kitchen'>(),
  name: '神楽坂本店',
  prefectureCode: '13',
  postalCode: '1620825',
  city: '新宿区',
  zone: 'kanto',
  calendar: { receivingWeekdays: [1, 2, 3, 4, 5, 6], closedDays: new Set() },
  defaultSlot: 'am',
  tolerancePercent: null,
  ...overrides,
})

/** The quote of these farms' products, on Tuesday 2026-11-24 at 11:00: the first day is Thursday the 26th. */
export const quoteOf = (farms: readonly CartFarm[], more: Partial<Parameters<typeof quoteCart>[0]> = {}) =>
  quoteCart({ now: noon, kitchen: aCartKitchen(), wishedOn: null, farms, taxRates: newTaxRates, ...more })
