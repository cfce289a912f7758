import type pg from 'pg'
import { addHours } from '../../app/kernel/jst.ts'
import type { MakeId } from './ids.ts'

/**
 * The second demo farm found that it had weighed the newest of its delivered poultry with the tray, and waits for the
 * kitchen's answer. Nothing is asked where no such delivery exists.
 */
export async function insertCorrectionRequest(
  client: pg.ClientBase,
  { farm, shop }: { farm: string; shop: string },
  now: Date,
  newId: MakeId,
): Promise<void> {
  const asked = await client.query<{ orderId: string; lineId: string; grams: number }>(
    `select o.id as "orderId", l.id as "lineId", l.shipped_grams as grams
       from orders o join order_lines l on l.order_id = o.id
      where o.farm_id = $1 and o.restaurant_id = $2 and o.state = 'finalized' and l.catch_weight and l.shipped_grams > 1000
        and l.billed_yen > 0 and not exists (select from claims c where c.order_id = o.id)
      order by o.delivery_on desc, o.number, l.ordinal limit 1`,
    [farm, shop],
  )
  const [line] = asked.rows
  if (!line) return
  const id = newId<'adjustmentRequest'>(addHours(now, -5))
  const reason = 'トレーの重さ（50g）を引かずに計量していました。'
  await client.query(
    `insert into adjustment_requests (id, order_id, state, reason, asked_at, due_at)
     values ($1, $2, 'asked', $3, $4::timestamptz - interval '5 hours', $4::timestamptz + interval '6 days 19 hours')`,
    [id, line.orderId, reason, now],
  )
  await client.query(
    `insert into adjustment_request_lines (request_id, order_line_id, kind, grams) values ($1, $2, 'weight', $3)`,
    [id, line.lineId, line.grams - 50],
  )
  await client.query(
    `insert into events (id, at, kind, actor_kind, actor_name, person_id, purchase_id, order_id, reason, data)
     select $1, $2::timestamptz - interval '5 hours', 'correction_requested', 'farm', p.name, p.id, o.purchase_id, o.id, $3, '{}'
       from orders o join memberships m on m.farm_id = o.farm_id and m.role = 'owner' join people p on p.id = m.person_id
      where o.id = $4 limit 1`,
    [newId<'event'>(addHours(now, -5)), now, reason, line.orderId],
  )
}
