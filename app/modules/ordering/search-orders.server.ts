import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { likeWithin, saysWord, searchWords } from '#modules/audit-log/says-word.server.ts'
import { deadStates } from './order-process.ts'
import { orderRows, summarise } from './order-queries.server.ts'
import { meaningOf } from './search-word.ts'

type Condition = RawBuilder<SqlBool>

export const anyOf = (conditions: readonly Condition[]): Condition => sql`(${sql.join(conditions, sql` or `)})`

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

/** The orders that say every word: a number, a side, a product, the delivery day, a telephone number, the amount. */
export async function ordersSaying(ctx: Ctx, typed: string): Promise<Condition[]> {
  const words = searchWords(typed)
  const conditions: Condition[] = []
  for (const word of words) {
    const { day, yen } = meaningOf(word)
    conditions.push(
      anyOf([
        saysWord([sql`orders.number`, sql`purchases.number`, ...partyTexts], word),
        sql`orders.id in (select order_id from order_lines where ${saysWord([sql`name`], word)})`,
        sql`orders.id in (select order_id from claims where number ilike ${likeWithin(word)})`,
        ...(day ? [deliveredOn(day)] : []),
        ...(yen ? [sql<SqlBool>`orders.total_inc_yen = ${yen}`, await unsettledAt(ctx, yen)] : []),
      ]),
    )
  }
  return conditions
}

export const deliveredOn = (day: string): Condition => sql`orders.delivery_on::text like ${day}`

/** The total of an order that is not final follows from its lines; more than the newest of them are not looked through. */
const mostUnsettled = 2_000

async function unsettledAt(ctx: Ctx, amount: number): Promise<Condition> {
  const rows = await orderRows(ctx)
    .where('orders.totalIncYen', 'is', null)
    .where('orders.state', 'not in', deadStates)
    .orderBy('orders.placedAt', 'desc')
    .limit(mostUnsettled)
    .execute()
  const orders = await summarise(ctx, rows)
  const ids = orders.filter(({ figures }) => figures.totalIncYen === amount).map(({ id }) => id)
  return sql`orders.id = any(${ids}::uuid[])`
}
