import { addMinutes } from '#kernel/jst.ts'

/** For how long products are held for a buyer who is on the last page before the order. */
export const holdMinutes = 10

/**
 * The minimum interval between the starts of two holds, so that a buyer cannot hold products permanently by reloading
 * the page.
 */
export const holdAgainMinutes = 30

export type Hold = { takenAt: Date; until: Date }

/**
 * The hold that applies when a buyer opens that page; null while theirs has expired and the next is not allowed yet.
 */
export function holdFrom(before: Hold | null, now: Date): Hold | null {
  if (before && now < before.until) return before
  if (before && now < addMinutes(before.takenAt, holdAgainMinutes)) return null
  return { takenAt: now, until: addMinutes(now, holdMinutes) }
}
