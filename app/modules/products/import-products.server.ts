import { sql } from 'kysely'
import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { methods as allMethods } from '#kernel/enums.ts'
import { newId, type ProductId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { methodsOf } from '#modules/products/catalog/farm-methods.server.ts'
import { writeSearchRows } from '#modules/products/catalog/search-rows.server.ts'
import { setStock } from '#modules/products/catalog/stock.server.ts'
import { lockManyGoods, saveGoodsWithin } from './keep-products.server.ts'
import { changedFields, isSaid, type ProductValues } from './product.ts'
import { type CsvRow, columnWord, csvWord } from './product-csv.ts'
import { valuesOf } from './product-row.ts'
import { readGoods } from './read-products.ts'
import { type GoodsRefusal, goodsRefusals, goodsRefusalText } from './refusal-text.ts'

/** What one line of a file would do, as a preview. */
export type PlannedRow = {
  line: number
  name: string
  what: 'same' | 'change' | 'draft' | 'wrong'
  /** The heading of the column, the old and the new value. */
  changes: { name: string; was: string; is: string }[]
  sentences: string[]
}

type Known = { version: number; values: ProductValues; sellsFrom: string }
type KnownRow = Exclude<CsvRow, { wrong: string }>

/** Line by line: what would change, what is new (a draft), what is unchanged, and what cannot be read and why. */
export const planImport = query('goods.change', async (ctx: Ctx, rows: readonly CsvRow[]): Promise<PlannedRow[]> => {
  const known = await knownGoods(ctx, rows)
  const methods = await methodsOf(ctx, requireFarm(ctx.actor).farmId)
  return rows.map((row) => {
    if ('wrong' in row) return { line: row.line, name: '', what: 'wrong', changes: [], sentences: [row.wrong] }
    if (row.id === null)
      return { line: row.line, name: row.values.name ?? '', what: 'draft', changes: [], sentences: [] }
    const before = known.get(row.id)
    if (!before)
      return {
        line: row.line,
        name: row.values.name ?? '',
        what: 'wrong',
        changes: [],
        sentences: ['この番号の商品はありません'],
      }
    return planned(before, row, [...methods, ...methodIn(before.values)])
  })
})

/** What the product states already is not asked to be proved again. */
const methodIn = ({ method }: ProductValues) => allMethods.filter((known) => known === method)

function planned(before: Known, row: KnownRow, methods: Parameters<typeof readGoods>[1]['methods']): PlannedRow {
  const { line } = row
  const values = filled(before, row)
  const name = values.name ?? before.values.name ?? ''
  if (values.stock !== undefined && hasMoved(before, row)) {
    const sentence = `${columnWord('stock')}：${goodsRefusalText('stock_moved', { now: before.values.stock ?? '' })}`
    return { line, name, what: 'wrong', changes: [], sentences: [sentence] }
  }
  const read = readGoods({ ...before.values, ...values }, { methods })
  if (!read.ok) {
    const sentences = Object.entries(read.fields).map(([field, sentence]) => `${columnWord(field)}：${sentence}`)
    return { line, name, what: 'wrong', changes: [], sentences }
  }
  const changes = changedFields(before.values, { ...before.values, ...values }).map(({ field, was, is }) => ({
    name: columnWord(field),
    was: csvWord(field, was),
    is: csvWord(field, is),
  }))
  return { line, name, what: changes.length > 0 ? 'change' : 'same', changes, sentences: [] }
}

/** The file's number is ignored for products sold by harvest, and if it is unchanged since the export. */
const filled = ({ sellsFrom }: Known, { stockSeen, values: { stock, ...rest } }: KnownRow): ProductValues =>
  sellsFrom === 'harvest' || stock === undefined || sameNumber(stock, stockSeen) ? rest : { ...rest, stock }

/** An order has arrived since the export: the file's number refers to an older one. */
const hasMoved = (before: Known, { stockSeen = '' }: KnownRow): boolean =>
  stockSeen !== '' && before.values.stock !== parseWholeNumber(stockSeen)

const sameNumber = (stock: ProductValues['stock'], seen: string | undefined): boolean =>
  typeof stock === 'number' && parseWholeNumber(seen) === stock

/**
 * Applies the preview, for all readable lines, in one transaction; once per key. New lines become drafts: putting them
 * on sale is a separate step.
 */
export const importGoods = mutation({
  name: 'goods.import',
  permission: 'goods.change',
  input: { rows: z.array(z.custom<CsvRow>()) },
  refusals: goodsRefusals('nothing_to_change', 'changed_meanwhile', 'wrong_fields', 'key_reused'),
  same: ({ rows }) => rows,
  run: async (ctx, { rows }): Promise<Result<{ changed: number; drafts: number }, GoodsRefusal>> => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    await lockManyGoods(
      ctx.db,
      farmId,
      rows.flatMap((row) => ('id' in row && row.id ? [row.id] : [])),
    )
    const plan = await planImport(ctx, rows)
    const known = await knownGoods(ctx, rows)
    const changed: ProductId[] = []
    const drafts: ProductValues[] = []
    for (const [index, row] of rows.entries()) {
      const what = plan[index]?.what
      if ('wrong' in row || what === 'wrong' || what === 'same') continue
      if (row.id === null) {
        drafts.push(row.values)
        continue
      }
      const before = known.get(row.id)
      if (!before) continue
      const { stock, ...values } = filled(before, row)
      const saved = await saveGoodsWithin(ctx, { id: row.id, version: before.version, values })
      if (!saved.ok) return saved.refusal === 'wrong_fields' ? refuse('changed_meanwhile') : saved
      if (typeof stock === 'number' && stock !== before.values.stock) await setStock(ctx, row.id, stock)
      changed.push(row.id)
    }
    if (changed.length + drafts.length === 0) return refuse('nothing_to_change')
    await writeSearchRows(ctx.db, { ids: changed })
    await insertDrafts(ctx, drafts)
    const counts = { changed: changed.length, drafts: drafts.length }
    await recordEvent(ctx.db, ctx, { kind: 'goods_imported', aboutFarmId: farmId, data: counts })
    return ok(counts)
  },
})

