import type { Ctx } from '#authorization/ctx.ts'
import { type AdjustmentId, type ClaimId, newId } from '#kernel/ids.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { recordChargesOf } from '../charges/record-charges.server.ts'
import { checkTransition } from '../order-process.ts'
import { moveOrder, type Order } from '../order-store.server.ts'
import { type Adjustment, type AdjustmentLine, taxOfAdjustment } from './adjustment.ts'
import { adjustmentsOf } from './adjustment-queries.server.ts'

/** 261124-00001-1-S1; S: 修正. */
export const numberOf = (order: Order, earlier: readonly Adjustment[]): string =>
  `${order.number}-S${earlier.length + 1}`

/**
 * The caller holds the order and has checked the amounts: staff, or a claim that was settled after the bill was final
 * and has its own mail.
 */
export async function writeAdjustment(
  ctx: Ctx,
  order: Order,
  { lines, reason, claimId }: { lines: readonly AdjustmentLine[]; reason: string; claimId: ClaimId | null },
): Promise<AdjustmentId> {
  const judged = checkTransition(order, 'correct', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) throw new Error(`order ${order.number} was not corrected: ${judged.refusal}`)
  const earlier = await adjustmentsOf(ctx, order)
  const before = earlier.at(-1)
  const number = numberOf(order, earlier)
  const { eventId } = await moveOrder(ctx, order, 'correct', {
    reason,
    mailed: claimId !== null,
    data: { adjustment: number, of: before?.number ?? order.number, yen: taxOfAdjustment(lines).totalIncYen },
  })
  const id: AdjustmentId = newId<'adjustment'>()
  await ctx.db
    .insertInto('adjustments')
    .values({
      id,
      number,
      orderId: order.id,
      correctsId: before?.id ?? null,
      claimId,
      reason,
      eventId,
      at: ctx.now,
    })
    .execute()
  await ctx.db
    .insertInto('adjustmentLines')
    .values(
      lines.map(({ lineId, yen, taxPercent }) => ({
        adjustmentId: id,
        orderLineId: lineId,
        yen,
        taxPercent,
      })),
    )
    .execute()
  await recordChargesOf(ctx, [order.id])
  return id
}
