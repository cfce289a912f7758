import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { FarmId, KitchenId, ProductId, RestaurantId } from '#kernel/ids.ts'
import { parseJstDate } from '#kernel/jst.ts'
import { likeWithin, saysWord, searchWords } from '#modules/audit-log/says-word.server.ts'
import { isUnsettled, orderRows, summarise } from './order-queries.server.ts'
import { meaningOf } from './search-word.ts'

export type Condition = RawBuilder<SqlBool>

export const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`
export const allOf = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`

/** Names, readings and telephone numbers of both sides: of rows that are joined with `orders`, `farms` and `restaurants`. */
export const partyTexts = [
  sql`farms.name`,
  sql`farms.kana`,
  sql`farms.phone`,
  sql`restaurants.name`,
  sql`restaurants.kana`,
  sql`restaurants.phone`,
  sql`orders.ship_to->>'kitchen'`,
  sql`orders.ship_to->>'phone'`,
]

/**
 * The ways in which orders say every word of a search: a number, a side, a product, the delivery day, a telephone number, the
 * amount. Each way is a condition of its own, which PostgreSQL answers by an index or from the newest orders on; joined by `or`,
 * all orders would be read (docs/decisions/0126). None: no order says them.
 */
export async function waysOfSaying(ctx: Ctx, typed: string): Promise<Condition[]> {
  let ways: Condition[][] = [[]]
  for (const [nth, word] of searchWords(typed).entries()) {
    const conditions = await waysOfWord(ctx, word)
    // two words leave few orders to look through
    const each = nth < 2 || conditions.length === 0 ? conditions : [anyOf(conditions)]
    ways = ways.flatMap((way) => each.map((condition) => [...way, condition]))
  }
  return ways.map(allOf)
}

/** By the columns of an order, by the goods of its lines, by its number. */
async function waysOfWord(ctx: Ctx, word: string): Promise<Condition[]> {
  const { farms, restaurants, sent, sold } = await named(ctx, word)
  const { day, yen } = meaningOf(word)
  const own = [
    ...(farms.length > 0 ? [sql<SqlBool>`orders.farm_id = any(${farms}::uuid[])`] : []),
    ...(restaurants.length > 0 ? [sql<SqlBool>`orders.restaurant_id = any(${restaurants}::uuid[])`] : []),
    ...(sent.length > 0 ? [isOne(sent, sql`orders.kitchen_id`, sentTo)] : []),
    ...(/\d/.test(word)
      ? [sql<SqlBool>`orders.id = any(array(select order_id from claims where number ilike ${likeWithin(word)}))`]
      : []),
    ...(day ? [sql<SqlBool>`orders.delivery_on = any(${daysLike(day)}::date[])`] : []),
    ...(yen ? [sql<SqlBool>`orders.total_inc_yen = ${yen}`, await unsettledAt(ctx, yen)] : []),
  ]
  return [
    ...(own.length > 0 ? [anyOf(own)] : []),
    ...(sold.length > 0
      ? [sql<SqlBool>`orders.id in (select order_id from order_lines where ${isOne(sold, sql`product_id`, sql`name`)})`]
      : []),
    ...numberedLike(word),
  ]
}

/** Where an order is sent to, as it was stated then: the kitchen and its telephone number. */
const sentTo = sql<string>`(coalesce(orders.ship_to->>'kitchen', '') || E'\n' || coalesce(orders.ship_to->>'phone', ''))`

/** A name that stands on orders, and the kitchen or the product that had it. */
type NameOf<Id> = { id: Id; text: string }
type Named = { farms: FarmId[]; restaurants: RestaurantId[]; sent: NameOf<KitchenId>[]; sold: NameOf<ProductId>[] }

const isOne = <Id extends string>(
  names: readonly NameOf<Id>[],
  id: RawBuilder<unknown>,
  text: RawBuilder<unknown>,
): Condition =>
  sql`(${id} = any(${names.map((name) => name.id)}::uuid[]) and ${text} = any(${names.map((name) => name.text)}::text[]))`

/**
 * What has this word in a name, also in one that stands on orders only. The names on orders are found by a loose index scan, so the
 * time depends on the number of kitchens and products, not of orders.
 */
async function named({ db }: Ctx, word: string): Promise<Named> {
  const texts = [sql`name`, sql`kana`, sql`phone`]
  const { rows } = await sql<Named>`
    with recursive sent (id, text) as (
      (select kitchen_id, ${sentTo} from orders order by 1, 2 limit 1)
      union all
      select next.* from sent cross join lateral (
        select kitchen_id, ${sentTo} from orders
         where (kitchen_id, ${sentTo}) > (sent.id, sent.text) order by 1, 2 limit 1) next
    ), sold (id, text) as (
      (select product_id, name from order_lines order by 1, 2 limit 1)
      union all
      select next.* from sold cross join lateral (
        select product_id, name from order_lines where (product_id, name) > (sold.id, sold.text) order by 1, 2 limit 1) next
    )
    select array(select id from farms where ${saysWord(texts, word)}) as farms,
           array(select id from restaurants where ${saysWord(texts, word)}) as restaurants,
           (select coalesce(json_agg(sent), '[]') from sent where ${saysWord([sql`text`], word)}) as sent,
           (select coalesce(json_agg(sold), '[]') from sold where ${saysWord([sql`text`], word)}) as sold`.execute(db)
  return rows[0] ?? { farms: [], restaurants: [], sent: [], sold: [] }
}

/** A day, or a day of any year (`%-11-27`), as days of this century. */
function daysLike(day: string): string[] {
  if (!day.startsWith('%')) return [day]
  const years = Array.from({ length: 100 }, (_, year) => `20${String(year).padStart(2, '0')}${day.slice(1)}`)
  return years.filter((each) => parseJstDate(each))
}

export const deliveredOn = (day: string): Condition => sql`orders.delivery_on::text like ${day}`

/** The parts of a number that are compared, without its hyphens. */
const partsOf = (number: RawBuilder<unknown>) => sql`replace(${number}, '-', '')`
/** Shorter ones are in so many numbers that the newest orders have some, and no index knows them. */
const shortestPart = 3

/** By a part of the number: that of the purchase, which never changes and has an index of its parts, or up to its `-1`. It has no letters. */
function numberedLike(word: string): Condition[] {
  if (!/^[\d-]*\d[\d-]*$/.test(word)) return []
  const digits = word.replaceAll('-', '')
  const said = sql<SqlBool>`${partsOf(sql`orders.number`)} ilike ${likeWithin(digits)}`
  if (digits.length < shortestPart) return [said]
  const ends = [digits.slice(0, -1), digits.slice(0, -2)].filter((part) => part.length >= shortestPart)
  const patterns = [likeWithin(digits), ...ends.map((part) => likeWithin(part).slice(0, -1))]
  const parts = patterns.map((pattern) => sql<SqlBool>`${partsOf(sql`number`)} ilike ${pattern}`)
  return [allOf([sql`orders.purchase_id in (select id from purchases where ${anyOf(parts)})`, said])]
}

/** The total of an order that is not final follows from its lines; more than the newest of them are not looked through. */
const mostUnsettled = 2_000

async function unsettledAt(ctx: Ctx, amount: number): Promise<Condition> {
  const rows = await orderRows(ctx).where(isUnsettled).orderBy('orders.placedAt', 'desc').limit(mostUnsettled).execute()
  const orders = await summarise(ctx, rows)
  const ids = orders.filter(({ figures }) => figures.totalIncYen === amount).map(({ id }) => id)
  return sql`orders.id = any(${ids}::uuid[])`
}
