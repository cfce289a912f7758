import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { OrderLineId, ProductId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { heldByOthers, ownerOf } from './checkout-holds.server.ts'
import {
  forgetHarvest,
  holdInClosedHarvest,
  insertHarvestOfLines,
  linesOfOtherWindows,
  releaseHarvest,
  reserveHarvest,
} from './harvest/reserve-harvest.server.ts'

/** A quantity of a product for a line; `shipOn` is the day on which it leaves the farm. */
export type Reservation = { productId: ProductId; qty: number; orderLineId: OrderLineId; shipOn: JstDate }

/**
 * Takes stock for the lines of a purchase, all in one call (db/migrations/0296-stock-and-mail-of-a-checkout.sql), after locking the rows
 * in the order of product ids, which avoids deadlock between two checkouts. The update itself checks the condition: at READ COMMITTED the second of
 * two buyers sees what the first left. Products sold by harvest are also taken from the window of the day on which they
 * leave. What another buyer holds on the last page is not touched: that is checked after locking, when no new hold can
 * start. Returns the products of which there was not enough; the caller then refuses, and the rollback returns
 * everything.
 */
export async function reserveStock(ctx: Ctx, wanted: readonly Reservation[]): Promise<ProductId[]> {
  if (wanted.length === 0) return []
  const inOrder = [...wanted].sort((a, b) => (a.productId < b.productId ? -1 : 1))
  const ids = inOrder.map(({ productId }) => productId)
  const taken = await takeStock(ctx, inOrder)
  const missing = ids.filter((id) => !taken.has(id))
  for (const { productId, qty, shipOn } of inOrder) {
    const row = taken.get(productId)
    if (row?.sellsFrom === 'harvest' && !(await reserveHarvest(ctx.db, { productId, qty, shipOn })))
      missing.push(productId)
    if (row?.left === 0) await showInStock(ctx.db, productId)
  }
  if (missing.length > 0) return [...new Set(missing)]
  const isOfHarvest = ({ productId }: Reservation) => taken.get(productId)?.sellsFrom === 'harvest'
  const held = [...taken].flatMap(([id, { sellsFrom, left, held }]) =>
    sellsFrom === 'stock' && left < held ? [id] : [],
  )
  return [...held, ...(await heldByOthers(ctx, wanted.filter(isOfHarvest)))]
}

/** `held`: how many others hold on the last page before their order. */
type Taken = { left: number; held: number; sellsFrom: 'stock' | 'harvest' }

/** Of the products of which there was enough: how many are left, and what they are sold from. Their rows are locked. */
async function takeStock(ctx: Ctx, wanted: readonly Reservation[]): Promise<Map<ProductId, Taken>> {
  const [ids, quantities] = [wanted.map(({ productId }) => productId), wanted.map(({ qty }) => qty)]
  const { rows } = await sql<Taken & { id: ProductId }>`
    select * from take_stock(${ids}::uuid[], ${quantities}::int[], ${ownerOf(ctx)}::uuid, ${ctx.now})`.execute(ctx.db)
  return new Map(rows.map(({ id, ...row }) => [id, row]))
}

/** Records the reservations once their order lines exist: one statement. */
export async function noteReservations(ctx: Ctx, taken: readonly Reservation[]): Promise<void> {
  if (taken.length > 0) await sql`with ${sql.join(reservationParts(ctx, taken))} select`.execute(ctx.db)
}

/** The same as parts of the `with` of a statement. */
export const reservationParts = ({ now }: Pick<Ctx, 'now'>, taken: readonly Reservation[]) => [
  sql`line (id, product_id, qty, ship_on) as (
    select * from unnest(${taken.map((it) => it.orderLineId)}::uuid[], ${taken.map((it) => it.productId)}::uuid[],
                         ${taken.map((it) => it.qty)}::int[], ${taken.map((it) => it.shipOn)}::date[]))`,
  sql`reserved as (
    insert into stock_entries (product_id, delta, cause, order_line_id, at)
    select product_id, -qty, 'reserved', id, ${now}::timestamptz from line)`,
  sql`of_harvest as (${insertHarvestOfLines})`,
]

/**
 * Returns what was reserved. Not for perishables that were harvested and fell short: those are gone. What was reserved
 * from a harvest returns to it, unless its days are over.
 */
export async function releaseStock(ctx: Ctx, given: readonly Omit<Reservation, 'shipOn'>[]): Promise<void> {
  const inOrder = given.filter(({ qty }) => qty > 0).sort((a, b) => (a.productId < b.productId ? -1 : 1))
  // the stock before its windows, as orders lock them: avoids deadlock
  await lockStock(
    ctx.db,
    inOrder.map(({ productId }) => productId),
  )
  for (const { productId, qty, orderLineId } of inOrder) {
    const back = await releaseHarvest(ctx.db, { orderLineId, qty })
    if (back === 'over') continue
    await ctx.db
      .updateTable('productStock')
      .set({ availableQty: sql`available_qty + ${qty}` })
      .where('productId', '=', productId)
      .execute()
    await ctx.db
      .insertInto('stockEntries')
      .values({ productId, delta: qty, cause: 'released', orderLineId, at: ctx.now })
      .execute()
    await showInStock(ctx.db, productId)
  }
}

/**
 * What a line had returned, and holds again. A harvest that the farm has closed since is not sold any more, but those
 * who had ordered it keep it: the line takes its part again, and not that of others. Returns the products of which there
 * is not enough; the caller then refuses.
 */
export async function reserveAgain(ctx: Ctx, wanted: readonly Reservation[]): Promise<ProductId[]> {
  const open: Reservation[] = []
  for (const line of wanted) if (!(await holdInClosedHarvest(ctx.db, line))) open.push(line)
  const missing = await reserveStock(ctx, open)
  if (missing.length === 0 && open.length > 0) await noteReservations(ctx, open)
  return missing
}

/**
 * Lines that are to leave on another day: what is sold from stock is held as before; a harvest of other days is returned,
 * unless it is `gone`, and reserved again from the harvest of that day. Returns the products of which there is not
 * enough; the caller then refuses.
 */
export async function moveReservations(
  ctx: Ctx,
  lines: readonly Reservation[],
  { gone }: { gone: boolean },
): Promise<ProductId[]> {
  await lockStock(ctx.db, [...new Set(lines.map(({ productId }) => productId))])
  const elsewhere = await linesOfOtherWindows(ctx.db, lines)
  const moving = lines.filter(({ orderLineId }) => elsewhere.has(orderLineId))
  if (moving.length === 0) return []
  if (!gone) await releaseStock(ctx, moving)
  await forgetHarvest(
    ctx.db,
    moving.map(({ orderLineId }) => orderLineId),
  )
  // of a line that was cancelled nothing is held
  const held = moving.filter(({ qty }) => qty > 0)
  const missing = await reserveStock(ctx, held)
  if (missing.length === 0 && held.length > 0) await noteReservations(ctx, held)
  return missing
}

/** The farm adds or removes units. Null if there are not that many. Returns the new number. */
export async function stateStock(ctx: Ctx, productId: ProductId, delta: number): Promise<number | null> {
  if (delta === 0) return stockOf(ctx.db, productId)
  const stated = await ctx.db
    .updateTable('productStock')
    .set({ availableQty: sql`available_qty + ${delta}` })
    .where('productId', '=', productId)
    .where(sql<boolean>`available_qty + ${delta} >= 0`)
    .returning('availableQty')
    .executeTakeFirst()
  if (!stated) return null
  await ctx.db
    .insertInto('stockEntries')
    .values({ productId, delta, cause: 'stated', orderLineId: null, at: ctx.now })
    .execute()
  await showInStock(ctx.db, productId)
  return stated.availableQty
}

/** Adds or removes units of several products; for a caller that holds their stock and has checked the numbers. */
export async function stateStocks(ctx: Ctx, deltas: ReadonlyMap<ProductId, number>): Promise<void> {
  const stated = [...deltas].filter(([, delta]) => delta !== 0)
  if (stated.length === 0) return
  const ids = stated.map(([id]) => id)
  await sql`update product_stock set available_qty = available_qty + stated.delta
              from unnest(${ids}::uuid[], ${stated.map(([, delta]) => delta)}::int[]) as stated (id, delta)
             where product_id = stated.id`.execute(ctx.db)
  await ctx.db
    .insertInto('stockEntries')
    .values(
      stated.map(([id, delta]) => ({
        productId: id,
        delta,
        cause: 'stated' as const,
        orderLineId: null,
        at: ctx.now,
      })),
    )
    .execute()
  await ctx.db
    .updateTable('productSearch')
    .from('productStock')
    .set({ inStock: sql<boolean>`product_stock.available_qty > 0` })
    .whereRef('productSearch.productId', '=', 'productStock.productId')
    .where('productStock.productId', 'in', ids)
    .execute()
}

/** Sets the stock to this number; for a caller that holds the product's row. */
export async function setStock(ctx: Ctx, productId: ProductId, qty: number): Promise<void> {
  const row = await ctx.db
    .selectFrom('productStock')
    .select('availableQty')
    .where('productId', '=', productId)
    .forUpdate()
    .executeTakeFirst()
  await stateStock(ctx, productId, qty - (row?.availableQty ?? 0))
}

/**
 * Blocks orders of these products until the transaction ends. Callers that also change the products lock those first.
 * Returns the stock of each.
 */
export async function lockStock(db: DbOrTx, ids: readonly ProductId[]): Promise<ReadonlyMap<ProductId, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('productStock')
    .select(['productId', 'availableQty'])
    .where('productId', 'in', ids)
    .orderBy('productId')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.productId, row.availableQty]))
}

async function stockOf(db: DbOrTx, productId: ProductId): Promise<number> {
  const row = await db
    .selectFrom('productStock')
    .select('availableQty')
    .where('productId', '=', productId)
    .executeTakeFirst()
  return row?.availableQty ?? 0
}

/** Updates whether it is in stock, as lists of products show it. */
const showInStock = (db: DbOrTx, id: ProductId) =>
  db
    .updateTable('productSearch')
    .set({
      inStock: sql<boolean>`coalesce((select available_qty > 0 from product_stock where product_id = ${id}), false)`,
    })
    .where('productId', '=', id)
    .execute()
