import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import { type Adjustment, taxOfAdjustment } from './adjustment.ts'

/**
 * All corrections of a bill, oldest first: the source for statements and documents. For actors who may see the order.
 */
export async function adjustmentsOf(ctx: Ctx, order: { id: OrderId; number: string }): Promise<Adjustment[]> {
  const rows = await ctx.db
    .selectFrom('adjustments')
    .innerJoin('adjustment_lines', 'adjustment_lines.adjustment_id', 'adjustments.id')
    .leftJoin('adjustments as earlier', 'earlier.id', 'adjustments.corrects_id')
    .leftJoin('claims', 'claims.id', 'adjustments.claim_id')
    .leftJoin('order_lines', 'order_lines.id', 'adjustment_lines.order_line_id')
    .select([
      'adjustments.id',
      'adjustments.number',
      'adjustments.reason',
      'adjustments.at',
      'earlier.number as corrects',
      'claims.number as claim',
      'adjustment_lines.order_line_id as lineId',
      'adjustment_lines.yen',
      'adjustment_lines.tax_percent as taxPercent',
    ])
    .where('adjustments.order_id', '=', order.id)
    .orderBy('adjustments.at')
    .orderBy('adjustments.number')
    .orderBy('order_lines.ordinal')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofOne) => {
    const [first] = ofOne
    if (!first) return []
    const lines = ofOne.map(({ lineId, yen, taxPercent }) => ({ lineId, yen, taxPercent }))
    const { id, number, reason, at, claim } = first
    return [
      { id, number, reason, at, claim, corrects: first.corrects ?? order.number, lines, tax: taxOfAdjustment(lines) },
    ]
  })
}
