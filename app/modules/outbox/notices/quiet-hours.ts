import { addDays, jstDateOf, jstMinuteOf, type MinuteOfDay, momentOf } from '#kernel/jst.ts'

/** From and until when nothing rings, in minutes of the day in Japan; the end is no longer quiet. Both the same: never. */
export type QuietHours = { from: MinuteOfDay; until: MinuteOfDay }

/** When something may ring that is told now: at once, or when the night is over. */
export function ringsAt(now: Date, { from, until }: QuietHours): Date {
  const minute = jstMinuteOf(now)
  const quiet = from <= until ? minute >= from && minute < until : minute >= from || minute < until
  if (!quiet) return now
  const today = jstDateOf(now)
  return momentOf(minute < until ? today : addDays(today, 1), until)
}

/** 7:00: when the mail comes that gathers a day. */
export const digestMinute = 7 * 60

/** The next morning's mail. */
export function nextDigestAt(now: Date): Date {
  const today = jstDateOf(now)
  const day = jstMinuteOf(now) < digestMinute ? today : addDays(today, 1)
  return momentOf(day, digestMinute)
}
