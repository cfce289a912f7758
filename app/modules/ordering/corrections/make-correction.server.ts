import { authorize, seeOrNotFound } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { Yen } from '#kernel/yen.ts'
import { once } from '#modules/history/once.server.ts'
import { actorKindOf } from '#modules/history/record-event.server.ts'
import { figuresOf } from '../order.ts'
import { tellRestaurant } from '../order-news.server.tsx'
import { judge } from '../order-process.ts'
import { requireSignedIn } from '../order-queries.server.ts'
import { linesOf, lockOrder, type Order, parcelsOf, toOrder } from '../order-store.server.ts'
import type { OrderingRefusal } from '../refusal-text.ts'
import {
  afterCorrections,
  type CorrectedLine,
  type Correction,
  decideCorrection,
  taxOfCorrection,
} from './correction.ts'
import { correctionsOf } from './correction-queries.server.ts'
import { numberOf, writeCorrection } from './write-correction.server.ts'

type CorrectInput = { orderId: OrderId; key: string; reason: string; lines: readonly CorrectedLine[] }
export type CorrectionPreview = Pick<Correction, 'lines' | 'tax' | 'corrects'> & {
  number: string
  /** With tax; what the restaurant has been billed so far, and would be after it. */
  beforeYen: Yen
  afterYen: Yen
}

/** A preview; writes nothing. */
export async function previewCorrection(
  ctx: Ctx,
  { orderId, lines }: Pick<CorrectInput, 'orderId' | 'lines'>,
): Promise<Result<CorrectionPreview, OrderingRefusal>> {
  requireSignedIn(ctx)
  const row = await ctx.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst()
  if (!row) throw new NotFound('order')
  return planned(ctx, toOrder(row), lines)
}

/** Staff correct a final bill (transition 22): the bill is not edited, an entry against it is added. */
export const makeCorrection = (ctx: Ctx, input: CorrectInput): Promise<Result<{ number: string }, OrderingRefusal>> =>
  once(ctx, 'order.correct', input.key, input, async (ctx) => {
    const order = await lockOrder(ctx.db, input.orderId)
    const plan = await planned(ctx, order, input.lines)
    if (!plan.ok) return plan
    const reason = input.reason.trim()
    if (reason === '') return refuse('reason_missing')
    const written = await writeCorrection(ctx, order, {
      lines: plan.value.lines,
      reason: reason.slice(0, 400),
      claimId: null,
    })
    await tellRestaurant(ctx, written.order, { news: 'correct', eventId: written.eventId, reason })
    return ok({ number: plan.value.number })
  })

async function planned(
  ctx: Ctx,
  order: Order,
  said: readonly CorrectedLine[],
): Promise<Result<CorrectionPreview, OrderingRefusal>> {
  seeOrNotFound(ctx.actor, 'order.see', order)
  authorize(ctx.actor, 'order.correct', order)
  const judged = judge(order, 'correct', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const parcels = (await parcelsOf(ctx.db, [order.id])).get(order.id) ?? []
  const earlier = await correctionsOf(ctx, order)
  const decided = decideCorrection({ lines, parcels, earlier, freightTaxPercent: order.freightTaxPercent }, said)
  if (!decided.ok) return decided
  const tax = taxOfCorrection(decided.value)
  const billYen = figuresOf(order, lines, parcels).totalIncYen
  return ok({
    lines: decided.value,
    tax,
    number: numberOf(order, earlier),
    corrects: earlier.at(-1)?.number ?? order.number,
    beforeYen: afterCorrections(billYen, earlier),
    afterYen: afterCorrections(billYen, [...earlier, { tax }]),
  })
}
