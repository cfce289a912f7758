import { sql } from 'kysely'
import { requireBuyer } from '#authorization/authorize.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { type OrderSummary, orderRows, summarise } from '#modules/ordering/order-queries.server.ts'
import { type ArrivalGroup, arrivalGroupOf, arrivesOn } from './arrival-day.ts'

/** A rest comes within days, and what nobody receives is received by the timers; an index finds the days between. */
const mostDaysBefore = 31

/** More than a kitchen receives in a day; the upper bound of a page. */
const mostAtOnce = 200

/**
 * What arrives at the restaurant on a day, in groups. On today's page also what should have arrived before and was not
 * received, and what was received on that day whenever it was due; three queries for any number of orders.
 */
export const arrivalsOfDay = query('own', async (ctx, day: JstDate): Promise<Record<ArrivalGroup, OrderSummary[]>> => {
  const { restaurantId } = requireBuyer(ctx.actor)
  const isToday = day === jstDateOf(ctx.now)
  const rows = await orderRows(ctx)
    .where('orders.restaurantId', '=', restaurantId)
    .where('orders.deliveryOn', '<=', day)
    .where('orders.deliveryOn', '>=', addDays(day, -mostDaysBefore))
    .where(
      sql<boolean>`(
        (orders.delivery_on = ${day} or orders.rest_on = ${day})
          and orders.state in ('accepted', 'preparing', 'partly_shipped', 'shipped', 'delivered', 'inspected', 'finalized')
        or ${isToday} and orders.delivery_on < ${day} and orders.state in ('partly_shipped', 'shipped', 'delivered'))`,
    )
    .orderBy('orders.deliveryOn')
    .orderBy('orders.number')
    .limit(mostAtOnce)
    .execute()
  const orders = await summarise(ctx, rows)
  const groups: Record<ArrivalGroup, OrderSummary[]> = { late: [], here: [], waiting: [], done: [] }
  for (const order of orders) groups[arrivalGroupOf(order, day)].push(order)
  groups.late.sort((a, b) => (arrivesOn(a) < arrivesOn(b) ? -1 : 1))
  return groups
})
