import { authorize, seeOrNotFound } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import type { OrderId, OrderLineId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { releaseStock } from '#modules/catalog/stock.server.ts'
import { once } from '#modules/history/once.server.ts'
import { actorKindOf, recordEvent } from '#modules/history/record-event.server.ts'
import { nominalQuantity } from '#modules/pricing/line-terms.ts'
import type { OrderLine } from './order.ts'
import { askGuards } from './order-guards.ts'
import { judge } from './order-process.ts'
import { linesOf, lockOrder, moveOrder, type NewQuantity, type Order, writeQuantities } from './order-store.server.ts'
import { type ShortageReason, shortageReasons } from './order-words.ts'
import type { OrderingRefusal } from './refusal-text.ts'

export type LineAnswer = { lineId: OrderLineId; qty: number; reason?: ShortageReason | null }
export type AcceptInput = { orderId: OrderId; key: string; lines: readonly LineAnswer[] }

/**
 * The farm answers (transition 3): everything, or less of some lines. Less than ordered is
 * fine: what the chef allowed in advance (欠品時の指示) then decides at once, so nobody waits.
 * Lines that are not mentioned are confirmed as ordered. What is not confirmed returns to stock.
 */
export const acceptOrder = (ctx: Ctx, input: AcceptInput): Promise<Result<{ orderId: OrderId }, OrderingRefusal>> =>
  once(ctx, 'order.accept', input.key, input, async (ctx) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.accept', order)
    return acceptLocked(ctx, order, input.lines)
  })

/** The same for an order already locked in this transaction: a farm that accepts by itself (S). */
export async function acceptLocked(
  ctx: Ctx,
  order: Order,
  answers: readonly LineAnswer[],
): Promise<Result<{ orderId: OrderId }, OrderingRefusal>> {
  const judged = judge(order, 'accept', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const decision = decideAnswers(lines, answers)
  if (!decision.ok) return decision

  const { eventId } = await moveOrder(ctx, order, 'accept')
  const written: NewQuantity[] = []
  for (const { line, stated, confirmed, reason } of decision.value) {
    const ordered = line.quantities.ordered?.qty ?? 0
    const lineEvent =
      stated < ordered
        ? await recordEvent(ctx.db, ctx, {
            kind: 'line_confirmed_less',
            orderId: order.id,
            orderLineId: line.id,
            reason: reason ? shortageReasons[reason] : undefined,
            data: { ordered, stated },
          })
        : eventId
    if (confirmed < stated)
      await recordEvent(ctx.db, ctx, {
        kind: 'line_dropped',
        as: 'instruction',
        orderId: order.id,
        orderLineId: line.id,
        reason: '足りないときは「その品をやめる」の指示',
        data: { stated, confirmed },
      })
    written.push({
      lineId: line.id,
      stage: 'confirmed',
      quantity: nominalQuantity(line, confirmed),
      eventId: lineEvent,
    })
  }
  await writeQuantities(ctx, written)
  await releaseStock(
    ctx,
    decision.value.map(({ line, confirmed }) => ({
      productId: line.productId,
      qty: (line.quantities.ordered?.qty ?? 0) - confirmed,
      orderLineId: line.id,
    })),
  )
  return ok({ orderId: order.id })
}

type Answered = { line: OrderLine; stated: number; confirmed: number; reason: ShortageReason | null }

/** Pure: how much of every line is confirmed, the chef's instruction applied to lines that fall short. */
export function decideAnswers(
  lines: readonly OrderLine[],
  answers: readonly LineAnswer[],
): Result<Answered[], OrderingRefusal> {
  const known = new Set(lines.map((line) => line.id))
  if (answers.some((answer) => !known.has(answer.lineId))) return refuse('unknown_line')
  const answered: Answered[] = []
  for (const line of lines) {
    const ordered = line.quantities.ordered?.qty ?? 0
    const answer = answers.find((it) => it.lineId === line.id)
    const stated = answer?.qty ?? ordered
    if (!Number.isSafeInteger(stated) || stated < 0) return refuse('bad_quantity', { line: line.id })
    if (stated > ordered) return refuse('more_than_ordered', { line: line.id, max: ordered })
    const reason = answer?.reason ?? null
    if (stated < ordered && !reason) return refuse('reason_missing', { line: line.id })
    const confirmed = stated < ordered && line.onShortage === 'drop_line' ? 0 : stated
    answered.push({ line, stated, confirmed, reason })
  }
  const unready = askGuards('accept', { moving: answered.map(({ line, confirmed }) => ({ line, qty: confirmed })) })
  return unready ?? ok(answered)
}
