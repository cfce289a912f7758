import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import { ok } from '#kernel/result.ts'
import { OrderIdIn } from '#kernel/schema.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { checkTransition } from './order-process.ts'
import { lockOrder, moveOrder } from './order-store.server.ts'
import { ruleOf } from './process/transitions.ts'
import { orderRefusals } from './refusal-text.ts'

/**
 * The farm takes back 「すべて受注する」 within 10 seconds (transition 3a): the order waits for its answer again. Nobody has
 * been notified: the digest tells of the acceptance only once it cannot be taken back. Stock does not move: what was
 * confirmed in full is still held, and a lower answer is a second statement with its reason.
 */
export const undoAccept = mutation({
  name: 'order.unaccept',
  permission: 'order.unaccept',
  input: { orderId: OrderIdIn },
  refusals: orderRefusals('wrong_state', 'nothing_to_undo', 'too_late', 'key_reused'),
  run: async (ctx, { orderId }) => {
    const order = await lockOrder(ctx.db, orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.unaccept', order)
    const judged = checkTransition(order, 'unaccept', actorKindOf(ctx.actor), ctx.now)
    if (!judged.ok) return judged
    await ctx.db
      .deleteFrom('orderNews')
      .where('orderId', '=', order.id)
      .where('eventId', 'in', (events) =>
        events
          .selectFrom('events')
          .select('events.id')
          .where('events.orderId', '=', order.id)
          .where('kind', '=', ruleOf('accept').event),
      )
      .execute()
    await moveOrder(ctx, order, 'unaccept')
    return ok({ orderId: order.id })
  },
})
