import { sql } from 'kysely'
import type { DbOrTx } from '#access/ctx.ts'
import type { OrderLineId, ProductId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { OpenWindow } from './harvest-window.ts'

/**
 * Reserves against the window in which goods leave the farm. True for goods that are sold from a stock: there is nothing
 * to ask. The condition stands in the update, as for the stock: of two buyers the second sees what the first left.
 */
export async function reserveHarvest(
  db: DbOrTx,
  { productId, qty, shipOn }: { productId: ProductId; qty: number; shipOn: JstDate },
): Promise<boolean> {
  const { rows } = await sql<{ fits: boolean }>`
    with taken as (
      update harvest_windows set reserved_qty = reserved_qty + ${qty}
       where product_id = ${productId} and closed_at is null and ${shipOn}::date between from_on and to_on
         and reserved_qty + ${qty} <= promised_qty
         and (select sells_from from products where id = ${productId}) = 'harvest'
      returning id
    )
    select p.sells_from = 'stock' or exists (select from taken) as fits from products p where p.id = ${productId}`.execute(
    db,
  )
  return rows[0]?.fits ?? false
}

/** Writes which window each line was reserved against; lines of a stock have none. */
export async function noteHarvest(
  db: DbOrTx,
  taken: readonly { productId: ProductId; qty: number; orderLineId: OrderLineId; shipOn: JstDate }[],
): Promise<void> {
  for (const { productId, qty, orderLineId, shipOn } of taken)
    await sql`
      insert into harvest_reservations (order_line_id, window_id, qty)
      select ${orderLineId}, w.id, ${qty} from harvest_windows w join products p on p.id = w.product_id
       where w.product_id = ${productId} and p.sells_from = 'harvest' and w.closed_at is null
         and ${shipOn}::date between w.from_on and w.to_on`.execute(db)
}

/** Gives units of a line back to its window. `over`: its days are gone, and so is the harvest; `none`: it had no window. */
export async function releaseHarvest(
  db: DbOrTx,
  { orderLineId, qty }: { orderLineId: OrderLineId; qty: number },
): Promise<'back' | 'over' | 'none'> {
  const held = await db
    .updateTable('harvest_reservations')
    .set({ qty: sql`greatest(qty - ${qty}, 0)` })
    .where('order_line_id', '=', orderLineId)
    .returning('window_id')
    .executeTakeFirst()
  if (!held) return 'none'
  const window = await db
    .updateTable('harvest_windows')
    .set({ reserved_qty: sql`greatest(reserved_qty - ${qty}, 0)` })
    .where('id', '=', held.window_id)
    .returning('closed_at')
    .executeTakeFirstOrThrow()
  return window.closed_at ? 'over' : 'back'
}

/** What can still be ordered of harvests to come, by product; only of goods that are sold so. */
export async function openWindows(
  { db, now }: { db: DbOrTx; now: Date },
  productIds: readonly ProductId[],
): Promise<Map<ProductId, OpenWindow[]>> {
  if (productIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .leftJoin('harvest_windows', (join) =>
      join
        .onRef('harvest_windows.product_id', '=', 'products.id')
        .on('harvest_windows.closed_at', 'is', null)
        .on('harvest_windows.to_on', '>=', jstDateOf(now)),
    )
    .select(['products.id', 'from_on', 'to_on', 'promised_qty', 'reserved_qty'])
    .where('products.id', 'in', productIds)
    .where('products.sells_from', '=', 'harvest')
    .orderBy('from_on')
    .execute()
  return new Map(
    [...Map.groupBy(rows, (row) => row.id)].map(([id, of]) => [
      id,
      of.flatMap(({ from_on: from, to_on: to, promised_qty, reserved_qty }) =>
        from && to ? [{ from, to, left: (promised_qty ?? 0) - (reserved_qty ?? 0) }] : [],
      ),
    ]),
  )
}
