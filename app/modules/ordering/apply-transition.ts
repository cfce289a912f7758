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

/** The order after a step: the only place that defines it, for the use cases and for replaying the log. */
export function applyTransition<O extends Moving>(order: O, name: TransitionName, at: Date): O {
  const { to, sets } = ruleOf(name)
  // any step but the request itself answers a request to cancel, or makes it void
  const after = { ...order, state: to, cancelAskedAt: null }
  return sets ? { ...after, [sets]: after[sets] ?? at } : after
}
