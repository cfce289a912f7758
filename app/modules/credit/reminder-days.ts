import type { JstDate } from '#kernel/jst.ts'
import { daysBetween } from '#kernel/jst.ts'

/** Days after the due date on which an unpaid invoice is reminded of; below zero: before it. */
export const reminderDays = [-3, 0, 3, 7, 14] as const
export type ReminderDays = (typeof reminderDays)[number]

/**
 * The reminder that is due today, also where its own day was a holiday of the banks; null: none yet. What was missed
 * before it is not made up for.
 */
export const reminderDueOn = (today: JstDate, dueOn: JstDate): ReminderDays | null =>
  reminderDays.findLast((days) => daysBetween(dueOn, today) >= days) ?? null
