import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok, type Result } from '#kernel/result.ts'
import { OrderIdIn } from '#kernel/schema.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { endByInstruction } from './accept-order.server.ts'
import { type ChangedLine, planOrder } from './change-order.ts'
import { checkTransition } from './order-process.ts'
import { linesOf, lockOrder, moveOrder, type Order } from './order-store.server.ts'
import { type OrderingRefusal, orderRefusals } from './refusal-text.ts'
import { reservedQuantity } from './reserved-quantity.ts'
import { asBoxes, knownOf, moveStock, replaceBoxes, told, writeOrdered } from './write-change.server.ts'

/**
 * The increase is not available, because the farm says so or did not answer (transition 5a): the order returns to what
 * the farm had accepted, and never less than that.
 */
export const keepOrder = mutation({
  name: 'order.keep',
  permission: 'order.keep',
  input: { orderId: OrderIdIn },
  refusals: orderRefusals('wrong_state', 'never_accepted', 'key_reused'),
  run: async (ctx, input) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    return keepLocked(ctx, order)
  },
})

export async function keepLocked(ctx: Ctx, order: Order): Promise<Result<{ orderId: OrderId }, OrderingRefusal>> {
  authorize(ctx.actor, 'order.keep', order)
  const judged = checkTransition(order, 'keep', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const kept = lines.map((line): ChangedLine => {
    const before = reservedQuantity(line)
    return { line, before, after: Math.min(before, line.quantities.confirmed?.qty ?? 0) }
  })
  if (kept.every(({ after }) => after === 0)) return nothingKept(ctx, order, kept)
  await moveStock(ctx, order, kept)
  const version = order.version + 1
  const { eventId } = await moveOrder(ctx, order, 'keep', {
    data: { version, changes: kept.flatMap(told) },
    facts: { version },
  })
  await writeOrdered(ctx, order, kept, { eventId, stays: true, reason: '前回確定した数量に戻りました' })
  await ctx.db.updateTable('orderLines').set({ orderedBefore: null }).where('orderId', '=', order.id).execute()
  // never refused: it was accepted like this before
  const planned = planOrder(kept, await knownOf(ctx, order))
  if (planned.ok) await replaceBoxes(ctx, order.id, asBoxes(planned.value.parcels, planned.value.waived))
  return ok({ orderId: order.id })
}

/**
 * The chef had removed everything that was accepted, and what they added instead is not available: the order is
 * cancelled (6, then 8).
 */
async function nothingKept(
  ctx: Ctx,
  order: Order,
  kept: readonly ChangedLine[],
): Promise<Result<{ orderId: OrderId }, OrderingRefusal>> {
  const reason = '増えた分を受注できず、他の商品はキャンセルされていました'
  const going = kept.filter(({ before }) => before > 0)
  const { order: asked } = await moveOrder(ctx, order, 'propose', {
    data: { until: ctx.now.toISOString() },
    facts: {
      proposal: { lines: going.map(({ line }) => ({ lineId: line.id, stated: 0, reason, substitute: null })) },
      proposalDueAt: ctx.now,
    },
  })
  await endByInstruction(ctx, asked, 'system', reason)
  return ok({ orderId: order.id })
}
