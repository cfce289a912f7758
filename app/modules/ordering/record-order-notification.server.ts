import type { Ctx } from '#authorization/ctx.ts'
import type { ActorKind } from '#kernel/enums.ts'
import type { EventId, OrderId } from '#kernel/ids.ts'
import { partyTold, sideActing } from './order-digest.ts'
import type { TransitionName } from './process/transitions.ts'

/** A step that an order has just taken, and its event. */
export type Step = { name: TransitionName; orderId: OrderId; eventId: EventId }

/** Records who the next digest notifies of these steps, in their transaction; the mail is written later, without locks. */
export async function noteNews(ctx: Ctx, steps: readonly Step[], as?: ActorKind): Promise<void> {
  const rows = newsOf(ctx, steps, as)
  if (rows.length > 0) await ctx.db.insertInto('orderNews').values(rows).execute()
}

/** Who is to be notified of these steps. */
export const newsOf = (ctx: Ctx, steps: readonly Step[], as?: ActorKind) => {
  const by = sideActing(ctx, as)
  return steps.flatMap(({ name, orderId, eventId }) => {
    const party = partyTold(name, by)
    return party ? [{ eventId, orderId, party, at: ctx.now }] : []
  })
}
