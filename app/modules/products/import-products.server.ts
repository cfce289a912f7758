import { sql } from 'kysely'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { newId, type ProductId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { methodsOf } from '#modules/products/catalog/farm-methods.server.ts'
import { writeSearchRows } from '#modules/products/catalog/search-rows.server.ts'
import { setStock } from '#modules/products/catalog/stock.server.ts'
import { changesOf, lockManyGoods, saveGoodsWithin } from './keep-products.server.ts'
import { type CsvRow, columnWord, csvWord } from './product-csv.ts'
import { goodsFields, type TypedGoods } from './product-fields.ts'
import { typedOf } from './product-row.ts'
import { readGoods } from './read-products.ts'
import { type GoodsRefusal, goodsRefusalText } from './refusal-text.ts'

/** What one line of a file would do, as a preview. */
export type PlannedRow = {
  line: number
  name: string
  what: 'same' | 'change' | 'draft' | 'wrong'
  /** The heading of the column, the old and the new value. */
  changes: { name: string; was: string; is: string }[]
  sentences: string[]
}

type Known = { version: number; typed: TypedGoods; sellsFrom: string }

/** Line by line: what would change, what is new (a draft), what is unchanged, and what cannot be read and why. */
export async function planImport(ctx: Ctx, rows: readonly CsvRow[]): Promise<PlannedRow[]> {
  const known = await knownGoods(ctx, rows)
  const methods = await methodsOf(ctx, requireFarm(ctx.actor).farmId)
  return rows.map((row) => {
    if ('wrong' in row) return { line: row.line, name: '', what: 'wrong', changes: [], sentences: [row.wrong] }
    if (row.id === null)
      return { line: row.line, name: row.typed.name ?? '', what: 'draft', changes: [], sentences: [] }
    const before = known.get(row.id)
    if (!before)
      return {
        line: row.line,
        name: row.typed.name ?? '',
        what: 'wrong',
        changes: [],
        sentences: ['この番号の商品はありません'],
      }
    return planned(row.line, before, row.typed, [...methods, ...methodIn(before.typed)])
  })
}

const methodIn = ({ method }: TypedGoods) => (method === 'jas_organic' ? (['jas_organic'] as const) : [])

function planned(
  line: number,
  before: Known,
  said: TypedGoods,
  methods: Parameters<typeof readGoods>[1]['methods'],
): PlannedRow {
  const typed = filled(before, said)
  const name = typed.name ?? before.typed.name ?? ''
  if (typed.stock !== undefined && hasMoved(before, said)) {
    const sentence = `${columnWord('stock')}：${goodsRefusalText('stock_moved', { now: before.typed.stock ?? '' })}`
    return { line, name, what: 'wrong', changes: [], sentences: [sentence] }
  }
  const read = readGoods({ ...before.typed, ...typed }, { methods })
  if (!read.ok) {
    const sentences = Object.entries(read.fields).map(([field, sentence]) => `${columnWord(field)}：${sentence}`)
    return { line, name, what: 'wrong', changes: [], sentences }
  }
  const changes = Object.entries(changesOf(before.typed, { ...before.typed, ...typed })).map(([field, [was, is]]) => ({
    name: columnWord(field),
    was: csvWord(field, was),
    is: csvWord(field, is),
  }))
  return { line, name, what: changes.length > 0 ? 'change' : 'same', changes, sentences: [] }
}

/** The file's number is ignored for products sold by harvest, and if it is unchanged since the export. */
const filled = ({ sellsFrom }: Known, { stockSeen, stock, ...rest }: TypedGoods): TypedGoods =>
  sellsFrom === 'harvest' || stock === undefined || sameNumber(stock, stockSeen) ? rest : { ...rest, stock }

/** An order has arrived since the export: the file's number refers to an older one. */
const hasMoved = (before: Known, { stockSeen }: TypedGoods): boolean =>
  (stockSeen ?? '') !== '' && !sameNumber(stockSeen ?? '', before.typed.stock)

const sameNumber = (one: string, other: string | undefined): boolean =>
  other !== undefined && parseWholeNumber(one) !== null && parseWholeNumber(one) === parseWholeNumber(other)

/**
 * Applies the preview, for all readable lines, in one transaction; once per key. New lines become drafts: putting them
 * on sale is a separate step.
 */
export async function importGoods(
  ctx: Ctx,
  { key, rows }: { key: string; rows: readonly CsvRow[] },
): Promise<Result<{ changed: number; drafts: number }, GoodsRefusal>> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  return idempotent<{ changed: number; drafts: number }, GoodsRefusal>(
    ctx,
    'goods.import',
    key,
    rows,
    async (within) => {
      await lockManyGoods(
        within.db,
        farmId,
        rows.flatMap((row) => ('id' in row && row.id ? [row.id] : [])),
      )
      const plan = await planImport(within, rows)
      const known = await knownGoods(within, rows)
      const changed: ProductId[] = []
      const drafts: TypedGoods[] = []
      for (const [index, row] of rows.entries()) {
        const what = plan[index]?.what
        if ('wrong' in row || what === 'wrong' || what === 'same') continue
        if (row.id === null) {
          drafts.push(row.typed)
          continue
        }
        const before = known.get(row.id)
        if (!before) continue
        const { stock, ...typed } = filled(before, row.typed)
        const saved = await saveGoodsWithin(within, { id: row.id, version: before.version, typed })
        if (!saved.ok) return saved.refusal === 'fields' ? refuse('changed_meanwhile') : saved
        const number = parseWholeNumber(stock)
        if (number !== null && String(number) !== before.typed.stock) await setStock(within, row.id, number)
        changed.push(row.id)
      }
      if (changed.length + drafts.length === 0) return refuse('nothing_to_change')
      await writeSearchRows(within.db, { ids: changed })
      await insertDrafts(within, drafts)
      const counts = { changed: changed.length, drafts: drafts.length }
      await recordEvent(within.db, within, { kind: 'goods_imported', aboutFarmId: farmId, data: counts })
      return ok(counts)
    },
  )
}

