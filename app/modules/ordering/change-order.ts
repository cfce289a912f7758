import type { Grams } from '#kernel/grams.ts'
import { newId, type OrderLineId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { sumYen, type Yen, zeroYen } from '#kernel/yen.ts'
import { loadOf, runFreightLines } from '#modules/cart/run-freight.ts'
import { type FreightLine, withFreeThreshold } from '#modules/delivery/freight.ts'
import type { LaneRates } from '#modules/delivery/freight-rates.ts'
import { type Parcel as PlannedParcel, planParcels } from '#modules/delivery/parcels.ts'
import { freightBy, type OrderWay } from '#modules/delivery/ways.ts'
import { amountOf, ceilingOf, nominalQuantity } from '#modules/pricing/line-terms.ts'
import { taxOfDocument } from '#modules/pricing/tax/consumption-tax.ts'
import { type Agreed, type RunLoad, type RunPrice, shareFreight } from '#modules/runs/shared-freight.ts'
import type { OrderLine, Parcel } from './order.ts'
import type { ChangeRefusal } from './refusal-text.ts'
import { reservedQuantity } from './reserved-quantity.ts'

/** The current catalogue data that matters for changing an order; prices stay as agreed. */
export type LineFacts = {
  minQty: number
  maxQty: number
  orderStep: number
  listed: boolean
  sizePoints: number
  grossGrams: Grams
  ownCarton: boolean
}

/** Of an order that rides: what the run charges, and what the kitchen's other orders of the day pay. */
export type OrderRide = { price: RunPrice; others: readonly Agreed[] }

export type OrderPlace = {
  /** Absent: the carrier brings it. */
  ride?: OrderRide
  /** The agreed way; null: parcels, charged by `rates`. */
  way: OrderWay | null
  /** By which its parcels are charged, as it was agreed; null: none is in force. */
  rates: LaneRates | null
  freeFreightFromYen: Yen | null
  /** What the farm could not send of the order is not counted against the restaurant. */
  shortGoodsYen: Yen
  minOrderYen: Yen
  freightTaxPercent: number
}

export type Known = { place: OrderPlace; lines: ReadonlyMap<OrderLineId, LineFacts> }

export type WantedLine = { lineId: OrderLineId; qty: number }
/** `before`: what is held for it now; `after`: the new ordered quantity. */
export type ChangedLine = { line: OrderLine; before: number; after: number }

export type ChangedOrder = {
  /** Every line, including unchanged ones. */
  lines: readonly ChangedLine[]
  grows: boolean
  parcels: readonly FreightLine[]
  load: RunLoad
  waived: boolean
  /** With tax: the most that it can cost. */
  ceilingIncYen: Yen
}

type Refused = ChangeRefusal | 'unknown_line' | 'bad_quantity'

/** Pure: the restaurant's wishes for every line, checked against what the farm sells; and the boxes needed. */
export function decideChange(
  lines: readonly OrderLine[],
  wanted: readonly WantedLine[],
  known: Known,
): Result<ChangedOrder, Refused> {
  const ids = new Set(lines.map(({ id }) => id))
  if (wanted.some(({ lineId }) => !ids.has(lineId))) return refuse('unknown_line')
  const changed: ChangedLine[] = []
  for (const line of lines) {
    const before = reservedQuantity(line)
    const after = wanted.find(({ lineId }) => lineId === line.id)?.qty ?? before
    const refused = blockers(line, before, after, known.lines.get(line.id))
    if (refused) return refused
    changed.push({ line, before, after })
  }
  if (changed.every(({ before, after }) => before === after)) return refuse('nothing_changed')
  if (changed.every(({ after }) => after === 0)) return refuse('nothing_left')
  const dear = losesItsPrice(changed)
  if (dear) return dear
  const [before, after] = [goodsOf(changed, 'before'), goodsOf(changed, 'after')]
  // what the farm itself could not send is not counted against the restaurant
  if (after < known.place.minOrderYen && after < before)
    return refuse('below_min_order', { min: known.place.minOrderYen })
  return planOrder(changed, known)
}

/**
 * A quantity price holds while the quantity is reached, counting all lines of the same product; a change to less is
 * refused.
 */
function losesItsPrice(changed: readonly ChangedLine[]) {
  for (const ofProduct of Map.groupBy(changed, ({ line }) => line.productId).values()) {
    const sum = (when: 'before' | 'after') => ofProduct.reduce((total, it) => total + it[when], 0)
    const lost = ofProduct
      .filter(({ after }) => after > 0)
      .map(({ line }) => line.priceFromQty)
      .find((from) => from !== null && sum('before') >= from && sum('after') < from)
    const line = ofProduct.find(({ before, after }) => after < before)?.line.id
    if (lost && line) return refuse('below_price_step', { line, min: lost })
  }
  return null
}

const goodsOf = (lines: readonly ChangedLine[], when: 'before' | 'after'): Yen =>
  sumYen(lines.map(({ line, ...qty }) => amountOf(line, nominalQuantity(line, qty[when]))))

function blockers(line: OrderLine, before: number, after: number, facts: LineFacts | undefined) {
  const at = { line: line.id }
  if (!Number.isSafeInteger(after) || after < 0) return refuse('bad_quantity', at)
  if (after === before || after === 0) return null
  if (!facts || (after > before && (!facts.listed || line.substituteFor !== null))) return refuse('not_listed', at)
  if (after < facts.minQty) return refuse('below_minimum', { ...at, min: facts.minQty })
  if (after > facts.maxQty && after > before) return refuse('above_maximum', { ...at, max: facts.maxQty })
  if ((after - facts.minQty) % facts.orderStep !== 0) return refuse('wrong_step', { ...at, step: facts.orderStep })
  return null
}

/** The boxes for the whole order, and their cost. */
export function planOrder(
  changed: readonly ChangedLine[],
  { place, lines }: Known,
): Result<ChangedOrder, 'too_big_to_ship' | 'no_freight'> {
  const going = changed.filter(({ after }) => after > 0)
  const planned = planParcels(
    going.map(({ line, after }) => ({
      lineKey: line.id,
      temperature: line.temperature,
      sizePoints: lines.get(line.id)?.sizePoints ?? 0,
      grossGrams: lines.get(line.id)?.grossGrams ?? (0 as Grams),
      ownCarton: lines.get(line.id)?.ownCarton ?? false,
      count: after,
    })),
  )
  if (!planned.ok) return refuse('too_big_to_ship')
  const load = loadOf(planned.value)
  const freight = place.ride ? rideFreight(place.ride, planned.value, load) : freightBy(planned.value, place)
  if (!freight) return refuse('no_freight')
  const { freightYen } = withFreeThreshold(
    freight.totalYen,
    sumYen([goodsOf(changed, 'after'), place.shortGoodsYen]),
    place.freeFreightFromYen,
  )
  return ok({
    lines: changed,
    grows: changed.some(({ before, after }) => after > before),
    parcels: freight.lines,
    load,
    waived: freightYen === 0 && freight.totalYen > 0,
    ceilingIncYen: taxOfDocument([
      ...going.map(({ line, after }) => ({ amountYen: ceilingOf(line, after), percent: line.taxPercent })),
      { amountYen: freightYen, percent: place.freightTaxPercent },
    ]).totalIncYen,
  })
}

/** No other order's freight changes with it: the order pays what the others leave of the whole. */
function rideFreight({ price, others }: OrderRide, parcels: readonly PlannedParcel[], load: RunLoad) {
  const fixed = others.map((other) => ({ ...other, fixed: true }))
  const totalYen = shareFreight(price, fixed, [{ ...load, key: 'own' }]).added.get('own') ?? zeroYen
  return { lines: runFreightLines(parcels, totalYen), totalYen }
}

/** A box as planned, for the figures of an order that is not stored yet. */
export const asParcel =
  ({ waived }: ChangedOrder) =>
  (box: FreightLine, index: number): Parcel => ({
    id: newId<'parcel'>(),
    ordinal: index + 1,
    temperature: box.temperature,
    sizeClass: box.size,
    freightYen: box.freightYen,
    coolYen: box.coolYen,
    waived,
    carrier: null,
    trackingNumber: null,
    shippedAt: null,
    tracked: true,
    unused: false,
    sentFirst: false,
    forRest: false,
    name: '',
    byFarm: false,
    contents: [],
    label: null,
    trackingUrl: null,
    progress: null,
  })
