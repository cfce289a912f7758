import { type Selectable, sql } from 'kysely'
import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import { NotFound } from '#kernel/errors.ts'
import { type FarmId, newId, type ProductId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, repeatable } from '#modules/audit-log/use-case.server.ts'
import { hasFreight } from '#modules/delivery/simulate-freight.server.ts'
import { isHubHeld } from '#modules/organisations/hub.server.ts'
import { drawingOf } from '#modules/products/catalog/drawing-of.ts'
import { methodsOf } from '#modules/products/catalog/farm-methods.server.ts'
import { missingOfProduct, neededWords } from '#modules/products/catalog/food-facts/missing-of-product.ts'
import { writeSearchRows } from '#modules/products/catalog/search-rows.server.ts'
import { lockStock, setStock } from '#modules/products/catalog/stock.server.ts'
import { withoutDerived } from './derived.ts'
import { endGraceIfStated, missingOf, originOfFarm } from './food-labelling.server.ts'
import { lockDraft } from './lock-draft.server.ts'
import { changedFields, ProductIdIn, type ProductValues, textOf, ValuesIn, VersionIn } from './product.ts'
import { showOnProduct } from './product-photos.server.ts'
import { checkMove, goodsMoves, goodsProcess } from './product-process.ts'
import { columnsOf, valuesOf } from './product-row.ts'
import { readGoods } from './read-products.ts'
import { type GoodsRefusal, goodsRefusals } from './refusal-text.ts'
import { isSwitchedOn } from './switches.server.ts'

type ProductRow = Selectable<Database['products']>

type Published = { id: ProductId; name: string; waits: boolean }

/**
 * Publishes a draft: on sale immediately, or after a review by staff where that is switched on. A draft restricted to
 * chosen restaurants stays restricted to them. Without an id: publishes the values as a new product.
 */
export const publishDraft = mutation({
  name: 'goods.publish',
  permission: 'goods.change',
  input: { id: ProductIdIn.nullable(), version: VersionIn, values: ValuesIn },
  refusals: goodsRefusals('changed_meanwhile', 'wrong_fields', 'no_freight_table', 'hub_sells_nothing', 'key_reused'),
  same: ({ id, values }) => ({ id, values }),
  run: async (ctx, { id: known, key, version, values }): Promise<Result<Published, GoodsRefusal>> => {
    const { db } = ctx
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    const id = known ?? newId<'product'>()
    const draft = known ? await lockDraft(db, farmId, known) : null
    if (draft && draft.version !== version && draft.savedBy !== key) return refuse('changed_meanwhile')
    const facts = { origin: await originOfFarm(db, farmId), notYet: [] }
    const read = readGoods({ ...draft?.values, ...values }, { methods: await methodsOf(ctx, farmId), facts })
    if (!read.ok) return refuse('wrong_fields', read.fields)
    const { goods } = read
    if (await isHubHeld(db, farmId)) return refuse('hub_sells_nothing')
    if (!(await hasFreight(ctx, farmId))) return refuse('no_freight_table')
    const waits = await isSwitchedOn(db, 'goods_review')
    const picture = drawingOf(goods)
    await db
      .insertInto('products')
      .values({
        id,
        farmId,
        ...columnsOf(goods),
        airAllowed: true,
        peakMonths: [],
        tasteNote: '',
        packingNote: '',
        picture,
        drawnPicture: picture,
        status: waits ? 'draft' : 'listed',
        review: waits ? 'waiting' : null,
        heldReason: null,
        createdAt: ctx.now,
        listedAt: waits ? null : ctx.now,
        audience: draft ? draft.audience : 'everybody',
      })
      .execute()
    await sql`insert into product_audience (product_id, restaurant_id, since)
              select draft_id, restaurant_id, ${ctx.now}::timestamptz from draft_audience where draft_id = ${id}`.execute(
      db,
    )
    await db.insertInto('productStock').values({ productId: id, availableQty: 0 }).execute()
    await setStock(ctx, id, goods.stock)
    await db.deleteFrom('productDrafts').where('id', '=', id).execute()
    await showOnProduct(db, ctx, farmId, id)
    await writeSearchRows(db, { ids: [id] })
    await recordEvent(db, ctx, {
      kind: 'goods_added',
      aboutFarmId: farmId,
      aboutProductId: id,
      data: { name: goods.name, price: goods.priceYen, stock: goods.stock, waits },
    })
    return ok({ id, name: goods.name, waits })
  },
})

type Saved = Result<{ name: string; changed: boolean }, GoodsRefusal>
type Saving = { id: ProductId; version: number; values: ProductValues }

/** Changes a product in the catalogue; open orders keep what was agreed. `version`: what the page has seen. */
export const saveGoods = repeatable({
  name: 'goods.save',
  permission: 'goods.change',
  input: { id: ProductIdIn, version: VersionIn, values: ValuesIn },
  refusals: goodsRefusals('changed_meanwhile', 'wrong_fields'),
  run: (ctx, saving): Promise<Saved> =>
    ctx.db.transaction().execute(async (db) => {
      const saved = await saveGoodsWithin({ ...ctx, db }, saving)
      if (saved.ok && saved.value.changed) await writeSearchRows(db, { ids: [saving.id] })
      return saved
    }),
})

