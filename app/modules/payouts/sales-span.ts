import { type JstDate, jstDate } from '#kernel/jst.ts'
import { endOfMonth, startOfMonth } from './statement.ts'

/** Of which days a farm sees who bought what. */
export const salesSpans = ['today', 'month', 'year'] as const
export type SalesSpan = (typeof salesSpans)[number]

/** By what the sales of these days are added. */
export const soldAxes = ['restaurant', 'product'] as const
export type SoldAxis = (typeof soldAxes)[number]

export type Days = { fromOn: JstDate; toOn: JstDate }

/** The days of the span that `today` is in, to its last one: deliveries are known ahead. */
export function daysOfSpan(span: SalesSpan, today: JstDate): Days {
  if (span === 'today') return { fromOn: today, toOn: today }
  if (span === 'month') return { fromOn: startOfMonth(today), toOn: endOfMonth(today) }
  const year = today.slice(0, 4)
  return { fromOn: jstDate(`${year}-01-01`), toOn: jstDate(`${year}-12-31`) }
}
