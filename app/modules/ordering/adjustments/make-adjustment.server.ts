import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { Yen } from '#kernel/yen.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { figuresOf } from '../order.ts'
import { checkTransition } from '../order-process.ts'
import { requireSignedIn } from '../order-queries.server.ts'
import { linesOf, lockOrder, type Order, parcelsOf, toOrder } from '../order-store.server.ts'
import type { OrderingRefusal } from '../refusal-text.ts'
import {
  type Adjustment,
  afterAdjustments,
  type CorrectedLine,
  decideAdjustment,
  taxOfAdjustment,
} from './adjustment.ts'
import { adjustmentsOf } from './adjustment-queries.server.ts'
import { numberOf, writeAdjustment } from './write-adjustment.server.ts'

type CorrectInput = { orderId: OrderId; key: string; reason: string; lines: readonly CorrectedLine[] }
export type AdjustmentPreview = Pick<Adjustment, 'lines' | 'tax' | 'corrects'> & {
  number: string
  /** With tax; what the restaurant has been billed so far, and would be after it. */
  beforeYen: Yen
  afterYen: Yen
}

/** A preview; writes nothing. */
export async function previewAdjustment(
  ctx: Ctx,
  { orderId, lines }: Pick<CorrectInput, 'orderId' | 'lines'>,
): Promise<Result<AdjustmentPreview, OrderingRefusal>> {
  requireSignedIn(ctx)
  const row = await ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
  if (!row) throw new NotFound('order')
  return planned(ctx, toOrder(row), lines)
}

/** Staff correct a final bill (transition 22): the bill is not edited, an entry against it is added. */
export const makeAdjustment = (ctx: Ctx, input: CorrectInput): Promise<Result<{ number: string }, OrderingRefusal>> =>
  idempotent(ctx, 'order.correct', input.key, input, async (ctx) => {
    const order = await lockOrder(ctx.db, input.orderId)
    const plan = await planned(ctx, order, input.lines)
    if (!plan.ok) return plan
    const reason = input.reason.trim()
    if (reason === '') return refuse('reason_missing')
    await writeAdjustment(ctx, order, {
      lines: plan.value.lines,
      reason: reason.slice(0, 400),
      claimId: null,
    })
    return ok({ number: plan.value.number })
  })

async function planned(
  ctx: Ctx,
  order: Order,
  said: readonly CorrectedLine[],
): Promise<Result<AdjustmentPreview, OrderingRefusal>> {
  seeOrNotFound(ctx.actor, 'order.see', order)
  authorize(ctx.actor, 'order.correct', order)
  const judged = checkTransition(order, 'correct', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const parcels = (await parcelsOf(ctx.db, [order.id])).get(order.id) ?? []
  const earlier = await adjustmentsOf(ctx, order)
  const decided = decideAdjustment({ lines, parcels, earlier, freightTaxPercent: order.freightTaxPercent }, said)
  if (!decided.ok) return decided
  const tax = taxOfAdjustment(decided.value)
  const billYen = figuresOf(order, lines, parcels).totalIncYen
  return ok({
    lines: decided.value,
    tax,
    number: numberOf(order, earlier),
    corrects: earlier.at(-1)?.number ?? order.number,
    beforeYen: afterAdjustments(billYen, earlier),
    afterYen: afterAdjustments(billYen, [...earlier, { tax }]),
  })
}
