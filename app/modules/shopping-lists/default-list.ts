import { type JstDate, type Weekday, weekdayOf } from '#kernel/jst.ts'

/** `usedAt`: when something was last ordered from it. */
export type Choosable = { weekdays: readonly Weekday[]; usedAt: Date | null; lineCount: number }

/** Why a list is open: it is for the weekday, it is for any day, or it is for other days and was used last. */
export type WhyList = 'weekday' | 'any_day' | 'last_used'

/**
 * The list to open by default for a day: that of its weekday, else one without weekdays, else, if all are for other
 * weekdays, the most recently used one, with a message that says so. Among several the most recently used, among unused
 * ones the first; an empty one only if there is no other.
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
