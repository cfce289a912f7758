import { authorize, requireFarm } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { wordActIn } from '#kernel/moderation-terms.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Text } from '#kernel/schema.ts'
import { lengthOf } from '#kernel/text.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { type ReviewRefusal, reviewRefusals, reviewRefusalText } from './refusal-text.ts'
import { ReviewIdIn, reportByFilter } from './report-review.server.ts'
import { longest } from './review.ts'
import { reviewReplied } from './review-mails.server.tsx'

/** The farm replies to a shown review, publicly; a new reply replaces the first. */
export const replyToReview = mutation({
  name: 'review.reply',
  permission: 'review.reply',
  input: { id: ReviewIdIn, words: Text(0, 2 * longest.reply, reviewRefusalText('nothing_written')) },
  refusals: reviewRefusals('nothing_written', 'reply_too_long', 'word_stopped', 'key_reused'),
  run: async (within, { id, words }): Promise<Result<null, ReviewRefusal>> => {
    const { db, now } = within
    const actor = requireFarm(within.actor)
    const review = await db
      .selectFrom('reviews')
      .innerJoin('orders', 'orders.id', 'reviews.orderId')
      .innerJoin('farms', 'farms.id', 'reviews.farmId')
      .select(['reviews.id', 'reviews.farmId', 'reviews.restaurantId', 'side', 'reply'])
      .select(['shownFrom', 'hiddenAt', 'orders.number', 'farms.name as farm'])
      .where('reviews.id', '=', id)
      .forUpdate('reviews')
      .executeTakeFirst()
    // before it is shown the farm does not know of it, and a hidden one does not exist for it
    if (review?.side !== 'restaurant' || review.farmId !== actor.farmId) throw new NotFound('review')
    if (review.shownFrom > now || review.hiddenAt) throw new NotFound('review')
    authorize(actor, 'review.reply', { farmId: review.farmId })
    const reply = words.trim()
    if (reply === '') return refuse('nothing_written')
    if (lengthOf(reply) > longest.reply) return refuse('reply_too_long')
    const act = wordActIn(reply, await db.selectFrom('moderationTerms').select(['key', 'act']).execute())
    if (act === 'stop') return refuse('word_stopped')
    await db
      .updateTable('reviews')
      .set({ reply, repliedAt: now, repliedBy: actor.personId })
      .where('id', '=', id)
      .execute()
    await recordEvent(db, within, {
      kind: 'review_replied',
      aboutFarmId: review.farmId,
      aboutRestaurantId: review.restaurantId,
      data: { reviewId: id, order: review.number, reply, ...(review.reply !== null && { before: review.reply }) },
    })
    if (act === 'watch') await reportByFilter(db, now, id)
    // the key is the review's: a corrected reply sends no second notification
    await tellOwners(
      db,
      now,
      { restaurantId: review.restaurantId },
      {
        key: `review:${id}:replied`,
        kind: reviewReplied,
        data: { farm: review.farm, reply },
      },
    )
    return ok(null)
  },
})
