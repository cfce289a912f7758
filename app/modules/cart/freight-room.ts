import { sumYen, type Yen, yen, zeroYen } from '#kernel/yen.ts'
import { type ParcelItem, planParcels } from '#modules/delivery/parcels.ts'
import { freightBy } from '#modules/delivery/ways.ts'
import { goodsOfOpen } from './open-order.ts'
import type { CartLine, QuotedFarm } from './quote.ts'

/**
 * `fits`: how many more of a product cost no more freight; `thenYen`: what the next ones after them add, without tax;
 * null if as many as can be ordered fit.
 */
export type FreightRoom = { fits: number; thenYen: Yen | null }

type Farm = Pick<QuotedFarm, 'lines' | 'joins' | 'way' | 'rates' | 'freightWaived' | 'fullFreightYen'>
type Line = Pick<CartLine, 'productId' | 'qty' | 'orderStep' | 'maxQty' | 'availableQty'>

/** Looking further ahead tells a kitchen nothing. */
const mostSteps = 40

/** Null where the freight does not depend on it: it is free, not known, or the product is at its limit. */
export function freightRoom(
  { lines, joins, way, rates, freightWaived, fullFreightYen }: Farm,
  line: Line,
): FreightRoom | null {
  const most = Math.min(line.maxQty, line.availableQty) - line.qty
  if ((!way && !rates) || freightWaived || fullFreightYen === 0 || most < line.orderStep) return null
  const packed = [...(joins?.lines ?? []), ...lines]
  const unit = lines.find(({ productId }) => productId === line.productId)
  if (!unit) return null
  const freightWith = (more: number): Yen | null => {
    const plan = planParcels([...packed, { ...unit, qty: more }].map(itemOf))
    return plan.ok ? (freightBy(plan.value, { way, rates })?.totalYen ?? null) : null
  }
  for (let step = 1; step <= mostSteps && step * line.orderStep <= most; step++) {
    const freightYen = freightWith(step * line.orderStep)
    if (freightYen !== null && freightYen > fullFreightYen)
      return { fits: (step - 1) * line.orderStep, thenYen: yen(freightYen - fullFreightYen) }
  }
  return { fits: Math.min(mostSteps, Math.floor(most / line.orderStep)) * line.orderStep, thenYen: null }
}

const itemOf = (
  it: Pick<CartLine, 'productId' | 'temperature' | 'sizePoints' | 'grossGrams' | 'ownCarton' | 'qty'>,
): ParcelItem => ({
  lineKey: it.productId,
  temperature: it.temperature,
  sizePoints: it.sizePoints,
  grossGrams: it.grossGrams,
  ownCarton: it.ownCarton,
  count: it.qty,
})

/**
 * A kilogram of a farm's goods with their freight, rounded to the yen; with what they join, because one box holds both and the
 * second order pays only the difference. Null if the freight or a weight is not known.
 */
export function withFreightPerKg({
  lines,
  goodsYen,
  freightYen,
  parcels,
  joins,
}: Pick<QuotedFarm, 'lines' | 'goodsYen' | 'freightYen' | 'parcels' | 'joins'>): Yen | null {
  if (parcels.length === 0) return null
  let weighed = 0
  for (const { netGrams, qty } of [...(joins?.lines ?? []), ...lines]) {
    if (qty === 0) continue
    if (netGrams === null) return null
    weighed += netGrams * qty
  }
  const wholeYen = sumYen([goodsYen, freightYen, goodsOfOpen(joins), joins?.freightYen ?? zeroYen])
  return weighed > 0 ? yen(Math.round((wholeYen * 1_000) / weighed)) : null
}
