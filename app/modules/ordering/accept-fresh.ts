import { applyTransition } from './apply-transition.ts'
import { checkTransition } from './order-process.ts'
import { ruleOf } from './process/transitions.ts'
import type { freshFacts } from './purchase-rows.ts'

type Facts = ReturnType<typeof freshFacts>

/**
 * An order whose farm automatically accepts every order with certain stock (transition 3 by S), as it is from the moment that it
 * is placed: its stock is reserved and locked in the same transaction, so each line is confirmed as ordered. An order
 * that others joined is accepted by itself (accept-order.server.ts).
 */
export function acceptedAtOnce(facts: Facts, now: Date): Facts {
  const judged = checkTransition(facts, 'accept', 'system', now)
  if (!judged.ok)
    throw new Error(`a fresh order was not accepted: ${judged.refusal} of ${ruleOf('accept').from.join()}`)
  return applyTransition(facts, 'accept', now)
}
