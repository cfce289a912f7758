import { sql } from 'kysely'
import { seeOrNotFound } from '#authorization/authorize.ts'
import type { OrderState } from '#kernel/enums.ts'
import type { OrderId } from '#kernel/ids.ts'
import { addHours, jstDateOf } from '#kernel/jst.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { requireSignedIn } from './order-queries.server.ts'

/** Why an order needs attention by staff; the first match counts. */
export const exceptionKinds = [
  'late',
  'parcel_back',
  'parcel_late',
  'disputed',
  'unanswered',
  'asked',
  'cancel_asked',
  'sent_back',
] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

export type OrderException = {
  id: OrderId
  number: string
  kind: ExceptionKind
  state: OrderState
  farm: string
  farmPhone: string
  restaurant: string
  /** Since when, or until when. */
  at: Date
}

/** Hours before an unanswered order expires, when a telephone call can still help. */
const hoursBefore = 2
const most = 60

/** Orders with problems, longest waiting first: one query, by the indexes of open items. */
export const orderExceptions = query('orders.list_all', async (ctx): Promise<OrderException[]> => {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'orders.list_all', null)
  const today = jstDateOf(ctx.now)
  const soon = addHours(ctx.now, hoursBefore)
  const order = sql`${[...exceptionKinds]}::text[]`
  const { rows } = await sql<OrderException>`
    with found as (
      select id, 'late' as kind, (ship_on + 1)::timestamp at time zone 'Asia/Tokyo' as at from orders
       where state in ('accepted', 'preparing') and ship_on < ${today}::date
      union all
      select id, 'late', (rest_on - (delivery_on - ship_on) + 1)::timestamp at time zone 'Asia/Tokyo' from orders
       where state = 'partly_shipped' and rest_on - (delivery_on - ship_on) < ${today}::date
      union all
      select p.order_id, 'parcel_back', min(p.tracked_at) from parcels p join orders on orders.id = p.order_id
       where p.tracked_state = 'returned' and orders.state in ('partly_shipped', 'shipped', 'delivered') group by p.order_id
      union all
      select c.order_id, 'parcel_late', min(c.at) from parcel_cases c join parcels p on p.id = c.parcel_id
        join orders on orders.id = c.order_id
       where c.kind = 'late' and orders.state in ('partly_shipped', 'shipped')
         and p.tracked_state is distinct from 'delivered' group by c.order_id
      union all
      select order_id, 'disputed', min(opened_at) from claims
       where state in ('opened', 'answered', 'escalated', 'decided') group by order_id
      union all
      select id, 'unanswered', answer_due_at from orders where state = 'placed' and answer_due_at <= ${soon}
      union all
      select id, 'asked', proposal_due_at from orders where state = 'proposed'
      union all
      select id, 'cancel_asked', cancel_asked_at from orders where state = 'accepted' and cancel_asked_at is not null
      union all
      select id, 'sent_back', delivery_on::timestamp at time zone 'Asia/Tokyo' from orders
       where state = 'sent_back' and delivery_on >= ${today}::date - 30
    )
    select o.id, o.number, f.kind, o.state, farms.name as farm, farms.phone as "farmPhone",
           restaurants.name as restaurant, f.at
      from (select distinct on (id) * from found order by id, array_position(${order}, kind)) f
      join orders o on o.id = f.id join farms on farms.id = o.farm_id join restaurants on restaurants.id = o.restaurant_id
     order by array_position(${order}, f.kind), f.at, o.id
     limit ${most}`.execute(ctx.db)
  return rows
})
