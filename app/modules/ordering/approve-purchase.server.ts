import { authorize, requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { Forbidden, NotFound } from '#kernel/errors.ts'
import type { OrderId, PurchaseId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { IdOf, Text } from '#kernel/schema.ts'
import { sumYen, type Yen, zeroYen } from '#kernel/yen.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { cartOfPurchase, returnToCart } from '#modules/cart/cart-store.server.ts'
import { tellNearLimit } from '#modules/credit/credit-mails.server.tsx'
import { creditOf } from '#modules/credit/credit-standing.server.ts'
import { creditProblem } from '#modules/credit/credit-standing.ts'
import { creditRefusalCodes } from '#modules/credit/refusal-text.ts'
import { payByCard } from '#modules/payments/card-holds/pay-by-card.server.ts'
import { agreedPrice } from '#modules/pricing/agreed-price.ts'
import { goodsLapsed } from '#modules/products/catalog/goods-lapsed.server.ts'
import { existForOrders, termsForOrders } from '#modules/products/catalog/price-terms.server.ts'
import { noteReservations, type Reservation, reserveStock } from '#modules/products/catalog/stock.server.ts'
import { acceptByItself } from './accept-order.server.ts'
import { tellApproved, tellBack } from './approval-mails.server.tsx'
import { holdFarms, holdOpenOrders, holdRestaurant } from './hold-places.server.ts'
import { joinApproved } from './join-order.server.ts'
import { figuresOf } from './order.ts'
import { checkTransition } from './order-process.ts'
import { linesOf, lockOrder, moveOrder, type Order, parcelsOf, toOrder } from './order-store.server.ts'
import { type OrderingRefusal, orderRefusals } from './refusal-text.ts'

const PurchaseIdIn = IdOf<'purchase'>('購入')

/**
 * An owner approves what a member may not order alone (transition 1b): the stock is taken now, at the prices that were
 * submitted. If one of them has changed, or something is no longer available, nothing is ordered. An order whose 締切 has
 * passed is returned, and the others are placed.
 */
export const approvePurchase = mutation({
  name: 'order.approve',
  permission: 'order.approve',
  input: { purchaseId: PurchaseIdIn },
  refusals: orderRefusals(
    'nothing_to_approve',
    'too_late',
    'answer_first',
    'changed_since_asked',
    ...creditRefusalCodes,
    'key_reused',
  ),
  run: async (ctx, input) => {
    const { purchase, orders } = await lockPending(ctx, input.purchaseId, 'approve')
    if (orders.length === 0) return refuse('nothing_to_approve')
    await stillMayApprove(ctx)
    const inTime = orders.filter((order) => checkTransition(order, 'approve', 'buyer_approver', ctx.now).ok)
    if (inTime.length === 0) return refuse('too_late')
    // the requester's cart before farms and kitchen, in the lock order of placing an order
    for (const order of orders) if (!inTime.includes(order)) await lapseLocked(ctx, order)
    await holdPlaces(ctx, inTime)
    for (const order of inTime) {
      const open = await openFor(ctx, order)
      if (open?.state === 'proposed') return refuse('answer_first', { number: open.number })
    }
    if (!(await isAsItWas(ctx, inTime))) return refuse('changed_since_asked')
    const credit = await creditOf(ctx, purchase.restaurantId)
    const addedYen = await totalOf(ctx, inTime)
    const owes = creditProblem(credit, addedYen)
    if (owes) return owes
    const wanted = await reservationsOf(ctx, inTime)
    const missing = await reserveStock(ctx, wanted)
    if (missing.length > 0) return refuse('changed_since_asked', { products: missing })
    await noteReservations(ctx, wanted)
    for (const order of inTime) await placeNow(ctx, order)
    await tellApproved(ctx, purchase)
    await tellNearLimit(ctx, { ...purchase, cause: `purchase:${input.purchaseId}` }, credit, addedYen)
    const count = { approved: inTime.length, lapsed: orders.length - inTime.length }
    return ok({ purchaseId: input.purchaseId, ...count })
  },
})

/** An owner refuses, with a reason (transition 1c): the products return to the requester's cart. */
export const sendBackPurchase = mutation({
  name: 'order.send_back',
  permission: 'order.sendBack',
  input: {
    purchaseId: PurchaseIdIn,
    reason: Text(1, 200, '差し戻す理由を入力してください。依頼者に通知されます。').describe('依頼者に通知される理由'),
  },
  refusals: orderRefusals('nothing_to_approve', 'reason_missing', 'key_reused'),
  run: async (ctx, input) => {
    const { purchase, orders } = await lockPending(ctx, input.purchaseId, 'sendBack')
    const reason = input.reason.trim()
    if (orders.length === 0) return refuse('nothing_to_approve')
    if (reason === '') return refuse('reason_missing')
    for (const order of orders) {
      const judged = checkTransition(order, 'sendBack', 'buyer_approver', ctx.now)
      if (!judged.ok) return judged
      await moveOrder(ctx, order, 'sendBack', { reason, as: 'buyer_approver' })
      await backIntoCart(ctx, order)
    }
    await tellBack(ctx, { what: `purchase:${input.purchaseId}`, ...purchase, reason })
    return ok({ purchaseId: input.purchaseId })
  },
})

/** A member withdraws the request before it is answered (transition 1d). */
export const withdrawPurchase = mutation({
  name: 'order.withdraw',
  permission: 'order.withdraw',
  input: { purchaseId: PurchaseIdIn },
  refusals: orderRefusals('nothing_to_approve', 'key_reused'),
  run: async (ctx, input) => {
    const { orders } = await lockPending(ctx, input.purchaseId, 'withdraw')
    if (orders.length === 0) return refuse('nothing_to_approve')
    for (const order of orders) {
      const judged = checkTransition(order, 'withdraw', 'buyer', ctx.now)
      if (!judged.ok) return judged
      await moveOrder(ctx, order, 'withdraw')
      await backIntoCart(ctx, order)
    }
    return ok({ purchaseId: input.purchaseId })
  },
})

/** No owner answered before 締切 (transition 1e). Called by the timer. */
export async function lapseOrder(ctx: Ctx, orderId: OrderId): Promise<Result<{ orderId: OrderId }, OrderingRefusal>> {
  const order = await lockOrder(ctx.db, orderId)
  seeOrNotFound(ctx.actor, 'order.see', order)
  authorize(ctx.actor, 'order.lapse', order)
  const judged = checkTransition(order, 'lapse', 'system', ctx.now)
  if (!judged.ok) return judged
  await lapseLocked(ctx, order)
  return ok({ orderId })
}

async function lapseLocked(ctx: Ctx, order: Order): Promise<void> {
  const system: Ctx = { ...ctx, actor: { kind: 'system' } }
  await moveOrder(system, order, 'lapse')
  await backIntoCart(system, order)
  const buyer = await ctx.db
    .selectFrom('purchases')
    .innerJoin('people', 'people.id', 'purchases.personId')
    .select(['people.id as personId', 'people.email'])
    .where('purchases.id', '=', order.purchaseId)
    .executeTakeFirstOrThrow()
  await tellBack(system, { what: `order:${order.id}`, number: order.number, ...buyer, reason: null })
}

/** The pending orders of a purchase, locked in a fixed order, so that concurrent decisions are serialised. */
async function lockPending(ctx: Ctx, purchaseId: PurchaseId, name: 'approve' | 'sendBack' | 'withdraw') {
  const purchase = await ctx.db
    .selectFrom('purchases')
    .innerJoin('people', 'people.id', 'purchases.personId')
    .select(['purchases.id as purchaseId', 'number', 'restaurantId', 'people.email'])
    .select('people.id as personId')
    .where('purchases.id', '=', purchaseId)
    .executeTakeFirst()
  if (!purchase) throw new NotFound('purchase')
  seeOrNotFound(ctx.actor, 'purchase.see', purchase)
  const rows = await ctx.db
    .selectFrom('orders')
    .selectAll()
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of rows) authorize(ctx.actor, `order.${name}`, { farmId: row.farmId, restaurantId: row.restaurantId })
  return { purchase, orders: rows.map(toOrder).filter(({ state }) => state === 'pending_approval') }
}

/** The open order of that kitchen, farm and day that may still be extended, now or after an answer; at most one. */
async function openFor(ctx: Ctx, order: Order): Promise<Order | null> {
  const row = await ctx.db
    .selectFrom('orders')
    .selectAll()
    .where('kitchenId', '=', order.kitchenId)
    .where('farmId', '=', order.farmId)
    .where('deliveryOn', '=', order.deliveryOn)
    .where('shipOn', '=', order.shipOn)
    .where('state', 'in', ['placed', 'accepted', 'proposed'])
    .where('cutoffAt', '>=', ctx.now)
    .orderBy('id')
    .executeTakeFirst()
  return row ? toOrder(row) : null
}

/** Another owner may have just revoked that right. */
async function stillMayApprove(ctx: Ctx): Promise<void> {
  const { role } = await holdRestaurant(ctx, requireBuyer(ctx.actor))
  if (role !== 'owner') throw new Forbidden('order.approve')
}

/**
 * Locks the farms of the purchase and the kitchen: no farm closes meanwhile, and no one else orders for the kitchen.
 */
async function holdPlaces(ctx: Ctx, orders: readonly Order[]): Promise<void> {
  await holdFarms(ctx, [...new Set(orders.map(({ farmId }) => farmId))])
  const [first] = orders
  if (first) await holdOpenOrders(ctx, first.kitchenId)
}

/** For the farm, it is placed now: it has not seen it before. It joins an open order for the same day. */
async function placeNow(ctx: Ctx, order: Order): Promise<void> {
  const open = await openFor(ctx, order)
  if (open) await joinApproved(ctx, order, open)
  else {
    await moveOrder(ctx, order, 'approve', { as: 'buyer_approver' })
    await ctx.db.updateTable('orders').set({ placedAt: ctx.now }).where('id', '=', order.id).execute()
  }
  await payByCard(ctx, {
    restaurantId: order.restaurantId,
    checkout: null,
    orders: [{ orderId: open?.id ?? order.id, farmId: order.farmId, yen: zeroYen }],
  })
  const { autoAccept } = await ctx.db
    .selectFrom('farms')
    .select('autoAccept')
    .where('id', '=', order.farmId)
    .executeTakeFirstOrThrow()
  if (autoAccept) await acceptByItself(ctx, open?.id ?? order.id)
}

/** Whether everything is still available as requested: on sale at that price, with farm and kitchen open that day. */
async function isAsItWas(ctx: Ctx, orders: readonly Order[]): Promise<boolean> {
  const terms = termsForOrders('products', ctx.now)
  const lines = await ctx.db
    .selectFrom('orders')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders.id')
    .innerJoin('products', 'products.id', 'orderLines.productId')
    .innerJoin('farms', 'farms.id', 'orders.farmId')
    .innerJoin('kitchens', 'kitchens.id', 'orders.kitchenId')
    .select([
      'orderLines.orderedQty as qty',
      'orderLines.priceYen as askedYen',
      'products.priceYen as listYen',
      terms.tiers.as('tiers'),
      terms.own.as('own'),
    ])
    .select((is) =>
      is
        .or([
          is('products.status', '<>', 'listed'),
          is.not(existForOrders('products')),
          is('farms.status', '<>', 'approved'),
          goodsLapsed(),
          is('kitchens.closedAt', 'is not', null),
          is.exists(
            is
              .selectFrom('farmVacations')
              .select('farmVacations.id')
              .whereRef('farmVacations.farmId', '=', 'orders.farmId')
              .whereRef('fromOn', '<=', 'orders.shipOn')
              .whereRef('toOn', '>=', 'orders.shipOn'),
          ),
          is.exists(
            is
              .selectFrom('kitchenClosures')
              .select('closedOn')
              .whereRef('kitchenClosures.kitchenId', '=', 'orders.kitchenId')
              .whereRef('closedOn', '=', 'orders.deliveryOn'),
          ),
        ])
        .as('gone'),
    )
    .where(
      'orders.id',
      'in',
      orders.map(({ id }) => id),
    )
    .execute()
  return lines.every((line) => !line.gone && agreedPrice(line.qty ?? 0, line).priceYen === line.askedYen)
}

/** With tax, as if each stayed an order of its own: joining an open order may only save freight. */
async function totalOf(ctx: Ctx, orders: readonly Order[]): Promise<Yen> {
  const ids = orders.map(({ id }) => id)
  const [lines, parcels] = [await linesOf(ctx.db, ids), await parcelsOf(ctx.db, ids)]
  return sumYen(
    orders.map((order) => figuresOf(order, lines.get(order.id) ?? [], parcels.get(order.id) ?? []).totalIncYen),
  )
}

async function reservationsOf(ctx: Ctx, orders: readonly Order[]): Promise<Reservation[]> {
  const lines = await linesOf(
    ctx.db,
    orders.map(({ id }) => id),
  )
  return orders.flatMap((order) =>
    (lines.get(order.id) ?? []).map((line) => ({
      productId: line.productId,
      qty: line.quantities.ordered?.qty ?? 0,
      orderLineId: line.id,
      shipOn: order.shipOn,
    })),
  )
}

/**
 * Returns the products to the requester's cart, if they are still a member and the kitchen is open. What they have
 * added meanwhile stays.
 */
async function backIntoCart(ctx: Ctx, order: Order): Promise<void> {
  const cartId = await cartOfPurchase(ctx.db, order.purchaseId)
  if (!cartId) return
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  await returnToCart(ctx, cartId, {
    farmId: order.farmId,
    slot: order.slot,
    note: order.note,
    wayId: order.way?.id ?? null,
    lines: lines.map(({ productId, quantities, onShortage, shortageTerms, priceYen }) => ({
      productId,
      qty: quantities.ordered?.qty ?? 1,
      onShortage,
      shortageTerms: JSON.stringify(shortageTerms),
      seenPriceYen: priceYen,
    })),
  })
}