/** The same within a transaction, without updating the search words: a file changes many products together. */
export async function saveGoodsWithin(ctx: Ctx, { id, version, values }: Saving): Promise<Saved> {
  const { db } = ctx
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  const row = await lockGoods(db, farmId, id)
  if (row.version !== version) return refuse('changed_meanwhile')
  const before = valuesOf(row, 0)
  const shown = [row.method, ...(await methodsOf({ db, now: ctx.now }, farmId))]
  const origin = await originOfFarm(db, farmId)
  // what was never stated does not keep a farm from changing a price
  const facts = { origin, notYet: missingOfProduct(row, origin) }
  const read = readGoods({ ...before, ...withoutDerived(before, values, shown), stock: 0 }, { methods: shown, facts })
  if (!read.ok) return refuse('wrong_fields', read.fields)
  const { goods } = read
  const drawn = drawingOf(goods)
  const resent = row.review === 'returned'
  const columns = {
    ...columnsOf(goods),
    drawnPicture: drawn,
    ...(row.picture === row.drawnPicture && { picture: drawn }),
    ...(resent && { review: 'waiting' as const, reviewNote: '' }),
  }
  const changes = changesOf(before, valuesOf({ ...row, ...columns }, 0))
  if (Object.keys(changes).length === 0 && !resent) return ok({ name: row.name, changed: false })
  // the product, its stock, its search row: always locked in this order
  if (goods.sellsFrom !== row.sellsFrom) await beginAnew(ctx, id)
  await db
    .updateTable('products')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .execute()
  await endGraceIfStated(ctx, id, missingOfProduct({ ...row, ...columns }, origin))
  await recordEvent(db, ctx, {
    kind: changes.priceYen && Object.keys(changes).length === 1 ? 'goods_priced' : 'goods_changed',
    aboutFarmId: farmId,
    aboutProductId: id,
    data: { name: goods.name, changes },
  })
  return ok({ name: goods.name, changed: true })
}

/** When switching between stock and harvests: nothing can be ordered until the farm states a number. */
async function beginAnew(ctx: Ctx, id: ProductId): Promise<void> {
  // the stock before its windows, as orders lock them: avoids deadlock
  await lockStock(ctx.db, [id])
  await ctx.db
    .updateTable('harvestWindows')
    .set({ closedAt: ctx.now })
    .where('productId', '=', id)
    .where('closedAt', 'is', null)
    .execute()
  await setStock(ctx, id, 0)
}

/** Puts a product on sale, pauses it, or archives it; repeating it changes nothing. */
export const moveGoods = repeatable({
  name: 'goods.move',
  permission: 'goods.change',
  input: { id: ProductIdIn, move: z.enum(goodsMoves).describe('販売・販売休止・保管・リストに戻す') },
  refusals: goodsRefusals(
    'wrong_state',
    'held_by_staff',
    'waits_for_review',
    'was_returned',
    'no_freight_table',
    'hub_sells_nothing',
    'facts_missing',
  ),
  run: async (ctx, { id, move }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    return ctx.db.transaction().execute(async (db): Promise<Result<{ name: string }, GoodsRefusal>> => {
      const row = await lockGoods(db, farmId, id)
      const refusal = checkMove({ status: row.status, review: row.review, heldReason: row.heldReason }, move)
      if (refusal === 'already') return ok({ name: row.name })
      if (refusal) return refuse(refusal)
      const { to } = goodsProcess[move]
      if (to === 'listed' && (await isHubHeld(db, farmId))) return refuse('hub_sells_nothing')
      if (to === 'listed' && !(await hasFreight({ ...ctx, db }, farmId))) return refuse('no_freight_table')
      const missing = to === 'listed' ? await missingOf(db, farmId, row) : []
      if (missing.length > 0) return refuse('facts_missing', { facts: neededWords(missing) })
      await db
        .updateTable('products')
        .set({
          status: to,
          version: row.version + 1,
          ...(to === 'listed' && { listedAt: row.listedAt ?? ctx.now }),
          ...(to === 'archived' && { review: null, reviewNote: '' }),
        })
        .where('id', '=', id)
        .execute()
      if (to === 'listed') {
        await showOnProduct(db, ctx, farmId, id)
        await writeSearchRows(db, { ids: [id] })
      }
      await recordEvent(db, ctx, {
        kind: goodsProcess[move].event,
        aboutFarmId: farmId,
        aboutProductId: id,
        data: { name: row.name },
      })
      return ok({ name: row.name })
    })
  },
})

/**
 * The product of this farm, locked until the transaction ends; NotFound for another farm's. The lock allows key shares:
 * an order that holds the stock and inserts its line (whose foreign key refers to this row) must not wait for a
 * transaction that waits for the stock.
 */
export async function lockGoods(db: DbOrTx, farmId: FarmId, id: ProductId): Promise<ProductRow> {
  const row = await db
    .selectFrom('products')
    .selectAll()
    .where('id', '=', id)
    .where('farmId', '=', farmId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new NotFound('product')
  return row
}

/**
 * Locks many of them, with their stock, in the order in which a single one is locked; none can be ordered until the
 * transaction ends. Other farms' products are left out.
 */
export async function lockManyGoods(db: DbOrTx, farmId: FarmId, ids: readonly ProductId[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'sellsFrom', 'priceYen'])
    .where('id', 'in', ids)
    .where('farmId', '=', farmId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const stock = await lockStock(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, stock: stock.get(row.id) ?? 0 }))
}

/** The old and the new value of each changed field, as texts for the history. */
const changesOf = (before: ProductValues, after: ProductValues): Record<string, [string, string]> =>
  Object.fromEntries(
    changedFields(before, after).map(({ field, was, is }) => [field, [textOf(field, was), textOf(field, is)]]),
  )
