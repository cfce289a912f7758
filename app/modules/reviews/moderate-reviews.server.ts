import { type RawBuilder, sql } from 'kysely'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Side } from '#kernel/enums.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import type { AdminId, FarmId, OrderId, RestaurantId, ReviewId, ReviewReportId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { ReviewReportReason, StarCount } from '#kernel/review-enums.ts'
import { IdOf, Text } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { calculateStars } from './calculate-stars.server.ts'
import { type ReviewRefusal, reviewRefusals, reviewRefusalText } from './refusal-text.ts'
import { ReviewIdIn } from './report-review.server.ts'
import { longest } from './review.ts'
import type { ReviewFilter } from './review-filter.ts'
import { reviewHidden } from './review-mails.server.tsx'
import { voicedIn } from './show-reviews.server.ts'

export type ReviewInDesk = {
  id: ReviewId
  orderId: OrderId
  number: string
  side: Side
  farmId: FarmId
  restaurantId: RestaurantId
  farm: string
  restaurant: string
  by: string
  stars: StarCount
  words: string
  voices: { name: string; stars: StarCount | null; words: string }[]
  reply: string | null
  writtenAt: Date
  shownFrom: Date
  hiddenAt: Date | null
  hiddenReason: string | null
  /** Open reports. */
  open: number
}

export type ReviewReportSeen = {
  id: ReviewReportId
  reason: ReviewReportReason | 'word'
  words: string
  /** null: the words that staff watch for. */
  by: string | null
  at: Date
  closedAt: Date | null
  verdict: string | null
}

const perPage = 50

function requireModerator(ctx: Ctx): AdminId {
  if (ctx.actor.kind === 'visitor') throw new Unauthenticated('reviews')
  seeOrNotFound(ctx.actor, 'reviews.moderate', null)
  if (ctx.actor.kind !== 'staff') throw new NotFound('reviews')
  return ctx.actor.adminId
}

const rowsWhere = (where: RawBuilder<unknown>, limit: number) => sql<ReviewInDesk>`
  select r.id, r.order_id as "orderId", o.number, r.side, r.farm_id as "farmId", r.restaurant_id as "restaurantId",
         f.name as farm, b.name as restaurant, case when p.closed_at is null then p.name else '退会した方' end as by,
         r.stars, r.words, r.reply, r.written_at as "writtenAt", r.shown_from as "shownFrom",
         r.hidden_at as "hiddenAt", r.hidden_reason as "hiddenReason",
         (select coalesce(json_agg(json_build_object('name', pr.name, 'stars', v.stars, 'words', v.words) order by pr.name, pr.id), '[]')
            from review_voices v join products pr on pr.id = v.product_id where v.review_id = r.id) as voices,
         (select count(*)::int from review_reports t where t.review_id = r.id and t.closed_at is null) as open
    from reviews r
    join orders o on o.id = r.order_id
    join farms f on f.id = r.farm_id
    join restaurants b on b.id = r.restaurant_id
    join people p on p.id = r.person_id
   where ${where}
   order by r.id desc limit ${limit}`

function conditionsOf({ desk, side, stars, q }: ReviewFilter, after: ReviewId | null): RawBuilder<unknown> {
  const like = `%${q.replace(/[\\%_]/g, (mark) => `\\${mark}`)}%`
  return sql.join(
    [
      sql`true`,
      ...(desk === 'reported'
        ? [sql`exists (select from review_reports t where t.review_id = r.id and t.closed_at is null)`]
        : []),
      ...(desk === 'hidden' ? [sql`r.hidden_at is not null`] : []),
      ...(side ? [sql`r.side = ${side}`] : []),
      ...(stars ? [sql`r.stars = ${stars}`] : []),
      ...(q
        ? [sql`(f.name like ${like} or b.name like ${like} or o.number like ${like} or r.words like ${like})`]
        : []),
      ...(after ? [sql`r.id < ${after}`] : []),
    ],
    sql` and `,
  )
}

