import { ORPCError } from '@orpc/server'
import { api, kitchenOf } from '#api/api.server.ts'
import { cursorText } from '#api/contract/shapes.ts'
import { granted } from '#api/problems.server.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { KitchenId, OrderId, PurchaseId } from '#kernel/ids.ts'
import { sumYen } from '#kernel/yen.ts'
import { cartQuote } from '#modules/cart/cart-queries.server.ts'
import { reorder } from '#modules/cart/reorder.server.ts'
import { changesSince, type SeenQuote } from '#modules/cart/seen-quote.ts'
import { acceptOrder } from '#modules/ordering/accept-order.server.ts'
import { cancelOrder, declineOrder } from '#modules/ordering/end-order.server.ts'
import {
  historyOfFarm,
  historyOfRestaurant,
  orderDetail,
  ordersOfPurchase,
  purchaseOf,
} from '#modules/ordering/order-queries.server.ts'
import { type Placed, placeOrder } from '#modules/ordering/place-order.server.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { cartAnswer } from './cart-answer.ts'
import { detailAnswer, summaryAnswer } from './order-answer.ts'

export const orderingHandlers = {
  place: api.ordering.place.handler(async ({ context: { ctx }, input: { headers, body } }) => {
    const kitchenId = kitchenOf(ctx.actor, body.kitchenId)
    const placed = await placeOrder(ctx, {
      kitchenId,
      key: headers['idempotency-key'],
      seen: body.seen,
      ...(body.askOwner && { askOwner: true }),
    })
    if (!placed.ok && placed.refusal === 'changed') throw await changed(ctx, kitchenId, body.seen)
    return placedAnswer(ctx, granted(placed, refusalText))
  }),
  purchase: api.ordering.purchase.handler(({ context: { ctx }, input }) => purchaseAnswer(ctx, input.params.id)),
  reorderPurchase: api.ordering.reorderPurchase.handler(async ({ context: { ctx }, input: { params, body } }) =>
    reorder(ctx, {
      kitchenId: kitchenOf(ctx.actor, body?.kitchenId),
      orderIds: (await ordersOfPurchase(ctx, params.id)).map((order) => order.id),
    }),
  ),
  reorder: api.ordering.reorder.handler(({ context: { ctx }, input: { params, body } }) =>
    reorder(ctx, { kitchenId: kitchenOf(ctx.actor, body?.kitchenId), orderIds: [params.id] }),
  ),
  orders: api.ordering.orders.handler(async ({ context: { ctx }, input: { query } }) => {
    const historyOfMine = ctx.actor.kind === 'farm' ? historyOfFarm : historyOfRestaurant
    const { orders, next } = await historyOfMine(ctx, {
      month: query.month,
      farmId: query.farmId,
      states: query.state && [query.state].flat(),
      after: query.after && { placedAt: query.after.at, id: query.after.id },
      limit: query.limit,
    })
    return { orders: orders.map(summaryAnswer), next: next && cursorText(next.placedAt, next.id) }
  }),
  order: api.ordering.order.handler(({ context: { ctx }, input }) => orderAnswer(ctx, input.params.id)),
  accept: api.ordering.accept.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const { lines = [], version } = body ?? {}
    const answer = { orderId: params.id, key: headers['idempotency-key'], lines, version }
    granted(await acceptOrder(ctx, answer), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  decline: api.ordering.decline.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const answer = { orderId: params.id, key: headers['idempotency-key'], reason: body.reason }
    granted(await declineOrder(ctx, answer), refusalText)
    return orderAnswer(ctx, params.id)
  }),
  cancel: api.ordering.cancel.handler(async ({ context: { ctx }, input: { params, headers, body } }) => {
    const wish = { orderId: params.id, key: headers['idempotency-key'], reason: body?.reason }
    granted(await cancelOrder(ctx, wish), refusalText)
    return orderAnswer(ctx, params.id)
  }),
}

/** Only what never changes: the same key gives the same response, also after a farm has answered. */
async function placedAnswer(ctx: Ctx, { purchaseId, number, pending }: Placed) {
  return { purchaseId, number, pending, orders: await ordersOfPurchase(ctx, purchaseId) }
}

async function changed(ctx: Ctx, kitchenId: KitchenId, seen: SeenQuote) {
  const quote = await cartQuote(ctx, kitchenId)
  return new ORPCError('CHANGED', {
    status: 409,
    message: refusalText('changed'),
    data: { changes: changesSince(seen, quote), cart: cartAnswer(quote) },
  })
}

async function purchaseAnswer(ctx: Ctx, id: PurchaseId) {
  const { number, placedAt, orders } = await purchaseOf(ctx, id)
  return {
    id,
    number,
    placedAt,
    totalIncYen: sumYen(orders.map((order) => order.figures.totalIncYen)),
    orders: orders.map(summaryAnswer),
  }
}

export const orderAnswer = async (ctx: Ctx, id: OrderId) => detailAnswer(await orderDetail(ctx, id))
