import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { newId, type OrderId, type OrderLineId, type ParcelId } from '#kernel/ids.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { zoneOfPrefecture } from '#modules/cart/cart-store.server.ts'
import type { FreightLine } from '#modules/delivery/freight.ts'
import { freightOfFarms, noFreight } from '#modules/delivery/freight-of-farms.server.ts'
import { ratesOn } from '#modules/delivery/freight-rates.ts'
import { ceilingOf, nominalQuantity } from '#modules/pricing/line-terms.ts'
import { goodsLapsed } from '#modules/products/catalog/goods-lapsed.server.ts'
import { lockStock, noteReservations, releaseStock, reserveStock } from '#modules/products/catalog/stock.server.ts'
import { rideOf } from '#modules/runs/places.server.ts'
import { ridingOf } from '#modules/runs/run-offers.server.ts'
import type { ChangedLine, Known, LineFacts, OrderRide } from './change-order.ts'
import type { Parcel } from './order.ts'
import { type NewQuantity, type Order, writeQuantities } from './order-store.server.ts'

export const told = ({ line, before, after }: ChangedLine) =>
  before === after ? [] : [{ lineId: line.id, name: line.name, before, now: after }]

/**
 * Takes stock for increases and returns it for decreases; all rows are locked first, which avoids deadlock between two
 * changes.
 */
export async function moveStock(ctx: Ctx, order: Order, lines: readonly ChangedLine[]) {
  const moving = lines.filter(({ before, after }) => before !== after)
  await lockStock(ctx.db, [...new Set(moving.map(({ line }) => line.productId))])
  const grown = moving.flatMap(({ line, before, after }) =>
    after > before
      ? [{ productId: line.productId, qty: after - before, orderLineId: line.id, shipOn: order.shipOn }]
      : [],
  )
  const missing = await reserveStock(ctx, grown)
  if (missing.length > 0) return missing
  if (grown.length > 0) await noteReservations(ctx, grown)
  await releaseStock(
    ctx,
    moving.map(({ line, before, after }) => ({
      productId: line.productId,
      qty: before - after,
      orderLineId: line.id,
    })),
  )
  return missing
}

type Writing = { eventId: NewQuantity['eventId']; stays: boolean; reason: string }

/**
 * Writes the new ordered quantities. `stays`: the order remains accepted, so the farm's promise decreases with it. A
 * line of which the farm had confirmed less is from now on ordered as confirmed: nothing more is held for it.
 */
export async function writeOrdered(
  ctx: Ctx,
  order: Order,
  lines: readonly ChangedLine[],
  { eventId, stays, reason }: Writing,
): Promise<void> {
  const written: NewQuantity[] = []
  for (const { line, before, after } of lines) {
    const { ordered, confirmed } = line.quantities
    const quantity = nominalQuantity(line, after)
    const lineEvent =
      before === after
        ? eventId
        : await recordEvent(ctx.db, ctx, {
            kind: 'line_changed',
            orderId: order.id,
            orderLineId: line.id,
            data: { before, now: after },
          })
    const mustShrink = confirmed !== null && confirmed.qty > after
    if (mustShrink || (stays && confirmed?.qty !== after))
      written.push({
        lineId: line.id,
        stage: 'confirmed',
        quantity,
        reason: confirmed ? reason : null,
        eventId: lineEvent,
      })
    if (ordered?.qty !== after)
      written.push({ lineId: line.id, stage: 'ordered', quantity, reason, eventId: lineEvent })
    if (before !== after)
      await ctx.db
        .updateTable('orderLines')
        .set({
          ceilingYen: ceilingOf(line, Math.max(1, after)),
          orderedBefore: sql<number>`coalesce(ordered_before, ${before})`,
        })
        .where('id', '=', line.id)
        .execute()
  }
  await writeQuantities(ctx, written)
}

type NewBox = Pick<Parcel, 'temperature' | 'sizeClass' | 'freightYen' | 'coolYen' | 'waived'>

