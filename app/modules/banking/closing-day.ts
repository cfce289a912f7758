import type { ClosingDay } from '#kernel/enums.ts'
import { addDays, type JstDate, jstDate } from '#kernel/jst.ts'

// no holidays here: what a browser knows of an order's process reckons with closing days

/** The first of the month so many months later, or earlier. */
export function firstOfMonth(day: JstDate, months = 0): JstDate {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  return jstDate(`${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`)
}

/** A day of a month; 29 to 31 are its last day where it is shorter. */
export function dayOfMonth(first: JstDate, day: number): JstDate {
  const last = Number(addDays(firstOfMonth(first, 1), -1).slice(8))
  return addDays(first, Math.min(day, last) - 1)
}

/** The end of the period that holds a day: the first closing day that is not before it. */
export function closingOf(day: JstDate, closingDay: ClosingDay): JstDate {
  const inMonth = dayOfMonth(firstOfMonth(day), closingDay)
  return day <= inMonth ? inMonth : dayOfMonth(firstOfMonth(day, 1), closingDay)
}

/** The first day of the period that ends on a closing day. */
export const periodStart = (closesOn: JstDate, closingDay: ClosingDay): JstDate =>
  addDays(dayOfMonth(firstOfMonth(closesOn, -1), closingDay), 1)

/** The last closing day before a day. */
export const closingBefore = (day: JstDate, closingDay: ClosingDay): JstDate =>
  addDays(periodStart(closingOf(day, closingDay), closingDay), -1)
