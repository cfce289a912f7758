import type { Category, OnShortage, ShortageTerms, Slot, TaxKind, Temperature } from '#kernel/enums.ts'
import type { Grams } from '#kernel/grams.ts'
import { isHoliday } from '#kernel/holidays.ts'
import type { DeliveryWayId, FarmId, KitchenId, ProductId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { Zone } from '#kernel/place.ts'
import { sumYen, type Yen, yen, zeroYen } from '#kernel/yen.ts'
import { type CreditProblem, type CreditStanding, creditProblem } from '#modules/credit/credit-standing.ts'
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
import { type FreightLine, withFreeThreshold } from '#modules/delivery/freight.ts'
import { type FarmFreight, type LaneRates, ratesOn } from '#modules/delivery/freight-rates.ts'
import { leadDays } from '#modules/delivery/lead-days.ts'
import { planParcels } from '#modules/delivery/parcels.ts'
import { askedByWay, type DeliveryWay, freightBy, waysTo } from '#modules/delivery/ways.ts'
import { type AgreedPrice, agreedPrice, type PriceTerms } from '#modules/pricing/agreed-price.ts'
import { amountOf, ceilingOf, type LineTerms, nominalQuantity } from '#modules/pricing/line-terms.ts'
import { type DocumentTax, resolveTaxPercent, type TaxRateRow } from '#modules/pricing/tax/consumption-tax.ts'
import { leftOn, type OpenWindow } from '#modules/products/catalog/harvest/harvest-window.ts'
import { daysOfRun, type RunOffer } from '#modules/runs/run.ts'
import type { RunLoad } from '#modules/runs/shared-freight.ts'
import { horizonDays } from './offered-days.ts'
import {
  addedTax,
  amountsOfOpen,
  freightAmount,
  goodsOfOpen,
  joinedBy,
  type OpenOrder,
  qtyInOpen,
} from './open-order.ts'
import { type CartShare, type FarmRide, loadOf, runFreightLines, runOf, sharesOfCart } from './run-freight.ts'

/** The cart's data about one product line, from the current catalogue; the price depends on the quantity. */
export type CartLine = PriceTerms & {
  productId: ProductId
  qty: number
  onShortage: OnShortage
  shortageTerms: ShortageTerms
  /** The price when it was put into the cart; a difference is always shown. */
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
  ownCarton: boolean
  orderStep: number
  minQty: number
  maxQty: number
  /** Without what others hold on the last page before their order. */
  availableQty: number
  heldElsewhere: number
  /** Until when this many are held for this cart. */
  heldUntil: Date | null
  /** For products sold by harvest: what is left for the days on which it leaves. Null: sold from stock. */
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
  /** What its parcels to this kitchen cost. */
  freight: FarmFreight
  /** The runs (共同便) that may bring its goods here; absent: none. */
  ride?: FarmRide
  /** How its goods come besides by parcels. */
  ways: readonly DeliveryWay[]
  /** The chef's choice among them; null: by parcels. */
  chosenWay: DeliveryWayId | null
  freeFreightFromYen: Yen | null
  minOrderYen: Yen
  autoAccept: boolean
  /** The chef's choice for this farm; null follows the wished day and the kitchen's slot. */
  chosenDay: JstDate | null
  chosenSlot: Slot | null
  note: string
  lines: readonly CartLine[]
  /** What this kitchen has already ordered there and may still change. */
  open: readonly OpenOrder[]
  /** As a share of the products' price: the farm's fee for agreeing to a cancellation after 締切. */
  lateCancelPercent: number
  /** When those who order together close their order, if before the farm's cutoff; absent: no group order. */
  closesAt?: Date
}

export type CartKitchen = {
  kitchenId: KitchenId
  name: string
  prefectureCode: string
  postalCode: string
  city: string
  zone: Zone
  calendar: KitchenCalendar
  defaultSlot: Slot
  /** The widest tolerance of weight that the restaurant accepts; null: the product's own. */
  tolerancePercent: number | null
}

export type LineProblem =
  | 'not_listed'
  | 'out_of_stock'
  | 'held_elsewhere'
  | 'below_minimum'
  | 'above_maximum'
  | 'wrong_step'
export type FarmProblem =
  | 'farm_closed'
  | 'no_day'
  | 'day_impossible'
  | 'answer_first'
  | 'below_min_order'
  | 'too_big_to_ship'
  | 'no_freight'
  | 'way_gone'

/** `priceYen`: of each unit, for this quantity and this restaurant; `why`: its kind; and when it gets cheaper. */
export type QuotedLine = CartLine &
  AgreedPrice & {
    terms: LineTerms
    amountYen: Yen
    ceilingYen: Yen
    problem: LineProblem | null
  }

export type QuotedFarm = Omit<CartFarm, 'lines'> & {
  /** The way by which it comes; null: by parcels. `ways` are those that go to this kitchen with these products. */
  way: DeliveryWay | null
  lines: QuotedLine[]
  days: DeliveryDay[]
  /** The day on which these products arrive: the chosen one, else the wished one, else the first possible. */
  day: PossibleDay | null
  /** Why the requested day is not the offered one. */
  refusedDay: { day: JstDate; reason: DayReason | 'not_offered' } | null
  slot: Slot
  /**
   * The order that these products will join; its boxes are packed with them, and the figures are what is added to it.
   */
  joins: OpenOrder | null
  /** Of the whole order, including what it joins. */
  parcels: FreightLine[]
  /** The freight table in force on the day on which they leave; null: none is, or they do not come by parcels. */
  rates: LaneRates | null
  /** The run that brings the goods; null: the carrier does. */
  run: RunOffer | null
  /** What they put on a van, with what they join. */
  load: RunLoad
  /** Of the run's freight, with the other orders of the kitchen; null without a run or a day. */
  share: CartShare | null
  goodsYen: Yen
  /** Added freight: negative if joining makes the whole free. */
  freightYen: Yen
  /** The farm pays the freight of the whole. */
  freightWaived: boolean
  /** Freight before the farm's threshold waives it. */
  fullFreightYen: Yen
  freightTaxPercent: number
  missingToFreeYen: Yen | null
  missingToMinimumYen: Yen
  tax: DocumentTax
  /** With tax: the most that these products can add to the bill. */
  ceilingIncYen: Yen
  /** The same without what joining saves in freight. */
  spendingIncYen: Yen
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
  /** The maximum total if catch-weight products turn out heavy; equal to the total without them. */
  ceilingTotalYen: Yen
  /** The amount that counts towards a member's limit: the same, but without what joining saves in freight. */
  spendingTotalYen: Yen
  orderable: boolean
  /** What the restaurant owes and may owe; null where it is not asked. */
  credit: CreditStanding | null
  /** Why it may not order this much on account, whatever is in the cart. */
  creditProblem: CreditProblem | null
}

/**
 * What a cart costs and when it arrives, farm by farm: pure, so that the cart page, the checkout and the order itself
 * cannot differ.
 */
export function quoteCart(input: {
  now: Date
  kitchen: CartKitchen
  wishedOn: JstDate | null
  farms: readonly CartFarm[]
  taxRates: readonly TaxRateRow[]
  /** How many days of each farm are calculated. */
  horizonDays?: number
  credit?: CreditStanding
}): Quote {
  const apart = input.farms.map((farm) => quoteFarm(farm, input))
  const shares = sharesOfCart(apart)
  const farms = apart.map((quoted, index) => {
    const [share, farm] = [shares.get(quoted.farmId), input.farms[index]]
    return share && farm ? quoteFarm(farm, input, share) : quoted
  })
  const percents = [...new Set(farms.flatMap((farm) => farm.tax.perRate.map((rate) => rate.percent)))].sort(
    (a, b) => a - b,
  )
  const tax = percents.map((percent) => {
    const rates = farms.flatMap((farm) => farm.tax.perRate.filter((rate) => rate.percent === percent))
    return { percent, baseYen: sumYen(rates.map((r) => r.baseYen)), taxYen: sumYen(rates.map((r) => r.taxYen)) }
  })
  const lines = farms.flatMap((farm) => farm.lines)
  const totalYen = sumYen(farms.map((farm) => farm.tax.totalIncYen))
  return {
    kitchen: input.kitchen,
    wishedOn: input.wishedOn,
    farms,
    lineCount: lines.length,
    goodsYen: sumYen(farms.map((farm) => farm.goodsYen)),
    freightYen: sumYen(farms.map((farm) => farm.freightYen)),
    tax,
    taxYen: sumYen(farms.map((farm) => farm.tax.taxYen)),
    totalYen,
    ceilingTotalYen: sumYen(farms.map((farm) => farm.ceilingIncYen)),
    spendingTotalYen: sumYen(farms.map((farm) => farm.spendingIncYen)),
    orderable: lines.length > 0 && farms.every((farm) => !farm.problem) && lines.every((line) => !line.problem),
    credit: input.credit ?? null,
    creditProblem: input.credit ? creditProblem(input.credit, totalYen) : null,
  }
}

/** Until when everything in the cart is held; null if something is not. */
export function heldUntil({ farms }: Pick<Quote, 'farms'>): Date | null {
  const moments = farms.flatMap(({ lines }) => lines.map((line) => line.heldUntil?.getTime() ?? 0))
  const first = Math.min(...moments)
  return moments.length > 0 && first > 0 ? new Date(first) : null
}

type QuoteInput = Parameters<typeof quoteCart>[0]

/** `share`: what it pays of a run, once all farms of the cart are known. */
function quoteFarm(farm: CartFarm, input: QuoteInput, share: CartShare | null = null): QuotedFarm {
  const { kitchen, now } = input
  const temperatures = farm.lines.map(({ temperature }) => temperature)
  const ways = waysTo(farm.ways, kitchen, temperatures)
  const way = ways.find(({ id }) => id === farm.chosenWay) ?? null
  const run = way ? null : runOf(farm.ride, farm.lines)
  const lead = run ? run.leadDays : longestLead(farm, kitchen.zone)
  const question = {
    now,
    lead,
    policy: farm.policy,
    vacations: farm.vacations,
    kitchen: kitchen.calendar,
    isHoliday,
    maxHeldDays: Math.min(...farm.lines.map((line) => defaultMaxHeldDays[line.temperature])),
    horizonDays: input.horizonDays ?? horizonDays,
  }
  const usualDays = withHarvest(farm.lines, askedByWay(question, way))
  const points = farm.lines.reduce((sum, { sizePoints, qty }) => sum + sizePoints * qty, 0)
  const days = closingAt(farm.closesAt, run ? daysOfRun(usualDays, run, points, now) : usualDays)
  const { day, refusedDay } = chooseDay(days, farm.chosenDay, input.wishedOn)
  // Supply is the day of arrival (着荷基準), our choice: docs/decisions/0002.
  const supplyOn = day?.deliveryOn ?? days[0]?.deliveryOn
  const joins = joinedBy(
    farm.open.filter(({ runId = null }) => runId === (run?.runId ?? null)),
    day,
    way?.id ?? null,
  )
  const lines = farm.lines.map((line) =>
    quoteLine(withTolerance(onDay(line, day), kitchen), {
      taxPercent: supplyOn ? resolveTaxPercent(input.taxRates, line.taxKind, supplyOn) : 0,
      already: qtyInOpen(joins, line.productId),
    }),
  )
  const goodsYen = sumYen(lines.map((line) => line.amountYen))
  const planned = planParcels(
    [...(joins?.lines.filter(({ qty }) => qty > 0) ?? []), ...farm.lines].map((line) => ({
      lineKey: line.productId,
      temperature: line.temperature,
      sizePoints: line.sizePoints,
      grossGrams: line.grossGrams,
      ownCarton: line.ownCarton,
      count: line.qty,
    })),
  )
  const rates = run || way ? null : ratesOn(farm.freight, day?.shipOn ?? jstDateOf(now))
  const shared = share?.yen ?? zeroYen
  const freight = !planned.ok
    ? null
    : run
      ? { lines: runFreightLines(planned.value, shared), totalYen: shared }
      : freightBy(way?.boxes ?? planned.value, { way, rates })
  const fullFreightYen = freight?.totalYen ?? zeroYen
  const wholeGoodsYen = sumYen([goodsYen, goodsOfOpen(joins)])
  const countedYen = sumYen([wholeGoodsYen, joins?.shortGoodsYen ?? zeroYen])
  const freeFreightFromYen = way ? way.freeFromYen : farm.freeFreightFromYen
  const whole = withFreeThreshold(fullFreightYen, countedYen, freeFreightFromYen)
  const freightTaxPercent = supplyOn ? resolveTaxPercent(input.taxRates, 'standard', supplyOn) : 0
  const missingToMinimumYen = yen(Math.max(0, farm.minOrderYen - wholeGoodsYen))
  // at fixed prices nothing can cost more, whatever the tax of the order that they join rounds to
  const most = lines.every(({ amountYen, ceilingYen }) => amountYen === ceilingYen) ? 'amountYen' : 'ceilingYen'
  const added = (of: 'amountYen' | 'ceilingYen', freightYen = whole.freightYen) =>
    addedTax(
      joins,
      [
        ...amountsOfOpen(joins, of),
        ...lines.map((line) => ({ amountYen: line[of], percent: line.terms.taxPercent })),
        { amountYen: freightYen, percent: freightTaxPercent },
      ],
      [...amountsOfOpen(joins, of), ...freightAmount(joins)],
    )
  return {
    ...farm,
    ways,
    way,
    freeFreightFromYen,
    lines,
    days,
    day,
    refusedDay,
    slot: farm.chosenSlot ?? joins?.slot ?? kitchen.defaultSlot,
    joins,
    parcels: freight?.lines ?? [],
    rates,
    run,
    load: loadOf(planned.ok ? planned.value : []),
    share,
    goodsYen,
    freightYen: yen(whole.freightYen - (joins?.freightYen ?? 0)),
    freightWaived: whole.freightYen === 0 && fullFreightYen > 0,
    fullFreightYen,
    freightTaxPercent,
    missingToFreeYen: whole.missingYen,
    missingToMinimumYen,
    tax: added('amountYen'),
    ceilingIncYen: added(most).totalIncYen,
    spendingIncYen: added(most, yen(Math.max(whole.freightYen, joins?.freightYen ?? 0))).totalIncYen,
    problem: farmProblem(),
  }

  function farmProblem(): FarmProblem | null {
    if (!farm.approved) return 'farm_closed'
    if (!planned.ok) return 'too_big_to_ship'
    if (farm.chosenWay !== null && !way) return 'way_gone'
    if (!way && !rates && !run) return 'no_freight'
    if (!day) return days.some((it) => it.possible) ? 'day_impossible' : 'no_day'
    if (joins?.asked) return 'answer_first'
    return missingToMinimumYen > 0 ? 'below_min_order' : null
  }
}

/** The days of the engine, without those on which the harvest is missing, or no longer sufficient. */
function withHarvest(lines: readonly CartLine[], question: Parameters<typeof deliveryDays>[0]): DeliveryDay[] {
  return deliveryDays(question).map((day) => {
    if (!day.possible || lines.every(({ harvest, qty }) => harvest === null || leftOn(harvest, day.shipOn) >= qty))
      return day
    return { deliveryOn: day.deliveryOn, possible: false, reason: 'no_harvest' }
  })
}

/** The same days, until an earlier moment to order. */
const closingAt = (closesAt: Date | undefined, days: readonly DeliveryDay[]): DeliveryDay[] =>
  days.map((day) => (closesAt && day.possible && closesAt < day.cutoffAt ? { ...day, cutoffAt: closesAt } : day))

/** How many of a line are available: on the day on which it leaves; without a day, on the best one. */
function onDay(line: CartLine, day: PossibleDay | null): CartLine {
  if (line.harvest === null) return line
  const best = Math.max(0, ...line.harvest.map(({ left }) => left))
  return { ...line, availableQty: day ? leftOn(line.harvest, day.shipOn) : best }
}

/** Products of one farm travel together: the slowest of them sets the day. */
function longestLead(farm: CartFarm, to: Zone): number {
  return Math.max(
    ...farm.lines.map((line) =>
      leadDays({ from: farm.zone, to, temperature: line.temperature, airAllowed: line.airAllowed }),
    ),
  )
}

/** A day chosen for this farm is kept or refused, never changed silently; the wished day for all may change. */
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

/** The tolerance of weight is the product's, or the restaurant's, whichever is smaller. */
function withTolerance(line: CartLine, { tolerancePercent }: CartKitchen): CartLine {
  if (line.tolerancePercent === null || tolerancePercent === null) return line
  return { ...line, tolerancePercent: Math.min(line.tolerancePercent, tolerancePercent) }
}

type LineFacts = {
  taxPercent: number
  /** How many are in the order that it joins. */
  already: number
}

function quoteLine(line: CartLine, { taxPercent, already }: LineFacts): QuotedLine {
  // what is already ordered counts towards a quantity price; its own price stays as agreed
  const agreed = agreedPrice(line.qty + already, line)
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
    problem: lineProblem(line, already),
  }
}

function lineProblem(line: CartLine, already: number): LineProblem | null {
  if (!line.listed) return 'not_listed'
  if (line.qty > line.availableQty)
    return line.qty > line.availableQty + line.heldElsewhere ? 'out_of_stock' : 'held_elsewhere'
  if (line.qty < line.minQty) return 'below_minimum'
  if (line.qty + already > line.maxQty) return 'above_maximum'
  return (line.qty - line.minQty) % line.orderStep === 0 ? null : 'wrong_step'
}
