import type { Slot } from '#kernel/enums.ts'
import { type GroupBuyId, type KitchenId, parseId } from '#kernel/ids.ts'
import { daysBetween, type JstDate } from '#kernel/jst.ts'
import { sumYen, type Yen, yen, zeroYen } from '#kernel/yen.ts'
import {
  type CartFarm,
  type CartKitchen,
  type CartLine,
  type FarmProblem,
  type Quote,
  quoteCart,
} from '#modules/cart/quote.ts'
import type { PossibleDay } from '#modules/delivery/delivery-days.ts'
import { type FreightLine, freightOf, withFreeThreshold } from '#modules/delivery/freight.ts'
import type { FarmFreight, LaneRates } from '#modules/delivery/freight-rates.ts'
import { planParcels } from '#modules/delivery/parcels.ts'
import type { DeliveryWay } from '#modules/delivery/ways.ts'
import type { TaxRateRow } from '#modules/pricing/tax/consumption-tax.ts'
import { splitGroupFreight } from './group-freight.ts'

export type GroupTerms = {
  id: GroupBuyId
  /** The kitchen to which the box goes. */
  kitchenId: KitchenId
  deliveryOn: JstDate
  slot: Slot
  closesAt: Date
}

/** One kitchen with its goods, at its own prices. */
export type GroupPart = { kitchenId: KitchenId; kitchen: CartKitchen; farm: CartFarm }

export type GroupShare = {
  kitchenId: KitchenId
  /** Of the freight without tax; zero if the farm waives it. */
  yen: Yen
  /** What the goods of this kitchen alone would cost to the same place: the most that it pays. */
  aloneYen: Yen
  /** What is ordered for it, and what that costs. */
  question: Parameters<typeof quoteCart>[0]
  quote: Quote
}

export type GroupQuote = {
  /** The day on which all of it can arrive; null: not all of it on the agreed one. */
  day: PossibleDay | null
  /** The boxes in which it leaves. */
  boxes: readonly FreightLine[]
  /** What all pay together, without tax. */
  wholeYen: Yen
  /** The farm waives the freight, because the goods of all reach its threshold. */
  waived: boolean
  missingToFreeYen: Yen | null
  missingToMinimumYen: Yen
  problem: FarmProblem | null
  /** Products of which there is not enough for all. */
  short: readonly string[]
  shares: readonly GroupShare[]
}

type Input = {
  now: Date
  terms: GroupTerms
  /** The kitchen that opened the box, and the restaurant's name. */
  host: CartKitchen & { restaurant: string }
  /** What parcels of the farm cost to it. */
  freight: FarmFreight
  parts: readonly GroupPart[]
  taxRates: readonly TaxRateRow[]
}

/**
 * What a group buy costs each kitchen: pure, so that what is shown while it is open and what is ordered at its closing cannot
 * differ. All goods leave in one box to the kitchen that opened it; freight, the farm's threshold of free freight and its
 * minimum order count for the whole, prices and tax for each kitchen alone. Null without goods.
 */
export function quoteGroup(input: Input): GroupQuote | null {
  const { now, terms, host, freight, parts, taxRates } = input
  const [first] = parts
  if (!first) return null
  const together: CartFarm = {
    ...plain(first.farm, freight),
    lines: merged(parts.flatMap(({ farm }) => farm.lines)),
    chosenDay: terms.deliveryOn,
  }
  const [whole] = quoteCart({ now, kitchen: host, wishedOn: null, farms: [together], taxRates }).farms
  if (!whole) return null
  const sharers = parts.map(({ kitchenId, farm: { lines } }) => ({
    key: kitchenId,
    points: lines.reduce((sum, { sizePoints, qty }) => sum + sizePoints * qty, 0),
    aloneYen: aloneYen(lines, whole.rates),
  }))
  const { wholeYen, parts: split } = splitGroupFreight(whole.fullFreightYen, sharers)
  const quoted = (waived: boolean) =>
    parts.map((part) => {
      const feeYen = split.get(part.kitchenId) ?? zeroYen
      const way = sharedWay(input, { day: whole.day, feeYen, waived, boxes: whole.parcels, to: part })
      return { part, feeYen, question: questionOf(input, part, way) }
    })
  const goodsYen = sumYen(quoted(false).map(({ question }) => quoteCart(question).goodsYen))
  const { freeFreightFromYen, minOrderYen } = first.farm
  const threshold = withFreeThreshold(wholeYen, goodsYen, freeFreightFromYen)
  const waived = wholeYen > 0 && threshold.freightYen === 0
  return {
    day: whole.day,
    boxes: whole.parcels,
    wholeYen: threshold.freightYen,
    waived,
    missingToFreeYen: threshold.missingYen,
    missingToMinimumYen: yen(Math.max(0, minOrderYen - goodsYen)),
    problem: whole.problem,
    short: whole.lines
      .filter(({ problem }) => problem === 'out_of_stock' || problem === 'held_elsewhere')
      .map(({ name }) => name),
    shares: quoted(waived).map(({ part, feeYen, question }) => ({
      kitchenId: part.kitchenId,
      yen: waived ? zeroYen : feeYen,
      aloneYen: sharers.find(({ key }) => key === part.kitchenId)?.aloneYen ?? zeroYen,
      question,
      quote: quoteCart(question),
    })),
  }
}

