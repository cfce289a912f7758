import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { ActorKind, Quantity as LineQuantity, Verdict } from '#kernel/enums.ts'
import { type Grams, grams } from '#kernel/grams.ts'
import type { EventId, OrderId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { Body, GramsIn, IdOf, NameText, OrderIdIn, Quantity, Text, VerdictIn } from '#kernel/schema.ts'
import { actorKindOf, recordEvent } from '#modules/audit-log/record-event.server.ts'
import { type InputOf, mutation } from '#modules/audit-log/use-case.server.ts'
import { MissingIn, PhotoForm, PhotoKeys, WishIn } from '#modules/ordering/claims/claim-input.ts'
import { reasonOf } from '#modules/ordering/claims/claim-terms.ts'
import { openClaimLocked } from '#modules/ordering/claims/open-claim.server.ts'
import { withoutPhotos } from '#modules/ordering/claims/without-photos.ts'
import { finalizeUndisputed } from '#modules/ordering/finalize-order.server.ts'
import type { OrderLine } from '#modules/ordering/order.ts'
import { verdictWord } from '#modules/ordering/order-labels.ts'
import { checkTransition } from '#modules/ordering/order-process.ts'
import { linesOf, lockOrder, moveOrder, type Order, writeQuantities } from '#modules/ordering/order-store.server.ts'
import { type OrderingRefusal, orderRefusals } from '#modules/ordering/refusal-text.ts'
import { mayMiss } from '#modules/pricing/part-of-unit.ts'
import { receiptText } from './receipt.ts'
import { keepWhatLeft } from './ship-part.server.ts'

export const InspectedLine = Body({
  lineId: IdOf<'orderLine'>('明細'),
  verdict: VerdictIn,
  qty: Quantity(0).describe('良品数'),
  missing: MissingIn.optional(),
  grams: GramsIn.nullable().default(null),
  note: Text(0, 200).optional(),
  // by default a deduction from the next bill
  wish: WishIn.optional(),
  photos: PhotoKeys.optional().describe('「不足」以外は1枚以上。事前に /claim-photos で送信したキー'),
})
export type InspectedLine = z.output<typeof InspectedLine>

/** Tenths of a degree Celsius. */
const Tenths = z
  .int()
  .min(-500, receiptText.temperature)
  .max(500, receiptText.temperature)
  .nullable()
  .optional()
  .describe('温度（0.1℃）。45は4.5℃')

/** What the kitchen says about one delivery. */
export const inspection = {
  orderId: OrderIdIn,
  lines: z.array(InspectedLine).max(500).default([]),
  receivedBy: NameText(1, 60).optional().describe('受取者'),
  chilledTenths: Tenths,
  frozenTenths: Tenths,
  // the photos of its lines are its drafts; by default the key
  form: PhotoForm.optional(),
  complete: z.boolean().optional().describe('true：残りの出荷を待つ注文は、検収せずに拒否する'),
}

/**
 * The kitchen opens the boxes (検収): delivered and inspected (transitions 17 and 19 in one step), defects become claims
 * (20), and with nothing in dispute it is final (21). Lines that are not mentioned were correct. With `receivedBy` it is
 * entered into the record of receiving (HACCP).
 */
export const receiveOrder = mutation({
  name: 'order.receive',
  permission: 'order.inspect',
  input: inspection,
  refusals: orderRefusals(
    'wrong_state',
    'unknown_line',
    'more_than_shipped',
    'verdict_needs_less',
    'less_needs_verdict',
    'photo_missing',
    'photos_gone',
    'key_reused',
  ),
  // one and the same receipt, whether it was sent alone or with others
  same: ({ complete: _complete, ...input }) => ({ ...input, lines: input.lines.map(withoutPhotos) }),
  run: async (ctx, input) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.inspect', order)
    if (input.complete && order.state === 'partly_shipped') return refuse('wrong_state', { state: order.state })
    const delivered = order.state === 'delivered' ? ok(order) : await deliverLocked(ctx, order)
    return delivered.ok ? inspectLocked(ctx, delivered.value, input) : delivered
  },
})

/** The kitchen does not wait for the rest of a divided order: what has arrived is all of it (transition 17). */
export const endWithoutRest = mutation({
  name: 'order.end_without_rest',
  permission: 'order.deliver',
  input: { orderId: OrderIdIn },
  refusals: orderRefusals('wrong_state', 'key_reused'),
  run: async (ctx, input) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.deliver', order)
    if (order.state !== 'partly_shipped') return refuse('wrong_state', { state: order.state })
    const delivered = await deliverLocked(ctx, order)
    return delivered.ok ? ok({ orderId: order.id }) : delivered
  },
})

type Said = Pick<InputOf<typeof inspection>, 'lines'> & Partial<InputOf<typeof inspection>> & { key?: string }

