import { requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { OrderState, ShipTo, Slot, Temperature } from '#kernel/enums.ts'
import { type Grams, grams } from '#kernel/grams.ts'
import type { OrderId, OrderLineId, ProductId, RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { parsePrefCode, prefectureOf } from '#kernel/place.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { wayText } from '#modules/delivery/way-text.ts'
import { placeOf } from '#modules/ordering/fulfilment/farm-board.server.ts'
import type { OrderLine, Parcel } from '#modules/ordering/order.ts'
import { countToSend } from '#modules/ordering/order-counts.ts'
import { type OrderSummary, orderRows, summarise } from '#modules/ordering/order-queries.server.ts'
import { foodLabelsOf } from '#modules/products/catalog/food-facts/food-label.server.ts'
import { type FoodLabel, labelFacts, missingLotFacts } from '#modules/products/catalog/food-facts/food-label.ts'
import { factsLine, originOf } from '#modules/products/catalog/food-facts/printed-facts.ts'
import { lotsOfLines, type NamedLot } from '#modules/traceability/lot.server.ts'
import { type Missing, missingOf } from './missing.ts'

export type PaperLine = {
  id: OrderLineId
  productId: ProductId
  name: string
  packLabel: string
  unit: string
  qty: number
  /** How many pieces one unit holds; null: not stated, or stated for another pack than was ordered. */
  pieces: number | null
  /** 袋 */
  pieceUnit: string
  /** Of the whole line, in grams: weighed, or what its packs hold; null: not known (yet). */
  grams: Grams | null
  /** Sold by weight: until it is weighed its weight is written by hand. */
  catchWeight: boolean
  temperature: Temperature
  lots: string[]
  /** Where it is from: 長野県産, 三陸沖. */
  origin: string
  /** What the label of the box says of it besides: 部位 鶏もも　処理日 …; empty: nothing. */
  facts: string
}

/** A parcel of an order. `contents`: what the farm has put into it; empty in all of them: it has not said. */
export type PaperBox = Pick<Parcel, 'temperature' | 'name' | 'contents'>

export type PaperOrder = {
  id: OrderId
  number: string
  restaurantId: RestaurantId
  state: OrderState
  /** Its place in all papers of the day, from 1. */
  turn: number
  kitchen: string
  /** 東京・神楽坂 */
  place: string
  shipTo: ShipTo
  shipOn: JstDate
  deliveryOn: JstDate
  slot: Slot
  note: string
  receivingNote: string
  /** By which run (共同便) it leaves, and where it is handed over; or the farm's own way, or the box that kitchens share; absent: by the carrier. */
  ride?: string
  /** Whose goods, if they are not of the farm that prints: on the labels of a run. */
  farm?: string
  /** Its parcels, in their order. */
  boxes: PaperBox[]
  lines: PaperLine[]
}

export type DayOrders = {
  day: JstDate
  farm: { name: string; prefecture: string }
  /** In the order in which all papers list them. */
  orders: PaperOrder[]
  /** What keeps something from being printed. */
  missing: { id: OrderId; number: string; kitchen: string; kinds: Missing[] }[]
}

/** Accepted and not all of it has left. */
export const open = ['accepted', 'preparing', 'partly_shipped'] as const
/** All of it has left the farm. */
export const left = ['shipped', 'delivered', 'inspected', 'finalized'] as const

/**
 * The orders that leave the farm on a day, and on the current day also those that should have left before. What waits for
 * the farm's answer is only named: it may still be declined.
 */
export const dayOrders = query('packing_papers.see', async (ctx, day: JstDate): Promise<DayOrders> => {
  const { farmId } = requireFarm(ctx.actor)
  seeOrNotFound(ctx.actor, 'packing_papers.see', { farmId })
  const farm = await ctx.db
    .selectFrom('farms')
    .select(['name', 'prefectureCode'])
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow()
  const isToday = day === jstDateOf(ctx.now)
  const rows = await orderRows(ctx)
    .where('orders.farmId', '=', farmId)
    .where((is) =>
      is.or([
        is.and([is('orders.shipOn', '=', day), is('orders.state', 'in', ['placed', ...open, ...left])]),
        ...(isToday ? [is.and([is('orders.shipOn', '<', day), is('orders.state', 'in', open)])] : []),
      ]),
    )
    .orderBy('orders.deliveryOn')
    .orderBy('orders.number')
    .execute()
  const summaries = await summarise(ctx, rows)
  const goods = await goodsOf(ctx, summaries)
  const { lots, labels } = goods
  const prefecture = prefectureName(farm.prefectureCode)
  return {
    day,
    farm: { name: farm.name, prefecture },
    orders: summaries
      .filter(({ state }) => state !== 'placed')
      .map((order, index) => paperOrder(order, index + 1, { ...goods, prefecture })),
    missing: summaries.flatMap((order) => {
      const kinds = [...missingOf(order, lots), ...(lacksFacts(order, lots, labels) ? ['facts' as const] : [])]
      return kinds.length > 0 ? [{ id: order.id, number: order.number, kitchen: kitchenOf(order), kinds }] : []
    }),
  }
})

/** What papers say of the goods of these orders. */
export async function goodsOf(ctx: Ctx, orders: readonly OrderSummary[]): Promise<Omit<Known, 'prefecture'>> {
  const lines = orders.flatMap((order) => order.lines)
  const products = [...new Set(lines.map(({ productId }) => productId))]
  const lots = await lotsOfLines(
    ctx,
    lines.map(({ id }) => id),
  )
  return { lots, packs: await packsOf(ctx, products), labels: await foodLabelsOf(ctx.db, products) }
}

/** Of a farm; its goods come from there unless they say otherwise. */
export function prefectureName(prefectureCode: string): string {
  const code = parsePrefCode(prefectureCode)
  return code ? prefectureOf(code).name : ''
}

const kitchenOf = ({ shipTo }: Pick<OrderSummary, 'shipTo'>): string =>
  [shipTo.restaurant, shipTo.kitchen].filter(Boolean).join(' ')

type Lots = ReadonlyMap<OrderLineId, readonly NamedLot[]>
type Packs = ReadonlyMap<
  ProductId,
  { packLabel: string; pieceCount: number | null; pieceUnit: string; netGrams: Grams | null }
>

/** A box of domestic beef or abalone whose harvest has no number. */
const lacksFacts = (order: OrderSummary, lots: Lots, labels: Known['labels']): boolean =>
  order.lines.some((line) => {
    const label = labels.get(line.productId)
    const named = lots.get(line.id) ?? []
    return label !== undefined && named.some(({ facts }) => missingLotFacts(label, facts).length > 0)
  })

type Known = { lots: Lots; packs: Packs; labels: ReadonlyMap<ProductId, FoodLabel>; prefecture: string }

export function paperOrder(order: OrderSummary, turn: number, known: Known): PaperOrder {
  const { id, number, restaurantId, state, shipTo, shipOn, deliveryOn, slot, note, receivingNote } = order
  return {
    ...{ id, number, restaurantId, state, turn, shipTo, shipOn, deliveryOn, slot, note, receivingNote },
    kitchen: kitchenOf(order),
    place: placeOf(shipTo),
    ...leavesBy(order),
    boxes: order.parcels
      .filter(({ unused }) => !unused)
      .map(({ temperature, name, contents }) => ({ temperature, name, contents })),
    lines: order.lines.flatMap((line) => paperLine(line, known)),
  }
}

/** The driver, and the kitchen that opens a shared box, have no carrier's label to read. */
function leavesBy({ ride, way }: OrderSummary): Pick<PaperOrder, 'ride'> {
  if (ride) return { ride: `共同便 ${ride.run}・${ride.place}` }
  return way ? { ride: wayText(way) } : {}
}

function paperLine(line: OrderLine, { lots, packs, labels, prefecture }: Known): PaperLine[] {
  const qty = countToSend(line)
  if (qty === 0) return []
  const known = packs.get(line.productId)
  const label = labels.get(line.productId)
  const named = lots.get(line.id) ?? []
  // what the product holds today counts only if it is still packed as it was ordered
  const pack = known?.packLabel === line.packLabel ? known : undefined
  const packed = pack?.netGrams && line.unitLabel !== 'kg' ? grams(pack.netGrams * qty) : null
  const { id, productId, name, packLabel, catchWeight, temperature } = line
  return [
    {
      ...{ id, productId, name, packLabel, qty, catchWeight, temperature },
      unit: line.unitLabel,
      pieces: pack?.pieceCount ?? null,
      pieceUnit: pack?.pieceUnit ?? '個',
      grams: catchWeight ? (line.quantities.shipped?.grams ?? null) : packed,
      lots: [...new Set(named.map(({ code }) => code))].toSorted(),
      origin: originWords(label ? originOf(label.facts, prefecture) : prefecture),
      facts: label ? factsLine(labelFacts('label', label, named, prefecture).facts) : '',
    },
  ]
}

/** 長野県 is 長野県産; 国産 and 三陸沖 stay. */
const originWords = (origin: string): string => (/[都道府県市町村]$/.test(origin) ? `${origin}産` : origin)

async function packsOf(ctx: Ctx, ids: readonly ProductId[]): Promise<Packs> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('products')
    .select(['id', 'packLabel', 'pieceCount', 'pieceUnit', 'netGrams'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, ...pack }) => [id, pack]))
}
