import type { Weekday } from '#kernel/jst.ts'
import { weekdaysInOrder } from '#modules/shopping-lists/list-labels.ts'

/** The weekdays that are ticked in a form. */
export const weekdaysIn = (form: FormData): Weekday[] => {
  const ticked = form.getAll('weekdays')
  return weekdaysInOrder.filter((day) => ticked.includes(String(day)))
}
