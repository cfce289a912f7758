import type { Ctx } from '#authorization/ctx.ts'
import type { CostBearer, Quantity, Remedy } from '#kernel/enums.ts'
import type { EventId } from '#kernel/ids.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { standsAt } from '../adjustments/adjustment.ts'
import { adjustmentsOf } from '../adjustments/adjustment-queries.server.ts'
import { writeAdjustment } from '../adjustments/write-adjustment.server.ts'
import { finalizeUndisputed } from '../finalize-order.server.ts'
import type { OrderLine } from '../order.ts'
import { linesOf, type Order, writeQuantities } from '../order-store.server.ts'
import type { Claim } from './claim-store.server.ts'
import { remedyYen } from './claim-terms.ts'
import { orderReplacement } from './order-replacement.server.ts'
import { settleWholeOrder } from './settle-whole-order.server.ts'

/**
 * Writes the result of a settled claim, once, with its event. Before the bill is final the bill is adjusted: if fully
 * granted, what could be used counts as received; otherwise the whole quantity counts as received, at a reduced amount.
 * After that nothing is rewritten: a correction against the bill deducts it from the next statement.
 */
export async function writeSettlement(
  ctx: Ctx,
  { order, claim }: { order: Order; claim: Claim },
  { remedy, borneBy, eventId }: { remedy: Remedy; borneBy: CostBearer; eventId: EventId },
  told: 'alone' | 'with_others' = 'alone',
): Promise<void> {
  if (claim.wholeOrder) return settleWholeOrder(ctx, { order, claim }, { remedy, borneBy, eventId })
  const line = await lineOf(ctx, claim)
  const worth = remedyYen(claim.amountYen, remedy)
  const billed = order.state === 'finalized'
  const off = billed ? yen(0) : offBill(line, claim, worth)
  await ctx.db
    .insertInto('claimEntries')
    .values({
      claimId: claim.id,
      orderId: order.id,
      orderLineId: line.id,
      kind: remedy.kind,
      yen: worth,
      offBillYen: off,
      nextStatement: billed && worth > 0,
      taxPercent: line.taxPercent,
      borneBy,
      eventId,
      at: ctx.now,
    })
    .execute()
  if (remedy.kind === 'replacement') await orderReplacement(ctx, { order, claim, line })
  if (billed) await takeOffBill(ctx, order, { claim, line, worth })
  if (!billed && worth < claim.amountYen) await countAsReceived(ctx, line, eventId, '報告への対応が決定しました')
  if (told === 'alone') await finalizeUndisputed(ctx, order)
}

/** At most what is left of the line's bill, if staff had corrected it before. */
async function takeOffBill(
  ctx: Ctx,
  order: Order,
  { claim, line, worth }: { claim: Claim; line: OrderLine; worth: Yen },
): Promise<void> {
  const earlier = await adjustmentsOf(ctx, order)
  const stands = standsAt({ lines: [line], parcels: [], earlier, freightTaxPercent: order.freightTaxPercent }, line.id)
  const off = Math.min(worth, stands?.yen ?? 0)
  if (off <= 0) return
  await writeAdjustment({ ...ctx, actor: { kind: 'system' } }, order, {
    lines: [{ lineId: line.id, yen: yen(-off), taxPercent: line.taxPercent }],
    reason: '報告への対応が決定しました',
    claimId: claim.id,
  })
}

/** For a withdrawn claim: the products count as received as they were sent. */
export async function takeBackClaim(ctx: Ctx, order: Order, claim: Claim, eventId: EventId): Promise<void> {
  if (order.state !== 'finalized') await countAsReceived(ctx, await lineOf(ctx, claim), eventId, '報告を取り下げました')
  await finalizeUndisputed(ctx, order)
}

/** What was left out of the received quantity must not be deducted again. */
function offBill({ quantities: { shipped, received } }: OrderLine, claim: Claim, worth: Yen): Yen {
  const leftOut = shipped && received && isLess(received, shipped)
  return leftOut && worth === claim.amountYen ? yen(0) : worth
}

/** Nothing is received that was not shipped. */
const isLess = (received: Quantity, shipped: Quantity): boolean =>
  received.qty < shipped.qty || (received.grams ?? 0) < (shipped.grams ?? 0) || Boolean(received.missing)

async function countAsReceived(ctx: Ctx, line: OrderLine, eventId: EventId, reason: string): Promise<void> {
  const { shipped, received } = line.quantities
  if (!shipped || !received || !isLess(received, shipped)) return
  await writeQuantities(ctx, [{ lineId: line.id, stage: 'received', quantity: shipped, reason, eventId }])
}

async function lineOf(ctx: Ctx, claim: Claim): Promise<OrderLine> {
  const lines = (await linesOf(ctx.db, [claim.orderId])).get(claim.orderId) ?? []
  const line = lines.find(({ id }) => id === claim.lineId)
  if (!line) throw new Error(`claim ${claim.number} is about no line`)
  return line
}
