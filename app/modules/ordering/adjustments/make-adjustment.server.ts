import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { IdOf, OrderIdIn } from '#kernel/schema.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { mutation, repeatable } from '#modules/audit-log/use-case.server.ts'
import { figuresOf } from '../order.ts'
import { ReasonIn } from '../order-input.ts'
import { checkTransition } from '../order-process.ts'
import { requireSignedIn } from '../order-queries.server.ts'
import { linesOf, lockOrder, type Order, parcelsOf, toOrder } from '../order-store.server.ts'
import { type OrderingRefusal, orderRefusals } from '../refusal-text.ts'
import {
  type Adjustment,
  afterAdjustments,
  type CorrectedLine,
  decideAdjustment,
  taxOfAdjustment,
} from './adjustment.ts'
import { adjustmentsOf } from './adjustment-queries.server.ts'
import { numberOf, writeAdjustment } from './write-adjustment.server.ts'

const corrected = {
  orderId: OrderIdIn,
  lines: z.array(z.object({ lineId: IdOf<'orderLine'>('明細').nullable(), yen: z.int().transform(yen) })),
}
const refusalsOfPlan = ['wrong_state', 'no_correction', 'more_than_billed', 'above_ceiling', 'unknown_line'] as const

export type AdjustmentPreview = Pick<Adjustment, 'lines' | 'tax' | 'corrects'> & {
  number: string
  /** With tax; what the restaurant has been billed so far, and would be after it. */
  beforeYen: Yen
  afterYen: Yen
}

/** A preview; writes nothing. */
export const previewAdjustment = repeatable({
  name: 'order.preview_correction',
  permission: 'order.correct',
  input: corrected,
  refusals: orderRefusals(...refusalsOfPlan),
  run: async (ctx, { orderId, lines }) => {
    requireSignedIn(ctx)
    const row = await ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
    if (!row) throw new NotFound('order')
    return planned(ctx, toOrder(row), lines)
  },
})

/** Staff correct a final bill (transition 22): the bill is not edited, an entry against it is added. */
export const makeAdjustment = mutation({
  name: 'order.correct',
  permission: 'order.correct',
  input: { ...corrected, reason: ReasonIn(400) },
  refusals: orderRefusals(...refusalsOfPlan, 'reason_missing', 'key_reused'),
  run: async (ctx, input) => {
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
  },
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
