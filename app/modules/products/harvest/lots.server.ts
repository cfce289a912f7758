import { sql } from 'kysely'
import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { LotId, ProductId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { DayIn, IdOf, Text, Whole } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { insertLot, lotCodeOf, updateLot } from '#modules/traceability/lot.server.ts'
import { goodsRefusals } from '../refusal-text.ts'

export type OwnLot = {
  id: LotId
  productId: ProductId
  name: string
  code: string
  harvestedOn: JstDate
  bestBeforeOn: JstDate | null
  qty: number | null
  note: string
  /** How many units of it have been shipped. */
  used: number
}

/** The harvests of the last two weeks, newest first. */
export const ownLots = query('goods.see', async (ctx: Ctx): Promise<OwnLot[]> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  return ctx.db
    .selectFrom('lots')
    .innerJoin('products', 'products.id', 'lots.productId')
    .select(['lots.id', 'productId', 'products.name', 'code', 'harvestedOn', 'bestBeforeOn', 'lots.qty', 'lots.note'])
    .select(
      sql<number>`(select coalesce(sum(line_lots.qty), 0)::int from line_lots where line_lots.lot_id = lots.id)`.as(
        'used',
      ),
    )
    .where('lots.farmId', '=', farmId)
    .where('harvestedOn', '>=', addDays(jstDateOf(ctx.now), -14))
    .orderBy('harvestedOn', 'desc')
    .orderBy('products.name')
    .orderBy('code')
    .limit(200)
    .execute()
})

const daysBack = 60

const facts = {
  bestBeforeOn: DayIn.nullable().default(null),
  qty: Whole({ min: 1, max: 99_999 }).nullable().default(null),
  note: Text(0, 100).default(''),
}

/** Records a harvest: of which product, on which day, how much, and until when the farm guarantees it. */
export const addLot = repeatable({
  name: 'lot.add',
  permission: 'goods.harvested',
  input: {
    productId: IdOf<'product'>('商品', '商品を選択してください'),
    harvestedOn: DayIn,
    code: z
      .string()
      .regex(/^[\w-]{0,20}$/, 'ロット記号は、英数字とハイフンの20文字以内で入力してください（例 261124-A）')
      .default(''),
    ...facts,
  },
  refusals: goodsRefusals('lot_known', 'harvested_too_early', 'harvested_too_late', 'best_before_past'),
  run: async (ctx, { productId, harvestedOn, ...facts }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.harvested', { farmId })
    const today = jstDateOf(ctx.now)
    if (harvestedOn < addDays(today, -daysBack)) return refuse('harvested_too_early')
    if (harvestedOn > today) return refuse('harvested_too_late')
    if (facts.bestBeforeOn && facts.bestBeforeOn < today) return refuse('best_before_past')
    return ctx.db.transaction().execute(async (db) => {
      const goods = await db
        .selectFrom('products')
        .select('name')
        .where('id', '=', productId)
        .where('farmId', '=', farmId)
        .executeTakeFirst()
      if (!goods) throw new NotFound('product')
      const code = facts.code || lotCodeOf(harvestedOn)
      const id = await insertLot(db, ctx.now, { farmId, productId, harvestedOn, ...facts, code })
      if (!id) return refuse('lot_known')
      await recordEvent(db, ctx, {
        kind: 'lot_added',
        aboutFarmId: farmId,
        aboutProductId: productId,
        data: { name: goods.name, harvestedOn, ...facts },
      })
      return ok({ id })
    })
  },
})

/** Changes the quantity and the note of a harvest; its day and its code are printed on boxes already shipped. */
export const changeLot = repeatable({
  name: 'lot.change',
  permission: 'goods.harvested',
  input: { id: IdOf<'lot'>('ロット'), ...facts },
  refusals: goodsRefusals(),
  run: async (ctx, { id, ...facts }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.harvested', { farmId })
    await ctx.db.transaction().execute(async (db) => {
      const lot = await updateLot(db, { id, farmId }, facts)
      if (!lot) throw new NotFound('lot')
      await recordEvent(db, ctx, {
        kind: 'lot_changed',
        aboutFarmId: farmId,
        aboutProductId: lot.productId,
        data: { code: lot.code, ...facts },
      })
    })
    return ok(null)
  },
})
