import type { ClaimReason, ClaimWish, Quantity, Remedy, RemedyKind, Verdict } from '#kernel/enums.ts'
import { grams } from '#kernel/grams.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { amountOf } from '#modules/pricing/line-terms.ts'
import type { OrderLine } from '../order.ts'
import type { Claimed } from './claim-store.server.ts'

/** Terms that are the same for all; each side sets its own limit for automatic settlement (farms, restaurants). */
export const claimTerms = {
  /** Without tax. Above it, silence of the farm hands the claim to staff instead of settling it. */
  largeYen: yen(10_000),
  /** Hours after delivery during which hidden defects may still be reported. */
  hiddenHours: 7 * 24,
  /** Claims of a restaurant above this rate are not settled automatically, however small. */
  rate: { days: 90, fewest: 3, percentOfOrders: 10 },
  mostPhotos: 4,
} as const

/** The upper bound of the limits for automatic settlement. Without tax. */
export const mostClaimLimitYen = 100_000

/** Whether this number of claims among this number of orders is within the usual range. A few always are. */
export const isUsualRate = (claims: number, orders: number): boolean =>
  claims < claimTerms.rate.fewest || claims * 100 <= orders * claimTerms.rate.percentOfOrders

/**
 * What could be used of a delivered line, and thus what is claimed. Money without tax, rounded as the line is. For
 * products by weight, a statement in pieces only means that share of the weight, as in the inspection.
 */
export function claimedOf(line: OrderLine, said: Quantity): { claimed: Claimed; amountYen: Yen } {
  const shipped = line.quantities.shipped ?? { qty: 0, grams: null }
  const usable = { ...said, grams: said.grams ?? shareOf(shipped, said.qty) }
  const rest = shipped.grams === null ? null : ((shipped.grams - (usable.grams ?? 0)) as typeof shipped.grams)
  return {
    claimed: { qty: shipped.qty - usable.qty, grams: rest, part: usable.missing ?? null },
    amountYen: yen(amountOf(line, shipped) - amountOf(line, usable)),
  }
}

/** The share of the shipped weight. */
export const shareOf = ({ qty, grams: weight }: Quantity, usable: number) =>
  weight === null || qty === 0 ? null : grams(Math.floor((weight * usable) / qty))

/**
 * The claim reason for a verdict of the inspection. If nothing of a line could be used at all, it counts as missing.
 */
export const reasonOf = (verdict: Exclude<Verdict, 'ok'>, usableQty: number): ClaimReason =>
  verdict === 'short' && usableQty === 0 ? 'not_arrived' : verdict

const inMoney: readonly RemedyKind[] = ['credit', 'price_reduction', 'refund']
export const isInMoney = (kind: RemedyKind): boolean => inMoney.includes(kind)

/** How much of the claimed amount is refunded; rounded down to whole yen. */
export const remedyYen = (amountYen: number, { kind, percent }: Pick<Remedy, 'kind' | 'percent'>): Yen =>
  yen(isInMoney(kind) ? Math.floor((amountYen * percent) / 100) : 0)

/** By default a refund: replacements are arranged by people. */
export const asAsked = (wish: ClaimWish): Remedy => ({
  kind: wish === 'replacement' ? 'credit' : wish,
  percent: 100,
  words: '',
})

/** A valid remedy: a full or partial refund, a replacement, or nothing. */
export function isPossible({ kind, percent }: Remedy): boolean {
  if (!Number.isSafeInteger(percent)) return false
  if (kind === 'none') return percent === 0
  if (kind === 'replacement') return percent === 100
  return percent >= 1 && percent <= 100
}
