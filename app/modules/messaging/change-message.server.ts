import { authorize, requireSide, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { wordActIn } from '#kernel/moderation-terms.ts'
import { ok, refuse, refuseFor } from '#kernel/result.ts'
import { searchKey } from '#kernel/text.ts'
import { tellLive } from '#modules/audit-log/tell-live.server.ts'
import { repeatable } from '#modules/audit-log/use-case.server.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import { conversationLimits, refusalOfChange, refusalOfText } from './conversation.ts'
import { MessageText, ofMessage } from './conversation-input.ts'
import {
  closedFor,
  findConversation,
  messageNo,
  type OtherId,
  roomsOf,
  sidesWith,
} from './conversation-store.server.ts'
import { conversationRefusals } from './refusal-text.ts'
import { reportByFilter } from './send-message.server.ts'

/** Edits a message, within five minutes. The previous text is stored for staff, in case it is reported. */
export const editMessage = repeatable({
  name: 'message.edit',
  permission: 'conversation.write',
  input: { ...ofMessage, text: MessageText },
  refusals: conversationRefusals(
    'not_yours',
    'too_late',
    'removed_already',
    'nothing_written',
    'too_long',
    'word_stopped',
    'closed_by_you',
    'closed_by_them',
    'too_fast',
  ),
  run: (ctx, input) => changeMessage(ctx, input),
})

/** Removes the user's own message, within five minutes: its place stays, and says that a message was removed. */
export const removeMessage = repeatable({
  name: 'message.remove',
  permission: 'conversation.write',
  input: ofMessage,
  refusals: conversationRefusals('not_yours', 'too_late', 'removed_already'),
  run: (ctx, input) => changeMessage(ctx, { ...input, text: null }),
})

async function changeMessage(ctx: Ctx, { other, no, text }: { other: OtherId; no: number; text: string | null }) {
  const { personId } = requireSide(ctx.actor)
  const { mine, ...sides } = sidesWith(ctx.actor, other)
  seeOrNotFound(ctx.actor, 'conversation.see', sides)
  authorize(ctx.actor, 'conversation.write', sides)
  const { now } = ctx
  // every change is sent to both sides, like a message
  const wait = text === null ? 0 : await waitAfter(ctx, 'talk', personId, conversationLimits.messages)
  if (wait > 0) return refuseFor('too_fast', wait)
  return ctx.db.transaction().execute(async (db) => {
    const conversation = await findConversation(db, sides)
    if (!conversation) throw new NotFound('talk')
    const row = await db
      .selectFrom('messages')
      .select(['body', 'personId', 'sentAt', 'removedAt', 'photoCount as photos'])
      .select((is) => is.fn<number>('num_nonnulls', ['orderId', 'productId']).as('cards'))
      .where('conversationId', '=', conversation.id)
      .where('no', '=', no)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new NotFound('message')
    // editing counts as writing; removing is always possible
    const refusal =
      refusalOfChange(row, personId, now) ??
      (text === null ? null : (closedFor(conversation, mine) ?? refusalOfText(text, row)))
    if (refusal) return refuse(refusal)
    if (text !== null) {
      const act = wordActIn(text, await db.selectFrom('moderationTerms').select(['key', 'act']).execute())
      if (act === 'stop') return refuse('word_stopped')
      if (act === 'watch') await reportByFilter({ ...ctx, db }, conversation, no)
    }
    if (text !== row.body) {
      await db
        .insertInto('messageVersions')
        .values({ conversationId: conversation.id, no, at: now, body: row.body })
        .execute()
      await db
        .updateTable('messages')
        .set({
          body: text ?? '',
          searchText: searchKey(text ?? ''),
          ...(text === null ? { removedAt: now } : { editedAt: now }),
        })
        .where('conversationId', '=', conversation.id)
        .where('no', '=', no)
        .execute()
    }
    const message = await messageNo(db, conversation.id, no)
    await tellLive(db, roomsOf(sides), 'message_changed', { ...sides, message })
    return ok(message)
  })
}
