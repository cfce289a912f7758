import { addDays, jstDateOf, minuteOfDay, momentOf } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import type { Row } from './bulk.ts'
import type { SeedFarm } from './farms.ts'
import type { MakeId } from './ids.ts'

type Runs = { runs: Row<'runs'>[]; runStops: Row<'runStops'>[]; runFarms: Row<'runFarms'>[] }

/** One run (共同便): a farm's van to Tokyo, which another farm has joined. */
export function makeRuns([runner, other]: readonly (SeedFarm | undefined)[], now: Date, id: MakeId): Runs {
  if (!runner || !other) return { runs: [], runStops: [], runFarms: [] }
  const since = momentOf(addDays(jstDateOf(now), -60), 9 * 60)
  const runId = id<'run'>(since)
  const stops = [
    { ordinal: 1, place: '道の駅 季楽里あさひ', untilMinute: minuteOfDay('13:00') },
    { ordinal: 2, place: '道の駅 いたこ', untilMinute: minuteOfDay('14:30') },
  ]
  const rides = ({ row }: SeedFarm, stop: number) => ({
    runId,
    farmId: row.id,
    stop,
    invitedAt: since,
    joinedAt: since,
    leftAt: null,
  })
  return {
    runs: [
      {
        id: runId,
        farmId: runner.row.id,
        name: '九十九里・東京便',
        priceBy: 'point',
        unitYen: yen(8),
        minimumYen: yen(1_500),
        capacityPoints: 1_200,
        weekdays: [1, 2, 3, 4, 5, 6],
        leadDays: 1,
        cutoffDays: 1,
        cutoffMinute: minuteOfDay('06:00'),
        temperatures: ['ambient', 'chilled', 'frozen'],
        areas: ['13'],
        createdAt: since,
        endedAt: null,
      },
    ],
    runStops: stops.map((stop) => ({ runId, ...stop })),
    runFarms: [rides(runner, 1), rides(other, 2)],
  }
}