/** The parcels arrived, as stated, as their carrier says, or by default at the end of the next day (transition 17). */
export async function deliverLocked(
  ctx: Ctx,
  order: Order,
  as: ActorKind = actorKindOf(ctx.actor),
): Promise<Result<Order, OrderingRefusal>> {
  authorize(ctx.actor, 'order.deliver', order)
  const judged = checkTransition(order, 'deliver', as, ctx.now)
  if (!judged.ok) return judged
  const { order: delivered, eventId } = await moveOrder(ctx, order, 'deliver', as === 'carrier' ? { as } : {})
  if (order.state === 'partly_shipped') await keepWhatLeft(ctx, order, eventId, '残りを待たずに受け取りを終了しました')
  return ok(delivered)
}

/**
 * Inspection, the resulting claims, and the final figures if there are none. By the timer, after 48 hours without a
 * response, the delivery counts as accepted (商法526条 asks a merchant to inspect without delay; 48 h is our term,
 * docs/decisions/0005).
 */
export async function inspectLocked(
  ctx: Ctx,
  order: Order,
  said: Said,
): Promise<Result<{ orderId: OrderId }, OrderingRefusal>> {
  authorize(ctx.actor, 'order.inspect', order)
  const judged = checkTransition(order, 'inspect', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const decision = decideInspection(lines, said.lines)
  if (!decision.ok) return decision

  const { order: done, eventId } = await moveOrder(ctx, order, 'inspect', {
    reason: ctx.actor.kind === 'system' ? '検収の期限を過ぎたため、届いたとおりに検収したものとみなします' : undefined,
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
    await ctx.db.updateTable('orderLines').set({ verdict }).where('id', '=', line.id).execute()
    await writeQuantities(ctx, [{ lineId: line.id, stage: 'received', quantity: received, eventId: lineEvent }])
  }
  const photoForm = said.form ?? said.key ?? ''
  await keepReceipt(ctx, done, said, eventId)
  const claimed = await claimWhatIsWrong(ctx, done, decision.value, said.lines, photoForm)
  if (!claimed.ok) return claimed
  await finalizeUndisputed(ctx, done)
  return ok({ orderId: order.id })
}

/**
 * One claim for every line that was not correct; within the limit that both sides have agreed to it is settled
 * immediately.
 */
async function claimWhatIsWrong(
  ctx: Ctx,
  order: Order,
  inspected: readonly Inspected[],
  said: readonly InspectedLine[],
  photoForm: string,
): Promise<Result<null, OrderingRefusal>> {
  for (const { line, received, verdict, note } of inspected) {
    if (verdict === 'ok') continue
    const { wish = 'credit', photos = [] } = said.find(({ lineId }) => lineId === line.id) ?? {}
    const reason = reasonOf(verdict, received.qty)
    const claim = { lineId: line.id, reason, usable: received, wish, words: note ?? '', hidden: false, photos }
    const opened = await openClaimLocked(ctx, order, line, claim, photoForm)
    // less than a yen cannot be claimed
    if (!opened.ok && opened.refusal !== 'nothing_claimed') return opened
  }
  return ok(null)
}

/** The record of receiving (HACCP), if the kitchen states who received it. */
async function keepReceipt(
  ctx: Ctx,
  order: Order,
  { receivedBy, chilledTenths = null, frozenTenths = null }: Said,
  eventId: EventId,
): Promise<void> {
  if (!receivedBy) return
  await ctx.db
    .insertInto('receipts')
    .values({
      orderId: order.id,
      restaurantId: order.restaurantId,
      receivedAt: ctx.now,
      receivedBy: receivedBy.trim(),
      chilledTenths,
      frozenTenths,
      note: '',
      eventId,
    })
    .execute()
}

type Inspected = { line: OrderLine; received: LineQuantity; verdict: Verdict; note: string | undefined }

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
    if (said?.verdict === 'ok' && (said.qty !== shipped.qty || said.missing))
      return refuse('less_needs_verdict', { line: line.id })
    if (!said || said.verdict === 'ok') {
      decided.push({ line, received: shipped, verdict: 'ok', note: undefined })
      continue
    }
    const at = { line: line.id }
    if (!Number.isSafeInteger(said.qty) || said.qty < 0 || (said.grams ?? 0) < 0) return refuse('bad_quantity', at)
    if (said.qty > shipped.qty) return refuse('more_than_shipped', { ...at, max: shipped.qty })
    if (!mayMiss(line, said)) return refuse('bad_quantity', at)
    const received: LineQuantity = {
      qty: said.qty,
      grams: receivedGrams(shipped, said),
      ...(said.missing && { missing: said.missing }),
    }
    if (received.qty === shipped.qty && received.grams === shipped.grams && !received.missing)
      return refuse('verdict_needs_less', at)
    if (received.grams !== null && shipped.grams !== null && received.grams > shipped.grams)
      return refuse('more_than_shipped', { ...at, max: shipped.grams })
    decided.push({ line, received, verdict: said.verdict, note: said.note?.trim() || undefined })
  }
  return ok(decided)
}

/** The kitchen's own weight, or the good pieces' share of the shipped weight. */
function receivedGrams(shipped: LineQuantity, said: InspectedLine): Grams | null {
  if (shipped.grams === null) return null
  if (said.qty === 0) return grams(0)
  return said.grams ?? grams(Math.floor((shipped.grams * said.qty) / shipped.qty))
}
