import { isHoliday } from '#kernel/holidays.ts'
import { addDays, type JstDate, weekdayOf } from '#kernel/jst.ts'

/** Whether banks are closed: Saturday, Sunday, public holidays, 12/31 and 1/1 to 1/3. */
export const isBankHoliday = (day: JstDate): boolean =>
  weekdayOf(day) === 0 ||
  weekdayOf(day) === 6 ||
  isHoliday(day) ||
  ['12-31', '01-01', '01-02', '01-03'].includes(day.slice(5))

/** The day itself if banks are open, else the first one after, or before it, on which they are. */
export function bankDay(day: JstDate, move: 'next' | 'previous'): JstDate {
  let open = day
  while (isBankHoliday(open)) open = addDays(open, move === 'next' ? 1 : -1)
  return open
}
