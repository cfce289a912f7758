import type { Ctx } from '#access/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import { type Correction, taxOfCorrection } from './correction.ts'

/**
 * All corrections of a bill, oldest first: the source for statements and documents. For actors who may see the order.
 */
export async function correctionsOf(ctx: Ctx, order: { id: OrderId; number: string }): Promise<Correction[]> {
  const rows = await ctx.db
    .selectFrom('corrections')
    .innerJoin('correction_lines', 'correction_lines.correction_id', 'corrections.id')
    .leftJoin('corrections as earlier', 'earlier.id', 'corrections.corrects_id')
    .leftJoin('claims', 'claims.id', 'corrections.claim_id')
    .leftJoin('order_lines', 'order_lines.id', 'correction_lines.order_line_id')
    .select([
      'corrections.id',
      'corrections.number',
      'corrections.reason',
      'corrections.at',
      'earlier.number as corrects',
      'claims.number as claim',
      'correction_lines.order_line_id as lineId',
      'correction_lines.yen',
      'correction_lines.tax_percent as taxPercent',
    ])
    .where('corrections.order_id', '=', order.id)
    .orderBy('corrections.at')
    .orderBy('corrections.number')
    .orderBy('order_lines.ordinal')
    .execute()
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofOne) => {
    const [first] = ofOne
    if (!first) return []
    const lines = ofOne.map(({ lineId, yen, taxPercent }) => ({ lineId, yen, taxPercent }))
    const { id, number, reason, at, claim } = first
    return [
      { id, number, reason, at, claim, corrects: first.corrects ?? order.number, lines, tax: taxOfCorrection(lines) },
    ]
  })
}
