import { addDays, daysBetween, type JstDate } from '#kernel/jst.ts'
import { bankDay } from '#modules/banking/bank-days.ts'

/** Days after the due date on which an unpaid invoice is reminded of; below zero: before it. */
export const reminderDays = [-3, 0, 3, 7, 14] as const
export type ReminderDays = (typeof reminderDays)[number]

/**
 * The reminder that is due today, also where its own day was a holiday of the banks; null: none yet. What was missed
 * before it is not made up for.
 */
export const reminderDueOn = (today: JstDate, dueOn: JstDate): ReminderDays | null =>
  reminderDays.findLast((days) => daysBetween(dueOn, today) >= days) ?? null

/** The reminder that follows today, and its day: banks are open on it. Null: it was the last one. */
export function nextReminder(today: JstDate, dueOn: JstDate): { days: ReminderDays; on: JstDate } | null {
  const planned = reminderDays.map((days) => ({ days, on: bankDay(addDays(dueOn, days), 'next') }))
  const next = planned.find(({ on }) => on > today)
  // of two that a holiday moves to one day, the later is sent
  return planned.findLast(({ on }) => on === next?.on) ?? null
}

/** The first day on which an unpaid invoice stops ordering. */
export const stopOn = (dueOn: JstDate, overdueDays: number): JstDate => addDays(dueOn, overdueDays + 1)
