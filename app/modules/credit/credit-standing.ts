import type { JstDate } from '#kernel/jst.ts'
import { refuse } from '#kernel/result.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'

/**
 * Invoices past their due date that our bank is not collecting now: the earliest one, and what is overdue of all of them without
 * disputed amounts.
 */
export type Overdue = { number: string; dueOn: JstDate; yen: Yen }

/** How a restaurant stands that buys on account. */
export type CreditStanding = {
  limitYen: Yen
  /** It pays later by invoice (掛け払い); by card it owes nothing later. */
  onAccount: boolean
  /** Issued invoices without what has been paid; below zero: a credit. */
  unpaidYen: Yen
  /** What is final, and on no invoice yet. */
  unbilledYen: Yen
  /** Orders that are not final, with tax, as far as they are known now. */
  openYen: Yen
  overdue: Overdue | null
  /** Overdue for so long that it stops ordering, and not released by staff. */
  blocking: Overdue | null
  /** Stopped by staff: why. */
  stopReason: string | null
}

export const exposureOf = ({ unpaidYen, unbilledYen, openYen }: CreditStanding): Yen =>
  sumYen([unpaidYen, unbilledYen, openYen])

/** How much more can be ordered. */
export const leftOf = (standing: CreditStanding): Yen => yen(Math.max(0, standing.limitYen - exposureOf(standing)))

/** Why a restaurant may not order this much more, with tax; null: it may. */
export function creditProblem(standing: CreditStanding, addedYen: Yen) {
  if (standing.stopReason !== null) return refuse('ordering_stopped', { reason: standing.stopReason })
  if (!standing.onAccount) return null
  if (standing.blocking) return refuse('credit_overdue', { ...standing.blocking })
  const used = exposureOf(standing)
  if (addedYen <= 0 || used + addedYen <= standing.limitYen) return null
  return refuse('over_credit_limit', { limit: standing.limitYen, used, left: leftOf(standing), added: addedYen })
}

export type CreditProblem = NonNullable<ReturnType<typeof creditProblem>>

const noticePercent = 80

/** From here on the restaurant is told before the limit stops it. */
export const isNearLimit = (standing: CreditStanding, addedYen: Yen | 0 = 0): boolean =>
  standing.onAccount && (exposureOf(standing) + addedYen) * 100 >= standing.limitYen * noticePercent
