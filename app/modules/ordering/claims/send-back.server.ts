import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import { sentBackWhys } from '#kernel/enums.ts'
import { newId } from '#kernel/ids.ts'
import { ok, refuse } from '#kernel/result.ts'
import { choice, OrderIdIn } from '#kernel/schema.ts'
import { yen } from '#kernel/yen.ts'
import { actorKindOf, recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { checkClaim } from '../claim-process.ts'
import { amountAt } from '../order.ts'
import { ReasonIn } from '../order-input.ts'
import { sentBackWord } from '../order-labels.ts'
import { checkTransition } from '../order-process.ts'
import { linesOf, lockOrder, moveOrder } from '../order-store.server.ts'
import { orderRefusals } from '../refusal-text.ts'
import { tellOfClaim } from './claim-mails.server.tsx'
import { type Claim, claimFacts, insertClaim } from './claim-store.server.ts'
import { claimTerms } from './claim-terms.ts'
import { claimEventKind } from './claim-told.ts'

/**
 * The carrier could not deliver the boxes, and they are back (transition 18). That ends the order; who pays for it is a
 * claim about the whole order, which goes directly to staff. Until they have decided nothing of it is billed.
 */
export const sendParcelBack = mutation({
  name: 'order.send_parcel_back',
  permission: 'order.sendParcelBack',
  input: { orderId: OrderIdIn, why: choice(sentBackWhys), reason: ReasonIn(400) },
  refusals: orderRefusals('wrong_state', 'reason_missing', 'key_reused'),
  run: async (ctx, input) => {
    const order = await lockOrder(ctx.db, input.orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.sendParcelBack', order)
    const judged = checkTransition(order, 'sendParcelBack', actorKindOf(ctx.actor), ctx.now)
    if (!judged.ok) return judged
    const words = [sentBackWord[input.why], input.reason.trim()].filter(Boolean).join('：').slice(0, 400)
    if (input.reason.trim() === '') return refuse('reason_missing')
    const { order: back } = await moveOrder(ctx, order, 'sendParcelBack', { reason: words, data: { why: input.why } })
    const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
    const sent = lines.filter(({ quantities }) => quantities.shipped?.qty)
    const amountYen = yen(sent.reduce((sum, line) => sum + amountAt(line, 'shipped'), 0))
    const [first] = sent
    // a free order leaves nothing to decide
    if (!first || amountYen === 0) return ok({ orderId: order.id })
    const claim: Claim = {
      id: newId<'claim'>(),
      number: `${order.number}-C1`,
      orderId: order.id,
      lineId: first.id,
      farmId: order.farmId,
      restaurantId: order.restaurantId,
      state: 'escalated',
      reason: 'sent_back',
      wholeOrder: true,
      claimed: {
        qty: sent.reduce((sum, { quantities }) => sum + (quantities.shipped?.qty ?? 0), 0),
        grams: null,
        part: null,
      },
      amountYen,
      wish: 'credit',
      words,
      hidden: false,
      automaticYen: yen(0),
      largeYen: claimTerms.largeYen,
      rateBelowThreshold: true,
      photoCount: 0,
      offer: null,
      decision: null,
      rechecked: false,
      openedAt: ctx.now,
      answeredAt: null,
      escalatedAt: ctx.now,
      decidedAt: null,
      settledAt: null,
    }
    const allowed = checkClaim({ ...claimFacts(claim, back), state: null }, 'sendBack', actorKindOf(ctx.actor), ctx.now)
    if (!allowed.ok) return allowed
    await insertClaim(ctx, back, claim)
    const eventId = await recordEvent(ctx.db, ctx, {
      kind: claimEventKind.sendBack,
      purchaseId: order.purchaseId,
      orderId: order.id,
      reason: words,
      data: { claim: claim.number, to: 'escalated', why: claim.reason, yen: amountYen },
    })
    await tellOfClaim(ctx, { order: back, claim }, 'sendBack', { eventId, words })
    return ok({ orderId: order.id })
  },
})
