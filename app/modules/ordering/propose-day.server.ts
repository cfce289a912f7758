import { z } from 'zod'
import { authorize, requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { newId, type OrderId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { DayIn, IdOf, OrderIdIn } from '#kernel/schema.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { mutation } from '#modules/audit-log/use-case.server.ts'
import { rideOf } from '#modules/runs/places.server.ts'
import { acceptLocked } from './accept-order.server.ts'
import { deliveryOf, differenceOf, isShared, newDelivery } from './change-delivery.ts'
import { seenOrder } from './change-order.server.ts'
import { daysFor, kitchenOf, takeOver } from './delivery-moves.server.ts'
import { holdFarms, holdOpenOrders, holdRestaurant } from './hold-places.server.ts'
import { OrderVersion } from './order-input.ts'
import { checkTransition } from './order-process.ts'
import { lockOrder, moveOrder, type Order } from './order-store.server.ts'
import { type OrderingRefusal, orderRefusals } from './refusal-text.ts'

/**
 * The farm proposes another day for an order that it has accepted (transition 2g), because what is ordered cannot be harvested
 * yet: a day on which all of it could be ordered now. Nothing changes until the restaurant agrees; proposed again, the last
 * day counts.
 */
export const proposeDay = mutation({
  name: 'order.propose_day',
  permission: 'order.proposeDay',
  input: {
    orderId: OrderIdIn,
    version: OrderVersion.describe('表示していた注文の version。その間に変更されていた場合は拒否します'),
    deliveryOn: DayIn.describe('提案するお届け日'),
  },
  refusals: orderRefusals(
    'wrong_state',
    'too_late',
    'changed_meanwhile',
    'nothing_changed',
    'day_impossible',
    'shared_box',
    'key_reused',
  ),
  run: async (ctx, { orderId, version, deliveryOn }) => {
    const order = await judged(ctx, orderId, 'proposeDay')
    if (!order.ok) return order
    return order.value.version === version
      ? proposeForLocked(ctx, order.value, deliveryOn)
      : refuse('changed_meanwhile')
  },
})

/**
 * The farm's answer to a new order is another day: it accepts all of it (3) and proposes the day (2g), both or neither. Without
 * an answer it is packed on its own day, as after an acceptance.
 */
export const acceptWithDay = mutation({
  name: 'order.accept_with_day',
  permission: 'order.accept',
  input: proposeDay.declaration.input,
  refusals: orderRefusals(
    'wrong_state',
    'too_late',
    'changed_meanwhile',
    'nothing_changed',
    'day_impossible',
    'shared_box',
    'key_reused',
  ),
  run: async (ctx, { orderId, version, deliveryOn }) => {
    const order = await lockOrder(ctx.db, orderId)
    seeOrNotFound(ctx.actor, 'order.see', order)
    authorize(ctx.actor, 'order.accept', order)
    if (order.version !== version) return refuse('changed_meanwhile')
    const accepted = await acceptLocked(ctx, order, [])
    if (!accepted.ok) return accepted
    const now = await judged(ctx, orderId, 'proposeDay')
    return now.ok ? proposeForLocked(ctx, now.value, deliveryOn) : now
  },
})

/** The caller has locked the order and checked that a day may be proposed for it. */
async function proposeForLocked(
  ctx: Ctx,
  order: Order,
  deliveryOn: JstDate,
): Promise<Result<{ orderId: OrderId }, 'shared_box' | 'nothing_changed' | 'day_impossible'>> {
  if (isShared(order)) return refuse('shared_box')
  if (deliveryOn === order.deliveryOn || deliveryOn === order.proposedDay?.deliveryOn) return refuse('nothing_changed')
  if (await rideOf(ctx.db, order.id)) return refuse('day_impossible', { reason: 'no_run' })
  const days = await daysFor(ctx, await buyerOf(ctx, order), order)
  const day = days.find((it) => it.deliveryOn === deliveryOn)
  if (!day?.possible) return refuse('day_impossible', day && { reason: day.reason })
  const next = newDelivery({ ...deliveryOf(order), deliveryOn }, day)
  await moveOrder(ctx, order, 'proposeDay', {
    data: { delivery: differenceOf(order, next) },
    facts: { proposedDay: { ...next, id: newId<'reschedule'>() } },
  })
  return ok({ orderId: order.id })
}

/** The restaurant takes the day that the farm proposes, or wants the order as it is (2h, 2i). */
export const answerDay = mutation({
  name: 'order.answer_day',
  permission: 'order.agreeDay',
  input: {
    orderId: OrderIdIn,
    agree: z.boolean('true か false を指定してください。'),
    proposalId: IdOf<'reschedule'>('提案')
      .optional()
      .describe('表示していた提案の proposedDay.id。その間に別の日が提案されていた場合は拒否します'),
  },
  refusals: orderRefusals(
    'wrong_state',
    'too_late',
    'day_not_proposed',
    'changed_meanwhile',
    'proposed_day_impossible',
    'key_reused',
  ),
  run: async (ctx, { orderId, agree, proposalId }) => {
    if (agree) {
      const seen = await seenOrder(ctx, orderId)
      await holdRestaurant(ctx, requireBuyer(ctx.actor))
      await holdFarms(ctx, [seen.farmId])
      await holdOpenOrders(ctx, await kitchenOf(ctx, orderId))
    }
    const order = await judged(ctx, orderId, agree ? 'agreeDay' : 'refuseDay')
    if (!order.ok) return order
    const { proposedDay } = order.value
    if (proposalId && proposalId !== proposedDay?.id) return refuse('changed_meanwhile')
    if (!agree || !proposedDay) {
      await moveOrder(ctx, order.value, 'refuseDay', { facts: { proposedDay: null } })
      return ok({ orderId })
    }
    // slot and note as they are now: the farm proposed only the day
    const { slot, note } = order.value
    const moved = await takeOver(ctx, order.value, 'agreeDay', { ...proposedDay, slot, note })
    if (moved.ok) return ok({ orderId })
    return moved.refusal === 'too_late' ? moved : refuse('proposed_day_impossible', moved.detail)
  },
})

/** For whom the days are calculated: the person who ordered. */
async function buyerOf(ctx: Ctx, { restaurantId, purchaseId }: Order) {
  const { personId, status } = await ctx.db
    .selectFrom('purchases')
    .innerJoin('restaurants', 'restaurants.id', 'purchases.restaurantId')
    .select(['personId', 'status'])
    .where('purchases.id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  return { personId, restaurantId, restaurantApproved: status === 'approved' }
}

async function judged(
  ctx: Ctx,
  orderId: Order['id'],
  name: 'proposeDay' | 'agreeDay' | 'refuseDay',
): Promise<Result<Order, OrderingRefusal>> {
  const order = await lockOrder(ctx.db, orderId)
  seeOrNotFound(ctx.actor, 'order.see', order)
  authorize(ctx.actor, `order.${name}`, order)
  const rule = checkTransition(order, name, actorKindOf(ctx.actor), ctx.now)
  return rule.ok ? ok(order) : rule
}
