import type { Grams } from '#kernel/grams.ts'
import { isHoliday } from '#kernel/holidays.ts'
import type { FarmId, KitchenId, ProductId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Zone } from '#kernel/place.ts'
import type { Category, OnShortage, Slot, TaxKind, Temperature } from '#kernel/words.ts'
import { sumYen, type Yen, yen, zeroYen } from '#kernel/yen.ts'
import { leftOn, type OpenWindow } from '#modules/catalog/harvest/harvest-window.ts'
import {
  type DayReason,
  type DeliveryDay,
  defaultMaxHeldDays,
  deliveryDays,
  type KitchenCalendar,
  type PossibleDay,
  type ShippingPolicy,
  type Vacation,
} from '#modules/delivery/delivery-days.ts'
import { demoFreightTable, type FreightLine, freightOf, withFreeThreshold } from '#modules/delivery/freight.ts'
import { leadDays } from '#modules/delivery/lead-days.ts'
import { planParcels } from '#modules/delivery/parcels.ts'
import { type AgreedPrice, agreedPrice, type PriceTerms } from '#modules/pricing/agreed-price.ts'
import { amountOf, ceilingOf, type LineTerms, nominalQuantity } from '#modules/pricing/line-terms.ts'
import { type DocumentTax, resolveTaxPercent, type TaxRateRow, taxOfDocument } from '#modules/tax/consumption-tax.ts'

/** What the cart knows of one product line, as it is in the catalogue now; its price follows from how many there are. */
export type CartLine = PriceTerms & {
  productId: ProductId
  qty: number
  onShortage: OnShortage
  /** The price when it was put into the cart; another one now is shown, never silent. */
  seenPriceYen: Yen
  name: string
  packLabel: string
  unitLabel: string
  picture: string
  category: Category
  temperature: Temperature
  airAllowed: boolean
  taxKind: TaxKind
  catchWeight: boolean
  netGrams: Grams | null
  tolerancePercent: number | null
  grossGrams: Grams
  sizePoints: number
  orderStep: number
  minQty: number
  maxQty: number
  availableQty: number
  /** Of goods that are sold from a harvest: what is left for the days on which it leaves. Null: sold from a stock. */
  harvest: readonly OpenWindow[] | null
  listed: boolean
}

export type CartFarm = {
  farmId: FarmId
  name: string
  crest: string
  place: string
  zone: Zone
  approved: boolean
  policy: ShippingPolicy
  vacations: readonly Vacation[]
  freeFreightFromYen: Yen | null
  minOrderYen: Yen
  commissionBp: number
  autoAccept: boolean
  /** What the chef chose for this farm; null follows the wished day and the kitchen's slot. */
  chosenDay: JstDate | null
  chosenSlot: Slot | null
  note: string
  lines: readonly CartLine[]
}

export type CartKitchen = {
  kitchenId: KitchenId
  name: string
  prefectureCode: string
  zone: Zone
  calendar: KitchenCalendar
  defaultSlot: Slot
}

export type LineProblem = 'not_listed' | 'out_of_stock' | 'below_minimum' | 'above_maximum' | 'wrong_step'
export type FarmProblem = 'farm_closed' | 'no_day' | 'day_impossible' | 'below_min_order' | 'too_big_to_ship'

/** `priceYen`: of each unit, for so many of them, for this restaurant; `why` it is that, and when it is cheaper. */
export type QuotedLine = CartLine &
  AgreedPrice & {
    terms: LineTerms
    amountYen: Yen
    ceilingYen: Yen
    problem: LineProblem | null
  }

export type QuotedFarm = Omit<CartFarm, 'lines'> & {
  lines: QuotedLine[]
  days: DeliveryDay[]
  /** The day on which these goods come: the one chosen, else the wished one, else the first possible. */
  day: PossibleDay | null
  /** Why the day that was asked for is not the day that is offered. */
  refusedDay: { day: JstDate; reason: DayReason | 'not_offered' } | null
  slot: Slot
  parcels: FreightLine[]
  goodsYen: Yen
  freightYen: Yen
  /** Freight before the farm's threshold takes it away. */
  fullFreightYen: Yen
  freightTaxPercent: number
  missingToFreeYen: Yen | null
  missingToMinimumYen: Yen
  tax: DocumentTax
  problem: FarmProblem | null
}

