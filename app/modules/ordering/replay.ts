import type { OrderState, Quantity, Stage } from '#kernel/enums.ts'
import type { OrderLineId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import { applyTransition, type Moving } from './apply-transition.ts'
import { ruleOf, transitionOf } from './process/transitions.ts'

/** An event of an order, as the history stores it. Events about lines only move nothing. */
export type LoggedStep = { at: Date; kind: string; fromState: OrderState | null; toState: OrderState | null }

export type Replayed = { ok: true; order: Moving } | { ok: false; wrong: LoggedStep }

/**
 * Derives the order from its log, starting with the draft: each step must be one of the process, from the state that
 * the previous one led to. Returns the first impossible step, if there is one.
 */
export function replay(log: readonly LoggedStep[]): Replayed {
  let order: Moving = { state: 'draft', acceptedAt: null, cancelAskedAt: null, deliveredAt: null, finalizedAt: null }
  for (const step of log) {
    if (step.toState === null) continue
    const name = transitionOf(step.kind)
    const rule = name && ruleOf(name)
    if (!name || !rule?.from.includes(order.state) || step.fromState !== order.state || step.toState !== rule.to)
      return { ok: false, wrong: step }
    order = applyTransition(order, name, step.at)
  }
  return { ok: true, order }
}

export type StatedQuantity = { lineId: OrderLineId; stage: Stage; quantity: Quantity; yen: Yen | null }

/** The quantities of every line in the order in which they were stated: the last statement of each stage counts. */
export function replayQuantities(
  stated: readonly StatedQuantity[],
): Map<OrderLineId, Partial<Record<Stage, { quantity: Quantity; yen: Yen | null }>>> {
  const lines = new Map<OrderLineId, Partial<Record<Stage, { quantity: Quantity; yen: Yen | null }>>>()
  for (const { lineId, stage, quantity, yen } of stated)
    lines.set(lineId, { ...lines.get(lineId), [stage]: { quantity, yen } })
  return lines
}
