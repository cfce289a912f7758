import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { OrderIdIn } from '#kernel/schema.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { ReasonIn } from '#modules/ordering/order-input.ts'
import { checkTransition } from '#modules/ordering/order-process.ts'
import { lockOrder, moveOrder, type Order } from '#modules/ordering/order-store.server.ts'
import { type OrderingRefusal, orderRefusals } from '#modules/ordering/refusal-text.ts'
import { keepWhatLeft } from './ship-part.server.ts'

type Dropped = Result<{ orderId: OrderId }, OrderingRefusal>

/** The rest cannot be sent any more (transition 15a): what left first is what was shipped. */
export const dropRest = mutation({
  name: 'order.drop_rest',
  permission: 'order.dropRest',
  input: { orderId: OrderIdIn, reason: ReasonIn(200).describe('飲食店に通知される理由') },
  refusals: orderRefusals('wrong_state', 'reason_missing', 'key_reused'),
  run: async (ctx, { orderId, reason }) => {
    const order = await lockOrder(ctx.db, orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    return dropRestLocked(ctx, order, reason.trim())
  },
})

/** The same for a locked order: the timer uses it when the promised day is over. */
export async function dropRestLocked(ctx: Ctx, order: Order, reason: string): Promise<Dropped> {
  authorize(ctx.actor, 'order.dropRest', order)
  const judged = checkTransition(order, 'dropRest', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  if (reason === '') return refuse('reason_missing')
  const { eventId } = await moveOrder(ctx, order, 'dropRest', { reason })
  await keepWhatLeft(ctx, order, eventId, reason)
  return ok({ orderId: order.id })
}
