import type { Ctx } from '#authorization/ctx.ts'
import type { ActorKind } from '#kernel/enums.ts'
import { digestWordOf, type TransitionName } from './process/transitions.ts'

/**
 * What farms and restaurants are notified of by mail, collected per minute. What needs an immediate answer, or has gone
 * wrong, has its own mail (order-notifications.server.tsx, proposal-mails.server.tsx).
 */
const sides = ['farm', 'restaurant'] as const
export type NewsParty = (typeof sides)[number]

/** The side that took a step, which is not notified of it; a farm also of what it causes by the chef's instruction. */
export const sideActing = ({ actor }: Ctx, as?: ActorKind): NewsParty | 'other' =>
  actor.kind === 'farm' ? 'farm' : actor.kind === 'buyer' && as !== 'system' ? 'restaurant' : 'other'

/** Which side a step is reported to by the digest: not the one who did it, and not one who is involved in it. */
export function partyTold(name: TransitionName, by: NewsParty | 'other'): NewsParty | null {
  const told = sides.find((side) => digestWordOf(name, side) !== null)
  return told && told !== by ? told : null
}

/**
 * The word for an order with several steps, in the order in which they happened: the latest counts, but a new order
 * stays new however often it changes.
 */
export function wordOf(party: NewsParty, names: readonly TransitionName[]): string {
  const isNew = names.some((name) => name === 'place' || name === 'approve')
  const last = names.findLast((name) => digestWordOf(name, party) !== null)
  const stays = last === undefined || last === 'change' || last === 'reduce' || last === 'amend'
  return (isNew && stays ? digestWordOf('place', party) : last && digestWordOf(last, party)) ?? ''
}
