import { sql } from 'kysely'
import { authorize, requireSide, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Side } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { ConversationId, FarmId, PersonId, RestaurantId } from '#kernel/ids.ts'
import { ok } from '#kernel/result.ts'
import { sayLive, tellLive } from '#modules/audit-log/tell-live.server.ts'
import { noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'
import { readNotificationsOf } from '#modules/notifications/centre.server.ts'
import { conversationPath, otherSide } from './conversation.ts'
import { NoIn, OtherIn } from './conversation-input.ts'
import { closedFor, findConversation, roomsOf, sidesWith } from './conversation-store.server.ts'
import { forgetReadNews } from './queue-message-notifications.server.ts'

/** The current user has seen everything up to this message. Marks only move forward. */
export const markRead = repeatable({
  name: 'conversation.read',
  permission: 'conversation.see',
  input: { other: OtherIn, no: NoIn },
  refusals: noRefusals,
  run: async (ctx, { other, no }) => {
    const { personId } = requireSide(ctx.actor)
    const { mine, ...sides } = sidesWith(ctx.actor, other)
    seeOrNotFound(ctx.actor, 'conversation.see', sides)
    await ctx.db.transaction().execute(async (db) => {
      const conversation = await findConversation(db, sides, 'lock')
      if (!conversation) throw new NotFound('talk')
      const seen = await db
        .selectFrom('messages')
        .select(['no', 'sideNo'])
        .where('conversationId', '=', conversation.id)
        .where('side', '=', otherSide[mine])
        .where('no', '<=', no)
        .orderBy('no', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (!seen) return
      const moved = await db
        .insertInto('conversationReads')
        .values({
          conversationId: conversation.id,
          personId,
          side: mine,
          seenCount: seen.sideNo,
          seenNo: seen.no,
          at: ctx.now,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['conversationId', 'personId'])
            .doUpdateSet({ seenCount: seen.sideNo, seenNo: seen.no, at: ctx.now })
            .where('conversationReads.seenNo', '<', seen.no),
        )
        .returning('seenNo')
        .executeTakeFirst()
      if (!moved) return
      await forgetReadNews(db, { conversationId: conversation.id, side: mine, readNo: seen.no })
      await readNotificationsOf({ db, now: ctx.now }, { personId, path: conversationPath(mine, sides) })
      await reached(db, { conversationId: conversation.id, mine, upTo: seen.no })
      await tellMarks(db, { ...sides, conversationId: conversation.id, side: mine, personId })
    })
    return ok(null)
  },
})

type Db = Ctx['db']

/** A device of the current user has received everything written to their organisation so far (送信済み). */
export const markReceived = repeatable({
  name: 'conversation.receive',
  permission: 'own',
  input: {},
  refusals: noRefusals,
  run: async (ctx) => {
    const member = requireSide(ctx.actor)
    const mine = member.kind === 'farm' ? 'farm' : 'restaurant'
    const place =
      member.kind === 'farm'
        ? sql<boolean>`farm_id = ${member.farmId} and farm_got_no < last_no`
        : sql<boolean>`restaurant_id = ${member.restaurantId} and restaurant_got_no < last_no`
    const waiting = await ctx.db
      .selectFrom('conversations')
      .select(['id', 'farmId', 'restaurantId', 'lastNo'])
      .where(place)
      // two devices of an organisation mark the same conversations: locked in a fixed order
      .orderBy('id')
      .execute()
    if (waiting.length === 0) return ok(null)
    for (const { farmId, restaurantId } of waiting)
      seeOrNotFound(ctx.actor, 'conversation.see', { farmId, restaurantId })
    await ctx.db.transaction().execute(async (db) => {
      for (const { id, lastNo, ...sides } of waiting)
        if (await reached(db, { conversationId: id, mine, upTo: lastNo }))
          await tellMarks(db, { ...sides, conversationId: id, side: mine, personId: member.personId })
    })
    return ok(null)
  },
})

async function reached(
  db: Db,
  { conversationId, mine, upTo }: { conversationId: ConversationId; mine: Side; upTo: number },
): Promise<boolean> {
  const column = mine === 'farm' ? 'farmGotNo' : 'restaurantGotNo'
  const moved = await db
    .updateTable('conversations')
    .set({ [column]: upTo })
    .where('id', '=', conversationId)
    .where(column, '<', upTo)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0
}

type Marked = {
  conversationId: ConversationId
  farmId: FarmId
  restaurantId: RestaurantId
  side: Side
  personId: PersonId
}

async function tellMarks(db: Db, { conversationId, farmId, restaurantId, side, personId }: Marked): Promise<void> {
  const { rows } = await sql<{ gotNo: number; readNo: number }>`
    select ${sql.ref(side === 'farm' ? 'farmGotNo' : 'restaurantGotNo')} as "gotNo",
           coalesce((select max(seen_no) from conversation_reads where conversation_id = conversations.id and side = ${side}), 0) as "readNo"
      from conversations where id = ${conversationId}`.execute(db)
  const [marks] = rows
  if (!marks) return
  await tellLive(db, roomsOf({ farmId, restaurantId }), 'talk_marks', {
    farmId,
    restaurantId,
    side,
    personId,
    ...marks,
  })
}

/** Shows the other side that the user is typing. Not stored; only open pages receive it. */
export const sayTyping = repeatable({
  name: 'conversation.type',
  permission: 'conversation.write',
  input: { other: OtherIn },
  refusals: noRefusals,
  run: async (ctx, { other }) => {
    const member = requireSide(ctx.actor)
    const { mine, ...sides } = sidesWith(ctx.actor, other)
    authorize(ctx.actor, 'conversation.write', sides)
    const conversation = await findConversation(ctx.db, sides)
    // a closed conversation sends nothing
    if (conversation && !closedFor(conversation, mine))
      await sayLive(ctx.db, roomsOf(sides), 'typing', { ...sides, side: mine, name: member.name })
    return ok(null)
  },
})
