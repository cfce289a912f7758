import type { Db } from '../../app/infra/db/kysely.server.ts'
import { grams } from '../../app/kernel/grams.ts'
import type { OrderLineId, ParcelId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { changeStandingInstruction } from '../../app/modules/ordering/standing-instruction.server.ts'
import { aBird, aKey, aMarket, as } from '../factories/market.ts'
import { fillCart, must, packingTime, place, shippingTime, there } from './steps.ts'

/** An order of carrots and of birds by weight, which its farm sends in two parts. */

export type Terms = { partWaitDays?: number | null; partFreight?: boolean; boxes?: number; birds?: number }
export type Packing = Awaited<ReturnType<typeof packing>>

export const trackingNumber = '4444-1375-8703'
export const restOn = jstDate('2026-11-27')

/** Carrots first, then products by weight. */
export const byKind = <Line extends { catchWeight: boolean }>(lines: readonly Line[]) =>
  lines.toSorted((a, b) => Number(a.catchWeight) - Number(b.catchWeight))

/** Five boxes of carrots and two birds by weight of one farm, or as many as said, being packed. */
export async function packing(db: Db, terms: Terms = {}) {
  const market = await aMarket(db)
  const farm = there(market.farms[0])
  const birds = await aBird(db, farm.farmId)
  const chef = as(db, market.chef)
  if ('partWaitDays' in terms || terms.partFreight)
    must(
      await changeStandingInstruction(chef, {
        key: aKey(),
        version: 0,
        onShortage: 'ship_what_there_is',
        tolerancePercent: null,
        partWaitDays: terms.partWaitDays === undefined ? 1 : terms.partWaitDays,
        partFreight: terms.partFreight ?? false,
      }),
    )
  await fillCart(chef, market.kitchenId, [
    [farm.productId, terms.boxes ?? 5],
    [birds, terms.birds ?? 2],
  ])
  const orderId = there(must(await place(chef, market.kitchenId)).orderIds[0])
  const farmer = as(db, farm.actor, packingTime)
  must(await acceptOrder(as(db, farm.actor), { orderId, key: aKey(), lines: [] }))
  must(await prepareOrder(farmer, { orderId, key: aKey() }))
  const order = await orderDetail(farmer, orderId)
  const [carrots, bird] = byKind(order.lines)
  return { db, market, farm, orderId, order, carrots: there(carrots), bird: there(bird) }
}

export const said = (lineId: OrderLineId, qty: number, weight: number | null = null) => ({
  lineId,
  qty,
  grams: weight === null ? null : grams(weight),
  reason: null,
  lot: 'today' as const,
})
/** `confirmed`: the boxes of a test share a number. */
export const labelled = (parcelId: ParcelId) => ({
  parcelId,
  carrier: 'yamato' as const,
  trackingNumber,
  confirmed: true,
})

/** Three boxes and one bird now. */
export const partOf = ({ order, orderId, carrots, bird }: Packing, more: object = {}) => ({
  orderId,
  key: aKey(),
  lines: [said(carrots.id, 3), said(bird.id, 1, 1_900)],
  parcels: order.parcels.map(({ id }) => labelled(id)),
  restOn,
  ...more,
})

/** Two boxes and one bird later. */
export async function restOf(of: Packing, more: object = {}) {
  const { parcels } = await seen(of)
  return {
    orderId: of.orderId,
    key: aKey(),
    lines: [said(of.carrots.id, 2), said(of.bird.id, 1, 1_750)],
    parcels: parcels.filter(({ trackingNumber: known }) => known === null).map(({ id }) => labelled(id)),
    ...more,
  }
}

export const farmerOf = ({ db, farm }: Packing, moment = shippingTime) => as(db, farm.actor, moment)
export const seen = ({ db, market, orderId }: Packing, moment = shippingTime) =>
  orderDetail(as(db, market.chef, moment), orderId)
