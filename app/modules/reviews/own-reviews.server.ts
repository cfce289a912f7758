import { type RawBuilder, sql } from 'kysely'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { OrderState, Side } from '#kernel/enums.ts'
import { Forbidden, NotFound, Unauthenticated } from '#kernel/errors.ts'
import { type FarmId, type OrderId, type ProductId, parseId, type RestaurantId, type ReviewId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import type { StarCount, StarSum } from '#kernel/review-enums.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { lastWritingDay, leftWord, refusalOfWriting, writingDays } from './review.ts'

export type OwnVoice = { productId: ProductId; name: string; stars: StarCount | null; words: string }

/** The user's own review, as they read and change it. */
export type OwnReview = {
  id: ReviewId
  stars: StarCount
  words: string
  voices: OwnVoice[]
  writtenAt: Date
  shownFrom: Date
  reply: string | null
  hiddenReason: string | null
}

/** What the other side wrote; only once it is shown. */
export type TheirReview = {
  id: ReviewId
  stars: StarCount
  words: string
  voices: OwnVoice[]
  reply: string | null
  at: Date
}

export type OrderReviews = {
  side: Side | 'staff'
  orderId: OrderId
  number: string
  deliveryOn: JstDate
  other: string
  /** Of the other side, over all its reviews; null while there are none. */
  otherStars: StarSum | null
  /** May be written or changed now. */
  open: boolean
  /** The last day on which it may be; null while the order is not final. */
  until: JstDate | null
  own: OwnReview | null
  theirs: TheirReview | null
  /** What was sent, for reviews of single products. */
  goods: { productId: ProductId; name: string; packLabel: string; picture: string }[]
}

type OrderRow = {
  id: OrderId
  number: string
  deliveryOn: JstDate
  farmId: FarmId
  restaurantId: RestaurantId
  state: OrderState
  finalizedAt: Date | null
  isReplacement: boolean
  farm: string
  restaurant: string
  farmStars: StarSum | null
  restaurantStars: StarSum | null
  goods: OrderReviews['goods']
  reviews: ReviewRow[]
}

type ReviewRow = OwnReview & { side: Side; writtenAt: string | Date; shownFrom: string | Date; hidden: boolean }

const reviewJson = sql`json_build_object('id', r.id, 'side', r.side, 'stars', r.stars, 'words', r.words,
  'writtenAt', r.written_at, 'shownFrom', r.shown_from, 'reply', r.reply, 'hiddenReason', r.hidden_reason,
  'hidden', r.hidden_at is not null,
  'voices', (select coalesce(json_agg(json_build_object('productId', v.product_id, 'name', pr.name, 'stars', v.stars, 'words', v.words) order by pr.name, pr.id), '[]')
               from review_voices v join products pr on pr.id = v.product_id where v.review_id = r.id))`

const nameOf = (side: Side, table: RawBuilder<unknown>) =>
  sql`case when ${table}.status = 'closed' then ${leftWord[side]} else ${table}.name end`

/** The reviews of one order as a side sees them: its own, and the other's once it is shown. One query. */
export const reviewsOfOrder = query('order.see', async (ctx, orderId: OrderId): Promise<OrderReviews> => {
  if (ctx.actor.kind === 'visitor') throw new Unauthenticated('reviews')
  const { rows } = await sql<OrderRow>`
    select o.id, o.number, o.delivery_on, o.farm_id, o.restaurant_id, o.state, o.finalized_at,
           o.claim_id is not null as is_replacement,
           ${nameOf('farm', sql`f`)} as farm, ${nameOf('restaurant', sql`b`)} as restaurant,
           (select json_build_object('stars', t.stars, 'reviews', t.reviews) from farm_stars t where t.farm_id = o.farm_id) as farm_stars,
           (select json_build_object('stars', t.stars, 'reviews', t.reviews) from restaurant_stars t
             where t.restaurant_id = o.restaurant_id) as restaurant_stars,
           (select coalesce(json_agg(it), '[]') from (
             select distinct on (l.product_id) l.product_id as "productId", l.name, l.pack_label as "packLabel", l.picture
               from order_lines l where l.order_id = o.id and l.shipped_qty > 0 order by l.product_id, l.ordinal) it) as goods,
           (select coalesce(json_agg(${reviewJson}), '[]') from reviews r where r.order_id = o.id) as reviews
      from orders o join farms f on f.id = o.farm_id join restaurants b on b.id = o.restaurant_id
     where o.id = ${orderId}`.execute(ctx.db)
  const [order] = rows
  if (!order) throw new NotFound('order')
  seeOrNotFound(ctx.actor, 'order.see', {
    farmId: order.farmId,
    restaurantId: order.restaurantId,
    state: order.state,
  })
  const side = ctx.actor.kind === 'buyer' ? 'restaurant' : ctx.actor.kind === 'farm' ? 'farm' : 'staff'
  const dated = order.reviews.map((it) => ({
    ...it,
    writtenAt: new Date(it.writtenAt),
    shownFrom: new Date(it.shownFrom),
  }))
  const own = dated.find((it) => it.side === side) ?? null
  const theirs = dated.find((it) => it.side !== side && it.shownFrom <= ctx.now && !it.hidden) ?? null
  const facts = { state: order.state, finalizedAt: order.finalizedAt, isReplacement: order.isReplacement }
  return {
    side,
    orderId: order.id,
    number: order.number,
    deliveryOn: order.deliveryOn,
    other: side === 'restaurant' ? order.farm : order.restaurant,
    otherStars: side === 'restaurant' ? order.farmStars : order.restaurantStars,
    open:
      refusalOfWriting(facts, own, ctx.now) === null &&
      can(ctx.actor, 'review.write', { farmId: order.farmId, restaurantId: order.restaurantId }),
    until: order.finalizedAt && !order.isReplacement ? lastWritingDay(order.finalizedAt) : null,
    own: own && ownOf(own),
    theirs: theirs && theirsOf(theirs),
    goods: order.goods,
  }
})

type Dated = Omit<ReviewRow, 'writtenAt' | 'shownFrom'> & { writtenAt: Date; shownFrom: Date }

const ownOf = ({ id, stars, words, voices, writtenAt, shownFrom, reply, hiddenReason }: Dated): OwnReview => ({
  ...{ id, stars, words, voices, writtenAt, shownFrom, reply, hiddenReason },
})
const theirsOf = ({ id, stars, words, voices, reply, shownFrom }: Dated): TheirReview => ({
  ...{ id, stars, words, voices, reply, at: shownFrom },
})

export type WaitingReview = {
  orderId: OrderId
  number: string
  deliveryOn: JstDate
  other: string
  until: JstDate
  firstGoods: string
  moreGoods: number
}

export type ShownReviews = {
  orderId: OrderId
  number: string
  other: string
  own: OwnReview | null
  theirs: TheirReview | null
  at: Date
}

export type OwnReviews = {
  /** Orders that the user may review and has not; those whose time ends first come first. */
  waiting: WaitingReview[]
  /** Written and not shown yet. */
  written: { orderId: OrderId; number: string; other: string; own: OwnReview; until: JstDate }[]
  /** Newest first. */
  shown: ShownReviews[]
  next: OrderId | null
  stars: StarSum | null
}

const mostWaiting = 50
const perPage = 20

function sideOf({ actor }: Ctx) {
  if (actor.kind === 'visitor') throw new Unauthenticated('reviews')
  if (actor.kind === 'buyer')
    return { side: 'restaurant' as const, mine: sql`restaurant_id = ${actor.restaurantId}`, id: actor.restaurantId }
  if (actor.kind === 'farm') return { side: 'farm' as const, mine: sql`farm_id = ${actor.farmId}`, id: actor.farmId }
  throw new Forbidden('reviews')
}

type ListRow = {
  orderId: OrderId
  number: string
  deliveryOn: JstDate
  finalizedAt: Date
  other: string
  firstGoods: string
  moreGoods: number
}

/** What is to be written, was written and is shown, for the user's own side. Four queries. */
export const ownReviews = query('own', async (ctx, after: string | null = null): Promise<OwnReviews> => {
  const { side, mine, id } = sideOf(ctx)
  const today = jstDateOf(ctx.now)
  const since = momentOf(addDays(today, -writingDays), 0)
  const other = side === 'restaurant' ? nameOf('farm', sql`f`) : nameOf('restaurant', sql`b`)
  const waiting = sql<ListRow>`
    select o.id as "orderId", o.number, o.delivery_on as "deliveryOn", o.finalized_at as "finalizedAt", ${other} as other,
           lines.first as "firstGoods", lines.n - 1 as "moreGoods"
      from orders o join farms f on f.id = o.farm_id join restaurants b on b.id = o.restaurant_id
      cross join lateral (select (array_agg(l.name order by l.ordinal))[1] as first, count(*)::int as n
                            from order_lines l where l.order_id = o.id) lines
     where o.${mine} and o.state = 'finalized' and o.finalized_at >= ${since} and o.claim_id is null
       and not exists (select from reviews r where r.order_id = o.id and r.side = ${side})
     order by o.finalized_at, o.id limit ${mostWaiting}`.execute(ctx.db)
  const written = sql<ListRow & { own: Dated }>`
    select o.id as "orderId", o.number, o.finalized_at as "finalizedAt", ${other} as other, ${reviewJson} as own
      from reviews r join orders o on o.id = r.order_id join farms f on f.id = r.farm_id join restaurants b on b.id = r.restaurant_id
     where r.${mine} and r.side = ${side} and r.shown_from > ${ctx.now}
     order by r.shown_from, r.id limit ${mostWaiting}`.execute(ctx.db)
  const from = parseId<'order'>(after)
  const shown = sql<{ orderId: OrderId; number: string; other: string; at: Date; both: Dated[] }>`
    with page as (
      select order_id, max(shown_from) as at from reviews r
       where r.${mine} and r.shown_from <= ${ctx.now} and (r.hidden_at is null or r.side = ${side})
         ${from ? sql`and (r.shown_from, r.order_id) < (select max(shown_from), order_id from reviews where order_id = ${from} group by order_id)` : sql``}
       group by order_id order by at desc, order_id desc limit ${perPage + 1})
    select o.id as "orderId", o.number, ${other} as other, page.at,
           (select json_agg(${reviewJson}) from reviews r
             where r.order_id = o.id and (r.hidden_at is null or r.side = ${side})) as both
      from page join orders o on o.id = page.order_id join farms f on f.id = o.farm_id join restaurants b on b.id = o.restaurant_id
     order by page.at desc, o.id desc`.execute(ctx.db)
  const stars =
    side === 'farm'
      ? sql<StarSum>`select stars, reviews from farm_stars where farm_id = ${id}`.execute(ctx.db)
      : sql<StarSum>`select stars, reviews from restaurant_stars where restaurant_id = ${id}`.execute(ctx.db)
  const [waits, writ, seen, sum] = await Promise.all([waiting, written, shown, stars])
  const pageOfShown = seen.rows.slice(0, perPage)
  return {
    waiting: waits.rows.map(({ finalizedAt, ...row }) => ({ ...row, until: lastWritingDay(finalizedAt) })),
    written: writ.rows.map(({ orderId, number, other, finalizedAt, own }) => ({
      ...{ orderId, number, other, own: ownOf(dated(own)) },
      until: lastWritingDay(finalizedAt),
    })),
    shown: pageOfShown.map(({ orderId, number, other, at, both }) => {
      const own = both.find((it) => it.side === side)
      const theirs = both.find((it) => it.side !== side)
      return {
        ...{ orderId, number, other, at },
        own: own ? ownOf(dated(own)) : null,
        theirs: theirs ? theirsOf(dated(theirs)) : null,
      }
    }),
    next: seen.rows.length > perPage ? (pageOfShown.at(-1)?.orderId ?? null) : null,
    stars: sum.rows[0] ?? null,
  }
})

const dated = (row: Dated): Dated => ({
  ...row,
  writtenAt: new Date(row.writtenAt),
  shownFrom: new Date(row.shownFrom),
})

const keptWaiting = keptRows<{ of: string; n: number }>({
  channel: 'orders',
  all: 'everything',
  tagsOf: ({ of }) => [`list:${of}`, `reviews:${of}`],
  most: 5_000,
})

/** How many orders the user may review and has not; from memory unless its orders or reviews have changed. */
export const reviewsWaiting = query('own', async (ctx): Promise<number> => {
  const { side, mine, id } = sideOf(ctx)
  const today = jstDateOf(ctx.now)
  const since = momentOf(addDays(today, -writingDays), 0)
  const { n } = await keptWaiting.one(ctx.db, `${id} ${today}`, async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from orders o
       where o.${mine} and o.state = 'finalized' and o.finalized_at >= ${since} and o.claim_id is null
         and not exists (select from reviews r where r.order_id = o.id and r.side = ${side})`.execute(ctx.db)
    return { of: id, n: rows[0]?.n ?? 0 }
  })
  return n
})
