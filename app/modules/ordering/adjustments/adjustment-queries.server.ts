import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import { type Adjustment, taxOfAdjustment } from './adjustment.ts'

/**
 * All corrections of a bill, oldest first: the source for statements and documents. For actors who may see the order.
 */
export async function adjustmentsOf(ctx: Ctx, order: { id: OrderId; number: string }): Promise<Adjustment[]> {
  const rows = await ctx.db
    .selectFrom('adjustments')
    .innerJoin('adjustmentLines', 'adjustmentLines.adjustmentId', 'adjustments.id')
    .leftJoin('adjustments as earlier', 'earlier.id', 'adjustments.correctsId')
    .leftJoin('claims', 'claims.id', 'adjustments.claimId')
    .leftJoin('orderLines', 'orderLines.id', 'adjustmentLines.orderLineId')
    .select([
      'adjustments.id',
      'adjustments.number',
      'adjustments.reason',
      'adjustments.at',
      'earlier.number as corrects',
      'claims.number as claim',
      'adjustmentLines.orderLineId as lineId',
      'adjustmentLines.yen',
      'adjustmentLines.taxPercent',
    ])
    .where('adjustments.orderId', '=', order.id)
    .orderBy('adjustments.at')
    .orderBy('adjustments.number')
    .orderBy('orderLines.ordinal')
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