export type Quote = {
  kitchen: CartKitchen
  wishedOn: JstDate | null
  farms: QuotedFarm[]
  lineCount: number
  goodsYen: Yen
  freightYen: Yen
  tax: { percent: number; baseYen: Yen; taxYen: Yen }[]
  taxYen: Yen
  totalYen: Yen
  /** The most the total can become when catch-weight goods turn out heavy; equal to the total without them. */
  ceilingTotalYen: Yen
  orderable: boolean
}

/** How far ahead a delivery day may lie. */
export const horizonDays = 14

/**
 * What a cart costs and when it comes, farm by farm: pure, so that the cart page, the
 * checkout and the order itself cannot reckon differently.
 */
export function quoteCart(input: {
  now: Date
  kitchen: CartKitchen
  wishedOn: JstDate | null
  farms: readonly CartFarm[]
  taxRates: readonly TaxRateRow[]
}): Quote {
  const farms = input.farms.map((farm) => quoteFarm(farm, input))
  const ceilings = farms.map((farm) =>
    taxOfDocument([
      ...farm.lines.map((line) => ({ amountYen: line.ceilingYen, percent: line.terms.taxPercent })),
      { amountYen: farm.freightYen, percent: farm.freightTaxPercent },
    ]),
  )
  const percents = [...new Set(farms.flatMap((farm) => farm.tax.perRate.map((rate) => rate.percent)))].sort(
    (a, b) => a - b,
  )
  const tax = percents.map((percent) => {
    const rates = farms.flatMap((farm) => farm.tax.perRate.filter((rate) => rate.percent === percent))
    return { percent, baseYen: sumYen(rates.map((r) => r.baseYen)), taxYen: sumYen(rates.map((r) => r.taxYen)) }
  })
  const lines = farms.flatMap((farm) => farm.lines)
  return {
    kitchen: input.kitchen,
    wishedOn: input.wishedOn,
    farms,
    lineCount: lines.length,
    goodsYen: sumYen(farms.map((farm) => farm.goodsYen)),
    freightYen: sumYen(farms.map((farm) => farm.freightYen)),
    tax,
    taxYen: sumYen(farms.map((farm) => farm.tax.taxYen)),
    totalYen: sumYen(farms.map((farm) => farm.tax.totalIncYen)),
    ceilingTotalYen: sumYen(ceilings.map((ceiling) => ceiling.totalIncYen)),
    orderable: lines.length > 0 && farms.every((farm) => !farm.problem) && lines.every((line) => !line.problem),
  }
}

type QuoteInput = Parameters<typeof quoteCart>[0]

function quoteFarm(farm: CartFarm, input: QuoteInput): QuotedFarm {
  const { kitchen, now } = input
  const lead = longestLead(farm, kitchen.zone)
  const days = withHarvest(farm.lines, {
    now,
    lead,
    policy: farm.policy,
    vacations: farm.vacations,
    kitchen: kitchen.calendar,
    isHoliday,
    maxHeldDays: Math.min(...farm.lines.map((line) => defaultMaxHeldDays[line.temperature])),
    horizonDays,
  })
  const { day, refusedDay } = chooseDay(days, farm.chosenDay, input.wishedOn)
  // Supply is the day of arrival (着荷基準), our choice: docs/decisions/0002.
  const supplyOn = day?.deliveryOn ?? days[0]?.deliveryOn
  const lines = farm.lines.map((line) =>
    quoteLine(onDay(line, day), supplyOn ? resolveTaxPercent(input.taxRates, line.taxKind, supplyOn) : 0),
  )
  const goodsYen = sumYen(lines.map((line) => line.amountYen))
  const planned = planParcels(
    farm.lines.map((line) => ({
      lineKey: line.productId,
      temperature: line.temperature,
      sizePoints: line.sizePoints,
      grossGrams: line.grossGrams,
      count: line.qty,
    })),
  )
  const freight = planned.ok
    ? freightOf(planned.value, { from: farm.zone, to: kitchen.zone, lead }, demoFreightTable)
    : null
  const fullFreightYen = freight?.totalYen ?? zeroYen
  const { freightYen, missingYen } = withFreeThreshold(fullFreightYen, goodsYen, farm.freeFreightFromYen)
  const freightTaxPercent = supplyOn ? resolveTaxPercent(input.taxRates, 'standard', supplyOn) : 0
  const missingToMinimumYen = yen(Math.max(0, farm.minOrderYen - goodsYen))
  return {
    ...farm,
    lines,
    days,
    day,
    refusedDay,
    slot: farm.chosenSlot ?? kitchen.defaultSlot,
    parcels: freight?.lines ?? [],
    goodsYen,
    freightYen,
    fullFreightYen,
    freightTaxPercent,
    missingToFreeYen: missingYen,
    missingToMinimumYen,
    tax: taxOfDocument([
      ...lines.map((line) => ({ amountYen: line.amountYen, percent: line.terms.taxPercent })),
      { amountYen: freightYen, percent: freightTaxPercent },
    ]),
    problem: farmProblem(),
  }

  function farmProblem(): FarmProblem | null {
    if (!farm.approved) return 'farm_closed'
    if (!planned.ok) return 'too_big_to_ship'
    if (!day) return days.some((it) => it.possible) ? 'day_impossible' : 'no_day'
    return missingToMinimumYen > 0 ? 'below_min_order' : null
  }
}

