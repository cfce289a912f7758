import { sql } from 'kysely'
import { seeOrNotFound } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { Unauthenticated } from '#kernel/errors.ts'
import type { OrderId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { OrderState } from '#kernel/words.ts'

export type LateOrder = { id: OrderId; number: string; restaurant: string; farm: string; shipOn: JstDate }

export type OrdersForStaff = {
  /** How many orders are under way, by state; a state without any is missing. */
  underWay: Partial<Record<OrderState, number>>
  /** How many should have left before today and have not, and those that are due longest. */
  late: { count: number; first: LateOrder[] }
}

const listed = 5

/** What staff look at first in the morning: where the open orders stand, and which are late. One query, by the two indexes of open orders. */
export async function ordersForStaff(ctx: Ctx): Promise<OrdersForStaff> {
  if (ctx.actor.kind === 'visitor') throw new Unauthenticated('orders')
  seeOrNotFound(ctx.actor, 'orders.list_all', null)
  const { rows } = await sql<OrdersForStaff>`
    with late as (
      select id, number, restaurant_id, farm_id, ship_on from orders
       where state in ('accepted', 'preparing', 'partly_shipped') and ship_on < ${jstDateOf(ctx.now)}::date)
    select (select coalesce(json_object_agg(state, n), '{}') from (
              select state, count(*)::int as n from orders
               where state in ('placed', 'accepted', 'preparing', 'partly_shipped') group by state
              union all
              select state, count(*)::int as n from orders where state in ('shipped', 'delivered') group by state
           ) s) as "underWay",
           json_build_object(
             'count', (select count(*)::int from late),
             'first', (select coalesce(json_agg(l order by l."shipOn", l.number), '[]') from (
                select late.id, late.number, r.name as restaurant, f.name as farm, late.ship_on as "shipOn"
                  from late join restaurants r on r.id = late.restaurant_id join farms f on f.id = late.farm_id
                 order by late.ship_on, late.number limit ${listed}) l)) as late`.execute(ctx.db)
  const [found] = rows
  if (!found) throw new Error('a query of counts gave no row')
  return found
}
