import { z } from 'zod'
import type { BuyerActor } from '#authorization/actor.ts'
import { authorize, requireBuyer, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { NewDelivery } from '#kernel/enums.ts'
import { newId, type OrderId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { DayIn, IdOf, OrderIdIn, Slot, Text } from '#kernel/schema.ts'
import { actorKindOf } from '#modules/audit-log/record-event.server.ts'
import { type InputOf, mutation, query } from '#modules/audit-log/use-case.server.ts'
import type { DeliveryDay } from '#modules/delivery/delivery-days.ts'
import { rideOf } from '#modules/runs/places.server.ts'
import { acceptByItself } from './accept-order.server.ts'
import { type Delivery, differenceOf, isShared, newDelivery, type WayToChange, wayToChange } from './change-delivery.ts'
import { acceptsByItself, seenOrder } from './change-order.server.ts'
import { daysFor, kitchenOf, moveDelivery, takeOver } from './delivery-moves.server.ts'
import { holdFarms, holdOpenOrders, holdRestaurant } from './hold-places.server.ts'
import { OrderVersion } from './order-input.ts'
import { checkTransition } from './order-process.ts'
import { requireSignedIn } from './order-queries.server.ts'
import { lockOrder, moveOrder, type Order } from './order-store.server.ts'
import { type OrderingRefusal, orderRefusals } from './refusal-text.ts'

const wanted = {
  orderId: OrderIdIn,
  version: OrderVersion.describe('表示していた注文の version。その間に変更されていた場合は拒否します'),
  deliveryOn: DayIn.optional().describe('変更後のお届け日。指定しない場合は変更なし'),
  slot: Slot.optional(),
  note: Text(0, 800).optional().describe('備考。指定しない場合は変更なし'),
}

/** `asked`: nothing has changed yet, the farm answers first. */
type Changed = { orderId: OrderId; version: number; asked: boolean }

/**
 * The restaurant changes the day, the time slot or the note of its order (transitions 2 and 2b), or asks the farm for it
 * (2c, change-delivery.ts says when). Another day passes the checks of ordering for it: what was reserved moves to the
 * harvest of that day, and the order gets the moments of that day. Nothing is changed of prices, boxes and freight,
 * which do not depend on the day.
 */
export const changeDelivery = mutation({
  name: 'order.change_delivery',
  permission: 'order.change',
  input: wanted,
  refusals: orderRefusals(
    'wrong_state',
    'too_late',
    'changed_meanwhile',
    'nothing_changed',
    'day_impossible',
    'growth_unanswered',
    'reschedule_asked_already',
    'shared_box',
    'out_of_stock',
    'key_reused',
  ),
  run: async (ctx, input): Promise<Result<Changed, OrderingRefusal>> => {
    const seen = await seenOrder(ctx, input.orderId)
    const buyer = requireBuyer(ctx.actor)
    await holdRestaurant(ctx, buyer)
    await holdFarms(ctx, [seen.farmId])
    // no order may be placed for the new day meanwhile
    await holdOpenOrders(ctx, seen.kitchenId)
    const order = await lockOrder(ctx.db, input.orderId)
    const planned = await plan(ctx, buyer, order, input)
    if (!planned.ok) return planned
    const { way, next } = planned.value
    if (way === 'askReschedule') {
      await moveOrder(ctx, order, way, {
        data: { delivery: differenceOf(order, next) },
        facts: { reschedule: { ...next, id: newId<'reschedule'>() } },
      })
      return ok({ orderId: order.id, version: order.version, asked: true })
    }
    const moved = await moveDelivery(ctx, order, way, next)
    if (!moved.ok) return moved
    if (moved.value.state === 'placed' && (await acceptsByItself(ctx, order))) await acceptByItself(ctx, order.id)
    return ok({ orderId: order.id, version: moved.value.version, asked: false })
  },
})

/** The restaurant withdraws what it asked for (transition 2d): nothing changes. */
export const withdrawReschedule = mutation({
  name: 'order.withdraw_reschedule',
  permission: 'order.withdrawReschedule',
  input: { orderId: OrderIdIn },
  refusals: orderRefusals('wrong_state', 'too_late', 'reschedule_not_asked', 'key_reused'),
  run: async (ctx, { orderId }) => {
    const order = await judged(ctx, orderId, 'withdrawReschedule')
    if (!order.ok) return order
    await moveOrder(ctx, order.value, 'withdrawReschedule', { facts: { reschedule: null } })
    return ok({ orderId })
  },
})

/** The farm agrees to another delivery, or sends it as it is (2e, 2f); without an answer it is packed as it is. */
export const answerReschedule = mutation({
  name: 'order.answer_reschedule',
  permission: 'order.agreeReschedule',
  input: {
    orderId: OrderIdIn,
    agree: z.boolean('true か false を指定してください。'),
    rescheduleId: IdOf<'reschedule'>('依頼')
      .optional()
      .describe('表示していた依頼の reschedule.id。その間に別の内容で依頼されていた場合は拒否します'),
  },
  refusals: orderRefusals(
    'wrong_state',
    'too_late',
    'reschedule_not_asked',
    'changed_meanwhile',
    'reschedule_impossible',
    'key_reused',
  ),
  run: async (ctx, { orderId, agree, rescheduleId }) => {
    if (agree) await holdOpenOrders(ctx, await kitchenOf(ctx, orderId))
    const order = await judged(ctx, orderId, agree ? 'agreeReschedule' : 'refuseReschedule')
    if (!order.ok) return order
    const { reschedule } = order.value
    // another one may have been asked for since the farm saw the page
    if (rescheduleId && rescheduleId !== reschedule?.id) return refuse('changed_meanwhile')
    if (!agree || !reschedule) {
      await moveOrder(ctx, order.value, 'refuseReschedule', { facts: { reschedule: null } })
      return ok({ orderId })
    }
    const moved = await takeOver(ctx, order.value, 'agreeReschedule', reschedule)
    return moved.ok ? ok({ orderId }) : moved
  },
})

export type DeliveryChoices = {
  /** The days of ordering for what is in the order, with the reasons of those that are not possible. */
  days: readonly DeliveryDay[]
  /** How another day, and another slot or note, would be changed now; null: not at all. */
  otherDay: WayToChange | null
  sameDay: WayToChange | null
}

/** What the page offers. */
export const deliveryChoices = query('order.change', async (ctx, order: Order): Promise<DeliveryChoices> => {
  requireSignedIn(ctx)
  seeOrNotFound(ctx.actor, 'order.see', order)
  authorize(ctx.actor, 'order.change', order)
  const buyer = requireBuyer(ctx.actor)
  const autoAccept = await acceptsByItself(ctx, order)
  const way = (otherDay: boolean) => {
    const way = wayToChange({ order, otherDay, autoAccept, now: ctx.now })
    return way.ok && checkTransition(order, way.value, actorKindOf(ctx.actor), ctx.now).ok ? way.value : null
  }
  // the van of a run comes on its own days: another one is ordered anew
  const rides = (await rideOf(ctx.db, order.id)) !== null
  const choices = { otherDay: rides ? null : way(true), sameDay: way(false) }
  if (isShared(order)) return { otherDay: null, sameDay: null, days: [] }
  return { ...choices, days: choices.otherDay ? await daysFor(ctx, buyer, order) : [] }
})

type Wanted = Omit<InputOf<typeof wanted>, 'orderId'>
type Planned = Result<{ way: WayToChange; next: NewDelivery }, OrderingRefusal>

async function plan(ctx: Ctx, buyer: BuyerActor, order: Order, { version, ...wish }: Wanted): Promise<Planned> {
  if (order.version !== version) return refuse('changed_meanwhile')
  if (isShared(order)) return refuse('shared_box')
  const delivery: Delivery = {
    deliveryOn: wish.deliveryOn ?? order.deliveryOn,
    slot: wish.slot ?? order.slot,
    note: wish.note?.trim() ?? order.note,
  }
  const otherDay = delivery.deliveryOn !== order.deliveryOn
  const way = wayToChange({ order, otherDay, autoAccept: await acceptsByItself(ctx, order), now: ctx.now })
  if (!way.ok) return way
  const inTime = checkTransition(order, way.value, actorKindOf(ctx.actor), ctx.now)
  if (!inTime.ok) return inTime
  // what is asked for holds its slot and note, too
  if (order.reschedule) return refuse('reschedule_asked_already')
  if (Object.keys(differenceOf(order, delivery)).length === 0) return refuse('nothing_changed')
  if (!otherDay) return ok({ way: way.value, next: newDelivery(delivery, order) })
  if (await rideOf(ctx.db, order.id)) return refuse('day_impossible', { reason: 'no_run' })
  const day = (await daysFor(ctx, buyer, order)).find(({ deliveryOn }) => deliveryOn === delivery.deliveryOn)
  if (!day?.possible) return refuse('day_impossible', day && { reason: day.reason })
  return ok({ way: way.value, next: newDelivery(delivery, day) })
}

async function judged(
  ctx: Ctx,
  orderId: OrderId,
  name: 'withdrawReschedule' | 'agreeReschedule' | 'refuseReschedule',
): Promise<Result<Order, OrderingRefusal>> {
  const order = await lockOrder(ctx.db, orderId)
  seeOrNotFound(ctx.actor, 'order.see', order)
  authorize(ctx.actor, `order.${name}`, order)
  const rule = checkTransition(order, name, actorKindOf(ctx.actor), ctx.now)
  return rule.ok ? ok(order) : rule
}
