import type { ActorKind } from '#kernel/enums.ts'
import { rowsFromPacking } from './rows-from-packing.ts'
import { rowsUntilPacking } from './rows-until-packing.ts'
import { actorOf, type OrderWebhookGroup, type Party, parties, type TransitionRule } from './transition-rule.ts'

/**
 * The process of an order, as data: one row per transition. Transitions that are not in this table cannot happen. Two
 * may share one press: 箱詰めを登録する states shortages and weights, 検収を完了する delivers and inspects.
 */
export const orderProcess = { ...rowsUntilPacking, ...rowsFromPacking }

export type TransitionName = keyof typeof orderProcess
export const transitionNames = Object.keys(orderProcess) as TransitionName[]
export const ruleOf = (name: TransitionName): TransitionRule => orderProcess[name]

/** The transitions whose row has this column. */
export type TransitionWith<Column extends keyof TransitionRule> = {
  [N in TransitionName]: (typeof orderProcess)[N] extends { [C in Column]: NonNullable<unknown> } ? N : never
}[TransitionName]

/** What the system does at a moment of its own. */
export const timedTransitions = transitionNames.filter(
  (name): name is TransitionWith<'at'> => ruleOf(name).at !== undefined,
)

/** The kinds of actors that take a step, as the log names them. */
export const actorsOf = (name: TransitionName): ActorKind[] => [
  ...new Set(ruleOf(name).who.map((role) => actorOf[role])),
]

/** The transition that an event of the log records; null for events of other kinds. */
export const transitionOf = (event: string): TransitionName | null =>
  transitionNames.find((name) => ruleOf(name).event === event) ?? null

/** Whom it notifies, in any way. */
export const partiesTold = (name: TransitionName): Party[] => parties.filter((party) => ruleOf(name).tells[party])

/** What the restaurant can do about it, in the mail that it gets at once; null if it gets none. */
export function adviceOn(name: TransitionName): string | null {
  const told = ruleOf(name).tells.restaurant
  return typeof told === 'object' && 'mail' in told ? told.mail : null
}

/** How the digest says it to that side; null if it does not. */
export function digestWordOf(name: TransitionName, side: 'farm' | 'restaurant'): string | null {
  const told = ruleOf(name).tells[side]
  return typeof told === 'object' && 'digest' in told ? told.digest : null
}

export const eventLabels = (): Record<string, string> =>
  Object.fromEntries(transitionNames.map((name) => [ruleOf(name).event, ruleOf(name).label]))

export const webhookKinds = (group: OrderWebhookGroup): string[] =>
  transitionNames.filter((name) => ruleOf(name).webhook === group).map((name) => ruleOf(name).event)
