import { type JstDate, type Weekday, weekdayOf } from '#kernel/jst.ts'

/** What came on one day, of one product, for one kitchen; the newest first. */
export type Delivered = { on: JstDate; qty: number }

/** `weekday`: from the last deliveries of that weekday; `lately`: of any day; `kept`: the number that somebody fixed; `first`: nothing to learn from yet. */
export type Learned = { qty: number; why: 'weekday' | 'lately' | 'kept' | 'first'; of: number }

/** So many deliveries of the same weekday are looked at; of all days a few more. */
const ofWeekday = 4
const ofAll = 6
/** One delivery is no habit. */
const habit = 2

/**
 * How many of a product a kitchen usually takes on a weekday: the middle of its last four deliveries on that weekday, or,
 * where it has fewer than two, of its last six on any day. The middle and not the mean, so that one banquet changes
 * nothing; of two in the middle the smaller, so that nothing is left over.
 */
export function learnQty(
  history: readonly Delivered[],
  line: { weekday: Weekday; qty: number; learns: boolean },
): Learned {
  if (!line.learns) return { qty: line.qty, why: 'kept', of: 0 }
  const same = history.filter(({ on }) => weekdayOf(on) === line.weekday).slice(0, ofWeekday)
  if (same.length >= habit) return { qty: middle(same), why: 'weekday', of: same.length }
  const all = history.slice(0, ofAll)
  if (all.length >= habit) return { qty: middle(all), why: 'lately', of: all.length }
  return { qty: line.qty, why: 'first', of: all.length }
}

function middle(deliveries: readonly Delivered[]): number {
  const sorted = deliveries.map(({ qty }) => qty).sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 1
}
