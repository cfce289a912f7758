import { sql } from 'kysely'
import { authorize, requireFarm } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import type { ProductId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { yen } from '#kernel/yen.ts'
import { stateStock } from '#modules/catalog/stock.server.ts'
import { once } from '#modules/history/once.server.ts'
import { recordEvent } from '#modules/history/record-event.server.ts'
import { lockGoods, lockManyGoods } from './keep-goods.server.ts'
import type { GoodsRefusal } from './refusal-text.ts'

/** What a row of the list or of a file says: a new number that can be ordered, a new price, or both. */
export type RowChange = {
  id: ProductId
  /** `seen`: the number on the page; if an order came in meanwhile, nothing is overwritten. Null: whatever there is. */
  stock?: { to: number; seen: number | null }
  priceYen?: number
}

type RowRefusal = { id: ProductId; field: 'stock' | 'price'; refusal: GoodsRefusal; now?: number }

/** One more, or one fewer: what was ordered in the same moment stays ordered. */
export async function stepStock(
  ctx: Ctx,
  { id, by, key }: { id: ProductId; by: number; key: string },
): Promise<Result<{ stock: number }, GoodsRefusal>> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  return once<{ stock: number }, GoodsRefusal>(ctx, 'goods.step_stock', key, { id, by }, async (within) => {
    const row = await lockGoods(within.db, farmId, id)
    if (row.sells_from === 'harvest') return refuse('stock_by_harvest')
    const stock = await stateStock(within, id, by)
    if (stock === null) return refuse('below_zero', { now: await stockNow(within, id) })
    await recordEvent(within.db, within, {
      kind: 'goods_stock_stated',
      aboutFarmId: farmId,
      aboutProductId: id,
      data: { name: row.name, changes: { stock: [String(stock - by), String(stock)] } },
    })
    return ok({ stock })
  })
}

/**
 * Many numbers and prices at once, all or nothing: the rows that cannot be are named, each with its reason, and
 * nothing is changed until they are mended. With one key it is done once, however often it is sent. `unlessChanged`
 * is asked when nobody can change them any more: false, and nothing is done.
 */
export async function changeRows(
  ctx: Ctx,
  {
    key,
    rows,
    unlessChanged,
  }: { key: string; rows: readonly RowChange[]; unlessChanged?: (ctx: Ctx) => Promise<boolean> },
): Promise<Result<{ changed: number }, GoodsRefusal> | { ok: false; refusal: 'rows'; rows: RowRefusal[] }> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  const refused: RowRefusal[] = []
  const done = await once<{ changed: number }, GoodsRefusal>(ctx, 'goods.change_rows', key, rows, async (within) => {
    let changed = 0
    if (unlessChanged) {
      await lockManyGoods(
        within.db,
        farmId,
        rows.map(({ id }) => id),
      )
      if (!(await unlessChanged(within))) return refuse('stock_moved', { now: 0 })
    }
    // in the order of ids, so that two who do this at once do not wait for each other in a circle
    for (const row of rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      if (await changeRow(within, row, refused)) changed += 1
    return refused.length > 0 ? refuse('nothing_to_change') : ok({ changed })
  })
  return refused.length > 0 ? { ok: false, refusal: 'rows', rows: refused } : done
}

async function changeRow(ctx: Ctx, { id, stock, priceYen }: RowChange, refused: RowRefusal[]): Promise<boolean> {
  const { farmId } = requireFarm(ctx.actor)
  const row = await lockGoods(ctx.db, farmId, id)
  const changes: Record<string, [string, string]> = {}
  if (stock && stock.to !== stock.seen) {
    const now = await stockNow(ctx, id)
    if (row.sells_from === 'harvest') refused.push({ id, field: 'stock', refusal: 'stock_by_harvest' })
    else if (stock.seen !== null && now !== stock.seen)
      refused.push({ id, field: 'stock', refusal: 'stock_moved', now })
    else if ((await stateStock(ctx, id, stock.to - now)) !== null) changes.stock = [String(now), String(stock.to)]
    else refused.push({ id, field: 'stock', refusal: 'below_zero', now })
  }
  if (priceYen !== undefined && priceYen !== row.price_yen) {
    await ctx.db
      .updateTable('products')
      .set({ price_yen: yen(priceYen), version: row.version + 1 })
      .where('id', '=', id)
      .execute()
    changes.price = [String(row.price_yen), String(priceYen)]
  }
  if (Object.keys(changes).length === 0) return false
  await recordEvent(ctx.db, ctx, {
    kind: changes.price ? 'goods_priced' : 'goods_stock_stated',
    aboutFarmId: farmId,
    aboutProductId: id,
    data: { name: row.name, changes },
  })
  return true
}

async function stockNow(ctx: Ctx, id: ProductId): Promise<number> {
  const row = await ctx.db
    .selectFrom('product_stock')
    .select('available_qty')
    .where('product_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.available_qty ?? 0
}

/** One place up or down among those that the page shows, or before all others. */
export async function placeInList(
  ctx: Ctx,
  { id, by, among }: { id: ProductId; by: 1 | -1 | 'first'; among: readonly ProductId[] },
): Promise<void> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  await ctx.db.transaction().execute(async (db) => {
    const rows = await db
      .selectFrom('products')
      .select(['id', 'place_in_list'])
      .where('farm_id', '=', farmId)
      .orderBy('place_in_list')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      // no key is changed: a chef who orders one of them meanwhile does not wait
      .forNoKeyUpdate()
      .execute()
    const order = rows.map((row) => row.id)
    const neighbour = by === 'first' ? order[0] : among[among.indexOf(id) + by]
    const [from, to] = [order.indexOf(id), neighbour ? order.indexOf(neighbour) : -1]
    if (from < 0 || to < 0) return
    order.splice(from, 1)
    order.splice(to, 0, id)
    const places = new Map(rows.map((row) => [row.id, row.place_in_list]))
    const moved = order.flatMap((product, index) => (places.get(product) === index + 1 ? [] : [[product, index + 1]]))
    if (moved.length === 0) return
    await sql`update products set place_in_list = moved.place
                from unnest(${moved.map(([product]) => product)}::uuid[], ${moved.map(([, place]) => place)}::int[]) as moved (id, place)
               where products.id = moved.id`.execute(db)
  })
}
