import { type JstDate, type Weekday, weekdayOf } from '#kernel/jst.ts'

/** What came on one day, of one product, for one kitchen; newest first. */
export type Delivered = { on: JstDate; qty: number }

/**
 * `weekday`: from the last deliveries on that weekday; `lately`: on any day; `kept`: a fixed number; `first`: nothing
 * to learn from yet.
 */
export type Learned = { qty: number; why: 'weekday' | 'lately' | 'kept' | 'first'; of: number }

/** How many deliveries on the same weekday are used; and a few more on any day. */
const ofWeekday = 4
const ofAll = 6
/** The minimum for a habit. */
const habit = 2

/**
 * The usual quantity of a product for a kitchen on a weekday: the median of its last four deliveries on that weekday,
 * or, with fewer than two, of its last six on any day. The median and not the mean, so that one banquet changes
 * nothing; of two middle values the smaller, so that nothing is left over.
 */
export function learnQty(
  history: readonly Delivered[],
  line: { weekday: Weekday; qty: number; learns: boolean },
): Learned {
  if (!line.learns) return { qty: line.qty, why: 'kept', of: 0 }
  const same = history.filter(({ on }) => weekdayOf(on) === line.weekday).slice(0, ofWeekday)
  if (same.length >= habit) return { qty: middle(same), why: 'weekday', of: same.length }
  const of = Math.min(history.length, ofAll)
  const usual = usualQty(history)
  return usual === null ? { qty: line.qty, why: 'first', of } : { qty: usual, why: 'lately', of }
}

/** On any day; null without a habit. */
export function usualQty(history: readonly Delivered[]): number | null {
  const lately = history.slice(0, ofAll)
  return lately.length >= habit ? middle(lately) : null
}

function middle(deliveries: readonly Delivered[]): number {
  const sorted = deliveries.map(({ qty }) => qty).sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 1
}
