import type { Db } from '../../app/infra/db/kysely.server.ts'
import type { RunId } from '../../app/kernel/ids.ts'
import type { MinuteOfDay } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { inviteFarm, joinRun, openRun } from '../../app/modules/runs/keep-runs.server.ts'
import { aKey, as, type Market, noon } from './market.ts'

/** As a form sends it: the farm's van goes to Tokyo from Monday to Saturday, 1,900 yen for a kitchen, 10 for each point. */
export const aRunInput = {
  name: '匝瑳・東京便',
  priceBy: 'point' as const,
  unitYen: yen(10),
  minimumYen: yen(1_900),
  capacityPoints: 400,
  weekdays: [1, 2, 3, 4, 5, 6] as (0 | 1 | 2 | 3 | 4 | 5 | 6)[],
  leadDays: 0,
  cutoffDays: 1,
  cutoffTime: (12 * 60) as MinuteOfDay,
  temperatures: ['ambient' as const, 'chilled' as const],
  areas: '東京都',
  stops: [{ place: '道の駅', until: (14 * 60) as MinuteOfDay }],
}

/** A run of the first farm of a market, which the others have joined. */
export async function aRun(db: Db, market: Market, more: Partial<typeof aRunInput> = {}): Promise<RunId> {
  const [runner, ...others] = market.farms
  if (!runner) throw new Error('a market has farms')
  const opened = await openRun(as(db, runner.actor), { ...aRunInput, ...more, key: aKey() })
  if (!opened.ok) throw new Error(opened.refusal)
  const { runId } = opened.value
  for (const { farmId, actor } of others) {
    const invited = await inviteFarm(as(db, runner.actor), { runId, farmId, stop: 1, key: aKey() })
    const joined = await joinRun(as(db, actor, noon), { runId, key: aKey() })
    if (!invited.ok || !joined.ok) throw new Error('refused')
  }
  return runId
}
