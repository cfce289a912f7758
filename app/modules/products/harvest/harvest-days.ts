import type { Confidence } from '#kernel/enums.ts'
import { holidayName } from '#kernel/holidays.ts'
import { addDays, type JstDate } from '#kernel/jst.ts'
import { covers } from '#modules/products/catalog/harvest/harvest-window.ts'

/** The number of days a farm plans ahead, from today on. */
export const daysAhead = 14
/** 「昨日と同じ」 looks back over a weekend or a short vacation, no further. */
const backMost = 7

export type DayPromise = {
  from: JstDate
  to: JstDate
  leastQty: number
  mostQty: number
  confidence: Confidence
  note: string
}

export type HarvestDay<W extends DayPromise> = {
  day: JstDate
  /** The name of the public holiday; the table of them stays on the server. */
  holiday: string | null
  /** Nothing leaves the farm: a vacation, or a day on which it does not ship. */
  rests: boolean
  /** The promise for this day; several days may share one. Null: 未定. */
  window: W | null
}

/** The next two weeks, day by day. */
export const harvestDays = <W extends DayPromise>(
  windows: readonly W[],
  today: JstDate,
  rests: (day: JstDate) => boolean,
): HarvestDay<W>[] =>
  Array.from({ length: daysAhead }, (_, ahead) => {
    const day = addDays(today, ahead)
    return {
      day,
      holiday: holidayName(day),
      rests: rests(day),
      window: windows.find((window) => covers(window, day)) ?? null,
    }
  })

/** What one press of 「昨日と同じ」 promises. */
export type SameAgain = Omit<DayPromise, 'from' | 'to'> & { day: JstDate; like: JstDate }

/**
 * The first shipping day of the two weeks that is 未定 gets the promise of the last promised day before it. A promise for
 * several days is divided equally, in whole units, rounded down and at least one. `known`: includes promises for past
 * days. Null if there is nothing to copy, or no day left.
 */
export function sameAgain(
  known: readonly DayPromise[],
  today: JstDate,
  rests: (day: JstDate) => boolean,
): SameAgain | null {
  for (const { day, window, rests: closed } of harvestDays(known, today, rests)) {
    if (window || closed) continue
    for (let back = 1; back <= backMost; back++) {
      const like = addDays(day, -back)
      const earlier = known.find((it) => covers(it, like))
      if (earlier) return { day, like, ...partOfOneDay(earlier) }
    }
  }
  return null
}

function partOfOneDay({ from, to, leastQty, mostQty, confidence, note }: DayPromise) {
  let days = 1
  for (let day = from; day < to; day = addDays(day, 1)) days++
  const most = Math.max(1, Math.floor(mostQty / days))
  return { leastQty: Math.min(most, Math.floor(leastQty / days)), mostQty: most, confidence, note }
}
