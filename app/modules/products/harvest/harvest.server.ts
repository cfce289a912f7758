import { sql } from 'kysely'
import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { confidences } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import { isHoliday } from '#kernel/holidays.ts'
import { type HarvestWindowId, newId, type ProductId } from '#kernel/ids.ts'
import { addDays, daysBetween, type JstDate, jstDateOf, weekdayOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { DayIn, IdOf, RowVersion, Text, Whole } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { covers, type HarvestRange, overlapping, promisedOf } from '#modules/products/catalog/harvest/harvest-window.ts'
import { stateStock } from '#modules/products/catalog/stock.server.ts'
import { farmShipping, ownRests } from '../farm-shipping.server.ts'
import { lockGoods } from '../keep-products.server.ts'
import { type GoodsRefusal, goodsRefusals } from '../refusal-text.ts'
import { periodText } from '../vacation/vacation.ts'
import { daysAhead, type HarvestDay, harvestDays, type SameAgain, sameAgain } from './harvest-days.ts'

/** The maximum length of a window, and number of windows ahead. */
const longestWindowDays = 31
const mostWindows = 20
/** For how many past days promises are still shown and copied. */
const lookBack = 14

export type OwnWindow = HarvestRange & {
  id: HarvestWindowId
  promised: number
  reserved: number
  note: string
  version: number
}

export type HarvestGoods = {
  id: ProductId
  name: string
  packLabel: string
  unitLabel: string
  picture: string
  netGrams: number | null
  windows: OwnWindow[]
  /** The promises of the past two weeks, newest first. */
  past: OwnWindow[]
  /** Today and the thirteen days after it. */
  days: HarvestDay<OwnWindow>[]
  /** What 「昨日と同じ」 would promise. */
  again: SameAgain | null
}

/** Everything that is sold by harvest, with its current and future windows, and the next two weeks day by day. */
export const ownHarvests = query('goods.see', async (ctx: Ctx): Promise<HarvestGoods[]> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const goods = await ctx.db
    .selectFrom('products')
    .select(['id', 'name', 'packLabel', 'unitLabel', 'picture', 'netGrams'])
    .where('farmId', '=', farmId)
    .where('sellsFrom', '=', 'harvest')
    .where('status', '<>', 'archived')
    .orderBy('placeInList')
    .orderBy('createdAt', 'desc')
    .execute()
  const known = await knownOf(
    ctx,
    goods.map(({ id }) => id),
  )
  const today = jstDateOf(ctx.now)
  const rests = goods.length > 0 ? await restDays(ctx) : () => false
  return goods.map((it) => {
    const all = known.get(it.id) ?? []
    const windows = all.filter(({ to }) => to >= today)
    return {
      ...it,
      windows,
      past: all.filter(({ to }) => to < today).toReversed(),
      days: harvestDays(windows, today, rests),
      again: sameAgain(all, today, rests),
    }
  })
})

/** Days on which nothing leaves the farm: weekdays without shipping, public holidays, its vacations. */
async function restDays(ctx: Ctx): Promise<(day: JstDate) => boolean> {
  const { shipWeekdays, shipsOnHolidays } = await farmShipping(ctx)
  const rests = await ownRests(ctx)
  return (day) =>
    !shipWeekdays.includes(weekdayOf(day)) ||
    (!shipsOnHolidays && isHoliday(day)) ||
    rests.some((rest) => covers(rest, day))
}

/** Open windows, and those that ended in the last two weeks; not those withdrawn before. */
async function knownOf(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  ids: readonly ProductId[],
): Promise<Map<ProductId, OwnWindow[]>> {
  if (ids.length === 0) return new Map()
  const today = jstDateOf(now)
  const rows = await db
    .selectFrom('harvestWindows')
    .select([
      'id',
      'productId',
      'fromOn as from',
      'toOn as to',
      'leastQty',
      'mostQty',
      'confidence',
      'promisedQty as promised',
      'reservedQty as reserved',
      'note',
      'version',
    ])
    .where('productId', 'in', ids)
    .where('toOn', '>=', addDays(today, -lookBack))
    .where(sql<boolean>`(closed_at is null or closed_at >= (to_on + 1)::timestamp at time zone 'Asia/Tokyo')`)
    .orderBy('fromOn')
    .execute()
  return Map.groupBy(rows, (row) => row.productId)
}