export const asBoxes = (planned: readonly FreightLine[], waived: boolean): NewBox[] =>
  planned.map(({ size, ...box }) => ({ ...box, sizeClass: size, waived }))

/** Nothing has left yet, so the boxes are only a plan. */
export async function replaceBoxes(ctx: Ctx, orderId: OrderId, boxes: readonly NewBox[]): Promise<void> {
  await ctx.db.deleteFrom('parcels').where('orderId', '=', orderId).execute()
  if (boxes.length === 0) return
  const tracked = (await rideOf(ctx.db, orderId)) === null
  await ctx.db
    .insertInto('parcels')
    .values(
      boxes.map((box, index) => ({
        id: newId<'parcel'>() as ParcelId,
        orderId,
        ordinal: index + 1,
        temperature: box.temperature,
        sizeClass: box.sizeClass,
        freightYen: box.freightYen,
        coolYen: box.coolYen,
        waived: box.waived,
        tracked,
        carrier: null,
        trackingNumber: null,
        shippedAt: null,
        unusedAt: null,
      })),
    )
    .execute()
}

/** The current data of the farm and the catalogue about the products of an order, and both ends of its route. */
export async function knownOf(ctx: Ctx, order: Order): Promise<Known> {
  const rows = await ctx.db
    .selectFrom('orderLines')
    .innerJoin('products', 'products.id', 'orderLines.productId')
    .innerJoin('farms', 'farms.id', 'products.farmId')
    .select([
      'orderLines.id',
      'products.minQty',
      'products.maxQty',
      'products.orderStep',
      'products.status',
      'products.sizePoints',
      'products.grossGrams',
      'products.ownCarton',
      'farms.status as farmStatus',
      'farms.id as farmId',
      'farms.prefectureCode',
      'farms.freeFreightFromYen',
      'farms.minOrderYen',
    ])
    .select(goodsLapsed().as('lapsed'))
    .where('orderLines.orderId', '=', order.id)
    .execute()
  const [first] = rows
  if (!first) throw new Error(`an order without lines: ${order.id}`)
  const freight = await freightOfFarms(
    ctx.db,
    [{ farmId: first.farmId, zone: zoneOfPrefecture(first.prefectureCode) }],
    order.shipTo,
  )
  const ride = await rideFor(ctx, order)
  return {
    place: {
      ...(ride && { ride }),
      rates: ratesOn(freight.get(first.farmId) ?? noFreight, order.shipOn, order.placedAt),
      way: order.way,
      freeFreightFromYen: order.way ? order.way.freeFromYen : first.freeFreightFromYen,
      shortGoodsYen: order.shortGoodsYen,
      minOrderYen: first.minOrderYen,
      freightTaxPercent: order.freightTaxPercent,
    },
    lines: new Map(
      rows.map((row): [OrderLineId, LineFacts] => [
        row.id,
        {
          minQty: row.minQty,
          maxQty: row.maxQty,
          orderStep: row.orderStep,
          listed: row.status === 'listed' && row.farmStatus === 'approved' && !row.lapsed,
          sizePoints: row.sizePoints,
          grossGrams: row.grossGrams,
          ownCarton: row.ownCarton,
        },
      ]),
    ),
  }
}

/** The run of the order and what the kitchen's others on it pay; null: the carrier brings it. */
async function rideFor(ctx: Ctx, { id }: Pick<Order, 'id'>): Promise<OrderRide | null> {
  const ride = await rideOf(ctx.db, id)
  if (!ride) return null
  const { runId, kitchenId, deliveryOn, priceBy, unitYen, minimumYen } = ride
  const riding = await ridingOf(ctx.db, { runIds: [runId], kitchenId, from: deliveryOn })
  return {
    price: { priceBy, unitYen, minimumYen },
    others: riding
      .filter((other) => other.deliveryOn === deliveryOn && other.orderId !== id)
      .map((other) => ({ ...other, key: other.orderId })),
  }
}
