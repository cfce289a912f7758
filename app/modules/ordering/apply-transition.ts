import type { OrderState } from '#kernel/enums.ts'
import { ruleOf, type TransitionName } from './process/transitions.ts'

/** What a step changes about an order by itself, regardless of the actor and the step's other data. */
export type Moving = {
  state: OrderState
  acceptedAt: Date | null
  cancelAskedAt: Date | null
  deliveredAt: Date | null
  finalizedAt: Date | null
}

/** About another delivery, while nothing of it changes: a request to cancel still waits for its own answer. */
const besidesCancel: ReadonlySet<TransitionName> = new Set(['askReschedule', 'withdrawReschedule', 'refuseReschedule'])

/** The order after a step: the only place that defines it, for the use cases and for replaying the log. */
export function applyTransition<O extends Moving>(order: O, name: TransitionName, at: Date): O {
  const { to, sets, clears } = ruleOf(name)
  // any other step answers a request to cancel, or makes it void
  const after = { ...order, state: to, cancelAskedAt: besidesCancel.has(name) ? order.cancelAskedAt : null }
  if (clears) return { ...after, [clears]: null }
  return sets ? { ...after, [sets]: after[sets] ?? at } : after
}