/** How many of them, and how certain that is. */
const amounts = {
  leastQty: Whole({ min: 0, max: 9_999 }).describe('最小の数量'),
  mostQty: Whole({ min: 1, max: 9_999 }).describe('最大の数量'),
  confidence: z.enum(confidences, '確度を選択してください').describe('確実・おそらく・天候次第'),
  note: Text(0, 100).default('').describe('自分用のメモ'),
}
type HarvestPromise = { from: JstDate; to: JstDate } & z.output<z.ZodObject<typeof amounts>>

const productId = IdOf<'product'>('商品', '商品を選択してください')

/** The expected harvest, for days without another promise. */
export const promiseHarvest = mutation({
  name: 'harvest.promise',
  permission: 'goods.change',
  input: { productId, from: DayIn, to: DayIn, ...amounts },
  refusals: goodsRefusals(
    'not_by_harvest',
    'window_overlaps',
    'window_past',
    'window_too_long',
    'too_many_windows',
    'key_reused',
  ),
  run: async (ctx, { productId, key: _, ...promise }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    return promiseWithin(ctx, await lockGoods(ctx.db, farmId, productId), promise)
  },
})

/**
 * 「昨日と同じ」: the first day that is 未定 gets the promise of the last promised day before it (harvest-days.ts). `day`: the
 * day shown on the page, so that a press never promises another one.
 */
export const repeatHarvest = mutation({
  name: 'harvest.repeat',
  permission: 'goods.change',
  input: { productId, day: DayIn },
  refusals: goodsRefusals('not_by_harvest', 'nothing_to_repeat', 'changed_meanwhile', 'too_many_windows', 'key_reused'),
  run: async (ctx, { productId, day }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.change', { farmId })
    const goods = await lockGoods(ctx.db, farmId, productId)
    const known = (await knownOf(ctx, [productId])).get(productId) ?? []
    const again = sameAgain(known, jstDateOf(ctx.now), await restDays(ctx))
    if (!again) return refuse('nothing_to_repeat', { days: daysAhead })
    if (again.day !== day) return refuse('changed_meanwhile')
    const { leastQty, mostQty, confidence, note } = again
    return promiseWithin(ctx, goods, { from: day, to: day, leastQty, mostQty, confidence, note })
  },
})

/** Stores a promise while the product is locked. */
async function promiseWithin(
  within: Ctx,
  goods: Awaited<ReturnType<typeof lockGoods>>,
  promise: HarvestPromise,
): Promise<Result<{ id: HarvestWindowId }, GoodsRefusal>> {
  if (goods.sellsFrom !== 'harvest') return refuse('not_by_harvest')
  const today = jstDateOf(within.now)
  const open = ((await knownOf(within, [goods.id])).get(goods.id) ?? []).filter(({ to }) => to >= today)
  const refused = checkWindow(promise, open, today)
  if (refused) return refused
  if (open.length >= mostWindows) return refuse('too_many_windows')
  const id = newId<'harvestWindow'>()
  const promised = promisedOf(promise)
  await within.db
    .insertInto('harvestWindows')
    .values({
      id,
      productId: goods.id,
      farmId: goods.farmId,
      fromOn: promise.from,
      toOn: promise.to,
      leastQty: promise.leastQty,
      mostQty: promise.mostQty,
      confidence: promise.confidence,
      promisedQty: promised,
      note: promise.note,
      createdAt: within.now,
      closedAt: null,
    })
    .execute()
  await stateStock(within, goods.id, promised)
  await recordEvent(within.db, within, {
    kind: 'harvest_promised',
    aboutFarmId: goods.farmId,
    aboutProductId: goods.id,
    data: { name: goods.name, ...promise, promised },
  })
  return ok({ id })
}

const windowId = IdOf<'harvestWindow'>('見込み')

