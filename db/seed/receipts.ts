import type pg from 'pg'

/**
 * The demo kitchen's receiving records (HACCP), for every delivery that one of its members inspected: who, and the
 * temperature, once a little too warm. Derived from the order's number, so that it is the same every time.
 */
export const insertReceipts = (client: pg.ClientBase, restaurantId: string) =>
  client.query(
    `insert into receipts (order_id, restaurant_id, received_at, received_by, chilled_tenths, frozen_tenths, note, event_id)
     select o.id, o.restaurant_id, e.at, e.actor_name,
            case when l.chilled then case when hash % 61 = 0 then 112 else 22 + hash % 55 end end,
            case when l.frozen then -180 - hash % 30 end,
            case when hash % 23 = 0 then '裏口で受け取り' else '' end,
            e.id
       from orders o
       join events e on e.order_id = o.id and e.kind = 'order_inspected' and e.actor_kind = 'buyer'
      cross join lateral (select abs(hashtext(o.number)) as hash) h
      cross join lateral (select bool_or(temperature = 'chilled') as chilled, bool_or(temperature = 'frozen') as frozen
                            from order_lines where order_id = o.id and shipped_qty > 0) l
      where o.restaurant_id = $1
         on conflict do nothing`,
    [restaurantId],
  )
