import { daysBetween, type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { Lot } from './lot.server.ts'

/** What was packed this many days after its harvest came from a store, not from the field. */
const storedAfterDays = 3

/**
 * The harvest that is offered while packing a product: the one that the farm named last today; else today's, if the farm
 * has recorded it; else, for goods from a store (onions, rice), the one taken last. Null: the farm is asked, once per
 * product and day. What is past its best-before day is not offered.
 */
export function usualLot(lots: readonly Lot[], today: JstDate): Lot | null {
  const fit = lots.filter(({ bestBeforeOn }) => bestBeforeOn === null || bestBeforeOn >= today)
  const last = fit
    .filter(({ lastNamedAt }) => lastNamedAt !== null)
    .sort((a, b) => Number(b.lastNamedAt) - Number(a.lastNamedAt))[0]
  if (!last?.lastNamedAt) return fit.find(({ harvestedOn }) => harvestedOn === today) ?? null
  const lastOn = jstDateOf(last.lastNamedAt)
  if (lastOn === today) return last
  const todays = fit.find(({ harvestedOn }) => harvestedOn === today)
  return todays ?? (daysBetween(last.harvestedOn, lastOn) >= storedAfterDays ? last : null)
}
