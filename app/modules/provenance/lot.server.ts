import type { Ctx } from '#access/ctx.ts'
import { type FarmId, type LotId, newId, type OrderLineId, type ProductId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'

export type Lot = { id: LotId; productId: ProductId; code: string; harvestedOn: JstDate; bestBeforeOn: JstDate | null }

/** The lots of some products, newest harvest first. */
export async function lotsOf(ctx: Ctx, productIds: readonly ProductId[]): Promise<Map<ProductId, Lot[]>> {
  if (productIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('lots')
    .select(['id', 'product_id as productId', 'code', 'harvested_on as harvestedOn', 'best_before_on as bestBeforeOn'])
    .where('product_id', 'in', productIds)
    .orderBy('harvested_on', 'desc')
    .orderBy('code')
    .execute()
  return Map.groupBy(rows, (row) => row.productId)
}

/**
 * Today's harvest of a product as a lot: the farmer names it with one press. Twice the same
 * day is the same lot, so that two helpers who press at once do not make two.
 */
export async function todaysLot(ctx: Ctx, farmId: FarmId, productId: ProductId): Promise<LotId> {
  const today = jstDateOf(ctx.now)
  const code = `${today.slice(5, 7)}${today.slice(8, 10)}`
  const made = await ctx.db
    .insertInto('lots')
    .values({
      id: newId<'lot'>(),
      farm_id: farmId,
      product_id: productId,
      code,
      harvested_on: today,
      best_before_on: null,
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['product_id', 'code']).doUpdateSet({ code }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return made.id
}

/** Which lot a line was packed from; packing again replaces what was said before shipping. */
export async function nameLot(ctx: Ctx, lineId: OrderLineId, lotId: LotId, qty: number): Promise<void> {
  await ctx.db.deleteFrom('line_lots').where('order_line_id', '=', lineId).execute()
  if (qty > 0) await ctx.db.insertInto('line_lots').values({ order_line_id: lineId, lot_id: lotId, qty }).execute()
}

export type NamedLot = { lineId: OrderLineId; lotId: LotId; code: string; harvestedOn: JstDate; qty: number }

/** The lots that lines were packed from. */
export async function lotsOfLines(ctx: Ctx, lineIds: readonly OrderLineId[]): Promise<Map<OrderLineId, NamedLot[]>> {
  if (lineIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('line_lots')
    .innerJoin('lots', 'lots.id', 'line_lots.lot_id')
    .select([
      'line_lots.order_line_id as lineId',
      'lots.id as lotId',
      'lots.code',
      'lots.harvested_on as harvestedOn',
      'line_lots.qty',
    ])
    .where('line_lots.order_line_id', 'in', lineIds)
    .execute()
  return Map.groupBy(rows, (row) => row.lineId)
}
