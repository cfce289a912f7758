import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '../../app/authorization/ctx.ts'
import type { FarmId, RestaurantId } from '../../app/kernel/ids.ts'
import type { JstDate } from '../../app/kernel/jst.ts'

/**
 * What pages of sales and purchases show, asked of all lines, charges and periods one by one. The pages read kept lists, charges
 * and indexes instead (docs/decisions/0139); both must come to the same yen.
 */
async function numbers<Key extends string>(db: DbOrTx, query: RawBuilder<Record<Key, unknown>>) {
  const { rows } = await query.execute(db)
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([key, it]) => [key, Number.isNaN(Number(it)) ? it : Number(it)])),
  )
}

const dead = sql`('draft', 'pending_approval', 'declined', 'expired', 'cancelled', 'sent_back')`
const worth = sql`coalesce(l.billed_yen, case
  when l.free then 0
  when l.catch_weight then coalesce(l.shipped_grams, l.confirmed_grams, l.ordered_grams, 0) * l.price_yen / 1000
  else coalesce(l.shipped_qty, l.confirmed_qty, l.ordered_qty, 0) * l.price_yen end)`

/** What a farm sold, by restaurant and by name; and what it did not send of what was ordered. */
export async function plainSales(db: DbOrTx, farmId: FarmId, { fromOn, toOn }: { fromOn: JstDate; toOn: JstDate }) {
  const by = (key: RawBuilder<unknown>) =>
    numbers(
      db,
      sql<Record<'key' | 'orders' | 'yen', unknown>>`
        select ${key} as key, count(distinct o.id) filter (where ${worth} > 0) as orders, sum(${worth}) as yen
          from orders o join order_lines l on l.order_id = o.id
         where o.farm_id = ${farmId} and o.delivery_on between ${fromOn} and ${toOn} and o.state not in ${dead}
         group by 1 order by yen desc, key`,
    )
  const short = await numbers(
    db,
    sql<Record<'yen', unknown>>`
      select coalesce(sum(greatest(0, coalesce(l.ordered_qty, 0) - l.shipped_qty) * case when l.catch_weight
               then l.price_yen * coalesce(l.nominal_grams, 0) / 1000 else l.price_yen end)
               filter (where l.shipped_qty is not null and not l.free), 0) as yen
        from orders o join order_lines l on l.order_id = o.id
       where o.farm_id = ${farmId} and o.delivery_on between ${fromOn} and ${toOn} and o.state not in ${dead}`,
  )
  return { byRestaurant: await by(sql`o.restaurant_id`), byProduct: await by(sql`l.name`), shortYen: short[0]?.yen }
}

const unbilled = sql`not exists (select from closing_charges c where c.charge_id = h.id and c.side = 'restaurant')`
const isOpen = sql`(o.total_inc_yen is null and o.state in ('placed', 'accepted', 'proposed', 'preparing', 'partly_shipped',
  'shipped', 'delivered', 'inspected'))`

/** What a restaurant has bought until a day that no invoice holds: with tax, rounded once for each order and rate. */
export async function plainPeriod(
  db: DbOrTx,
  restaurantId: RestaurantId,
  { afterOn, toOn }: { afterOn: JstDate | null; toOn: JstDate },
) {
  const within = (day: RawBuilder<unknown>) =>
    sql`(${day} <= ${toOn} and (${afterOn}::date is null or ${day} > ${afterOn}::date))`
  const lines = sql`(
    select o.id, ${isOpen} as open, l.category, o.farm_id, l.tax_percent as percent,
           case when l.billed_yen is not null then l.billed_yen when o.state = 'finalized' or l.free then 0
                when l.catch_weight then floor(l.price_yen::bigint
                  * coalesce(l.received_grams, l.shipped_grams, l.confirmed_grams, l.ordered_grams) / 1000)
                else l.price_yen::bigint * coalesce(l.received_qty, l.shipped_qty, l.confirmed_qty, l.ordered_qty, 0)
                  - yen_of_missing(l.price_yen, l.received_missing, l.received_missing_of) end as yen
      from orders o join order_lines l on l.order_id = o.id
     where o.restaurant_id = ${restaurantId} and ((${isOpen} and ${within(sql`o.delivery_on`)}) or exists (
       select from charges h where h.order_id = o.id and h.kind = 'sale' and ${unbilled} and ${within(sql`h.supplied_on`)})))`
  const goodsBy = (key: RawBuilder<unknown>) =>
    numbers(
      db,
      sql<Record<'key' | 'yen', unknown>>`
        select ${key} as key, sum(yen) as yen from ${lines} it group by 1 having sum(yen) > 0 order by yen desc, key`,
    )
  const sums = await numbers(
    db,
    sql<Record<'finalYen' | 'openYen' | 'openOrders', unknown>>`
      with parts as (
        select id, percent, yen from ${lines} it where open
        union all
        select o.id, o.freight_tax_percent, p.freight_yen + p.cool_yen from orders o join parcels p on p.order_id = o.id
         where o.restaurant_id = ${restaurantId} and ${isOpen} and ${within(sql`o.delivery_on`)} and not p.waived and p.unused_at is null),
      rates as (select id, percent, sum(yen) as base from parts group by 1, 2)
      select (select coalesce(sum(h.total_yen), 0) from charges h
               where h.restaurant_id = ${restaurantId} and ${unbilled} and ${within(sql`h.supplied_on`)}) as "finalYen",
             coalesce(sum(base + trunc(base * percent / 100)), 0) as "openYen", count(distinct id) as "openOrders"
        from rates`,
  )
  return { sums: sums[0], byFarm: await goodsBy(sql`farm_id`), byCategory: await goodsBy(sql`category`) }
}

/** What was billed to a restaurant of all orders that it ever placed, by farm and product. */
export const plainPurchases = (db: DbOrTx, restaurantId: RestaurantId) =>
  numbers(
    db,
    sql<Record<'farm' | 'product' | 'yen', unknown>>`
      select o.farm_id as farm, l.product_id as product, sum(l.billed_yen) as yen
        from orders o join order_lines l on l.order_id = o.id
       where o.restaurant_id = ${restaurantId} and o.state = 'finalized' and l.billed_yen > 0
       group by 1, 2 order by yen desc, product`,
  )