/** The days of the engine, but for those on which what leaves the farm is not harvested, or no longer enough of it. */
function withHarvest(lines: readonly CartLine[], question: Parameters<typeof deliveryDays>[0]): DeliveryDay[] {
  return deliveryDays(question).map((day) => {
    if (!day.possible || lines.every(({ harvest, qty }) => harvest === null || leftOn(harvest, day.shipOn) >= qty))
      return day
    return { deliveryOn: day.deliveryOn, possible: false, reason: 'no_harvest' }
  })
}

/** How many there are of a line: on the day on which it leaves; without a day what the best one has. */
function onDay(line: CartLine, day: PossibleDay | null): CartLine {
  if (line.harvest === null) return line
  const best = Math.max(0, ...line.harvest.map(({ left }) => left))
  return { ...line, availableQty: day ? leftOn(line.harvest, day.shipOn) : best }
}

/** Goods of one farm travel together: the slowest of them sets the day. */
function longestLead(farm: CartFarm, to: Zone): number {
  return Math.max(
    ...farm.lines.map((line) =>
      leadDays({ from: farm.zone, to, temperature: line.temperature, airAllowed: line.airAllowed }),
    ),
  )
}

/** A day chosen for this farm is kept or refused, never changed silently; the wished day for all may give way. */
function chooseDay(days: readonly DeliveryDay[], chosen: JstDate | null, wished: JstDate | null) {
  const asked = chosen ?? wished
  const found = asked ? days.find((day) => day.deliveryOn === asked) : undefined
  if (found?.possible) return { day: found, refusedDay: null }
  const refusedDay = asked
    ? { day: asked, reason: found && !found.possible ? found.reason : ('not_offered' as const) }
    : null
  if (chosen) return { day: null, refusedDay }
  const first =
    days.find((day) => day.possible && (!wished || day.deliveryOn > wished)) ?? days.find((day) => day.possible)
  return { day: first?.possible ? first : null, refusedDay }
}

function quoteLine(line: CartLine, taxPercent: number): QuotedLine {
  const agreed = agreedPrice(line.qty, line)
  const terms: LineTerms = {
    catchWeight: line.catchWeight,
    nominalGrams: line.catchWeight ? line.netGrams : null,
    tolerancePercent: line.catchWeight ? line.tolerancePercent : null,
    priceYen: agreed.priceYen,
    taxPercent,
  }
  return {
    ...line,
    ...agreed,
    terms,
    amountYen: amountOf(terms, nominalQuantity(terms, line.qty)),
    ceilingYen: ceilingOf(terms, line.qty),
    problem: lineProblem(line),
  }
}

function lineProblem(line: CartLine): LineProblem | null {
  if (!line.listed) return 'not_listed'
  if (line.qty > line.availableQty) return 'out_of_stock'
  if (line.qty < line.minQty) return 'below_minimum'
  if (line.qty > line.maxQty) return 'above_maximum'
  return (line.qty - line.minQty) % line.orderStep === 0 ? null : 'wrong_step'
}