async function insertDrafts(ctx: Ctx, said: readonly TypedGoods[]): Promise<void> {
  const { farmId } = requireFarm(ctx.actor)
  for (let at = 0; at < said.length; at += draftsAtOnce)
    await ctx.db
      .insertInto('product_drafts')
      .values(
        said.slice(at, at + draftsAtOnce).map((row) => ({
          id: newId<'product'>(),
          farm_id: farmId,
          typed: JSON.stringify(
            Object.fromEntries(goodsFields.flatMap((name) => (row[name] ? [[name, row[name]]] : []))),
          ),
          created_at: ctx.now,
          saved_at: ctx.now,
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
    .leftJoin('product_stock', 'product_stock.product_id', 'products.id')
    .selectAll('products')
    .select(sql<number>`coalesce(available_qty, 0)`.as('stock'))
    .where('id', 'in', ids)
    .where('farm_id', '=', farmId)
    .orderBy('id')
    .execute()
  return new Map(
    found.map((row) => [row.id, { version: row.version, typed: typedOf(row, row.stock), sellsFrom: row.sells_from }]),
  )
}

/** All products of the farm as typed values, for a file of any length. */
export async function* goodsInChunks(ctx: Ctx): AsyncGenerator<{ id: ProductId; typed: TypedGoods }[]> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const order = await ctx.db
    .selectFrom('products')
    .select('id')
    .where('farm_id', '=', farmId)
    .where('status', '<>', 'archived')
    .orderBy('place_in_list')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  for (let at = 0; at < order.length; at += goodsInChunk) {
    const ids = order.slice(at, at + goodsInChunk).map((row) => row.id)
    const rows = await ctx.db
      .selectFrom('products')
      .leftJoin('product_stock', 'product_stock.product_id', 'products.id')
      .selectAll('products')
      .select(sql<number>`coalesce(available_qty, 0)`.as('stock'))
      .where('id', 'in', ids)
      .execute()
    const found = new Map(rows.map((row) => [row.id, row]))
    yield ids.flatMap((id) => {
      const row = found.get(id)
      return row ? [{ id, typed: typedOf(row, row.stock) }] : []
    })
  }
}

const goodsInChunk = 500
