import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { can, isBuyer } from '#authorization/rules.ts'
import type { RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { OwnTerms, PriceTier } from '#modules/pricing/agreed-price.ts'
import { isOneOff } from './one-off-goods.server.ts'

/** The alias under which a query reads `products`. */
type Products = 'p' | 'products'

export type TermsColumns = { tiers: PriceTier[]; own: OwnTerms | null }

/** In a query over products: their prices by quantity. */
export const tiersOf = (of: Products): RawBuilder<PriceTier[]> => sql`coalesce((
    select json_agg(json_build_object('fromQty', t.from_qty, 'priceYen', t.price_yen) order by t.from_qty)
      from price_tiers t where t.product_id = ${sql.ref(`${of}.id`)}), '[]')`

/**
 * In a query over products: their tiers, and what their farm has agreed with this restaurant (an id, or a column) as of
 * today.
 */
const termsColumns = (of: Products, restaurant: RawBuilder<unknown> | null, today: JstDate) => ({
  tiers: tiersOf(of),
  own: restaurant
    ? sql<OwnTerms | null>`(
    select json_build_object('priceYen', min(o.price_yen), 'percentOff', max(o.percent_off)) from own_prices o
     where o.restaurant_id = ${restaurant} and o.farm_id = ${sql.ref(`${of}.farmId`)} and o.ended_at is null
       and (o.product_id is null or o.product_id = ${sql.ref(`${of}.id`)})
       and ${today}::date between o.from_on and coalesce(o.until_on, 'infinity') having count(*) > 0)`
    : sql<OwnTerms | null>`null::json`,
})

/** What the price of a product depends on for the current actor: agreements with other restaurants are not included. */
export function termsForActor({ actor, now }: Pick<Ctx, 'actor' | 'now'>, of: Products) {
  const mine = isBuyer(actor) && can(actor, 'price.see', null) ? sql`${actor.restaurantId}::uuid` : null
  return termsColumns(of, mine, jstDateOf(now))
}

/** The same for the restaurant in a column of the query. */
export const termsForOrders = (of: Products, now: Date) =>
  termsColumns(of, sql.ref('orders.restaurantId'), jstDateOf(now))

/**
 * In a query over products: whether they exist for the current actor. Products restricted to chosen restaurants exist
 * for these, for the farm itself and for staff; of its own, those made for one order have the price of that order.
 */
export function existsFor({ actor }: Pick<Ctx, 'actor'>, of: Products): RawBuilder<boolean> {
  if (actor.kind === 'staff' || actor.kind === 'system') return sql<boolean>`true`
  const everybody = sql<boolean>`${sql.ref(`${of}.audience`)} = 'everybody'`
  if (actor.kind === 'farm') {
    const own = sql<boolean>`${sql.ref(`${of}.farmId`)} = ${actor.farmId}::uuid`
    const seesMoney = can(actor, 'order_money.see', { farmId: actor.farmId, restaurantId: null })
    return seesMoney ? sql`(${everybody} or ${own})` : sql`(${everybody} or ${own} and not ${isOneOff(of)})`
  }
  if (!isBuyer(actor) || !actor.restaurantApproved) return everybody
  return sql<boolean>`(${everybody} or ${chosen(of, sql`${actor.restaurantId}::uuid`)})`
}

/** In a query over products: archived ones exist only for their farm and for staff. */
export function notPutAway({ actor }: Pick<Ctx, 'actor'>, of: Products): RawBuilder<boolean> {
  if (actor.kind === 'staff' || actor.kind === 'system') return sql<boolean>`true`
  const offered = sql<boolean>`${sql.ref(`${of}.status`)} <> 'archived'`
  return actor.kind === 'farm'
    ? sql<boolean>`(${offered} or ${sql.ref(`${of}.farmId`)} = ${actor.farmId}::uuid)`
    : offered
}

/** Whether they exist for the restaurant in a column. */
export const existForOrders = (of: Products): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${of}.audience`)} = 'everybody' or ${chosen(of, sql.ref('orders.restaurantId'))})`

const chosen = (of: Products, restaurant: RawBuilder<unknown>) =>
  sql`exists (select from product_audience a where a.product_id = ${sql.ref(`${of}.id`)} and a.restaurant_id = ${restaurant})`

/** Products on sale that this restaurant sees and others do not. */
export const sharedWith = (restaurantId: RestaurantId): RawBuilder<unknown> => sql`(
  select p.id from product_audience a join products p on p.id = a.product_id join farms f on f.id = p.farm_id
   where a.restaurant_id = ${restaurantId}::uuid and p.audience = 'chosen' and p.status = 'listed' and f.status = 'approved'
     and not ${isOneOff('p')} and not goods_lapsed(p.farm_id, p.category, p.item_key))`