/** Changes the number and the confidence; the days stay. What has been ordered stays promised. */
export const changeHarvest = repeatable({
  name: 'harvest.change',
  permission: 'goods.change',
  input: { id: windowId, version: RowVersion, ...amounts },
  refusals: goodsRefusals('changed_meanwhile', 'below_reserved'),
  run: (ctx, { id, version, ...next }) =>
    ctx.db.transaction().execute(async (db) => {
      const { goods, window } = await lockWindow(ctx, db, id)
      if (window.version !== version) return refuse('changed_meanwhile')
      const promised = promisedOf(next)
      if (promised < window.reservedQty)
        return refuse('below_reserved', { reserved: `${window.reservedQty}${goods.unitLabel}` })
      await db
        .updateTable('harvestWindows')
        .set({
          leastQty: next.leastQty,
          mostQty: next.mostQty,
          confidence: next.confidence,
          promisedQty: promised,
          note: next.note,
          version: version + 1,
        })
        .where('id', '=', id)
        .execute()
      await stateStock({ ...ctx, db }, goods.id, promised - window.promisedQty)
      await recordEvent(db, ctx, {
        kind: 'harvest_changed',
        aboutFarmId: goods.farmId,
        aboutProductId: goods.id,
        data: {
          name: goods.name,
          from: window.fromOn,
          to: window.toOn,
          changes: { stock: [`${window.leastQty}〜${window.mostQty}`, `${next.leastQty}〜${next.mostQty}`] },
        },
      })
      return ok({ promised, productId: goods.id, from: window.fromOn })
    }),
})

/** Withdraws the promise for these days; existing orders are not affected. */
export const withdrawHarvest = repeatable({
  name: 'harvest.withdraw',
  permission: 'goods.change',
  input: { id: windowId },
  refusals: goodsRefusals(),
  run: (ctx, { id }) =>
    ctx.db.transaction().execute(async (db) => {
      const { goods, window } = await lockWindow(ctx, db, id)
      await stateStock({ ...ctx, db }, goods.id, window.reservedQty - window.promisedQty)
      await db.updateTable('harvestWindows').set({ closedAt: ctx.now }).where('id', '=', id).execute()
      await recordEvent(db, ctx, {
        kind: 'harvest_withdrawn',
        aboutFarmId: goods.farmId,
        aboutProductId: goods.id,
        data: { name: goods.name, from: window.fromOn, to: window.toOn },
      })
      return ok({ productId: goods.id })
    }),
})

/** The product before its window, in the order in which orders lock the stock and the window. */
async function lockWindow(ctx: Ctx, db: DbOrTx, id: HarvestWindowId) {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  const found = await db
    .selectFrom('harvestWindows')
    .select('productId')
    .where('id', '=', id)
    .where('farmId', '=', farmId)
    .executeTakeFirst()
  if (!found) throw new NotFound('harvest')
  const goods = await lockGoods(db, farmId, found.productId)
  await db.selectFrom('productStock').select('availableQty').where('productId', '=', goods.id).forUpdate().execute()
  const window = await db
    .selectFrom('harvestWindows')
    .selectAll()
    .where('id', '=', id)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!window) throw new NotFound('harvest')
  return { goods, window }
}

/** Why days cannot be promised; null if they can. */
function checkWindow(range: { from: JstDate; to: JstDate }, open: readonly OwnWindow[], today: JstDate) {
  if (range.from < today || range.to < range.from) return refuse('window_past' as const)
  if (daysBetween(range.from, range.to) >= longestWindowDays) return refuse('window_too_long' as const)
  const other = overlapping(range, open)
  return other ? refuse('window_overlaps' as const, { period: periodText(other) }) : null
}

/** Closes harvests whose days are over, with what was not ordered; called by a job after midnight. */
export async function closeHarvests({ db, now }: Omit<Ctx, 'actor'>): Promise<{ closed: number } | null> {
  const over = await db
    .selectFrom('harvestWindows')
    .select(['id', 'productId'])
    .where('closedAt', 'is', null)
    .where('toOn', '<', jstDateOf(now))
    .orderBy('productId')
    .limit(500)
    .execute()
  for (const { id, productId } of over)
    await db.transaction().execute(async (within) => {
      const stock = await within
        .selectFrom('productStock')
        .select('availableQty')
        .where('productId', '=', productId)
        .forUpdate()
        .executeTakeFirst()
      const window = await within
        .updateTable('harvestWindows')
        .set({ closedAt: now })
        .where('id', '=', id)
        .where('closedAt', 'is', null)
        .returning(sql<number>`promised_qty - reserved_qty`.as('left'))
        .executeTakeFirst()
      const gone = Math.min(window?.left ?? 0, stock?.availableQty ?? 0)
      if (gone > 0) await stateStock({ db: within, now, actor: { kind: 'system' } }, productId, -gone)
    })
  return over.length > 0 ? { closed: over.length } : null
}
