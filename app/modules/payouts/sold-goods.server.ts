import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { FarmId, RestaurantId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { tellApart } from '#kernel/tell-apart.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { type Days, daysOfSpan, type SoldAxis } from './sales-span.ts'

/** What a line is worth as far as it is known: billed, shipped, confirmed or ordered; goods without tax. */
const worth = sql<number>`coalesce(l.billed_yen, case
  when l.free then 0
  when l.catch_weight then coalesce(l.shipped_grams, l.confirmed_grams, l.ordered_grams, 0) * l.price_yen / 1000
  else coalesce(l.shipped_qty, l.confirmed_qty, l.ordered_qty, 0) * l.price_yen end)`

/** A from and where clause: the orders `o` of a farm that count, delivered on these days; `lines`: with what of their lines. */
const fromSold = (farmId: FarmId, { fromOn, toOn }: Days, lines = sql``) => sql`orders o ${lines}
  where o.farm_id = ${farmId} and o.delivery_on between ${fromOn} and ${toOn}
    and o.state not in ('draft', 'pending_approval', 'declined', 'expired', 'cancelled', 'sent_back')`

/**
 * Of these orders what the goods of each come to, without tax. Of a final order its charge says it, which is read from an index. In
 * all statements here `offset 0` holds an order's part together: PostgreSQL would otherwise read all lines of the market once a farm
 * has some thousand orders.
 */
const soldOrders = (farmId: FarmId, days: Days) => sql`
  (select o.delivery_on, o.restaurant_id, o.kitchen_id, coalesce(
       (select sum(h.goods_yen) from charges h where o.state = 'finalized' and h.order_id = o.id and h.kind = 'sale'),
       (select sum(${worth}) from order_lines l where l.order_id = o.id)) as yen
     from ${fromSold(farmId, days)} offset 0) s`

/** By day of delivery, goods without tax: what arrives today, in this month and in this year. */
export async function soldTotals(db: DbOrTx, farmId: FarmId, today: JstDate) {
  const month = daysOfSpan('month', today)
  const { rows } = await sql<Record<'today' | 'month' | 'year', string>>`
    select coalesce(sum(yen) filter (where delivery_on = ${today}), 0) as today,
           coalesce(sum(yen) filter (where delivery_on between ${month.fromOn} and ${month.toOn}), 0) as month,
           coalesce(sum(yen), 0) as year
      from ${soldOrders(farmId, daysOfSpan('year', today))}`.execute(db)
  const [row] = rows
  return { todayYen: asYen(row?.today), monthYen: asYen(row?.month), yearYen: asYen(row?.year) }
}

/** Of which less was sent than was ordered; of these there is an index. */
const shortLines = sql`cross join lateral (
  select l.ordered_qty, l.shipped_qty, l.catch_weight, l.price_yen, l.nominal_grams from order_lines l
   where l.order_id = o.id and l.shipped_qty < l.ordered_qty and not l.free offset 0) l`

/** Of what was ordered for these days: what was not shipped, and what claims took off at the cost of the farm. */
export async function lostOf(db: DbOrTx, farmId: FarmId, days: Days) {
  const { rows } = await sql<Record<'short' | 'claims', string>>`
    select coalesce(sum((l.ordered_qty - l.shipped_qty) * case when l.catch_weight
             then l.price_yen * coalesce(l.nominal_grams, 0) / 1000 else l.price_yen end), 0) as short,
           (select coalesce(sum(e.yen), 0) from claim_entries e join orders c on c.id = e.order_id
             where c.farm_id = ${farmId} and e.borne_by = 'farm'
               and c.delivery_on between ${days.fromOn} and ${days.toOn}) as claims
      from ${fromSold(farmId, days, shortLines)}`.execute(db)
  return { shortYen: asYen(rows[0]?.short), claimsYen: asYen(rows[0]?.claims) }
}

/** `id`: of a restaurant; null: of goods, which have the name that they were sold under. `orders`: how many had some of it. */
export type Sold = { id: RestaurantId | null; name: string; orders: number; yen: Yen }

/**
 * The goods of these days by buyer, or by product under the name that it was sold as: the greatest first, at most so many.
 * Restaurants of one name are told apart.
 */
export async function soldBy(
  db: DbOrTx,
  farmId: FarmId,
  days: Days,
  by: SoldAxis,
  { most = Number.POSITIVE_INFINITY }: { most?: number } = {},
): Promise<Sold[]> {
  const rows = by === 'restaurant' ? await soldToEach(db, farmId, days) : await soldOfEach(db, farmId, days)
  return rows.slice(0, most).map((row) => ({ ...row, orders: Number(row.orders), yen: asYen(row.yen) }))
}

type SoldRow = { id: RestaurantId | null; name: string; orders: string; yen: string }

async function soldToEach(db: DbOrTx, farmId: FarmId, days: Days): Promise<SoldRow[]> {
  const { rows } = await sql<SoldRow & { id: RestaurantId; place: string | null }>`
    select s.restaurant_id as id, r.name, min(k.city) as place, count(*) filter (where s.yen > 0) as orders, sum(s.yen)::int8 as yen
      from ${soldOrders(farmId, days)} join restaurants r on r.id = s.restaurant_id left join kitchens k on k.id = s.kitchen_id
     where s.yen is not null group by 1, 2 order by 5 desc, 2, 1`.execute(db)
  const names = tellApart(rows)
  return rows.map(({ id, name, orders, yen }) => ({ id, name: names.get(id) ?? name, orders, yen }))
}

/** What was billed is read from an index, which has all lines of a final order; of another one they are read as they stand. */
const soldLines = sql`cross join lateral (
  select l.name, l.billed_yen as yen from order_lines l where l.order_id = o.id and l.billed_yen is not null
  union all
  select l.name, ${worth} from order_lines l where o.state <> 'finalized' and l.order_id = o.id and l.billed_yen is null
  offset 0) l`

async function soldOfEach(db: DbOrTx, farmId: FarmId, days: Days): Promise<SoldRow[]> {
  const { rows } = await sql<SoldRow>`
    select null::uuid as id, l.name, count(distinct o.id) filter (where l.yen > 0) as orders, sum(l.yen)::int8 as yen
      from ${fromSold(farmId, days, soldLines)} group by l.name order by 4 desc, 2`.execute(db)
  return rows
}

const asYen = (sum: string | undefined): Yen => yen(Math.round(Number(sum ?? 0)))
