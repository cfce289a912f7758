import { seeOrNotFound } from '#authorization/authorize.ts'
import { wordActs } from '#kernel/enums.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { wordKey } from '#kernel/moderation-terms.ts'
import { ok, refuse } from '#kernel/result.ts'
import { choice, IdOf, Text } from '#kernel/schema.ts'
import { lengthOf } from '#kernel/text.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { conversationRefusals } from './refusal-text.ts'

/** The words that staff block in messages or watch for, in the order in which they are read. */
export const moderationTerms = query('talks.review', async (ctx) => {
  if (ctx.actor.kind === 'visitor') throw new Unauthenticated('talks')
  seeOrNotFound(ctx.actor, 'talks.review', null)
  return ctx.db.selectFrom('moderationTerms').select(['id', 'word', 'act']).orderBy('key').execute()
})

/** Applies from the next message on. */
export const addModerationTerm = mutation({
  name: 'talk.add_word',
  permission: 'talks.review',
  input: { word: Text(0, 40).default(''), act: choice(wordActs) },
  refusals: conversationRefusals('word_too_short', 'word_known'),
  run: async (ctx, { word, act }) => {
    const { db, actor, now } = ctx
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
    await recordEvent(db, ctx, { kind: 'talk_word_added', data: { word, act } })
    return ok(made)
  },
})

export const removeModerationTerm = mutation({
  name: 'talk.remove_word',
  permission: 'talks.review',
  input: { id: IdOf<'moderationTerm'>('語句') },
  refusals: conversationRefusals(),
  run: async (ctx, { id }) => {
    seeOrNotFound(ctx.actor, 'talks.review', null)
    const gone = await ctx.db
      .deleteFrom('moderationTerms')
      .where('id', '=', id)
      .returning(['word', 'act'])
      .executeTakeFirst()
    if (gone) await recordEvent(ctx.db, ctx, { kind: 'talk_word_removed', data: gone })
    return ok(null)
  },
})
