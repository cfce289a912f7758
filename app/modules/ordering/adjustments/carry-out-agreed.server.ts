import type { Ctx } from '#authorization/ctx.ts'
import { linesOf, type Order } from '../order-store.server.ts'
import { decideAdjustment } from './adjustment.ts'
import { adjustmentsOf } from './adjustment-queries.server.ts'
import { yenOfChange } from './adjustment-request.ts'
import { changesOf, standsNow } from './adjustment-requests.server.ts'
import { writeAdjustment } from './write-adjustment.server.ts'

/**
 * What the restaurant has agreed to becomes an entry against the bill, once that is final; the caller holds the order. If a
 * claim has taken off as much meanwhile, nothing is left to correct.
 */
export async function carryOutAgreed(ctx: Ctx, order: Order): Promise<void> {
  if (order.state !== 'finalized') return
  const agreed = await ctx.db
    .selectFrom('adjustmentRequests')
    .select(['id', 'reason'])
    .where('orderId', '=', order.id)
    .where('state', '=', 'agreed')
    .executeTakeFirst()
  if (!agreed) return
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const earlier = await adjustmentsOf(ctx, order)
  const said = ((await changesOf(ctx.db, [agreed.id])).get(agreed.id) ?? []).flatMap((change) => {
    const line = lines.find(({ id }) => id === change.lineId)
    return line ? [{ lineId: line.id, yen: yenOfChange(line, change, standsNow(line, { lines, earlier })) }] : []
  })
  const decided = decideAdjustment({ lines, parcels: [], earlier, freightTaxPercent: order.freightTaxPercent }, said)
  if (!decided.ok && decided.refusal !== 'no_correction')
    throw new Error(`order ${order.number}: an agreed correction was refused: ${decided.refusal}`)
  const adjustmentId = decided.ok
    ? await writeAdjustment({ ...ctx, actor: { kind: 'system' } }, order, {
        lines: decided.value,
        reason: `飲食店の同意による訂正：${agreed.reason}`.slice(0, 400),
        claimId: null,
      })
    : null
  await ctx.db
    .updateTable('adjustmentRequests')
    .set({ state: 'done', adjustmentId })
    .where('id', '=', agreed.id)
    .execute()
}
