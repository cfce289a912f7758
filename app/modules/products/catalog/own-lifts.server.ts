import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { isKept } from '#kernel/changes.ts'
import type { ProductId, RestaurantId } from '#kernel/ids.ts'
import { addDays, jstDateOf, momentOf } from '#kernel/jst.ts'
import { keptRows } from '#kernel/kept-rows.ts'

/** For how many days the restaurant's own orders count, and how many products they raise at most. */
const ownDays = 90
const ownGoods = 200

/**
 * How many points each product is raised for a restaurant, as a text of JSON for the statement of a list; `hash`: the same for
 * restaurants with the same points, so that their lists are the same.
 */
export type Lifts = { text: string; hash: string }

type Lift = { product_id: ProductId; lift: number }

/** What the restaurant has ordered recently, the more often the higher: rows of `product_id` and `lift`. */
export const liftRows = ({ now }: Pick<Ctx, 'now'>, restaurantId: RestaurantId): RawBuilder<Lift> => sql<Lift>`
  select l.product_id, 1000 + 10 * least(count(*), 50)::int as lift
    from orders o join order_lines l on l.order_id = o.id
   where o.restaurant_id = ${restaurantId} and o.placed_at >= ${momentOf(addDays(jstDateOf(now), -ownDays), 0)}
     and o.state not in ('draft', 'pending_approval', 'sent_back', 'declined', 'expired', 'cancelled')
   group by l.product_id order by count(*) desc, l.product_id limit ${sql.lit(ownGoods)}`

/** The same rows of points that are known. */
export const givenLiftRows = ({ text }: Lifts): RawBuilder<Lift> =>
  sql<Lift>`select product_id, lift from jsonb_to_recordset(${text}::jsonb) as known (product_id uuid, lift integer)`

const kept = keptRows<Lifts & { restaurantId: RestaurantId }>({
  channel: 'orders',
  all: 'everything',
  tagsOf: ({ restaurantId }) => [`list:${restaurantId}`, `bought:${restaurantId}`],
  most: 2_000,
})

/** The points of the viewer's restaurant, from memory; null without memory, and for viewers without a restaurant. */
export async function keptLifts(ctx: Ctx): Promise<Lifts | null> {
  const { actor, db } = ctx
  if (actor.kind !== 'buyer' || !(await isKept(db))) return null
  const { restaurantId } = actor
  // of the last days until today
  return await kept.one(db, `${restaurantId} ${jstDateOf(ctx.now)}`, async () => {
    const { rows } = await sql<{ text: string }>`
      select coalesce(json_agg(json_build_object('product_id', product_id, 'lift', lift) order by product_id), '[]')::text as text
        from (${liftRows(ctx, restaurantId)}) own`.execute(db)
    const text = rows[0]?.text ?? '[]'
    return { restaurantId, text, hash: createHash('sha256').update(text).digest('base64url') }
  })
}
