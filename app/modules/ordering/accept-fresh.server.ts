import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { PurchaseId } from '#kernel/ids.ts'
import { recordEvents } from '#modules/audit-log/record-event.server.ts'
import { nominalQuantity } from '#modules/pricing/line-terms.ts'
import { applyTransition } from './apply-transition.ts'
import { checkTransition, nextTimer } from './order-process.ts'
import { type NewQuantity, writeQuantities } from './order-store.server.ts'
import { ruleOf } from './process/transitions.ts'
import { freshFacts, type PlannedOrder } from './purchase-rows.ts'
import { noteNews, type Step } from './record-order-notification.server.ts'

/**
 * Farms that automatically accept every order whose stock is certain (transition 3 by S): all orders of a purchase that were
 * placed in this transaction, in one pass. Their stock is reserved and locked, so each line is confirmed as ordered, and
 * nothing about them has to be read again. An order that others joined is accepted by itself (accept-order.server.ts).
 */
export async function acceptFresh(
  given: Ctx,
  orders: readonly PlannedOrder[],
  { purchaseId }: { purchaseId: PurchaseId },
): Promise<void> {
  if (orders.length === 0) return
  const ctx: Ctx = { ...given, actor: { kind: 'system' } }
  const { event: kind, from, to } = ruleOf('accept')
  const placed = ruleOf('place').to
  const timed = orders.map(({ orderId, day }) => {
    const facts = freshFacts(day, placed)
    const judged = checkTransition(facts, 'accept', ctx.actor.kind, ctx.now)
    if (!judged.ok) throw new Error(`a fresh order was not accepted: ${judged.refusal} of ${from.join()}`)
    const after = applyTransition(facts, 'accept', ctx.now)
    return [orderId, nextTimer(after)?.at ?? null] as const
  })
  const timers = JSON.stringify(Object.fromEntries(timed))
  await sql`
    update orders set state = ${to}, accepted_at = ${ctx.now}, timer_at = (${timers}::jsonb ->> orders.id::text)::timestamptz
     where id = any(${timed.map(([orderId]) => orderId)}::uuid[])`.execute(ctx.db)
  const eventIds = await recordEvents(
    ctx.db,
    ctx,
    orders.map(({ orderId }) => ({ kind, purchaseId, orderId, fromState: placed, toState: to })),
  )
  const noted = orders.flatMap((order, index) => {
    const eventId = eventIds[index]
    return eventId ? [{ ...order, eventId }] : []
  })
  await noteNews(
    ctx,
    noted.map(({ orderId, eventId }): Step => ({ name: 'accept', orderId, eventId })),
  )
  await writeQuantities(
    ctx,
    noted.flatMap(({ lines, eventId }) =>
      lines.map(
        ({ lineId, line }): NewQuantity => ({
          lineId,
          stage: 'confirmed',
          quantity: nominalQuantity(line.terms, line.qty),
          reason: null,
          eventId,
        }),
      ),
    ),
  )
}
