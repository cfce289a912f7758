import type { BuyerActor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { NewDelivery } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { OrderId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { zoneOfPrefecture } from '#modules/cart/cart-store.server.ts'
import { joinedBy } from '#modules/cart/open-order.ts'
import { openOrdersOf } from '#modules/cart/open-orders.server.ts'
import { quoteCart } from '#modules/cart/quote.ts'
import { readCart } from '#modules/cart/read-cart.server.ts'
import type { DeliveryDay } from '#modules/delivery/delivery-days.ts'
import { waysById } from '#modules/delivery/ways-of-farms.server.ts'
import { resolveTaxPercent } from '#modules/pricing/tax/consumption-tax.ts'
import { taxRates } from '#modules/pricing/tax/tax-rates.server.ts'
import { covers } from '#modules/products/catalog/harvest/harvest-window.ts'
import { moveReservations } from '#modules/products/catalog/stock.server.ts'
import { deliveryOf, differenceOf, factsOf, type WayToChange } from './change-delivery.ts'
import { linesOf, moveOrder, type Order } from './order-store.server.ts'
import { reservedQuantity } from './reserved-quantity.ts'

/** What an order needs to be delivered on another day; for both sides, which ask each other for it. */

/** The days on which all of the order could arrive if it was ordered now; its own part of a harvest counts as free. */
export async function daysFor(
  ctx: Ctx,
  buyer: Pick<BuyerActor, 'personId' | 'restaurantId' | 'restaurantApproved'>,
  order: Order,
): Promise<readonly DeliveryDay[]> {
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const goods = [...Map.groupBy(lines, ({ productId }) => productId)]
    .map(([productId, of]) => ({ productId, qty: of.reduce((sum, line) => sum + reservedQuantity(line), 0) }))
    .filter(({ qty }) => qty > 0)
  const cart = await readCart(ctx, buyer, order.kitchenId, goods)
  const ways = order.way ? await waysById(ctx.db, [order.way.id]) : []
  const [farm] = quoteCart({
    now: ctx.now,
    kitchen: { ...cart.kitchen, zone: zoneOfPrefecture(order.shipTo.prefectureCode) },
    wishedOn: null,
    farms: cart.farms.map((farm) => ({
      ...farm,
      // what was agreed holds, also if the farm no longer offers it
      ways,
      chosenWay: order.way?.id ?? null,
      lines: farm.lines.map((line) => ({
        ...line,
        harvest:
          line.harvest?.map((window) =>
            covers(window, order.shipOn) ? { ...window, left: window.left + line.qty } : window,
          ) ?? null,
      })),
    })),
    taxRates: cart.taxRates,
  }).farms
  if (!farm?.approved) return []
  const others = farm.open.filter(({ orderId }) => orderId !== order.id)
  return farm.days.map((day) =>
    day.possible && joinedBy(others, day, order.way?.id ?? null)
      ? { deliveryOn: day.deliveryOn, possible: false, reason: 'other_order' }
      : day,
  )
}

/**
 * One side agrees to the delivery that the other one has asked for, as it was planned then; the caller has locked the
 * kitchen's open orders.
 */
export async function takeOver(
  ctx: Ctx,
  order: Order,
  name: 'agreeReschedule' | 'agreeDay',
  asked: NewDelivery,
): Promise<Result<Order, 'too_late' | 'reschedule_impossible'>> {
  const next = factsOf(asked)
  if (ctx.now > next.packAt) return refuse('too_late')
  const others = (await openOrdersOf(ctx, order.kitchenId, [order.farmId])).get(order.farmId) ?? []
  const taken = joinedBy(
    others.filter((other) => other.orderId !== order.id),
    next,
    order.way?.id ?? null,
  )
  if (taken) return refuse('reschedule_impossible')
  const moved = await moveDelivery(ctx, order, name, asked)
  return moved.ok ? moved : refuse('reschedule_impossible', moved.detail)
}

/** Writes the new delivery, and moves what was reserved. The caller has locked the order and checked the day. */
export async function moveDelivery(
  ctx: Ctx,
  order: Order,
  name: Exclude<WayToChange, 'askReschedule'> | 'agreeReschedule' | 'agreeDay',
  next: NewDelivery,
): Promise<Result<Order, 'out_of_stock'>> {
  const otherDay = next.deliveryOn !== order.deliveryOn
  if (otherDay) {
    const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
    const missing = await moveReservations(
      ctx,
      lines.map((line) => ({
        productId: line.productId,
        qty: reservedQuantity(line),
        orderLineId: line.id,
        shipOn: next.shipOn,
      })),
      // the farm proposes another day because it cannot harvest for the old one
      { gone: name === 'agreeDay' },
    )
    if (missing.length > 0) return refuse('out_of_stock', { products: missing })
  }
  const version = order.version + 1
  const { order: moved } = await moveOrder(ctx, order, name, {
    data: { version, delivery: differenceOf(order, deliveryOf(next)) },
    facts: {
      version,
      changedAt: ctx.now,
      ...factsOf(next),
      ...(otherDay && { freightTaxPercent: await taxOn(ctx, order, next.deliveryOn) }),
      reschedule: null,
      ...(otherDay && { proposedDay: null }),
    },
  })
  return ok(moved)
}

/**
 * Supply is the day of arrival (着荷基準): where its rates differ, they apply; what the farm states about a product later
 * does not change what was ordered. Writes those of the lines; returns that of the freight.
 */
async function taxOn(ctx: Ctx, order: Order, day: JstDate): Promise<number> {
  const rates = await taxRates(ctx)
  const lines = await ctx.db
    .selectFrom('orderLines')
    .innerJoin('products', 'products.id', 'orderLines.productId')
    .select(['orderLines.id', 'products.taxKind'])
    .where('orderId', '=', order.id)
    .execute()
  for (const { id, taxKind } of lines) {
    const taxPercent = resolveTaxPercent(rates, taxKind, day)
    if (taxPercent !== resolveTaxPercent(rates, taxKind, order.deliveryOn))
      await ctx.db.updateTable('orderLines').set({ taxPercent }).where('id', '=', id).execute()
  }
  return resolveTaxPercent(rates, 'standard', day)
}

/** Read without a lock: the kitchen is locked before its orders. */
export async function kitchenOf(ctx: Ctx, orderId: OrderId) {
  const row = await ctx.db.selectFrom('orders').select('kitchenId').where('id', '=', orderId).executeTakeFirst()
  if (!row) throw new NotFound('order')
  return row.kitchenId
}
