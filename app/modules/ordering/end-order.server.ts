import { authorize, seeOrNotFound } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { releaseStock } from '#modules/catalog/stock.server.ts'
import { once } from '#modules/history/once.server.ts'
import { actorKindOf } from '#modules/history/record-event.server.ts'
import { judge, type TransitionName } from './order-process.ts'
import { linesOf, lockOrder, moveOrder, type Order } from './order-store.server.ts'
import type { OrderingRefusal } from './refusal-text.ts'

type Ended = Result<{ orderId: OrderId }, OrderingRefusal>

/** The farm cannot take the order (transition 4). The reason reaches the restaurant. */
export const declineOrder = (ctx: Ctx, input: { orderId: OrderId; key: string; reason: string }): Promise<Ended> =>
  once(ctx, 'order.decline', input.key, input, (ctx) => endOrder(ctx, input.orderId, 'decline', input.reason))

/** The restaurant takes its order back before 締切 (transition 9, window W1: free of charge). */
export const cancelOrder = (ctx: Ctx, input: { orderId: OrderId; key: string; reason?: string }): Promise<Ended> =>
  once(ctx, 'order.cancel', input.key, input, (ctx) => endOrder(ctx, input.orderId, 'cancel', input.reason))

/** Nobody answered in time (transition 5). Called by the timer. */
export const expireOrder = (ctx: Ctx, orderId: OrderId): Promise<Ended> => endOrder(ctx, orderId, 'expire')

async function endOrder(
  ctx: Ctx,
  orderId: OrderId,
  name: Extract<TransitionName, 'decline' | 'cancel' | 'expire'>,
  reason?: string,
): Promise<Ended> {
  const order = await lockOrder(ctx.db, orderId)
  seeOrNotFound(ctx.actor, 'order.see', order)
  authorize(ctx.actor, `order.${name}`, order)
  const judged = judge(order, name, actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  if (judged.value.needsReason && !reason?.trim()) return refuse('reason_missing')

  await moveOrder(ctx, order, name, { reason: reason?.trim() || undefined })
  await releaseStock(ctx, await reservedBy(ctx, order))
  return ok({ orderId })
}

/** What the order still holds: what was confirmed, or all that was ordered while nobody has answered. */
async function reservedBy(ctx: Ctx, order: Order) {
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  return lines.map((line) => ({
    productId: line.productId,
    qty: (line.quantities.confirmed ?? line.quantities.ordered)?.qty ?? 0,
    orderLineId: line.id,
  }))
}
