import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { ClaimWish, Quantity, Verdict } from '#kernel/enums.ts'
import { type Grams, grams } from '#kernel/grams.ts'
import type { EventId, OrderId, OrderLineId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { idempotent } from '#modules/audit-log/idempotent.server.ts'
import { actorKindOf, recordEvent } from '#modules/audit-log/record-event.server.ts'
import { reasonOf } from '#modules/ordering/claims/claim-terms.ts'
import { openClaimLocked } from '#modules/ordering/claims/open-claim.server.ts'
import { withoutPhotos } from '#modules/ordering/claims/without-photos.ts'
import { finalizeUndisputed } from '#modules/ordering/finalize-order.server.ts'
import type { OrderLine } from '#modules/ordering/order.ts'
import { verdictWord } from '#modules/ordering/order-labels.ts'
import { checkTransition } from '#modules/ordering/order-process.ts'
import { linesOf, lockOrder, moveOrder, type Order, writeQuantities } from '#modules/ordering/order-store.server.ts'
import type { OrderingRefusal } from '#modules/ordering/refusal-text.ts'
import { takePhotos } from '#modules/photos/keep-photo.server.ts'
import type { PhotoKey } from '#modules/photos/photo.ts'
import { keepWhatLeft } from './ship-part.server.ts'

export type InspectedLine = {
  lineId: OrderLineId
  verdict: Verdict
  qty: number
  grams: Grams | null
  note?: string
  /** The wanted remedy; by default a deduction from the next bill. */
  wish?: ClaimWish
  /** Drafts of the submitted form. */
  photos?: readonly PhotoKey[]
}

/** The data of the record of receiving (HACCP) besides the lines. Temperatures in tenths of a degree Celsius. */
export type ReceiptFacts = {
  receivedBy: string
  chilledTenths: number | null
  frozenTenths: number | null
  note: string
  photos: readonly PhotoKey[]
}
export type ReceiveInput = {
  orderId: OrderId
  key: string
  lines: readonly InspectedLine[]
  receipt?: ReceiptFacts
  /** The form whose drafts the photos are; by default the key. */
  photoForm?: string
}

/**
 * The kitchen opens the boxes (検収): delivered and inspected (transitions 17 and 19 in one step), defects become claims
 * (20), and with nothing in dispute it is final (21). Lines that are not mentioned were correct.
 */
export const receiveOrder = (ctx: Ctx, input: ReceiveInput): Promise<Result<{ orderId: OrderId }, OrderingRefusal>> =>
  idempotent(ctx, 'order.receive', input.key, { ...input, lines: input.lines.map(withoutPhotos) }, async (ctx) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.inspect', order)
    const delivered = order.state === 'delivered' ? ok(order) : await deliverLocked(ctx, order)
    return delivered.ok ? inspectLocked(ctx, delivered.value, input) : delivered
  })

/** The kitchen does not wait for the rest of a divided order: what has arrived is all of it (transition 17). */
export const endWithoutRest = (
  ctx: Ctx,
  input: { orderId: OrderId; key: string },
): Promise<Result<{ orderId: OrderId }, OrderingRefusal>> =>
  idempotent(ctx, 'order.end_without_rest', input.key, input, async (ctx) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.deliver', order)
    if (order.state !== 'partly_shipped') return refuse('wrong_state', { state: order.state })
    const delivered = await deliverLocked(ctx, order)
    return delivered.ok ? ok({ orderId: order.id }) : delivered
  })

/** The parcels arrived, as stated, or by default at the end of the next day (transition 17). */
export async function deliverLocked(ctx: Ctx, order: Order): Promise<Result<Order, OrderingRefusal>> {
  authorize(ctx.actor, 'order.deliver', order)
  const judged = checkTransition(order, 'deliver', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  const { order: delivered, eventId } = await moveOrder(ctx, order, 'deliver')
  if (order.state === 'partly_shipped') await keepWhatLeft(ctx, order, eventId, '残りを待たずに受け取りを終えました')
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
  said: Pick<ReceiveInput, 'lines' | 'receipt' | 'photoForm'> & { key?: string },
): Promise<Result<{ orderId: OrderId }, OrderingRefusal>> {
  authorize(ctx.actor, 'order.inspect', order)
  const judged = checkTransition(order, 'inspect', actorKindOf(ctx.actor), ctx.now)
  if (!judged.ok) return judged
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  const decision = decideInspection(lines, said.lines)
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
  const photoForm = said.photoForm ?? said.key ?? ''
  if (said.receipt) {
    const kept = await keepReceipt(ctx, done, said.receipt, { eventId, photoForm })
    if (!kept.ok) return kept
  }
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

async function keepReceipt(
  ctx: Ctx,
  order: Order,
  { receivedBy, chilledTenths, frozenTenths, note, photos }: ReceiptFacts,
  { eventId, photoForm }: { eventId: EventId; photoForm: string },
): Promise<Result<null, OrderingRefusal>> {
  const name = receivedBy.trim()
  if (name === '' || name.length > 60) return refuse('receiver_missing')
  const outside = [chilledTenths, frozenTenths].some((tenths) => tenths !== null && Math.abs(tenths) > 500)
  if (outside) return refuse('temperature_not_believable')
  await ctx.db
    .insertInto('receipts')
    .values({
      order_id: order.id,
      restaurant_id: order.restaurantId,
      received_at: ctx.now,
      received_by: name,
      chilled_tenths: chilledTenths,
      frozen_tenths: frozenTenths,
      note: note.trim().slice(0, 200),
      event_id: eventId,
    })
    .execute()
  const kept = await takePhotos(ctx.db, photoForm, photos)
  if (kept.length < photos.length) return refuse('photos_gone')
  for (const photo_key of kept)
    await ctx.db.insertInto('receipt_photos').values({ order_id: order.id, photo_key }).execute()
  return ok(null)
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

/** The kitchen's own weight, or the good pieces' share of the shipped weight. */
function receivedGrams(shipped: Quantity, said: InspectedLine): Grams | null {
  if (shipped.grams === null) return null
  if (said.qty === 0) return grams(0)
  return said.grams ?? grams(Math.floor((shipped.grams * said.qty) / shipped.qty))
}
