import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Side } from '#kernel/enums.ts'
import type { FarmId, OrderId, ProductId, RestaurantId, ReviewId } from '#kernel/ids.ts'
import type { StarCount } from '#kernel/review-enums.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { tellOwners } from '#modules/organisations/approval/tell-members.server.ts'
import { calculateStars } from './calculate-stars.server.ts'
import { reviewShown } from './review-mails.server.tsx'

/** Few per transaction, so that the locks on the sums are short. */
const atOnce = 20

/**
 * Shows reviews whose time for writing is over: both sides are notified, and the averages follow. Others see them from
 * that moment on even without this; called by a job. Concurrent workers take different orders. Returns the number of
 * orders.
 */
export async function showDueReviews({ db, now }: Omit<Ctx, 'actor'>): Promise<number> {
  for (let shown = 0; ; ) {
    const round = await db.transaction().execute(async (tx) => {
      const due = await tx
        .selectFrom('reviews')
        .select('orderId')
        .where('toldAt', 'is', null)
        .where('shownFrom', '<=', now)
        .orderBy('shownFrom')
        .limit(atOnce)
        .forUpdate()
        .skipLocked()
        .execute()
      await showReviews({ db: tx, now }, [...new Set(due.map(({ orderId }) => orderId))])
      return due.length
    })
    shown += round
    if (round < atOnce) return shown
  }
}

type Shown = {
  id: ReviewId
  orderId: OrderId
  number: string
  side: Side
  stars: StarCount
  words: string
  farmId: FarmId
  restaurantId: RestaurantId
  farm: string
  restaurant: string
  hidden: boolean
}

/**
 * Notifies both sides of these orders of what is shown from now on, and counts it; within the transaction that shows
 * it.
 */
export async function showReviews({ db, now }: { db: DbOrTx; now: Date }, orderIds: readonly OrderId[]): Promise<void> {
  if (orderIds.length === 0) return
  const reviews: Shown[] = await db
    .selectFrom('reviews')
    .innerJoin('orders', 'orders.id', 'reviews.orderId')
    .innerJoin('farms', 'farms.id', 'reviews.farmId')
    .innerJoin('restaurants', 'restaurants.id', 'reviews.restaurantId')
    .select(['reviews.id', 'reviews.orderId', 'orders.number', 'side', 'stars', 'words'])
    .select(['reviews.farmId', 'reviews.restaurantId'])
    .select(['farms.name as farm', 'restaurants.name as restaurant'])
    .select((is) => is('reviews.hiddenAt', 'is not', null).$castTo<boolean>().as('hidden'))
    .where('reviews.orderId', 'in', orderIds)
    .where('toldAt', 'is', null)
    .where('shownFrom', '<=', now)
    .orderBy('reviews.id')
    .execute()
  for (const both of Map.groupBy(reviews, ({ orderId }) => orderId).values()) await tellBoth(db, now, both)
  const ids = reviews.map(({ id }) => id)
  if (ids.length === 0) return
  await db.updateTable('reviews').set({ toldAt: now }).where('id', 'in', ids).execute()
  await calculateStars(db, {
    farmIds: reviews.flatMap(({ side, farmId }) => (side === 'restaurant' ? [farmId] : [])),
    restaurantIds: reviews.flatMap(({ side, restaurantId }) => (side === 'farm' ? [restaurantId] : [])),
    productIds: await voicedIn(db, ids),
  })
}

export const voicedIn = async (db: DbOrTx, ids: readonly ReviewId[]): Promise<ProductId[]> =>
  (await db.selectFrom('reviewVoices').select('productId').distinct().where('reviewId', 'in', ids).execute()).map(
    (row) => row.productId,
  )

const bySystem = (now: Date) => ({ actor: { kind: 'system' as const }, now })

async function tellBoth(db: DbOrTx, now: Date, both: readonly Shown[]): Promise<void> {
  const [one] = both
  if (!one) return
  await recordEvent(db, bySystem(now), {
    kind: 'review_shown',
    aboutFarmId: one.farmId,
    aboutRestaurantId: one.restaurantId,
    data: { order: one.number, sides: both.map(({ side }) => side) },
  })
  for (const side of ['restaurant', 'farm'] as const) {
    const theirs = both.find((it) => it.side !== side && !it.hidden)
    const own = both.some((it) => it.side === side && !it.hidden)
    const bothWrote = both.length > 1
    if (!theirs && !own) continue
    const other = side === 'farm' ? one.restaurant : one.farm
    await tellOwners(db, now, side === 'farm' ? { farmId: one.farmId } : { restaurantId: one.restaurantId }, {
      key: `review:${one.orderId}:shown:${side}`,
      kind: reviewShown,
      concerns: { orderId: one.orderId },
      data: {
        ...{ side, other, number: one.number, own, bothWrote },
        theirs: theirs ? { stars: theirs.stars, words: theirs.words } : null,
      },
    })
  }
}
