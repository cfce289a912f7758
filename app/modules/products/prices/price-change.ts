import { formatDay, formatYen } from '#kernel/format.ts'
import { addDays, type JstDate } from '#kernel/jst.ts'

/** A price that holds from a day on. */
type PriceChange = { from: JstDate; priceYen: number }

/** How many days ahead a price can be planned. */
export const furthestPriceDays = 365

export type PriceChangeRefusal = 'price_not_ahead' | 'price_too_far' | 'price_known' | 'price_same' | 'too_many_prices'

const mostPlanned = 6

/**
 * Whether a price can be planned: from tomorrow on, as today's can be changed directly; one per day; and different from
 * the price that already applies on that day.
 */
export function checkPriceChange(
  change: PriceChange,
  { today, priceYen, planned }: { today: JstDate; priceYen: number; planned: readonly PriceChange[] },
): PriceChangeRefusal | null {
  if (change.from <= today) return 'price_not_ahead'
  if (change.from > addDays(today, furthestPriceDays)) return 'price_too_far'
  if (planned.some(({ from }) => from === change.from)) return 'price_known'
  if (planned.length >= mostPlanned) return 'too_many_prices'
  return priceOn(change.from, priceYen, planned) === change.priceYen ? 'price_same' : null
}

/** The price of a day: that of the last change until then, else today's. */
export function priceOn(day: JstDate, todaysYen: number, planned: readonly PriceChange[]): number {
  const until = planned.filter(({ from }) => from <= day).toSorted((a, b) => (a.from < b.from ? -1 : 1))
  return until.at(-1)?.priceYen ?? todaysYen
}

/** 12月1日(火)から ¥1,800（現在 ¥1,500） */
export const priceChangeText = ({ from, priceYen }: PriceChange, nowYen: number): string =>
  `${formatDay(from)}から ${formatYen(priceYen)}（現在は ${formatYen(nowYen)}）`
