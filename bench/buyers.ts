import type pg from 'pg'
import type { BuyerActor } from '../app/authorization/actor.ts'
import type { Db } from '../app/infra/db/kysely.server.ts'
import { actorOf } from '../app/modules/identity/session-store.server.ts'
import { makeShops, type Shop } from '../tests/support/running-app.ts'

/** A restaurant that is about to order one each of these products, each from another farm. */
export type Buyer = Shop & { goods: readonly string[] }

/**
 * This many new restaurants, each with other products: a kitchen orders once from the same farms, or its second order
 * would be merged into the first. Together they use all products in turn.
 */
export async function makeBuyersOf(pool: pg.Pool, count: number, goods: readonly string[]): Promise<Buyer[]> {
  const shops = await makeShops(pool, count)
  return shops.map((shop, index) => ({
    ...shop,
    goods: [0, 1, 2].map((nth) => goods[(index * 3 + nth) % goods.length] ?? ''),
  }))
}

/** Puts the products into each buyer's cart. */
export async function fillCarts(pool: pg.Pool, buyers: readonly Buyer[]): Promise<void> {
  await pool.query(
    `insert into carts (id, person_id, restaurant_id, kitchen_id)
     select gen_random_uuid(), * from unnest($1::uuid[], $2::uuid[], $3::uuid[])`,
    [buyers.map((it) => it.personId), buyers.map((it) => it.restaurantId), buyers.map((it) => it.kitchenId)],
  )
  await pool.query(
    `insert into cart_lines (cart_id, product_id, qty, seen_price_yen, added_at)
     select carts.id, products.id, 1, products.price_yen, now()
       from unnest($1::uuid[], $2::uuid[]) as wanted (kitchen_id, product_id)
       join carts on carts.kitchen_id = wanted.kitchen_id join products on products.id = wanted.product_id`,
    [buyers.flatMap((it) => it.goods.map(() => it.kitchenId)), buyers.flatMap((it) => it.goods)],
  )
}

export async function actorOfBuyer(db: Db, { token }: Shop): Promise<BuyerActor> {
  const actor = await actorOf({ db, now: new Date() }, token, 'bearer')
  if (actor.kind !== 'buyer') throw new Error('no buyer')
  return actor
}
