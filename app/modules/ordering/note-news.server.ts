import type { Ctx } from '#access/ctx.ts'
import type { EventId, OrderId } from '#kernel/ids.ts'
import type { ActorKind } from '#kernel/words.ts'
import { partyTold } from './order-digest.ts'
import type { TransitionName } from './order-process.ts'

/** A step that an order has just taken, and its place in the history. */
export type Step = { name: TransitionName; orderId: OrderId; eventId: EventId }

/**
 * Notes whom the next digest tells of these steps, in their transaction; the mail is written later, when nothing is locked.
 * What a farm sets off itself, also through the chef's instruction, it sees at once and hears no more of.
 */
export async function noteNews(ctx: Ctx, steps: readonly Step[], as?: ActorKind): Promise<void> {
  const by = ctx.actor.kind === 'farm' ? 'farm' : ctx.actor.kind === 'buyer' && as !== 'system' ? 'restaurant' : 'other'
  const rows = steps.flatMap(({ name, orderId, eventId }) => {
    const party = partyTold(name, by)
    return party ? [{ event_id: eventId, order_id: orderId, party, at: ctx.now }] : []
  })
  if (rows.length > 0) await ctx.db.insertInto('order_news').values(rows).execute()
}
