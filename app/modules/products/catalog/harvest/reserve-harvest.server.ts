import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { OrderLineId, ProductId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { reservedOfHarvest } from '../checkout-holds.server.ts'
import type { OpenWindow } from './harvest-window.ts'

/**
 * Reserves from the window in which the product leaves the farm. Always true for products sold from stock. The
 * condition is part of the update, as for the stock: of two buyers the second sees what the first left.
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

/**
 * In a statement that has reservations as `line (id, product_id, qty, ship_on)`: stores which window each was reserved from; lines
 * sold from stock have none.
 */
export const insertHarvestOfLines = sql`
    insert into harvest_reservations (order_line_id, window_id, qty)
    select line.id, w.id, line.qty
      from line
      join products p on p.id = line.product_id and p.sells_from = 'harvest'
      join harvest_windows w on w.product_id = p.id and w.closed_at is null and line.ship_on between w.from_on and w.to_on
    on conflict (order_line_id) do update set qty = harvest_reservations.qty + excluded.qty`

/**
 * Returns units of a line to its window. `over`: its days are past, and so is the harvest; `none`: it had no window.
 */
export async function releaseHarvest(
  db: DbOrTx,
  { orderLineId, qty }: { orderLineId: OrderLineId; qty: number },
): Promise<'back' | 'over' | 'none'> {
  const held = await db
    .updateTable('harvestReservations')
    .set({ qty: sql`greatest(qty - ${qty}, 0)` })
    .where('orderLineId', '=', orderLineId)
    .returning('windowId')
    .executeTakeFirst()
  if (!held) return 'none'
  const window = await db
    .updateTable('harvestWindows')
    .set({ reservedQty: sql`greatest(reserved_qty - ${qty}, 0)` })
    .where('id', '=', held.windowId)
    .returning('closedAt')
    .executeTakeFirstOrThrow()
  return window.closedAt ? 'over' : 'back'
}

/** The part of a closed harvest that the line had; false if its harvest is open, or if it has none. */
export async function holdInClosedHarvest(
  db: DbOrTx,
  { orderLineId, qty }: { orderLineId: OrderLineId; qty: number },
): Promise<boolean> {
  const { rows } = await sql`
    with held as (
      update harvest_windows w set reserved_qty = w.reserved_qty + ${qty}
        from harvest_reservations r
       where r.order_line_id = ${orderLineId} and w.id = r.window_id and w.closed_at is not null
         and w.reserved_qty + ${qty} <= w.promised_qty
      returning w.id
    )
    update harvest_reservations set qty = qty + ${qty}
     where order_line_id = ${orderLineId} and exists (select from held)
    returning order_line_id`.execute(db)
  return rows.length > 0
}

/** Of these lines those that are held from a harvest that does not cover the day on which they are to leave. */
export async function linesOfOtherWindows(
  db: DbOrTx,
  lines: readonly { orderLineId: OrderLineId; shipOn: JstDate }[],
): Promise<ReadonlySet<OrderLineId>> {
  const { rows } = await sql<{ id: OrderLineId }>`
    select r.order_line_id as id
      from unnest(${lines.map((it) => it.orderLineId)}::uuid[], ${lines.map((it) => it.shipOn)}::date[]) as line (id, ship_on)
      join harvest_reservations r on r.order_line_id = line.id
      join harvest_windows w on w.id = r.window_id and line.ship_on not between w.from_on and w.to_on`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A line is held from one window at a time: nothing is left of it in the one that it had. */
export async function forgetHarvest(db: DbOrTx, orderLineIds: readonly OrderLineId[]): Promise<void> {
  await db.deleteFrom('harvestReservations').where('orderLineId', 'in', orderLineIds).execute()
}

/**
 * What can still be ordered of future harvests, by product; only of products sold that way. Excludes what others hold
 * on the last page before their order.
 */
export async function openWindows(
  ctx: Pick<Ctx, 'db' | 'now' | 'actor'>,
  productIds: readonly ProductId[],
): Promise<Map<ProductId, OpenWindow[]>> {
  if (productIds.length === 0) return new Map()
  return windowsByProduct(await windowRows(ctx).where('products.id', 'in', productIds).execute())
}

/** Of every product that is sold by harvest; the caller restricts which. */
export const windowRows = (ctx: Pick<Ctx, 'db' | 'now' | 'actor'>) =>
  ctx.db
    .selectFrom('products')
    .leftJoin('harvestWindows', (join) =>
      join
        .onRef('harvestWindows.productId', '=', 'products.id')
        .on('harvestWindows.closedAt', 'is', null)
        .on('harvestWindows.toOn', '>=', jstDateOf(ctx.now)),
    )
    .select(['products.id', 'fromOn', 'toOn', 'promisedQty', 'reservedQty'])
    .select(reservedOfHarvest(ctx).as('held'))
    .where('products.sellsFrom', '=', 'harvest')
    .orderBy('fromOn')

type WindowRow = Awaited<ReturnType<ReturnType<typeof windowRows>['execute']>>[number]

export const windowsByProduct = (rows: readonly WindowRow[]): Map<ProductId, OpenWindow[]> =>
  new Map(
    [...Map.groupBy(rows, (row) => row.id)].map(([id, of]) => [
      id,
      of.flatMap(({ fromOn: from, toOn: to, promisedQty, reservedQty, held }) =>
        from && to ? [{ from, to, left: Math.max(0, (promisedQty ?? 0) - (reservedQty ?? 0) - held) }] : [],
      ),
    ]),
  )
