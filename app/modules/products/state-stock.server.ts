import { sql } from 'kysely'
import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import { ok, type RefusalDetail, refuse } from '#kernel/result.ts'
import { Whole } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { recordEvent, recordEvents } from '#modules/audit-log/record-event.server.ts'
import { mutation, repeatable } from '#modules/audit-log/use-case.server.ts'
import { stateStock, stateStocks } from '#modules/products/catalog/stock.server.ts'
import { lockGoods, lockManyGoods } from './keep-products.server.ts'
import { mostYen } from './price-bounds.ts'
import { ProductIdIn } from './product.ts'
import { goodsRefusals } from './refusal-text.ts'

const mostStock = 9_999

/** The change of a row of the list or of a file: a new stock, a new price, or both. */
const RowChange = z.object({
  id: ProductIdIn,
  /** `seen`: the number on the page; if an order came in meanwhile, nothing is overwritten. Null: unconditionally. */
  stock: z.object({ to: Whole({ min: 0, max: mostStock }), seen: z.int().nullable() }).optional(),
  priceYen: Whole({ min: 1, max: mostYen }).optional(),
})
type RowChange = z.output<typeof RowChange>

const RefusedRow = z.object({
  id: z.string(),
  field: z.literal('stock'),
  refusal: z.enum(['stock_by_harvest', 'stock_moved', 'below_zero']),
  now: z.int().optional(),
})
type RefusedRow = z.output<typeof RefusedRow>

/** The rows for which a change of many was refused, each with its reason. */
export const refusedRows = (detail: RefusalDetail = {}): RefusedRow[] => z.array(RefusedRow).parse(detail.rows ?? [])

/** One more, or one fewer: a concurrent order is kept. */
export const stepStock = mutation({
  name: 'goods.step_stock',
  permission: 'goods.change',
  input: { id: ProductIdIn, by: z.int().min(-mostStock).max(mostStock) },
  refusals: goodsRefusals('stock_by_harvest', 'below_zero', 'key_reused'),
  same: ({ id, by }) => ({ id, by }),
  run: async (ctx, { id, by }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    const row = await lockGoods(ctx.db, farmId, id)
    if (row.sellsFrom === 'harvest') return refuse('stock_by_harvest')
    const stock = await stateStock(ctx, id, by)
    if (stock === null) return refuse('below_zero', { now: await stockNow(ctx, id) })
    await recordEvent(ctx.db, ctx, {
      kind: 'goods_stock_stated',
      aboutFarmId: farmId,
      aboutProductId: id,
      data: { name: row.name, changes: { stock: [String(stock - by), String(stock)] } },
    })
    return ok({ stock })
  },
})

/**
 * Changes many stocks and prices, all or nothing: rows that are refused are reported, each with its reason, and nothing
 * is changed until they are corrected; the refusal is that of the first. Once per key. `unlessChanged` is evaluated when
 * everything is locked: if it returns false, nothing is done.
 */
export const changeRows = mutation({
  name: 'goods.change_rows',
  permission: 'goods.change',
  input: { rows: z.array(RowChange) },
  refusals: goodsRefusals('stock_by_harvest', 'below_zero', 'stock_moved', 'key_reused'),
  same: ({ rows }) => rows,
  run: async (ctx, { rows }, unlessChanged?: (ctx: Ctx) => Promise<boolean>) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    const locked = await lockManyGoods(
      ctx.db,
      farmId,
      rows.map(({ id }) => id),
    )
    if (unlessChanged && !(await unlessChanged(ctx))) return refuse('stock_moved', { now: 0 })
    const goods = new Map(locked.map((it) => [it.id, { ...it, before: { stock: it.stock, price: it.priceYen } }]))
    const refused = rows.flatMap((row) => {
      const it = goods.get(row.id)
      if (!it) throw new NotFound('product')
      return applyRow(it, row)
    })
    const [first] = refused
    if (first) return refuse(first.refusal, { now: first.now ?? 0, rows: refused })
    return ok({ changed: await keepChanges(ctx, farmId, [...goods.values()]) })
  },
})

