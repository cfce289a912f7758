import { sql } from 'kysely'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, ProductId, ReviewId } from '#kernel/ids.ts'
import type { StarCount, StarSum } from '#kernel/review-enums.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'
import { productIsThere } from '#modules/products/catalog/product-page.server.ts'
import { leftWord } from './review.ts'

/** 飲食店からの評価: a kitchen's review, as shown publicly. Never a price or a quantity. */
export type Voice = {
  id: ReviewId
  /** Of the product, if they were given; else null. */
  stars: StarCount | null
  words: string
  restaurant: string
  crest: string
  /** How many orders with it that kitchen has received. */
  orders: number
  at: Date
  reply: string | null
}

export type Voices = { sum: StarSum | null; voices: Voice[] }

/** How many a page shows; the API returns more. */
export const shownVoices = 4

/**
 * What kitchens said about one product, newest first, with how often each has received it, and the overall stars. For
 * everyone who can see the product. One query.
 */
export const productVoices = query(
  'public',
  async (ctx, id: ProductId, most: number = shownVoices): Promise<Voices> => {
    const { rows } = await sql<Voices>`
    select (select json_build_object('stars', t.stars, 'reviews', t.reviews) from product_stars t where t.product_id = ${id}) as sum,
           (select coalesce(json_agg(it order by it.at desc, it.id desc), '[]') from (
             select r.id, v.stars, v.words, ${restaurantName} as restaurant, b.crest, r.shown_from as at, r.reply,
                    (select count(distinct l.order_id)::int from order_lines l join orders o on o.id = l.order_id
                      where l.restaurant_id = r.restaurant_id and l.product_id = v.product_id
                        and o.state = 'finalized' and l.received_qty > 0) as orders
               from review_voices v join reviews r on r.id = v.review_id join restaurants b on b.id = r.restaurant_id
              where v.product_id = ${id} and v.words <> '' and r.shown_from <= ${ctx.now} and r.hidden_at is null
              order by r.shown_from desc, r.id desc limit ${most}) it) as voices
      from products p join farms f on f.id = p.farm_id where p.id = ${id} and ${productIsThere(ctx)}`.execute(ctx.db)
    return withDates(rows[0], 'product')
  },
)

/** The same about a farm: reviews of whole orders. One query. */
export const farmVoices = query('public', async (ctx, id: FarmId, most: number = shownVoices): Promise<Voices> => {
  const { rows } = await sql<Voices>`
    select (select json_build_object('stars', t.stars, 'reviews', t.reviews) from farm_stars t where t.farm_id = ${id}) as sum,
           (select coalesce(json_agg(it order by it.at desc, it.id desc), '[]') from (
             select r.id, r.stars, r.words, ${restaurantName} as restaurant, b.crest, r.shown_from as at, r.reply,
                    (select count(*)::int from orders o
                      where o.restaurant_id = r.restaurant_id and o.farm_id = r.farm_id and o.state = 'finalized') as orders
               from reviews r join restaurants b on b.id = r.restaurant_id
              where r.farm_id = ${id} and r.side = 'restaurant' and r.shown_from <= ${ctx.now} and r.hidden_at is null
              order by r.shown_from desc, r.id desc limit ${most}) it) as voices
      from farms f where f.id = ${id} and ${isPublicFarm('f')}`.execute(ctx.db)
  return withDates(rows[0], 'farm')
})

/** Restaurants that have left are not named any more. */
const restaurantName = sql`case when b.status = 'closed' then ${leftWord.restaurant} else b.name end`

function withDates(row: Voices | undefined, of: 'product' | 'farm'): Voices {
  if (!row) throw new NotFound(of)
  return { sum: row.sum, voices: row.voices.map((voice) => ({ ...voice, at: new Date(voice.at) })) }
}
