import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok, type Result } from '#kernel/result.ts'
import { OrderIdIn } from '#kernel/schema.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { checkTransition } from '#modules/ordering/order-process.ts'
import { lockOrder, moveOrder } from '#modules/ordering/order-store.server.ts'
import { type OrderingRefusal, orderRefusals } from '#modules/ordering/refusal-text.ts'

type Prepared = Result<{ orderId: OrderId }, OrderingRefusal>

/** The farm opens the packing list (transition 11); from here on the restaurant cannot cancel (window W3). */
export const prepareOrder = mutation({
  name: 'order.prepare',
  permission: 'order.prepare',
  input: { orderId: OrderIdIn },
  refusals: orderRefusals('wrong_state', 'key_reused'),
  run: (ctx, { orderId }) => prepareNow(ctx, orderId),
})

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