type Locked = Awaited<ReturnType<typeof lockManyGoods>>[number] & { before: { stock: number; price: number } }

/** Applies the row to the locked products; returns what is refused. */
function applyRow(goods: Locked, { id, stock, priceYen }: RowChange): RefusedRow[] {
  if (priceYen !== undefined) goods.priceYen = yen(priceYen)
  if (!stock || stock.to === stock.seen) return []
  const now = goods.stock
  if (goods.sellsFrom === 'harvest') return [{ id, field: 'stock', refusal: 'stock_by_harvest' }]
  if (stock.seen !== null && now !== stock.seen) return [{ id, field: 'stock', refusal: 'stock_moved', now }]
  if (stock.to < 0) return [{ id, field: 'stock', refusal: 'below_zero', now }]
  goods.stock = stock.to
  return []
}

/** One statement for each kind of change, however many rows. Returns how many products have changed. */
async function keepChanges(ctx: Ctx, farmId: FarmId, goods: readonly Locked[]): Promise<number> {
  const stocked = goods.filter((it) => it.stock !== it.before.stock)
  const priced = goods.filter((it) => it.priceYen !== it.before.price)
  if (priced.length > 0)
    await sql`update products set price_yen = priced.yen, version = version + 1
                from unnest(${priced.map((it) => it.id)}::uuid[], ${priced.map((it) => it.priceYen)}::int[]) as priced (id, yen)
               where products.id = priced.id`.execute(ctx.db)
  await stateStocks(ctx, new Map(stocked.map((it) => [it.id, it.stock - it.before.stock])))
  const changed = goods.filter((it) => priced.includes(it) || stocked.includes(it))
  await recordEvents(
    ctx.db,
    ctx,
    changed.map((it) => ({
      kind: priced.includes(it) ? 'goods_priced' : 'goods_stock_stated',
      aboutFarmId: farmId,
      aboutProductId: it.id,
      data: {
        name: it.name,
        changes: {
          ...(stocked.includes(it) && { stock: [String(it.before.stock), String(it.stock)] }),
          ...(priced.includes(it) && { price: [String(it.before.price), String(it.priceYen)] }),
        },
      },
    })),
  )
  return changed.length
}

async function stockNow(ctx: Ctx, id: ProductId): Promise<number> {
  const row = await ctx.db
    .selectFrom('productStock')
    .select('availableQty')
    .where('productId', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row?.availableQty ?? 0
}

/** Moves it one place up or down among those that the page shows, or to the top. */
export const placeInList = repeatable({
  name: 'goods.place',
  permission: 'goods.change',
  input: {
    id: ProductIdIn,
    by: z.enum(['up', 'down', 'first']),
    among: z.array(ProductIdIn).default([]),
  },
  refusals: goodsRefusals(),
  run: async (ctx, { id, by, among }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    await ctx.db.transaction().execute(async (db) => {
      const rows = await db
        .selectFrom('products')
        .select(['id', 'placeInList'])
        .where('farmId', '=', farmId)
        .orderBy('placeInList')
        .orderBy('createdAt', 'desc')
        .orderBy('id')
        // no key is changed: a buyer who orders one of them concurrently does not wait
        .forNoKeyUpdate()
        .execute()
      const order = rows.map((row) => row.id)
      const neighbour = by === 'first' ? order[0] : among[among.indexOf(id) + (by === 'up' ? -1 : 1)]
      const [from, to] = [order.indexOf(id), neighbour ? order.indexOf(neighbour) : -1]
      if (from < 0 || to < 0) return
      order.splice(from, 1)
      order.splice(to, 0, id)
      const places = new Map(rows.map((row) => [row.id, row.placeInList]))
      const moved = order.flatMap((product, index) => (places.get(product) === index + 1 ? [] : [[product, index + 1]]))
      if (moved.length === 0) return
      await sql`update products set place_in_list = moved.place
                from unnest(${moved.map(([product]) => product)}::uuid[], ${moved.map(([, place]) => place)}::int[]) as moved (id, place)
               where products.id = moved.id`.execute(db)
    })
    return ok(null)
  },
})
