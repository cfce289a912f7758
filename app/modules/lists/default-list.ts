import { type JstDate, type Weekday, weekdayOf } from '#kernel/jst.ts'

/** `usedAt`: when something was last ordered from it. */
export type Choosable = { weekdays: readonly Weekday[]; usedAt: Date | null; lineCount: number }

/** Why a list is open: it is that of the weekday, it is for any day, or it is of other days and was used last. */
export type WhyList = 'weekday' | 'any_day' | 'last_used'

/**
 * Which list is open for a day when nobody has chosen one: that of its weekday, else one that names no weekday, else,
 * where all are for other weekdays, the one that was used last, and then that is said. Among several the one used last,
 * among those never used the first; an empty one only where there is no other.
 */
export function listFor<L extends Choosable>(lists: readonly L[], on: JstDate): { list: L; why: WhyList } | null {
  const filled = lists.filter(({ lineCount }) => lineCount > 0)
  const among = filled.length > 0 ? filled : lists
  const ofDay = lastUsed(among.filter(({ weekdays }) => weekdays.includes(weekdayOf(on))))
  if (ofDay) return { list: ofDay, why: 'weekday' }
  const ofAny = lastUsed(among.filter(({ weekdays }) => weekdays.length === 0))
  if (ofAny) return { list: ofAny, why: 'any_day' }
  const other = lastUsed(among)
  return other ? { list: other, why: 'last_used' } : null
}

const lastUsed = <L extends Choosable>(lists: readonly L[]): L | undefined =>
  lists.toSorted((a, b) => (b.usedAt?.getTime() ?? 0) - (a.usedAt?.getTime() ?? 0))[0]
