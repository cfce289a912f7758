import { type ActorKind, type ClosingDay, endedStates, type OrderState, type Reschedule } from '#kernel/enums.ts'
import { addDays, addHours, earlierDay, type JstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { issueAfterDays } from '#kernel/payment-terms.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { closingOf } from '#modules/banking/closing-day.ts'
import type { Condition, OrderMoment, TransitionRule, Window } from './process/transition-rule.ts'
import {
  actorsOf,
  ruleOf,
  type TransitionName,
  type TransitionWith,
  timedTransitions,
  transitionNames,
} from './process/transitions.ts'

/**
 * What the process (process/transitions.ts) says about one order at one time: guards, buttons and timers ask here, so
 * they cannot disagree. The process of a claim is in claim-process.ts.
 */

/** The facts about an order that the process needs to check a transition. */
export type OrderFacts = {
  state: OrderState
  deliveryOn: JstDate
  cutoffAt: Date
  answerDueAt: Date
  packAt: Date
  deliveredAt: Date | null
  inspectHours: number
  /** Of its restaurant when it was placed; 31 unless given: it matters once the order is inspected. */
  closingDay?: ClosingDay
  /** Until when the farm's question can be answered; only while there is one. */
  proposalDueAt?: Date | null
  /** Until when the chef can take their answer back; null if there is none, or something has happened since. */
  answerUndoUntil?: Date | null
  /** Until when the farm can take its acceptance back; null if it cannot, or something has happened since. */
  acceptUndoUntil?: Date | null
  /** When the restaurant asked to cancel, while that is unanswered. */
  cancelAskedAt?: Date | null
  /** The other delivery that the restaurant has asked for, while that is unanswered. */
  reschedule?: Reschedule | null
  /** The other day that the farm proposes, while that is unanswered. */
  proposedDay?: Reschedule | null
  /** By when the rest of it arrives, while a part of it has left. */
  restOn?: JstDate | null
  /** When the farm first accepted it. */
  acceptedAt?: Date | null
}

export type ProcessRefusal =
  | 'wrong_state'
  | 'wrong_actor'
  | 'too_late'
  | 'too_early'
  | 'reason_missing'
  | 'cancel_asked_already'
  | 'cancel_not_asked'
  | 'reschedule_asked_already'
  | 'reschedule_not_asked'
  | 'day_not_proposed'
  | 'accepted_already'
  | 'nothing_to_undo'
  | 'never_accepted'

/** Checks actor, state and time; conditions on the lines are checked by the guards (order-guards.ts). */
export function checkTransition(
  order: OrderFacts,
  name: TransitionName,
  by: ActorKind,
  now: Date,
): Result<TransitionRule, ProcessRefusal> {
  const rule = ruleOf(name)
  if (!actorsOf(name).includes(by)) return refuse('wrong_actor')
  if (!rule.from.includes(order.state)) return refuse('wrong_state', { state: order.state })
  if (rule.when && !conditions[rule.when].holds(order)) return refuse(conditions[rule.when].refusal)
  if (rule.after && now <= momentOfOrder(order, rule.after)) return refuse('too_early', { moment: rule.after })
  if (rule.until && now > momentOfOrder(order, rule.until)) return refuse('too_late', { moment: rule.until })
  if (rule.at && by === 'system' && now < momentOfOrder(order, rule.at)) return refuse('too_early', { moment: rule.at })
  return ok(rule)
}

const conditions: Record<Condition, { holds: (order: OrderFacts) => boolean; refusal: ProcessRefusal }> = {
  cancel_asked: { holds: ({ cancelAskedAt }) => Boolean(cancelAskedAt), refusal: 'cancel_not_asked' },
  cancel_not_asked: { holds: ({ cancelAskedAt }) => !cancelAskedAt, refusal: 'cancel_asked_already' },
  reschedule_asked: { holds: ({ reschedule }) => Boolean(reschedule), refusal: 'reschedule_not_asked' },
  reschedule_not_asked: { holds: ({ reschedule }) => !reschedule, refusal: 'reschedule_asked_already' },
  day_proposed: { holds: ({ proposedDay }) => Boolean(proposedDay), refusal: 'day_not_proposed' },
  just_accepted: { holds: ({ acceptUndoUntil }) => Boolean(acceptUndoUntil), refusal: 'nothing_to_undo' },
  answer_given: { holds: ({ answerUndoUntil }) => Boolean(answerUndoUntil), refusal: 'nothing_to_undo' },
  accepted_before: { holds: ({ acceptedAt }) => Boolean(acceptedAt), refusal: 'never_accepted' },
  not_accepted_before: { holds: ({ acceptedAt }) => !acceptedAt, refusal: 'accepted_already' },
}

/**
 * The moment by name, in Japan. Without a confirmation a parcel counts as delivered at the end of the day after its
 * day, and an order that is still being packed at the end of the second day after it counts as never sent. Both are our
 * choice. If a part was sent first, the day promised for the rest applies; a rest that has not left by then is dropped.
 */
export function momentOfOrder(order: OrderFacts, moment: OrderMoment): Date {
  const endOfDayAfter = (days: number) => momentOf(addDays(order.restOn ?? order.deliveryOn, days), 24 * 60)
  switch (moment) {
    case 'cutoffAt':
    case 'answerDueAt':
    case 'packAt':
      return order[moment]
    case 'proposalDueAt':
      return order.proposalDueAt ?? order.packAt
    case 'answerUndoUntil':
      return order.answerUndoUntil ?? order.packAt
    case 'acceptUndoUntil':
      return order.acceptUndoUntil ?? order.packAt
    case 'neverShippedAt':
      return endOfDayAfter(2)
    case 'restDueAt':
      return endOfDayAfter(0)
    case 'assumedDeliveredAt':
      return endOfDayAfter(1)
    case 'inspectDueAt':
      return addHours(order.deliveredAt ?? endOfDayAfter(1), order.inspectHours)
    case 'closesAt':
      return periodSettlesAt(firstClosing(jstDateOf(order.deliveredAt ?? endOfDayAfter(1)), order.closingDay ?? 31))
  }
}

/**
 * The closing day of the restaurant or of the farm, which closes with the month: whichever is first. What is disputed must
 * not keep the rest of an order out of the farm's statement, see docs/decisions/0077.
 */
const firstClosing = (deliveredOn: JstDate, closingDay: ClosingDay): JstDate =>
  earlierDay(closingOf(deliveredOn, closingDay), closingOf(deliveredOn, 31))

/** The end of the days after a closing day within which deliveries of that day are inspected. */
export const periodSettlesAt = (closesOn: JstDate): Date => momentOf(addDays(closesOn, issueAfterDays), 0)

/** The next automatic transition, and when; null if the order has ended. */
export function nextTimer(order: OrderFacts): { name: TransitionWith<'at'>; at: Date } | null {
  const due = timedTransitions.flatMap((name) => {
    const rule = ruleOf(name)
    if (!rule.at || !rule.from.includes(order.state)) return []
    if (rule.when && !conditions[rule.when].holds(order)) return []
    return [{ name, at: momentOfOrder(order, rule.at) }]
  })
  return due.sort((a, b) => a.at.getTime() - b.at.getTime())[0] ?? null
}

/** The buttons for an actor: everything they could do from this state, with the reason where it is refused now. */
export function actionsFor(order: OrderFacts, by: ActorKind, now: Date) {
  return transitionNames.flatMap((name) => {
    const rule = ruleOf(name)
    if (!actorsOf(name).includes(by) || !rule.from.includes(order.state)) return []
    // transitions whose condition is not met have no button; those too late or too early say so
    if (rule.when && !conditions[rule.when].holds(order)) return []
    const judged = checkTransition(order, name, by, now)
    return [{ name, button: rule.button, refusal: judged.ok ? null : judged.refusal }]
  })
}

/** What the buyer may still do, and what it costs, by when they ask. Null: the order has ended. */
export function windowOf(order: OrderFacts, now: Date): Window | null {
  if (order.state === 'placed' || order.state === 'accepted' || order.state === 'proposed')
    return now <= order.cutoffAt ? 'W1' : 'W2'
  if (order.state === 'preparing') return 'W3'
  return endedStates.some((ended) => ended === order.state) ? null : 'W4'
}

/** States in which nothing is owed: no products were delivered. */
export const deadStates: readonly OrderState[] = ['draft', 'declined', 'expired', 'cancelled']
