import { holidayName } from '#kernel/holidays.ts'
import { addDays, type JstDate } from '#kernel/jst.ts'

/** Names of the holidays among the next days, for the browser, which does not have the calendar. */
export function holidaysFrom(today: JstDate, days: number): Record<string, string> {
  const named: Record<string, string> = {}
  for (let ahead = 0; ahead < days; ahead++) {
    const day = addDays(today, ahead)
    const name = holidayName(day)
    if (name) named[day] = name
  }
  return named
}
