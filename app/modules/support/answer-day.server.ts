import { isHoliday } from '#kernel/holidays.ts'
import { addDays, type JstDate, weekdayOf } from '#kernel/jst.ts'

/** By when we answer an inquiry of this day: the next day that is neither a weekend nor a holiday (1営業日以内). */
export function answerDay(sentOn: JstDate): JstDate {
  let day = addDays(sentOn, 1)
  while (weekdayOf(day) === 0 || weekdayOf(day) === 6 || isHoliday(day)) day = addDays(day, 1)
  return day
}
