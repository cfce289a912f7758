import { sql } from 'kysely'
import type { Db } from '../../app/infra/db/kysely.server.ts'
import {
  type EventId,
  type FarmId,
  type KitchenId,
  newId,
  type OrderId,
  type OrderLineId,
  type ProductId,
  type RestaurantId,
} from '../../app/kernel/ids.ts'
import { addDays, addHours, type JstDate, jstDate, momentOf } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { aLot, aPerson } from './market.ts'

export type ReceivedLineRow = { productId: ProductId; yen?: number; received?: number; lot?: boolean; free?: boolean }
type Received = {
  restaurantId: RestaurantId
  kitchenId: KitchenId
  farmId: FarmId
  on: string
  lines: readonly ReceivedLineRow[]
  state?: 'inspected' | 'finalized' | 'delivered'
}

let orders = 0

type Made = { orderId: OrderId; lineIds: OrderLineId[] }

/**
 * An order that was received on a day, written as rows: 1 of each line at `yen`, packed from a lot of the day before.
 * Without a lot (`lot: false`) it is like the orders before migration 0045, when lines did not need lots.
 */
export async function aReceivedOrder(db: Db, of: Received): Promise<Made> {
  const write = () => db.transaction().execute((inside) => writeReceived(inside, of))
  if (of.lines.every(({ lot }) => lot !== false)) return write()
  await sql`alter table order_lines disable trigger order_lines_lots_whole`.execute(db)
  return write().finally(() => sql`alter table order_lines enable trigger order_lines_lots_whole`.execute(db))
}

async function writeReceived(db: Db, of: Received): Promise<Made> {
  const orderId: OrderId = newId<'order'>()
  const purchaseId = newId<'purchase'>()
  const day: JstDate = jstDate(of.on)
  const placed = momentOf(addDays(day, -3), 600)
  const delivered = momentOf(day, 600)
  const state = of.state ?? 'finalized'
  const person = await aPerson(db, '受け取る人')
  const number = `R${process.pid}-${orders++}`
  await db
    .insertInto('purchases')
    .values({
      id: purchaseId,
      number,
      restaurantId: of.restaurantId,
      kitchenId: of.kitchenId,
      personId: person,
      placedAt: placed,
    })
    .execute()
  await db
    .insertInto('orders')
    .values({
      id: orderId,
      number: `${number}-1`,
      purchaseId,
      farmId: of.farmId,
      restaurantId: of.restaurantId,
      kitchenId: of.kitchenId,
      state,
      deliveryOn: day,
      shipOn: addDays(day, -1),
      slot: 'am',
      placedAt: placed,
      cutoffAt: addHours(placed, 1),
      answerDueAt: addHours(placed, 2),
      packAt: addHours(placed, 20),
      deliveredAt: delivered,
      finalizedAt: state === 'finalized' ? addHours(delivered, 1) : null,
      timerAt: null,
      freightTaxPercent: 10,
      note: '',
      shipTo: JSON.stringify({}),
      changedAt: null,
      acceptedAt: null,
      cancelAskedAt: null,
      cancelFeeYen: null,
      proposal: null,
      proposalDueAt: null,
      answerUndoUntil: null,
      reschedule: null,
    })
    .execute()
  const eventId: EventId = newId<'event'>()
  await sql`insert into events (id, at, kind, actor_kind, actor_name, order_id)
            values (${eventId}, ${delivered}, 'order_inspected', 'system', '自動', ${orderId})`.execute(db)
  const lineIds: OrderLineId[] = []
  for (const [index, line] of of.lines.entries())
    lineIds.push(await aReceivedLine(db, of, { orderId, eventId, day, index, state }, line))
  return { orderId, lineIds }
}

type Within = { orderId: OrderId; eventId: EventId; day: JstDate; index: number; state: string }

async function aReceivedLine(
  db: Db,
  { farmId }: Received,
  within: Within,
  line: ReceivedLineRow,
): Promise<OrderLineId> {
  const id: OrderLineId = newId<'orderLine'>()
  const price = line.free ? 0 : (line.yen ?? 1_000)
  await sql`
    insert into order_lines (id, order_id, ordinal, product_id, name, pack_label, unit_label, picture, category, temperature,
                             catch_weight, price_yen, tax_percent, ceiling_yen, free, on_shortage)
    values (${id}, ${within.orderId}, ${within.index + 1}, ${line.productId}, '人参', '5kg箱', '箱', 'carrot', 'root', 'ambient',
            false, ${price}, 8, ${price}, ${line.free ?? false}, 'ship_what_there_is')`.execute(db)
  const received = line.received ?? 1
  const at = momentOf(within.day, 610)
  const stages = [
    ['ordered', 1],
    ['confirmed', 1],
    ['shipped', 1],
    ...(within.state === 'delivered' ? [] : ([['received', received]] as const)),
    ...(within.state === 'finalized' ? ([['billed', received]] as const) : []),
  ] as const
  for (const [stage, qty] of stages)
    await db
      .insertInto('quantityEntries')
      .values({
        orderLineId: id,
        stage,
        qty,
        grams: null,
        yen: stage === 'billed' ? yen(price * qty) : null,
        reason: null,
        eventId: within.eventId,
        at,
      })
      .execute()
  if (line.lot !== false) {
    const harvested = addDays(within.day, -1)
    const kept = await db
      .selectFrom('lots')
      .select('id')
      .where('productId', '=', line.productId)
      .where('harvestedOn', '=', harvested)
      .executeTakeFirst()
    const lotId = kept?.id ?? (await aLot(db, farmId, line.productId, harvested))
    await db.insertInto('lineLots').values({ orderLineId: id, lotId, qty: 1 }).execute()
  }
  return id
}
