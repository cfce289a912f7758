import { formatDay } from '#kernel/format.ts'
import { addDays, daysBetween, type JstDate, weekdayOf } from '#kernel/jst.ts'
import type { GoodsRefusal } from '../refusal-text.ts'

/** Vacation days, both ends included. */
export type Rest = { from: JstDate; to: JstDate }

/** How many days ahead a vacation can be planned, and its maximum length. */
export const furthestDays = 365
const longestDays = 93

/** 5月1日(木)〜5月6日(火)は休業: both days included; a single day is shown alone. */
export const restText = ({ from, to }: Rest): string => `${periodText({ from, to })}は休業`

export const periodText = ({ from, to }: Rest): string =>
  from === to ? formatDay(from) : `${formatDay(from)}〜${formatDay(to)}`

/** Each day of it. */
export const daysOf = ({ from, to }: Rest): JstDate[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => addDays(from, n))

/** Whether these days can be a vacation; `others` are the existing ones. Adjacent days do not overlap. */
export function checkRest(
  rest: Rest,
  others: readonly Rest[],
  today: JstDate,
): { refusal: GoodsRefusal; period?: string } | null {
  if (rest.from < today || rest.to < rest.from) return { refusal: 'vacation_past' }
  if (daysBetween(today, rest.to) > furthestDays || daysBetween(rest.from, rest.to) >= longestDays)
    return { refusal: 'vacation_too_far' }
  const other = others.find((known) => known.from <= rest.to && rest.from <= known.to)
  return other ? { refusal: 'vacation_overlaps', period: periodText(other) } : null
}

export type MonthDay = {
  day: JstDate
  past: boolean
  why: 'vacation' | 'holiday' | 'weekday' | null
  holiday: string | null
}

/** A month in weeks from Sunday, with why the farm rests on a day; null before the first day and after the last. */
export function monthOfFarm(
  month: string,
  farm: {
    today: JstDate
    vacations: readonly Rest[]
    shipWeekdays: readonly number[]
    shipsOnHolidays: boolean
    holidayName: (day: JstDate) => string | null
  },
): (MonthDay | null)[][] {
  const first = `${month}-01` as JstDate
  const days: (MonthDay | null)[] = Array.from({ length: weekdayOf(first) }, () => null)
  for (let day = first; day.startsWith(month); day = addDays(day, 1)) {
    const holiday = farm.holidayName(day)
    const rests = farm.vacations.some(({ from, to }) => from <= day && day <= to)
    const closed = !farm.shipWeekdays.includes(weekdayOf(day))
    const why = rests ? 'vacation' : holiday && !farm.shipsOnHolidays ? 'holiday' : closed ? 'weekday' : null
    days.push({ day, past: day < farm.today, why, holiday })
  }
  while (days.length % 7 !== 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** 2026-12 → 2027-01 */
export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
