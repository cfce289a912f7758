import { authorize, seeOrNotFound } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { type Grams, grams } from '#kernel/grams.ts'
import type { OrderId, OrderLineId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { Quantity, Verdict } from '#kernel/words.ts'
import { once } from '#modules/history/once.server.ts'
import { actorKindOf, recordEvent } from '#modules/history/record-event.server.ts'
import { billedQuantity, type OrderLine } from '#modules/ordering/order.ts'
import { judge } from '#modules/ordering/order-process.ts'
import { linesOf, lockOrder, moveOrder, type Order, writeQuantities } from '#modules/ordering/order-store.server.ts'
import { verdictWord } from '#modules/ordering/order-words.ts'
import type { OrderingRefusal } from '#modules/ordering/refusal-text.ts'
import { amountOf } from '#modules/pricing/line-terms.ts'

export type InspectedLine = { lineId: OrderLineId; verdict: Verdict; qty: number; grams: Grams | null; note?: string }
export type ReceiveInput = { orderId: OrderId; key: string; lines: readonly InspectedLine[] }

/**
 * The kitchen opens the boxes (検収): delivered, inspected, and, with nothing in dispute, final
 * (transitions 17, 19 and 21 in one gesture). Lines that are not mentioned were right.
 */
export const receiveOrder = (ctx: Ctx, input: ReceiveInput): Promise<Result<{ orderId: OrderId }, OrderingRefusal>> =>
  once(ctx, 'order.receive', input.key, input, async (ctx) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.inspect', order)
    const delivered = order.state === 'delivered' ? ok(order) : await deliverLocked(ctx, order)
    return delivered.ok ? inspectLocked(ctx, delivered.value, input.lines) : delivered
  })

/** Somebody says, or the day after passed in silence: the parcels arrived (transition 17). */
export async function deliverLocked(ctx: Ctx, order: Order): Promise<Result<Order, OrderingRefusal>> {
  authorize(ctx.actor, 'order.deliver', order)
  const judged = judge(order, 'deliver', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  const { order: delivered } = await moveOrder(ctx, order, 'deliver')
  return ok(delivered)
}

/**
 * Inspection and, because no dispute is open, the final figures. By the clock it is silence:
 * 48 hours after delivery the goods count as accepted as delivered (商法526条 asks a merchant to
 * inspect without delay; 48 h is our term, docs/decisions/0005).
 */
export async function inspectLocked(
  ctx: Ctx,
  order: Order,
  inspected: readonly InspectedLine[],
): Promise<Result<{ orderId: OrderId }, OrderingRefusal>> {
  authorize(ctx.actor, 'order.inspect', order)
  const judged = judge(order, 'inspect', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const decision = decideInspection(lines, inspected)
  if (!decision.ok) return decision

  const { order: done, eventId } = await moveOrder(ctx, order, 'inspect', {
    reason: ctx.actor.kind === 'system' ? '検収の期限をすぎたので、届いたとおりに受け取ったものとします' : undefined,
  })
  for (const { line, received, verdict, note } of decision.value) {
    const lineEvent =
      verdict === 'ok'
        ? eventId
        : await recordEvent(ctx.db, ctx, {
            kind: 'line_received_less',
            orderId: order.id,
            orderLineId: line.id,
            reason: [verdictWord[verdict], note].filter(Boolean).join('：'),
            data: { shipped: line.quantities.shipped, received },
          })
    await ctx.db.updateTable('order_lines').set({ verdict }).where('id', '=', line.id).execute()
    await writeQuantities(ctx, [{ lineId: line.id, stage: 'received', quantity: received, eventId: lineEvent }])
  }
  await finalizeLocked({ ...ctx, actor: { kind: 'system' } }, done)
  return ok({ orderId: order.id })
}

/** Freezes what is billed (transition 21): the smaller of shipped and received, at the agreed price. */
async function finalizeLocked(ctx: Ctx, order: Order): Promise<void> {
  authorize(ctx.actor, 'order.finalize', order)
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const { eventId } = await moveOrder(ctx, order, 'finalize')
  await writeQuantities(
    ctx,
    lines.map((line) => {
      const quantity = billedQuantity(line)
      return { lineId: line.id, stage: 'billed' as const, quantity, yen: amountOf(line, quantity), eventId }
    }),
  )
}

type Inspected = { line: OrderLine; received: Quantity; verdict: Verdict; note: string | undefined }

/** Pure: what was received of every line. Less than shipped needs a verdict, a verdict needs less than shipped. */
export function decideInspection(
  lines: readonly OrderLine[],
  inspected: readonly InspectedLine[],
): Result<Inspected[], OrderingRefusal> {
  if (inspected.some(({ lineId }) => !lines.some((line) => line.id === lineId))) return refuse('unknown_line')
  const decided: Inspected[] = []
  for (const line of lines) {
    const shipped = line.quantities.shipped ?? { qty: 0, grams: null }
    const said = inspected.find(({ lineId }) => lineId === line.id)
    if (said?.verdict === 'ok' && said.qty !== shipped.qty) return refuse('less_needs_verdict', { line: line.id })
    if (!said || said.verdict === 'ok') {
      decided.push({ line, received: shipped, verdict: 'ok', note: undefined })
      continue
    }
    const at = { line: line.id }
    if (!Number.isSafeInteger(said.qty) || said.qty < 0 || (said.grams ?? 0) < 0) return refuse('bad_quantity', at)
    if (said.qty > shipped.qty) return refuse('more_than_shipped', { ...at, max: shipped.qty })
    const received: Quantity = { qty: said.qty, grams: receivedGrams(shipped, said) }
    if (received.qty === shipped.qty && received.grams === shipped.grams) return refuse('verdict_needs_less', at)
    if (received.grams !== null && shipped.grams !== null && received.grams > shipped.grams)
      return refuse('more_than_shipped', { ...at, max: shipped.grams })
    decided.push({ line, received, verdict: said.verdict, note: said.note?.trim() || undefined })
  }
  return ok(decided)
}

/** The kitchen's own weight, or the share of the shipped weight that the good pieces make. */
function receivedGrams(shipped: Quantity, said: InspectedLine): Grams | null {
  if (shipped.grams === null) return null
  if (said.qty === 0) return grams(0)
  return said.grams ?? grams(Math.floor((shipped.grams * said.qty) / shipped.qty))
}
