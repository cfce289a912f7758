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
import { cattleWarning } from '#modules/products/catalog/food-facts/fact-formats.ts'
import { lotFactsAskedOf } from '#modules/products/catalog/food-facts/food-facts.ts'
import { foodKindOf } from '#modules/products/catalog/food-facts/food-kind.ts'
import { type LotFact, type LotFacts, lotFactNames, lotFacts } from '#modules/products/catalog/food-facts/lot-facts.ts'
import { factsLine, printedFacts } from '#modules/products/catalog/food-facts/printed-facts.ts'
import { readLotFacts } from '#modules/products/catalog/food-facts/read-lot-facts.ts'
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
  /** What its label says: 個体識別番号 …; in words, and what its kind of food may state. */
  label: string
  facts: LotFacts
  asked: LotFact[]
  /** How many units of it have been shipped. */
  used: number
}

/** The harvests of the last two weeks, newest first. */
export const ownLots = query('goods.see', async (ctx: Ctx): Promise<OwnLot[]> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const rows = await ctx.db
    .selectFrom('lots')
    .innerJoin('products', 'products.id', 'lots.productId')
    .select([
      'lots.id',
      'productId',
      'products.name',
      'code',
      'harvestedOn',
      'bestBeforeOn',
      'lots.qty',
      'lots.note',
      'lots.facts',
    ])
    .select(['products.category', 'products.itemKey'])
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
  return rows.map(({ category, itemKey, ...lot }) => ({
    ...lot,
    label: factsLine(printedFacts('slip', {}, [lot.facts])),
    asked: lotFactsAskedOf([foodKindOf({ category, itemKey, name: lot.name })]),
  }))
})

/** The facts of harvests that the farm's products need: 個体識別番号 for beef, 採卵日 for eggs. */
export const askedLotFacts = query('goods.see', async (ctx: Ctx): Promise<LotFact[]> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const rows = await ctx.db
    .selectFrom('products')
    .select(['category', 'itemKey', 'name'])
    .where('farmId', '=', farmId)
    .where('status', '<>', 'archived')
    .execute()
  return lotFactsAskedOf(rows.map(foodKindOf))
})

const daysBack = 60

const LotFactIn = z.string().max(300).optional()
const factsIn = Object.fromEntries(
  lotFactNames.map((name) => [name, LotFactIn.describe(`${lotFacts[name].label}。${lotFacts[name].help}`)]),
) as Record<LotFact, typeof LotFactIn>

const stated = {
  ...factsIn,
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
    ...stated,
  },
  refusals: goodsRefusals('lot_known', 'harvested_too_early', 'harvested_too_late', 'best_before_past', 'wrong_fields'),
  run: async (ctx, { productId, harvestedOn, code: typedCode, bestBeforeOn, qty, note, ...typed }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.harvested', { farmId })
    const today = jstDateOf(ctx.now)
    if (harvestedOn < addDays(today, -daysBack)) return refuse('harvested_too_early')
    if (harvestedOn > today) return refuse('harvested_too_late')
    if (bestBeforeOn && bestBeforeOn < today) return refuse('best_before_past')
    return ctx.db.transaction().execute(async (db) => {
      const goods = await db
        .selectFrom('products')
        .select(['name', 'category', 'itemKey'])
        .where('id', '=', productId)
        .where('farmId', '=', farmId)
        .executeTakeFirst()
      if (!goods) throw new NotFound('product')
      const read = readLotFacts(goods, typed, { harvestedOn, bestBeforeOn })
      if (!read.ok) return refuse('wrong_fields', read.fields)
      const code = typedCode || lotCodeOf(harvestedOn)
      const facts = { bestBeforeOn, qty, note, facts: read.facts }
      const id = await insertLot(db, ctx.now, { farmId, productId, harvestedOn, ...facts, code })
      if (!id) return refuse('lot_known')
      await recordEvent(db, ctx, {
        kind: 'lot_added',
        aboutFarmId: farmId,
        aboutProductId: productId,
        data: { name: goods.name, harvestedOn, code: typedCode, ...facts },
      })
      return ok({ id, warning: cattleWarning(read.facts.cattleNumber ?? '') })
    })
  },
})

/** Changes the quantity and the note of a harvest; its day and its code are printed on boxes already shipped. */
export const changeLot = repeatable({
  name: 'lot.change',
  permission: 'goods.harvested',
  input: { id: IdOf<'lot'>('ロット'), ...stated },
  refusals: goodsRefusals('wrong_fields'),
  run: async (ctx, { id, bestBeforeOn, qty, note, ...typed }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'goods.harvested', { farmId })
    return ctx.db.transaction().execute(async (db) => {
      const known = await db
        .selectFrom('lots')
        .innerJoin('products', 'products.id', 'lots.productId')
        .select(['products.name', 'category', 'itemKey', 'harvestedOn'])
        .where('lots.id', '=', id)
        .where('lots.farmId', '=', farmId)
        .executeTakeFirst()
      if (!known) throw new NotFound('lot')
      const read = readLotFacts(known, typed, { harvestedOn: known.harvestedOn, bestBeforeOn })
      if (!read.ok) return refuse('wrong_fields', read.fields)
      const facts = { bestBeforeOn, qty, note, facts: read.facts }
      const lot = await updateLot(db, { id, farmId }, facts)
      if (!lot) throw new NotFound('lot')
      await recordEvent(db, ctx, {
        kind: 'lot_changed',
        aboutFarmId: farmId,
        aboutProductId: lot.productId,
        data: { code: lot.code, ...facts },
      })
      return ok({ warning: cattleWarning(read.facts.cattleNumber ?? '') })
    })
  },
})
