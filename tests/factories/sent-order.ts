import type { Pool, PoolClient } from 'pg'
import type { OrderState } from '../../app/kernel/enums.ts'
import {
  type FarmId,
  type KitchenId,
  type LotId,
  newId,
  type OrderId,
  type ProductId,
  type RestaurantId,
} from '../../app/kernel/ids.ts'

export type PlannedOrder = {
  farmId: FarmId
  restaurantId: RestaurantId
  kitchenId: KitchenId
  state: OrderState
  deliveryOn: string
  lines: readonly { productId: ProductId; lots: readonly { lotId: LotId; qty: number }[]; partQty?: number }[]
}

/** A shipped order with its lots, written directly as rows: for histories of many. */
export async function writeOrder(pool: Pool, order: PlannedOrder): Promise<OrderId> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const id = await writeRows(client, order)
    await client.query('commit')
    return id
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

let numbers = 0

async function writeRows(client: PoolClient, order: PlannedOrder): Promise<OrderId> {
  const [id, purchaseId] = [newId<'order'>(), newId<'purchase'>()]
  const number = `random-${process.pid}-${numbers++}`
  const left = ['shipped', 'delivered', 'inspected', 'finalized'].includes(order.state)
  const received = ['inspected', 'finalized'].includes(order.state)
  await client.query(
    `insert into purchases (id, number, restaurant_id, kitchen_id, person_id, placed_at)
     select $1, $2, $3, $4, (select id from people limit 1), now()`,
    [purchaseId, number, order.restaurantId, order.kitchenId],
  )
  await client.query(
    `insert into orders (id, number, purchase_id, farm_id, restaurant_id, kitchen_id, state, delivery_on, ship_on, slot,
       placed_at, cutoff_at, answer_due_at, pack_at, freight_tax_percent, ship_to, finalized_at, total_inc_yen)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8::date - 1, 'am', now(), now(), now(), now(), 10, '{}',
       case when $7 = 'finalized' then now() end, case when $7 = 'finalized' then 1000 end)`,
    [id, number, purchaseId, order.farmId, order.restaurantId, order.kitchenId, order.state, order.deliveryOn],
  )
  for (const [index, line] of order.lines.entries()) {
    const lineId = newId<'orderLine'>()
    const qty = line.lots.reduce((sum, lot) => sum + lot.qty, 0)
    await client.query(
      `insert into order_lines (id, order_id, restaurant_id, ordinal, product_id, name, pack_label, unit_label, picture,
         category, temperature, catch_weight, price_yen, tax_percent, ceiling_yen, on_shortage, ordered_qty, confirmed_qty,
         shipped_qty, received_qty)
       select $1, $2, $3, $4, p.id, p.name, p.pack_label, p.unit_label, p.picture, p.category, p.temperature, false, 1000, 8,
              1000 * $6::int, 'ship_what_there_is', $6::int, $6::int, $7::int, $8::int from products p where p.id = $5`,
      [
        lineId,
        id,
        order.restaurantId,
        index + 1,
        line.productId,
        qty + (line.partQty ? 1 : 0),
        left ? qty : null,
        received ? qty : null,
      ],
    )
    for (const lot of line.lots)
      await client.query('insert into line_lots (order_line_id, lot_id, qty) values ($1, $2, $3)', [
        lineId,
        lot.lotId,
        lot.qty,
      ])
    if (line.partQty) await client.query(partSql, [lineId, id, line.partQty])
  }
  return id
}

const partSql = `with event as (
    insert into events (id, at, kind, actor_kind, actor_name) values (gen_random_uuid(), now(), 'order_partly_shipped', 'farm', 'x')
    returning id)
  insert into part_lines (order_line_id, order_id, qty, event_id, at) select $1, $2, $3, id, now() from event`
