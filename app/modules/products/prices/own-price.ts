import { formatDay, formatYen } from '#kernel/format.ts'
import { addDays, type JstDate } from '#kernel/jst.ts'
import { furthestPriceDays } from './price-change.ts'
import { tooCheap } from './tiers.ts'

/** A price for one product, or a percentage off the list price of everything. */
export type Offer = { priceYen: number } | { percentOff: number }
/** From one day to another, both included; without an end it holds until the farm ends it. */
export type Period = { from: JstDate; until: JstDate | null }

export const mostPercent = 50

export type OwnPriceRefusal =
  | 'own_price_past'
  | 'price_too_far'
  | 'days_reversed'
  | 'own_price_not_lower'
  | 'too_cheap'
  | 'bad_percent'
  | 'too_many_own_prices'

/**
 * Whether it can be agreed: from today on, cheaper than the list price, and not so low that it must be a typing error.
 */
export function checkOwnPrice(
  { from, until, offer, listYen }: Period & { offer: Offer; listYen: number | null },
  today: JstDate,
): OwnPriceRefusal | null {
  if (from < today) return 'own_price_past'
  if (from > addDays(today, furthestPriceDays)) return 'price_too_far'
  if (until !== null && until < from) return 'days_reversed'
  if ('percentOff' in offer)
    return Number.isInteger(offer.percentOff) && offer.percentOff >= 1 && offer.percentOff <= mostPercent
      ? null
      : 'bad_percent'
  if (listYen === null || offer.priceYen >= listYen) return 'own_price_not_lower'
  return tooCheap(offer.priceYen, listYen) ? 'too_cheap' : null
}

export const overlaps = (one: Period, other: Period): boolean =>
  (other.until === null || one.from <= other.until) && (one.until === null || other.from <= one.until)

/**
 * What happens to an earlier agreement with overlapping days: it ends the day before the new one begins, or is dropped
 * if it would have begun later (null).
 */
export const cutShort = (before: Period, next: Period): Period | null =>
  before.from < next.from ? { from: before.from, until: addDays(next.from, -1) } : null

export const offerText = (offer: Offer, unit: string): string =>
  'percentOff' in offer ? `すべての商品 ${offer.percentOff}%引き` : `${formatYen(offer.priceYen)}/${unit}`

/** 12月1日(火)から, 12月1日(火)〜12月31日(木) */
export const periodText = ({ from, until }: Period): string =>
  until === null ? `${formatDay(from)}から` : `${formatDay(from)}〜${formatDay(until)}`
