import { addDays, jstDateOf, jstMinuteOf, type MinuteOfDay, momentOf } from '#kernel/jst.ts'

/** The quiet hours, in minutes of the day in Japan, end exclusive. Equal values: none. */
export type QuietHours = { from: MinuteOfDay; until: MinuteOfDay }

/** When a notification sent now may be delivered: immediately, or when the quiet hours end. */
export function ringsAt(now: Date, { from, until }: QuietHours): Date {
  const minute = jstMinuteOf(now)
  const quiet = from <= until ? minute >= from && minute < until : minute >= from || minute < until
  if (!quiet) return now
  const today = jstDateOf(now)
  return momentOf(minute < until ? today : addDays(today, 1), until)
}

/** 7:00: when the daily digest is sent. */
export const digestMinute = 7 * 60

/** When the next morning's digest is due. */
export function nextDigestAt(now: Date): Date {
  const today = jstDateOf(now)
  const day = jstMinuteOf(now) < digestMinute ? today : addDays(today, 1)
  return momentOf(day, digestMinute)
}