/** For staff: reported reviews first, or all of them, newest first. Two queries. */
export const moderationDesk = query(
  'reviews.moderate',
  async (ctx, filter: ReviewFilter): Promise<{ reviews: ReviewInDesk[]; next: ReviewId | null; waiting: number }> => {
    requireModerator(ctx)
    const [{ rows }, waiting] = await Promise.all([
      rowsWhere(conditionsOf(filter, filter.after), perPage + 1).execute(ctx.db),
      ctx.db
        .selectFrom('reviewReports')
        .select((is) => is.fn.countAll<string>().as('n'))
        .where('closedAt', 'is', null)
        .executeTakeFirst(),
    ])
    const reviews = rows.slice(0, perPage)
    return {
      reviews,
      next: rows.length > perPage ? (reviews.at(-1)?.id ?? null) : null,
      waiting: Number(waiting?.n ?? 0),
    }
  },
)

/** All rows of a filter, for a file; in chunks. */
export async function* reviewsInChunks(ctx: Ctx, filter: ReviewFilter, size = 500): AsyncGenerator<ReviewInDesk[]> {
  requireModerator(ctx)
  for (let after: ReviewId | null = null; ; ) {
    const { rows }: { rows: ReviewInDesk[] } = await rowsWhere(conditionsOf(filter, after), size).execute(ctx.db)
    if (rows.length > 0) yield rows
    const last = rows.at(-1)
    if (rows.length < size || !last) return
    after = last.id
  }
}

/** One review as staff see it, with all its reports. */
export const reviewForStaff = query(
  'reviews.moderate',
  async (ctx, id: ReviewId): Promise<{ review: ReviewInDesk; reports: ReviewReportSeen[] }> => {
    requireModerator(ctx)
    const { rows } = await rowsWhere(sql`r.id = ${id}`, 1).execute(ctx.db)
    const [review] = rows
    if (!review) throw new NotFound('review')
    const { rows: reports } = await sql<ReviewReportSeen>`
    select t.id, t.reason, t.words, case when p.closed_at is null then p.name else '退会した方' end as by, t.at,
           t.closed_at as "closedAt", t.verdict
      from review_reports t left join people p on p.id = t.person_id
     where t.review_id = ${id} order by t.at desc, t.id desc`.execute(ctx.db)
    return { review, reports: reports.map((it) => (it.reason === 'word' ? { ...it, by: null } : it)) }
  },
)

const Reason = Text(1, longest.reason, reviewRefusalText('reason_missing'))

/** Hides it and removes it from the averages, with a reason that both sides are given; its open reports are closed. */
export const hideReview = mutation({
  name: 'review.hide',
  permission: 'reviews.moderate',
  input: { id: ReviewIdIn, reason: Reason },
  refusals: reviewRefusals('reason_missing', 'hidden_already', 'key_reused'),
  run: async (within, { id, reason }): Promise<Result<null, ReviewRefusal>> => {
    const adminId = requireModerator(within)
    const { db, now } = within
    if (reason.trim() === '') return refuse('reason_missing')
    const review = await lockReview(db, id)
    if (review.hiddenAt) return refuse('hidden_already')
    await db.updateTable('reviews').set({ hiddenAt: now, hiddenReason: reason.trim() }).where('id', '=', id).execute()
    await db
      .updateTable('reviewReports')
      .set({ closedAt: now, closedBy: adminId, verdict: reason.trim() })
      .where('reviewId', '=', id)
      .where('closedAt', 'is', null)
      .execute()
    await afterwards(within, review, { isHidden: true, reason: reason.trim() })
    return ok(null)
  },
})

