import { grams } from '#kernel/grams.ts'
import type { ClaimReason, ClaimWish, Quantity, Remedy, RemedyKind, Verdict } from '#kernel/words.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import { amountOf } from '#modules/pricing/line-terms.ts'
import type { OrderLine } from '../order.ts'

/** What is the same for everybody; how much settles by itself, each side says of itself (farms, restaurants). */
export const claimTerms = {
  /** Without tax. Above it, silence of the farm leads to staff instead of to the end. */
  largeYen: yen(10_000),
  /** Hours after delivery in which what could not be seen at once may still be told. */
  hiddenHours: 7 * 24,
  /** A restaurant that claims more often than this has its claims looked at by the farm, however small. */
  rate: { days: 90, fewest: 3, percentOfOrders: 10 },
  mostPhotos: 4,
} as const

/** More than this nobody lets settle by itself. Without tax. */
export const mostClaimLimitYen = 100_000

/** Whether so many claims among so many orders is no more than usual. A few are nobody's habit. */
export const isUsualRate = (claims: number, orders: number): boolean =>
  claims < claimTerms.rate.fewest || claims * 100 <= orders * claimTerms.rate.percentOfOrders

/**
 * Of the line: what arrived and could be used, and so what is claimed. Money without tax, rounded as the line is. Whoever
 * says only how many of goods by weight could be used means that share of the weight, as at the door.
 */
export function claimedOf(line: OrderLine, said: Quantity): { claimed: Quantity; amountYen: Yen } {
  const shipped = line.quantities.shipped ?? { qty: 0, grams: null }
  const usable = { ...said, grams: said.grams ?? shareOf(shipped, said.qty) }
  const rest = shipped.grams === null ? null : ((shipped.grams - (usable.grams ?? 0)) as typeof shipped.grams)
  return {
    claimed: { qty: shipped.qty - usable.qty, grams: rest },
    amountYen: yen(amountOf(line, shipped) - amountOf(line, usable)),
  }
}

const shareOf = ({ qty, grams: weight }: Quantity, usable: number) =>
  weight === null || qty === 0 ? null : grams(Math.floor((weight * usable) / qty))

/** What a verdict at the door is, as a claim. Of a line of which nothing came at all, nothing has come. */
export const reasonOf = (verdict: Exclude<Verdict, 'ok'>, usableQty: number): ClaimReason =>
  verdict === 'short' && usableQty === 0 ? 'not_arrived' : verdict

const inMoney: readonly RemedyKind[] = ['credit', 'price_reduction', 'refund']
export const isInMoney = (kind: RemedyKind): boolean => inMoney.includes(kind)

/** What of the claimed amount is given back; rounded down to whole yen. */
export const remedyYen = (amountYen: number, { kind, percent }: Pick<Remedy, 'kind' | 'percent'>): Yen =>
  yen(isInMoney(kind) ? Math.floor((amountYen * percent) / 100) : 0)

/** Where nobody says how, it is money: a replacement is for people to arrange. */
export const asAsked = (wish: ClaimWish): Remedy => ({
  kind: wish === 'replacement' ? 'credit' : wish,
  percent: 100,
  words: '',
})

/** A remedy that can be meant: all or part of it in money, the goods again, or nothing. */
export function isPossible({ kind, percent }: Remedy): boolean {
  if (!Number.isSafeInteger(percent)) return false
  if (kind === 'none') return percent === 0
  if (kind === 'replacement') return percent === 100
  return percent >= 1 && percent <= 100
}
