import { sql } from 'kysely'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { OrderState } from '#kernel/enums.ts'
import { Unauthenticated } from '#kernel/errors.ts'
import { query } from '#modules/audit-log/use-case.server.ts'

/** The number of open orders by state; states without any are missing. One query, by the two indexes of open orders. */
export const ordersUnderWay = query('orders.list_all', async (ctx): Promise<Partial<Record<OrderState, number>>> => {
  if (ctx.actor.kind === 'visitor') throw new Unauthenticated('orders')
  seeOrNotFound(ctx.actor, 'orders.list_all', null)
  const { rows } = await sql<{ state: OrderState; n: number }>`
    select state, count(*)::int as n from orders
     where state in ('placed', 'accepted', 'preparing', 'partly_shipped') group by state
    union all
    select state, count(*)::int as n from orders where state in ('shipped', 'delivered') group by state`.execute(ctx.db)
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
})
