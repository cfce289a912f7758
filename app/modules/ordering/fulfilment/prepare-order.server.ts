import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok, type Result } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { checkTransition } from '#modules/ordering/order-process.ts'
import { lockOrder, moveOrder } from '#modules/ordering/order-store.server.ts'
import type { OrderingRefusal } from '#modules/ordering/refusal-text.ts'

type Prepared = Result<{ orderId: OrderId }, OrderingRefusal>

/** The farm opens the packing list (transition 11); from here on the restaurant cannot cancel (window W3). */
export const prepareOrder = (ctx: Ctx, input: { orderId: OrderId; key: string }): Promise<Prepared> =>
  idempotent(ctx, 'order.prepare', input.key, input, (ctx) => prepareNow(ctx, input.orderId))

/** The same within the caller's transaction; the timer uses it at packing time. */
export async function prepareNow(ctx: Ctx, orderId: OrderId): Promise<Prepared> {
  const order = await lockOrder(ctx.db, orderId)
  seeOrNotFound(ctx.actor, 'order.see', order)
  authorize(ctx.actor, 'order.prepare', order)
  const judged = checkTransition(order, 'prepare', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  await moveOrder(ctx, order, 'prepare')
  return ok({ orderId })
}
