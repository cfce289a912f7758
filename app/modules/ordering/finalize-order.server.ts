import { authorize } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { openClaimStates } from '#kernel/enums.ts'
import type { OrderId, OrderLineId } from '#kernel/ids.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { amountOf } from '#modules/pricing/line-terms.ts'
import { carryOutAgreed } from './adjustments/carry-out-agreed.server.ts'
import { recordChargesOf } from './charges/record-charges.server.ts'
import { hasOpenClaims } from './claims/claim-store.server.ts'
import { billedQuantity } from './order.ts'
import { linesOf, moveOrder, type Order, writeQuantities } from './order-store.server.ts'
import { keepTotal } from './past/keep-total.server.ts'

/** Once it is inspected and nothing of it is disputed, the bill is final (transition 21). */
export async function finalizeUndisputed(ctx: Ctx, order: Order): Promise<void> {
  if (order.state !== 'inspected' || (await hasOpenClaims(ctx.db, order.id))) return
  await finalizeLocked({ ...ctx, actor: { kind: 'system' } }, order, 'finalize')
}

/**
 * 締め日 arrives while a claim is open (transition 21a): disputed lines are billed as sent, and become a credit on the
 * next statement once the claim is settled.
 */
export async function closeLocked(ctx: Ctx, order: Order): Promise<void> {
  const disputed = await ctx.db
    .selectFrom('claims')
    .select('orderLineId')
    .where('orderId', '=', order.id)
    .where('state', 'in', openClaimStates)
    .execute()
  await finalizeLocked(ctx, order, 'close', new Set(disputed.map((row) => row.orderLineId)))
}

/**
 * Makes the bill final: the smaller of shipped and received at the agreed price, minus what claims deducted from the
 * line.
 */
async function finalizeLocked(
  ctx: Ctx,
  order: Order,
  name: 'finalize' | 'close',
  disputed: ReadonlySet<OrderLineId> = new Set(),
): Promise<void> {
  authorize(ctx.actor, `order.${name}`, order)
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const off = await offBill(ctx.db, order.id)
  const { eventId, order: final } = await moveOrder(ctx, order, name)
  const asSent = lines.filter(({ id }) => disputed.has(id))
  await writeQuantities(
    ctx,
    asSent.flatMap(({ id, quantities: { shipped } }) =>
      shipped
        ? [{ lineId: id, stage: 'received' as const, quantity: shipped, reason: beforeItIsSettled, eventId }]
        : [],
    ),
  )
  await writeQuantities(
    ctx,
    lines.map((line) => {
      const received = disputed.has(line.id) ? line.quantities.shipped : line.quantities.received
      const quantity = billedQuantity({ ...line, quantities: { ...line.quantities, received } })
      const amount = yen(Math.max(0, amountOf(line, quantity) - (off.get(line.id) ?? 0)))
      return { lineId: line.id, stage: 'billed' as const, quantity, yen: amount, eventId }
    }),
  )
  await keepTotal(ctx, final)
  await recordChargesOf(ctx, [order.id])
  await carryOutAgreed(ctx, final)
}

const beforeItIsSettled = '報告の決定前に締め日を迎えたため、出荷した数量で請求し、決定後に次の明細で差し引きます'

async function offBill(db: DbOrTx, orderId: OrderId): Promise<Map<OrderLineId, Yen>> {
  const rows = await db
    .selectFrom('claimEntries')
    .select(['orderLineId', 'offBillYen'])
    .where('orderId', '=', orderId)
    .execute()
  return new Map(rows.map((row) => [row.orderLineId, row.offBillYen]))
}
