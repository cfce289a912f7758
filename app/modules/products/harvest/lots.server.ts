import { sql } from 'kysely'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type LotId, newId, type ProductId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { lotCodeOf } from '#modules/traceability/lot.server.ts'
import type { GoodsRefusal } from '../refusal-text.ts'

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
export async function ownLots(ctx: Ctx): Promise<OwnLot[]> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  return ctx.db
    .selectFrom('lots')
    .innerJoin('products', 'products.id', 'lots.product_id')
    .select([
      'lots.id',
      'product_id as productId',
      'products.name',
      'code',
      'harvested_on as harvestedOn',
      'best_before_on as bestBeforeOn',
      'lots.qty',
      'lots.note',
    ])
    .select(
      sql<number>`(select coalesce(sum(line_lots.qty), 0)::int from line_lots where line_lots.lot_id = lots.id)`.as(
        'used',
      ),
    )
    .where('lots.farm_id', '=', farmId)
    .where('harvested_on', '>=', addDays(jstDateOf(ctx.now), -14))
    .orderBy('harvested_on', 'desc')
    .orderBy('products.name')
    .orderBy('code')
    .limit(200)
    .execute()
}

type LotFacts = { code: string; bestBeforeOn: JstDate | null; qty: number | null; note: string }

/** Records a harvest: of which product, on which day, how much, and until when the farm guarantees it. */
export async function addLot(
  ctx: Ctx,
  { productId, harvestedOn, ...facts }: LotFacts & { productId: ProductId; harvestedOn: JstDate },
): Promise<Result<{ id: LotId }, GoodsRefusal>> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.harvested', { farmId })
  return ctx.db.transaction().execute(async (db): Promise<Result<{ id: LotId }, GoodsRefusal>> => {
    const goods = await db
      .selectFrom('products')
      .select('name')
      .where('id', '=', productId)
      .where('farm_id', '=', farmId)
      .executeTakeFirst()
    if (!goods) throw new NotFound('product')
    const made = await db
      .insertInto('lots')
      .values({
        id: newId<'lot'>(),
        farm_id: farmId,
        product_id: productId,
        code: facts.code || lotCodeOf(harvestedOn),
        harvested_on: harvestedOn,
        best_before_on: facts.bestBeforeOn,
        created_at: ctx.now,
        qty: facts.qty,
        note: facts.note,
      })
      .onConflict((conflict) => conflict.columns(['product_id', 'harvested_on', 'code']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return refuse('lot_known')
    await recordEvent(db, ctx, {
      kind: 'lot_added',
      aboutFarmId: farmId,
      aboutProductId: productId,
      data: { name: goods.name, harvestedOn, ...facts },
    })
    return ok(made)
  })
}

/** Changes the quantity and the note of a harvest; its day and its code are printed on boxes already shipped. */
export async function changeLot(ctx: Ctx, { id, ...facts }: Omit<LotFacts, 'code'> & { id: LotId }): Promise<void> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.harvested', { farmId })
  await ctx.db.transaction().execute(async (db) => {
    const lot = await db
      .updateTable('lots')
      .set({ best_before_on: facts.bestBeforeOn, qty: facts.qty, note: facts.note })
      .where('id', '=', id)
      .where('farm_id', '=', farmId)
      .returning(['product_id', 'code'])
      .executeTakeFirst()
    if (!lot) throw new NotFound('lot')
    await recordEvent(db, ctx, {
      kind: 'lot_changed',
      aboutFarmId: farmId,
      aboutProductId: lot.product_id,
      data: { code: lot.code, ...facts },
    })
  })
}