/** Shows it again, and includes it in the averages. */
export const restoreReview = mutation({
  name: 'review.restore',
  permission: 'reviews.moderate',
  input: { id: ReviewIdIn, reason: Reason },
  refusals: reviewRefusals('reason_missing', 'not_hidden', 'key_reused'),
  run: async (within, { id, reason }): Promise<Result<null, ReviewRefusal>> => {
    requireModerator(within)
    if (reason.trim() === '') return refuse('reason_missing')
    const review = await lockReview(within.db, id)
    if (!review.hiddenAt) return refuse('not_hidden')
    await within.db.updateTable('reviews').set({ hiddenAt: null, hiddenReason: null }).where('id', '=', id).execute()
    await afterwards(within, review, { isHidden: false, reason: reason.trim() })
    return ok(null)
  },
})

/** Staff have checked it and leave the review unchanged; with their findings. */
export const closeReviewReport = mutation({
  name: 'review.close_report',
  permission: 'reviews.moderate',
  input: { id: IdOf<'reviewReport'>('報告'), verdict: Reason },
  refusals: reviewRefusals('reason_missing', 'report_closed', 'key_reused'),
  run: async (within, { id, verdict }): Promise<Result<null, ReviewRefusal>> => {
    const adminId = requireModerator(within)
    if (verdict.trim() === '') return refuse('reason_missing')
    const closed = await within.db
      .updateTable('reviewReports')
      .set({ closedAt: within.now, closedBy: adminId, verdict: verdict.trim() })
      .where('id', '=', id)
      .where('closedAt', 'is', null)
      .returning('reviewId')
      .executeTakeFirst()
    if (!closed) return refuse('report_closed')
    const review = await lockReview(within.db, closed.reviewId)
    await recordEvent(within.db, within, {
      kind: 'review_report_closed',
      aboutFarmId: review.farmId,
      aboutRestaurantId: review.restaurantId,
      reason: verdict.trim(),
      data: { reviewId: review.id, reportId: id },
    })
    return ok(null)
  },
})

type Locked = Awaited<ReturnType<typeof lockReview>>

async function lockReview(db: DbOrTx, id: ReviewId) {
  const review = await db
    .selectFrom('reviews')
    .innerJoin('orders', 'orders.id', 'reviews.orderId')
    .innerJoin('farms', 'farms.id', 'reviews.farmId')
    .innerJoin('restaurants', 'restaurants.id', 'reviews.restaurantId')
    .select(['reviews.id', 'reviews.farmId', 'reviews.restaurantId', 'side', 'stars'])
    .select(['words', 'orders.number', 'farms.name as farm', 'restaurants.name as restaurant'])
    .select(['hiddenAt', 'hiddenReason', 'shownFrom'])
    .where('reviews.id', '=', id)
    .forUpdate('reviews')
    .executeTakeFirst()
  if (!review) throw new NotFound('review')
  return review
}

/**
 * The consequences of hiding and restoring: history, averages, and notifications to both sides; for a review that was
 * not shown yet, only to its writer.
 */
async function afterwards(ctx: Ctx, review: Locked, { isHidden, reason }: { isHidden: boolean; reason: string }) {
  const { db, now } = ctx
  const { id, farmId, restaurantId, side } = review
  const eventId = await recordEvent(db, ctx, {
    kind: isHidden ? 'review_hidden' : 'review_restored',
    ...{ aboutFarmId: farmId, aboutRestaurantId: restaurantId, reason },
    data: { reviewId: id, side, stars: review.stars, words: review.words },
  })
  const isShown = review.shownFrom <= now
  if (isShown)
    await calculateStars(db, {
      farmIds: side === 'restaurant' ? [farmId] : [],
      restaurantIds: side === 'farm' ? [restaurantId] : [],
      productIds: await voicedIn(db, [id]),
    })
  for (const told of ['restaurant', 'farm'] as const) {
    const isWriter = told === side
    if (!isShown && !isWriter) continue
    await tellOwners(db, now, told === 'farm' ? { farmId } : { restaurantId }, {
      key: `review:${eventId}:${told}`,
      kind: reviewHidden,
      data: {
        ...{ side: told, number: review.number, other: told === 'farm' ? review.restaurant : review.farm },
        ...{ isHidden, isWriter, reason },
      },
    })
  }
}
