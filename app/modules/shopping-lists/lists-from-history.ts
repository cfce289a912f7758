import type { ProductId } from '#kernel/ids.ts'
import { type JstDate, type Weekday, weekdayOf } from '#kernel/jst.ts'
import { weekdaysInOrder, weekdayWord } from './list-labels.ts'

/** One product that came on one day. */
export type Came = { on: JstDate; productId: ProductId; qty: number }
export type NewList = { name: string; weekdays: Weekday[]; lines: { productId: ProductId; qty: number }[] }

const lastDeliveries = 4

/**
 * Lists from what a kitchen has received: for every weekday with two deliveries or more, what came in at least half of
 * the last four of them (and twice), the most frequent first; and if no weekday has two, one list of everything.
 * Weekdays that already have a list are skipped. `history` has the newest deliveries first.
 */
export function listsFromHistory(history: readonly Came[], covered: ReadonlySet<Weekday>): NewList[] {
  const lists = weekdaysInOrder.flatMap((weekday): NewList[] => {
    const days = daysOf(history.filter(({ on }) => weekdayOf(on) === weekday)).slice(0, lastDeliveries)
    if (days.length < 2 || covered.has(weekday)) return []
    const lines = frequent(history, days, Math.max(2, Math.ceil(days.length / 2)))
    return lines.length > 0 ? [{ name: `${weekdayWord[weekday]}曜の定番`, weekdays: [weekday], lines }] : []
  })
  if (lists.length > 0 || covered.size > 0) return lists
  const lines = frequent(history, daysOf(history), 1)
  return lines.length > 0 ? [{ name: 'いつもの', weekdays: [], lines }] : []
}

const daysOf = (history: readonly Came[]): JstDate[] =>
  [...new Set(history.map(({ on }) => on))].sort((a, b) => (a < b ? 1 : -1))

function frequent(history: readonly Came[], days: readonly JstDate[], least: number): NewList['lines'] {
  const among = history.filter(({ on }) => days.includes(on))
  return [...Map.groupBy(among, ({ productId }) => productId)]
    .map(([productId, came]) => ({ productId, times: daysOf(came).length, qty: came[0]?.qty ?? 1 }))
    .filter(({ times }) => times >= least)
    .sort((a, b) => b.times - a.times || (a.productId < b.productId ? -1 : 1))
    .map(({ productId, qty }) => ({ productId, qty }))
}
