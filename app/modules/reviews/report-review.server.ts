import { z } from 'zod'
import { authorize } from '#authorization/authorize.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import { Forbidden, NotFound } from '#kernel/errors.ts'
import { newId, type ReviewId, type ReviewReportId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { reviewReportReasons } from '#kernel/review-enums.ts'
import { IdOf, Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { tellLive } from '#modules/audit-log/tell-live.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { type ReviewRefusal, reviewRefusals } from './refusal-text.ts'
import { type CatalogViewer, longest, maySee } from './review.ts'

/** The review that it is about; in the API a part of the path. */
export const ReviewIdIn = IdOf<'review'>('評価')

/** Asks staff to check a review, or its reply. For signed-in users who can see it; once per user while it is open. */
export const reportReview = mutation({
  name: 'review.report',
  permission: 'review.report',
  input: {
    id: ReviewIdIn,
    reason: z.enum(reviewReportReasons, '理由を選択してください。').describe('不適切・事実と異なる・個人情報・その他'),
    // required if the reason alone is not specific
    words: Text(0, longest.report).default(''),
  },
  refusals: reviewRefusals('reason_missing', 'reported_already', 'key_reused'),
  run: async (within, report): Promise<Result<{ id: ReviewReportId }, ReviewRefusal>> => {
    const { db, actor, now } = within
    authorize(actor, 'review.report', null)
    if (!('personId' in actor)) throw new Forbidden('review.report')
    const review = await db
      .selectFrom('reviews')
      .select(['id', 'side', 'farmId', 'restaurantId'])
      .select(['shownFrom', 'hiddenAt'])
      .where('id', '=', report.id)
      .forShare()
      .executeTakeFirst()
    // their own, too: a kitchen may report the reply to it, once it is shown
    const looker: CatalogViewer =
      actor.kind === 'buyer' && review?.side === 'farm' && actor.restaurantId === review.restaurantId
        ? 'other'
        : 'public'
    if (!review || !maySee(review, looker, now)) throw new NotFound('review')
    if (report.reason === 'other' && report.words.trim() === '') return refuse('reason_missing')
    const id = newId<'reviewReport'>()
    const made = await db
      .insertInto('reviewReports')
      .values({
        ...{ id, reviewId: review.id, personId: actor.personId, reason: report.reason, words: report.words.trim() },
        ...{ at: now, closedAt: null, closedBy: null, verdict: null },
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return refuse('reported_already')
    await recordEvent(db, within, {
      kind: 'review_reported',
      aboutFarmId: review.farmId,
      aboutRestaurantId: review.restaurantId,
      data: { reviewId: review.id, reason: report.reason },
    })
    await tellLive(db, ['staff'], 'report', {})
    return ok({ id })
  },
})

/** A word that staff watch for reports the review automatically; once, however often it is changed. */
export async function reportByFilter(db: DbOrTx, now: Date, id: ReviewId): Promise<void> {
  await db
    .insertInto('reviewReports')
    .values({
      ...{ id: newId<'reviewReport'>(), reviewId: id, personId: null, reason: 'word' },
      ...{ at: now, closedAt: null, closedBy: null, verdict: null },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tellLive(db, ['staff'], 'report', {})
}
