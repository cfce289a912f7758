import type { NewDelivery, Reschedule, Slot } from '#kernel/enums.ts'
import type { JstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import type { PossibleDay } from '#modules/delivery/delivery-days.ts'
import type { Order } from './order-store.server.ts'

/** When and how it arrives, as far as the restaurant decides. */
export type Delivery = { deliveryOn: JstDate; slot: Slot; note: string }

export const deliveryOf = ({ deliveryOn, slot, note }: Delivery): Delivery => ({ deliveryOn, slot, note })

/** Before and after of what differs, as the event keeps it. */
export type DeliveryChange = { [Part in keyof Delivery]?: readonly [before: Delivery[Part], now: Delivery[Part]] }

export const differenceOf = (before: Delivery, now: Delivery): DeliveryChange => ({
  ...(before.deliveryOn !== now.deliveryOn && { deliveryOn: [before.deliveryOn, now.deliveryOn] }),
  ...(before.slot !== now.slot && { slot: [before.slot, now.slot] }),
  ...(before.note !== now.note && { note: [before.note, now.note] }),
})

/** It comes in one box with the goods of other kitchens (共同購入), which one of them cannot move. */
export const isShared = ({ way }: Pick<Order, 'way'>) => way?.kind === 'shared'

export type WayToChange = 'change' | 'amend' | 'askReschedule'

type Asked = {
  order: Pick<Order, 'state' | 'cutoffAt' | 'acceptedAt'>
  otherDay: boolean
  autoAccept: boolean
  now: Date
}

/**
 * Until 締切 the restaurant changes the delivery at once. Another day is a new promise: a farm that has accepted the
 * order is asked, unless it accepts automatically. After 締切 it is always asked. What it has not accepted yet of an
 * accepted order is answered first: if it refuses that, the order returns to what it had accepted, on the same day.
 */
export function wayToChange({ order, otherDay, autoAccept, now }: Asked): Result<WayToChange, 'growth_unanswered'> {
  if (order.state === 'accepted' && (now > order.cutoffAt || (otherDay && !autoAccept))) return ok('askReschedule')
  if (order.state === 'accepted') return ok(otherDay ? 'change' : 'amend')
  return otherDay && order.acceptedAt && !autoAccept ? refuse('growth_unanswered') : ok('change')
}

type Moments = Pick<PossibleDay, 'shipOn' | 'cutoffAt' | 'answerDueAt' | 'packAt'>

export const newDelivery = (delivery: Delivery, { shipOn, cutoffAt, answerDueAt, packAt }: Moments): NewDelivery => ({
  ...deliveryOf(delivery),
  shipOn,
  cutoffAt: cutoffAt.toISOString(),
  answerDueAt: answerDueAt.toISOString(),
  packAt: packAt.toISOString(),
})

/** Until when the day that the farm proposes can be taken: until the boxes of either day are packed. */
export function answerableUntil({ packAt }: Pick<Order, 'packAt'>, proposed: Pick<Reschedule, 'packAt'>): Date {
  const packedThen = new Date(proposed.packAt)
  return packedThen < packAt ? packedThen : packAt
}

/** What an order becomes by it. */
export const factsOf = ({ deliveryOn, shipOn, slot, note, cutoffAt, answerDueAt, packAt }: NewDelivery) => ({
  deliveryOn,
  shipOn,
  slot,
  note,
  cutoffAt: new Date(cutoffAt),
  answerDueAt: new Date(answerDueAt),
  packAt: new Date(packAt),
})