/** The farm without what belongs to one kitchen's cart. */
function plain({ ride: _, ...farm }: CartFarm, freight: FarmFreight): CartFarm {
  return {
    ...farm,
    freight,
    ways: [],
    chosenWay: null,
    chosenSlot: null,
    note: '',
    open: [],
    freeFreightFromYen: null,
    minOrderYen: zeroYen,
  }
}

/** Each product once, with the quantity of all. */
const merged = (lines: readonly CartLine[]): CartLine[] =>
  [...Map.groupBy(lines, ({ productId }) => productId).values()].flatMap((of) => {
    const [line] = of
    return line ? [{ ...line, qty: of.reduce((sum, { qty }) => sum + qty, 0) }] : []
  })

function aloneYen(lines: readonly CartLine[], rates: LaneRates | null): Yen {
  const planned = planParcels(
    lines.map(({ productId, temperature, sizePoints, grossGrams, ownCarton, qty }) => ({
      lineKey: productId,
      temperature,
      sizePoints,
      grossGrams,
      ownCarton,
      count: qty,
    })),
  )
  return planned.ok && rates ? freightOf(planned.value, rates).totalYen : zeroYen
}

type Sent = { day: PossibleDay | null; feeYen: Yen; waived: boolean; boxes: readonly FreightLine[]; to: GroupPart }

/**
 * The way of one kitchen's order: its fee is the share of the freight. The order of the kitchen that opened the box has the
 * parcels of all, with their numbers; the goods of the others lie in them.
 */
function sharedWay({ terms, host }: Input, { day, feeYen, waived, boxes, to }: Sent): DeliveryWay | null {
  const id = parseId<'deliveryWay'>(terms.id)
  if (!id || !day) return null
  return {
    id,
    kind: 'shared',
    name: `${host.restaurant} ${host.name}で受け取り`,
    prefectures: [],
    postalCodes: [],
    weekdays: to.farm.policy.shipWeekdays,
    temperatures: ['ambient', 'chilled', 'frozen'],
    feeYen,
    distanceFees: null,
    freeFromYen: waived ? zeroYen : null,
    leadDays: daysBetween(day.shipOn, day.deliveryOn),
    cutoffHours: null,
    hours: '',
    place: '',
    ...(to.kitchenId === terms.kitchenId && { boxes }),
  }
}

/** What is ordered for one kitchen: delivered where the box goes, on its days. */
function questionOf({ now, terms, host, freight, taxRates }: Input, part: GroupPart, way: DeliveryWay | null) {
  const { prefectureCode, postalCode, city, zone, calendar } = host
  return {
    now,
    kitchen: { ...part.kitchen, prefectureCode, postalCode, city, zone, calendar },
    wishedOn: null,
    taxRates,
    farms: [
      {
        ...plain(part.farm, freight),
        ways: way ? [way] : [],
        chosenWay: way?.id ?? null,
        chosenDay: terms.deliveryOn,
        chosenSlot: terms.slot,
        // from the closing on the goods stay, because the others count on them
        closesAt: new Date(Math.max(terms.closesAt.getTime(), now.getTime())),
      },
    ],
  }
}
