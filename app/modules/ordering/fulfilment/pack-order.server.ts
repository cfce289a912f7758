import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { Quantity } from '#kernel/enums.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf, OrderIdIn } from '#kernel/schema.ts'
import { actorKindOf, recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { setAsideBoxes } from '#modules/ordering/fit-boxes.server.ts'
import type { OrderLine } from '#modules/ordering/order.ts'
import { countToSend } from '#modules/ordering/order-counts.ts'
import { type ShortageReason, shortageReasons } from '#modules/ordering/order-labels.ts'
import { checkTransition } from '#modules/ordering/order-process.ts'
import { linesOf, lockOrder, writeQuantities } from '#modules/ordering/order-store.server.ts'
import { refitContents } from '#modules/ordering/parcel-contents.server.ts'
import { orderRefusals } from '#modules/ordering/refusal-text.ts'
import { expiredAmong, isRecalled, lotsOf, nameLot, todaysLot } from '#modules/traceability/lot.server.ts'
import { decidePacking, PackedLine } from './decide-packing.ts'
import { judgeScale, recordWeighing } from './record-weighing.server.ts'

/**
 * What is really put into the boxes: quantity, weight, lot (transitions 12 and 13). It may be stated again until the
 * order is shipped; every change stays in the history. Less than confirmed needs a reason; perishables that fell short
 * do not return to stock.
 */
export const packOrder = mutation({
  name: 'order.pack',
  permission: 'order.weigh',
  input: {
    orderId: OrderIdIn,
    lines: z.array(PackedLine).min(1, '商品を1点以上指定してください。').max(500),
    scaleId: IdOf<'scale'>('はかり').nullable().optional().describe('計量したはかり。1台の場合は省略できます'),
  },
  refusals: orderRefusals(
    'wrong_state',
    'reason_missing',
    'unknown_line',
    'more_than_confirmed',
    'weight_missing',
    'weight_not_believable',
    'too_light',
    'lot_unknown',
    'lot_recalled',
    'lot_expired',
    'not_catch_weight',
    'pieces_wrong',
    'scale_missing',
    'scale_unknown',
    'key_reused',
  ),
  run: async (ctx, input) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.weigh', order)
    const judged = checkTransition(order, 'weigh', actorKindOf(ctx.actor), ctx.now)
    if (!judged.ok) return judged

    const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
    const decision = decidePacking(lines, input.lines)
    if (!decision.ok) return decision
    if (decision.value.some(({ line, quantity }) => quantity.qty < (line.quantities.confirmed?.qty ?? 0))) {
      authorize(ctx.actor, 'order.short', order)
      const short = checkTransition(order, 'short', actorKindOf(ctx.actor), ctx.now)
      if (!short.ok) return short
    }
    const scale = await judgeScale(ctx, order.farmId, decision.value, input.scaleId ?? null)
    if (!scale.ok) return scale
    const lots = await lotsOf(
      ctx,
      decision.value.map(({ line }) => line.productId),
      decision.value.map(({ line }) => line.id),
    )
    for (const packed of decision.value) {
      const { line, quantity, reason, lot } = packed
      if (lot !== 'today' && lot !== null && !lots.get(line.productId)?.some((known) => known.id === lot))
        return refuse('lot_unknown', { line: line.id })
      await writePacked(ctx, order.id, line, quantity, reason)
      await recordWeighing(ctx, packed, scale.value)
      const lotId = lot === 'today' ? await todaysLot(ctx, order.farmId, line.productId) : lot
      if (lotId && (await isRecalled(ctx, lotId))) return refuse('lot_recalled', { line: line.id })
      if (lotId && quantity.qty > 0 && (await expiredAmong(ctx, [{ lotId }])))
        return refuse('lot_expired', { line: line.id })
      await nameLot(ctx, line.id, lotId, quantity.qty)
    }
    if (decision.value.some(({ line, quantity }) => quantity.qty !== countToSend(line))) {
      await setAsideBoxes(ctx, order)
      await refitContents(ctx, order.id)
    }
    return ok({ orderId: order.id })
  },
})

async function writePacked(
  ctx: Ctx,
  orderId: OrderId,
  line: OrderLine,
  quantity: Quantity,
  reason: ShortageReason | null,
): Promise<void> {
  const before = line.quantities.shipped
  if (before && before.qty === quantity.qty && before.grams === quantity.grams) return
  const isShort = quantity.qty < (line.quantities.confirmed?.qty ?? 0)
  if (!before && !isShort && !line.catchWeight) return
  const said = reason ? shortageReasons[reason] : before ? '箱詰めのやり直し' : null
  const eventId = await recordEvent(ctx.db, ctx, {
    kind: isShort ? 'line_short' : line.catchWeight ? 'line_weighed' : 'line_packed_again',
    orderId,
    orderLineId: line.id,
    reason: said ?? undefined,
    data: { before, now: quantity },
  })
  await writeQuantities(ctx, [{ lineId: line.id, stage: 'shipped', quantity, reason: said, eventId }])
}
