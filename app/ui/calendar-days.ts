import { formatDay, formatShortDay } from '#kernel/format.ts'
import { addDays, type JstDate, parseJstDate } from '#kernel/jst.ts'

/** Information about days, by `2026-11-24`. */
export type DayFacts = {
  /** Names of public holidays. */
  holidays?: Readonly<Record<string, string>>
  /** Why a day cannot be chosen. */
  closed?: Readonly<Record<string, string>>
}

/** 「文化の日・農園休業」; empty for an ordinary day. */
export const wordsOf = (day: string, { holidays, closed }: DayFacts): string =>
  [holidays?.[day], closed?.[day]].filter(Boolean).join('・')

/** 「11月23日(月・祝) 勤労感謝の日・農園休業」 */
export function sentenceOf(text: string, facts: DayFacts): string {
  const day = parseJstDate(text)
  const words = wordsOf(text, facts)
  return day && words ? `${formatDay(day, facts.holidays?.[text] ?? null)} ${words}` : ''
}

export type DayNote = { about: string; days: string }

/** The lines under a month, `2026-11`: its holidays by name, then every reason once with its days. */
export function notesOfMonth(month: string, { holidays = {}, closed = {} }: DayFacts): DayNote[] {
  const days = Array.from({ length: 31 }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`).flatMap(
    (text) => parseJstDate(text) ?? [],
  )
  const named = days.filter((day) => holidays[day])
  const shut = Map.groupBy(
    days.filter((day) => closed[day]),
    (day) => closed[day] ?? '',
  )
  return [
    ...named.map((day) => ({ about: holidays[day] ?? '', days: formatShortDay(day) })),
    ...[...shut].map(([about, on]) => ({ about, days: stretches(on).join('、') })),
  ]
}

/** 「1日(日)、21日(土)〜24日(火)」 */
function stretches(days: readonly JstDate[]): string[] {
  const found: { from: JstDate; to: JstDate }[] = []
  for (const day of days) {
    const last = found.at(-1)
    if (last && addDays(last.to, 1) === day) last.to = day
    else found.push({ from: day, to: day })
  }
  return found.map(({ from, to }) =>
    from === to ? formatShortDay(from) : `${formatShortDay(from)}〜${formatShortDay(to)}`,
  )
}