async function insertDrafts(ctx: Ctx, said: readonly ProductValues[]): Promise<void> {
  const { farmId } = requireFarm(ctx.actor)
  for (let at = 0; at < said.length; at += draftsAtOnce)
    await ctx.db
      .insertInto('productDrafts')
      .values(
        said.slice(at, at + draftsAtOnce).map((row) => ({
          id: newId<'product'>(),
          farmId,
          typed: JSON.stringify(Object.fromEntries(Object.entries(row).filter(([, value]) => isSaid(value)))),
          createdAt: ctx.now,
          savedAt: ctx.now,
        })),
      )
      .execute()
}

/** The maximum for one statement. */
const draftsAtOnce = 1_000

/**
 * The farm's own products among those that the file names, in the order of ids, which avoids deadlock between two
 * files.
 */
async function knownGoods(ctx: Ctx, rows: readonly CsvRow[]): Promise<Map<ProductId, Known>> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  const ids = rows.flatMap((row) => ('id' in row && row.id ? [row.id] : []))
  if (ids.length === 0) return new Map()
  const found = await ctx.db
    .selectFrom('products')
    .leftJoin('productStock', 'productStock.productId', 'products.id')
    .selectAll('products')
    .select(sql<number>`coalesce(available_qty, 0)`.as('stock'))
    .where('id', 'in', ids)
    .where('farmId', '=', farmId)
    .orderBy('id')
    .execute()
  return new Map(
    found.map((row) => [row.id, { version: row.version, values: valuesOf(row, row.stock), sellsFrom: row.sellsFrom }]),
  )
}

/** All products of the farm, for a file of any length. */
export async function* goodsInChunks(ctx: Ctx): AsyncGenerator<{ id: ProductId; values: ProductValues }[]> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const order = await ctx.db
    .selectFrom('products')
    .select('id')
    .where('farmId', '=', farmId)
    .where('status', '<>', 'archived')
    .orderBy('placeInList')
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
  for (let at = 0; at < order.length; at += goodsInChunk) {
    const ids = order.slice(at, at + goodsInChunk).map((row) => row.id)
    const rows = await ctx.db
      .selectFrom('products')
      .leftJoin('productStock', 'productStock.productId', 'products.id')
      .selectAll('products')
      .select(sql<number>`coalesce(available_qty, 0)`.as('stock'))
      .where('id', 'in', ids)
      .execute()
    const found = new Map(rows.map((row) => [row.id, row]))
    yield ids.flatMap((id) => {
      const row = found.get(id)
      return row ? [{ id, values: valuesOf(row, row.stock) }] : []
    })
  }
}

const goodsInChunk = 500
