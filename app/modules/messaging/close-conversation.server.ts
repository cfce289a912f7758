import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { ok } from '#kernel/result.ts'
import { YesNo } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { tellLive } from '#modules/audit-log/tell-live.server.ts'
import { noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'
import { OtherIn } from './conversation-input.ts'
import { findConversation, roomsOf, sidesWith } from './conversation-store.server.ts'

/**
 * A side closes the conversation (チャットを停止する), or reopens it. While either has closed it no messages can be sent;
 * existing ones stay, and orders continue on their own pages.
 */
export const setConversationClosed = repeatable({
  name: 'conversation.close',
  permission: 'conversation.write',
  input: { other: OtherIn, closed: YesNo },
  refusals: noRefusals,
  run: async (ctx, { other, closed }) => {
    const { mine, ...sides } = sidesWith(ctx.actor, other)
    seeOrNotFound(ctx.actor, 'conversation.see', sides)
    authorize(ctx.actor, 'conversation.write', sides)
    await ctx.db.transaction().execute(async (db) => {
      const conversation = await findConversation(db, sides)
      if (!conversation) throw new NotFound('talk')
      const column = mine === 'farm' ? 'farmBlockedAt' : 'restaurantBlockedAt'
      const moved = await db
        .updateTable('conversations')
        .set({ [column]: closed ? ctx.now : null })
        .where('id', '=', conversation.id)
        .where(column, closed ? 'is' : 'is not', null)
        .executeTakeFirst()
      if (moved.numUpdatedRows === 0n) return
      await recordEvent(db, ctx, {
        kind: closed ? 'talk_closed' : 'talk_reopened',
        aboutConversationId: conversation.id,
        aboutFarmId: sides.farmId,
        aboutRestaurantId: sides.restaurantId,
      })
      await tellLive(db, roomsOf(sides), 'talk_closed', sides)
    })
    return ok(null)
  },
})
