import { z } from 'zod'
import { authorize, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { type OrderState, openClaimStates } from '#kernel/enums.ts'
import type { OrderId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { OrderIdIn, Text } from '#kernel/schema.ts'
import type { Yen } from '#kernel/yen.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { releaseHeld } from './accept-order.server.ts'
import { recordChargesOf } from './charges/record-charges.server.ts'
import { moveClaim, toClaim } from './claims/claim-store.server.ts'
import { cancelFeeOf, figuresOf } from './order.ts'
import { ReasonIn } from './order-input.ts'
import { checkTransition } from './order-process.ts'
import { linesOf, lockOrder, moveOrder, type Order } from './order-store.server.ts'
import { ruleOf, type TransitionName } from './process/transitions.ts'
import { type OrderingRefusal, orderRefusals } from './refusal-text.ts'

type Ended = Result<{ orderId: OrderId }, OrderingRefusal>

/** The farm declines the order (transition 4). The reason is shown to the restaurant. */
export const declineOrder = mutation({
  name: 'order.decline',
  permission: 'order.decline',
  input: { orderId: OrderIdIn, reason: ReasonIn(400, { chosen: true }).describe('相手先に通知される理由') },
  refusals: orderRefusals('wrong_state', 'too_late', 'reason_missing', 'key_reused'),
  run: (ctx, { orderId, reason }) => endOrder(ctx, orderId, 'decline', reason),
})

/** The restaurant cancels its order before 締切 (transition 9, window W1: free of charge). */
export const cancelOrder = mutation({
  name: 'order.cancel',
  permission: 'order.cancel',
  input: { orderId: OrderIdIn, reason: Text(0, 400).optional() },
  refusals: orderRefusals('wrong_state', 'too_late', 'key_reused'),
  run: (ctx, { orderId, reason }) => endOrder(ctx, orderId, 'cancel', reason),
})

/** Force majeure: the boxes that are being packed do not leave (transition 16). No fee. */
export const giveUpOrder = mutation({
  name: 'order.give_up',
  permission: 'order.giveUp',
  input: { orderId: OrderIdIn, reason: ReasonIn(400) },
  refusals: orderRefusals('wrong_state', 'reason_missing', 'key_reused'),
  run: (ctx, { orderId, reason }) => endOrder(ctx, orderId, 'giveUp', reason),
})

/**
 * Staff end an order from any state (transition 23), and give both sides the reason. What has not left the farm returns
 * to stock; what had left is not billed, and claims about it are void.
 */
export const overruleOrder = mutation({
  name: 'order.overrule',
  permission: 'order.overrule',
  input: { orderId: OrderIdIn, reason: ReasonIn(400) },
  refusals: orderRefusals('wrong_state', 'reason_missing', 'key_reused'),
  run: async (ctx, input) => {
    const order = await judged(ctx, input.orderId, 'overrule')
    if (!order.ok) return order
    const reason = input.reason.trim()
    if (reason === '') return refuse('reason_missing')
    await voidClaims(ctx, order.value)
    await moveOrder(ctx, order.value, 'overrule', { reason })
    if (notSent.includes(order.value.state)) await releaseHeld(ctx, order.value)
    return ok({ orderId: input.orderId })
  },
})

/** In these states the products are still at the farm; before an owner's approval nothing is held. */
const notSent: readonly OrderState[] = ['placed', 'accepted', 'proposed', 'preparing']

async function voidClaims(ctx: Ctx, order: Order): Promise<void> {
  const open = await ctx.db
    .selectFrom('claims')
    .selectAll()
    .where('orderId', '=', order.id)
    .where('state', 'in', openClaimStates)
    .forUpdate()
    .execute()
  for (const row of open)
    await moveClaim(ctx, order, toClaim(row), 'withdraw', { reason: '運営が注文をキャンセルしました' })
}

/** The farm did not answer in time (transition 5). Called by the timer. */
export const expireOrder = (ctx: Ctx, orderId: OrderId): Promise<Ended> => endOrder(ctx, orderId, 'expire')

/** It was being packed for days and never left (transition 16a). Called by the timer. */
export const neverShipped = (ctx: Ctx, orderId: OrderId): Promise<Ended> => endOrder(ctx, orderId, 'neverShipped')

/** After 締切 the restaurant asks to cancel (transition 10, W2); without an answer it is packed as agreed. */
export const askToCancel = mutation({
  name: 'order.ask_cancel',
  permission: 'order.askCancel',
  input: { orderId: OrderIdIn, reason: Text(0, 400).optional() },
  refusals: orderRefusals('wrong_state', 'too_early', 'too_late', 'cancel_asked_already', 'key_reused'),
  run: async (ctx, input) => {
    const order = await judged(ctx, input.orderId, 'askCancel')
    if (!order.ok) return order
    await moveOrder(ctx, order.value, 'askCancel', { reason: input.reason?.trim() || undefined })
    return ok({ orderId: input.orderId })
  },
})

/** The farm agrees to the cancellation, for the fee shown on the page of the order, or refuses (10a, 10b). */
export const answerCancel = mutation({
  name: 'order.answer_cancel',
  permission: 'order.agreeCancel',
  input: { orderId: OrderIdIn, agree: z.boolean('true か false を指定してください。') },
  refusals: orderRefusals('wrong_state', 'too_late', 'cancel_not_asked', 'key_reused'),
  run: async (ctx, input) => {
    const name = input.agree ? 'agreeCancel' : 'refuseCancel'
    const order = await judged(ctx, input.orderId, name)
    if (!order.ok) return order
    const cancelFeeYen = input.agree ? await feeOf(ctx, order.value) : null
    await moveOrder(ctx, order.value, name, {
      facts: { cancelFeeYen },
      ...(input.agree && { data: { feeYen: cancelFeeYen } }),
    })
    if (input.agree) {
      await releaseHeld(ctx, order.value)
      await recordChargesOf(ctx, [order.value.id])
    }
    return ok({ orderId: input.orderId })
  },
})

async function feeOf(ctx: Ctx, order: Order): Promise<Yen> {
  const lines = (await linesOf(ctx.db, [order.id])).get(order.id) ?? []
  return cancelFeeOf(figuresOf(order, lines, []).goodsYen, order.cancelPercent)
}

type Ending = 'decline' | 'cancel' | 'expire' | 'giveUp' | 'neverShipped'

async function judged(ctx: Ctx, orderId: OrderId, name: TransitionName): Promise<Result<Order, OrderingRefusal>> {
  const order = await lockOrder(ctx.db, orderId)
  seeOrNotFound(ctx.actor, 'order.see', order)
  authorize(ctx.actor, `order.${name}`, order)
  const rule = checkTransition(order, name, actorKindOf(ctx.actor), ctx.now)
  return rule.ok ? ok(order) : rule
}

async function endOrder(ctx: Ctx, orderId: OrderId, name: Ending, reason?: string): Promise<Ended> {
  const order = await judged(ctx, orderId, name)
  if (!order.ok) return order
  if (ruleOf(name).needsReason && !reason?.trim()) return refuse('reason_missing')
  const said = reason?.trim() || undefined
  await moveOrder(ctx, order.value, name, { ...(said && { reason: said }) })
  await releaseHeld(ctx, order.value)
  return ok({ orderId })
}
