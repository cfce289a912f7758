import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { WordAct } from '#kernel/enums.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import { type ModerationTermId, newId } from '#kernel/ids.ts'
import { wordKey } from '#kernel/moderation-terms.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { lengthOf } from '#kernel/text.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import type { ConversationRefusal } from './refusal-text.ts'

/** The words that staff block in messages or watch for, in the order in which they are read. */
export async function moderationTerms(ctx: Ctx) {
  if (ctx.actor.kind === 'visitor') throw new Unauthenticated('talks')
  seeOrNotFound(ctx.actor, 'talks.review', null)
  return ctx.db.selectFrom('moderationTerms').select(['id', 'word', 'act']).orderBy('key').execute()
}

/** Applies from the next message on. */
export function addModerationTerm(
  ctx: Ctx,
  { word, act, key }: { word: string; act: WordAct; key: string },
): Promise<Result<{ id: ModerationTermId }, ConversationRefusal>> {
  return idempotent(ctx, 'talk.add_word', key, { word, act }, async (within) => {
    const { db, actor, now } = within
    seeOrNotFound(actor, 'talks.review', null)
    if (actor.kind !== 'staff') throw new NotFound('words')
    // a single letter would block half of all messages
    if (lengthOf(wordKey(word)) < 2) return refuse('word_too_short')
    const made = await db
      .insertInto('moderationTerms')
      .values({
        id: newId<'moderationTerm'>(),
        word: word.trim(),
        key: wordKey(word),
        act,
        adminId: actor.adminId,
        createdAt: now,
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return refuse('word_known')
    await recordEvent(db, within, { kind: 'talk_word_added', data: { word, act } })
    return ok(made)
  })
}

export function removeModerationTerm(
  ctx: Ctx,
  { id, key }: { id: ModerationTermId; key: string },
): Promise<Result<null, ConversationRefusal>> {
  return idempotent(ctx, 'talk.remove_word', key, { id }, async (within) => {
    seeOrNotFound(within.actor, 'talks.review', null)
    const gone = await within.db
      .deleteFrom('moderationTerms')
      .where('id', '=', id)
      .returning(['word', 'act'])
      .executeTakeFirst()
    if (gone) await recordEvent(within.db, within, { kind: 'talk_word_removed', data: gone })
    return ok(null)
  })
}
