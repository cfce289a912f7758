import type { Ctx } from '#access/ctx.ts'
import { type ClaimId, type CorrectionId, type EventId, newId } from '#kernel/ids.ts'
import { actorKindOf } from '#modules/history/record-event.server.ts'
import { judge } from '../order-process.ts'
import { moveOrder, type Order } from '../order-store.server.ts'
import { type Correction, type CorrectionLine, taxOfCorrection } from './correction.ts'
import { correctionsOf } from './correction-queries.server.ts'

/** 261124-00001-1-S1; S: 修正. */
export const numberOf = (order: Order, earlier: readonly Correction[]): string =>
  `${order.number}-S${earlier.length + 1}`

/**
 * The caller holds the order and has checked the amounts: staff, or a claim that was settled after the bill was final.
 * Notifying is the caller's task.
 */
export async function writeCorrection(
  ctx: Ctx,
  order: Order,
  { lines, reason, claimId }: { lines: readonly CorrectionLine[]; reason: string; claimId: ClaimId | null },
): Promise<{ order: Order; eventId: EventId }> {
  const judged = judge(order, 'correct', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) throw new Error(`order ${order.number} was not corrected: ${judged.refusal}`)
  const earlier = await correctionsOf(ctx, order)
  const before = earlier.at(-1)
  const number = numberOf(order, earlier)
  const { order: corrected, eventId } = await moveOrder(ctx, order, 'correct', {
    reason,
    data: { correction: number, of: before?.number ?? order.number, yen: taxOfCorrection(lines).totalIncYen },
  })
  const id: CorrectionId = newId<'correction'>()
  await ctx.db
    .insertInto('corrections')
    .values({
      id,
      number,
      order_id: order.id,
      corrects_id: before?.id ?? null,
      claim_id: claimId,
      reason,
      event_id: eventId,
      at: ctx.now,
    })
    .execute()
  await ctx.db
    .insertInto('correction_lines')
    .values(
      lines.map(({ lineId, yen, taxPercent }) => ({
        correction_id: id,
        order_line_id: lineId,
        yen,
        tax_percent: taxPercent,
      })),
    )
    .execute()
  return { order: corrected, eventId }
}
