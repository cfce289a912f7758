import type { RunId } from '#kernel/ids.ts'
import type { Yen } from '#kernel/yen.ts'
import type { QuotedFarm } from './quote.ts'
import { nextShare, offersFor } from './run-freight.ts'

/** What a cart shows of the runs that may bring the goods of a farm. Amounts without tax. */
export type RunWays = {
  runs: { runId: RunId; name: string; chosen: boolean }[]
  /** Of the chosen one. */
  shared: {
    yen: Yen
    /** How many farms of the kitchen ride together on this day. */
    farms: number
    /** With so many more farms, sending as much. */
    next: { farms: number; yen: Yen } | null
    /** How much the freight of other orders falls, together. */
    saves: number
  } | null
}

/** Null if no run takes all of these goods to this kitchen. */
export function runWays(farm: Pick<QuotedFarm, 'ride' | 'run' | 'day' | 'load' | 'share' | 'lines'>): RunWays | null {
  const offers = offersFor(farm.ride, farm.lines)
  if (offers.length === 0) return null
  const { run, day, load, share } = farm
  return {
    runs: offers.map(({ runId, name }) => ({ runId, name, chosen: runId === run?.runId })),
    shared:
      run && day && share
        ? {
            yen: share.yen,
            farms: share.farms,
            next: nextShare(run, { deliveryOn: day.deliveryOn, load, share }),
            saves: share.lowered.reduce((sum, { before, yen }) => sum + before - yen, 0),
          }
        : null,
  }
}
