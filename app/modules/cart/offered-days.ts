import { addDays, type JstDate, jstDateOf } from '#kernel/jst.ts'

/** How many days ahead, today included, a delivery day may be. */
export const horizonDays = 14

/** Those days from tomorrow on. */
export const daysFromTomorrow = (now: Date): JstDate[] =>
  Array.from({ length: horizonDays - 1 }, (_, days) => addDays(jstDateOf(now), days + 1))
