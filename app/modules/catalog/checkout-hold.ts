import { addMinutes } from '#kernel/jst.ts'

/** How long goods are kept for whoever reads the last page before the order. */
export const holdMinutes = 10

/** From one beginning to the next at the soonest: nobody keeps goods by looking at them again and again. */
export const holdAgainMinutes = 30

export type Hold = { takenAt: Date; until: Date }

/** The hold that counts when somebody comes to that page; null while they have had theirs and may not have another. */
export function holdFrom(before: Hold | null, now: Date): Hold | null {
  if (before && now < before.until) return before
  if (before && now < addMinutes(before.takenAt, holdAgainMinutes)) return null
  return { takenAt: now, until: addMinutes(now, holdMinutes) }
}
