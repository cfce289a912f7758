import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { tellRestaurant } from '#modules/ordering/order-notifications.server.tsx'
import { checkTransition } from '#modules/ordering/order-process.ts'
import { lockOrder, moveOrder, type Order } from '#modules/ordering/order-store.server.ts'
import type { OrderingRefusal } from '#modules/ordering/refusal-text.ts'
import { keepWhatLeft } from './ship-part.server.ts'

type Dropped = Result<{ orderId: OrderId }, OrderingRefusal>

/** The rest cannot be sent any more (transition 15a): what left first is what was shipped. */
export const dropRest = (ctx: Ctx, input: { orderId: OrderId; key: string; reason: string }): Promise<Dropped> =>
  idempotent(ctx, 'order.drop_rest', input.key, input, async (ctx) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    const reason = input.reason.trim().slice(0, 200)
    return dropRestLocked(ctx, order, reason)
  })

/** The same for a locked order: the timer uses it when the promised day is over. */
export async function dropRestLocked(ctx: Ctx, order: Order, reason: string): Promise<Dropped> {
  authorize(ctx.actor, 'order.drop_rest', order)
  const judged = checkTransition(order, 'dropRest', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  if (reason === '') return refuse('reason_missing')
  const { order: shipped, eventId } = await moveOrder(ctx, order, 'dropRest', { reason })
  await keepWhatLeft(ctx, order, eventId, reason)
  await tellRestaurant(ctx, shipped, { news: 'dropRest', eventId, reason })
  return ok({ orderId: order.id })
}
