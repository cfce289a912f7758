import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Grams } from '#kernel/grams.ts'
import type { FarmId, OrderLineId, ScaleId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { weighingWith } from '#modules/organisations/scales/scales.server.ts'
import type { Packed } from './decide-packing.ts'

/**
 * The scale on which lines are weighed: the one that was chosen, or the only one in date. null: nothing is weighed, or the
 * farm has not chosen among several. Weighing is refused without a scale in date once the notice to the farm has ended.
 */
export async function judgeScale(
  ctx: Ctx,
  farmId: FarmId,
  packed: readonly Packed[],
  chosen: ScaleId | null,
): Promise<Result<ScaleId | null, 'scale_missing' | 'scale_unknown'>> {
  if (!packed.some(({ line, quantity }) => line.catchWeight && quantity.qty > 0)) return ok(null)
  const { scales, isRefused } = await weighingWith(ctx, farmId)
  if (isRefused) return refuse('scale_missing')
  const known = chosen && scales.find(({ id }) => id === chosen)
  if (chosen && !known) return refuse('scale_unknown')
  return ok(known ? known.id : scales.length === 1 ? (scales[0]?.id ?? null) : null)
}

/** What the pieces of a line weighed, and on which scale; the latest statement holds. */
export async function recordWeighing(
  ctx: Ctx,
  { line, quantity, pieces }: Packed,
  scaleId: ScaleId | null,
): Promise<void> {
  if (!line.catchWeight || quantity.qty === 0 || quantity.grams === null) return
  await ctx.db
    .insertInto('lineWeighings')
    .values({
      orderLineId: line.id,
      scaleId,
      pieceGrams: pieces.length > 0 ? [...pieces] : [quantity.grams],
      at: ctx.now,
    })
    .execute()
}

/** The weights of lines that were weighed piece by piece, by line. */
export async function pieceWeightsOf(db: DbOrTx, lineIds: readonly OrderLineId[]): Promise<Map<OrderLineId, Grams[]>> {
  if (lineIds.length === 0) return new Map()
  const { rows } = await sql<{ lineId: OrderLineId; pieces: Grams[] }>`
    select distinct on (order_line_id) order_line_id as "lineId", piece_grams as pieces
      from line_weighings where order_line_id = any (${lineIds}::uuid[])
     order by order_line_id, id desc`.execute(db)
  return new Map(rows.filter(({ pieces }) => pieces.length > 1).map(({ lineId, pieces }) => [lineId, pieces]))
}
