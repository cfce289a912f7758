import type { DbOrTx } from '#authorization/ctx.ts'
import type { JstDate } from '#kernel/jst.ts'

type LateRate = { rateTenths: number; fromOn: JstDate | null }

/**
 * The rate of the late charge in tenths of a percent a year, with the day from which on it holds: of a day, or without one the
 * rate that was set last. 0: no late charge.
 */
export async function lateRateFrom(db: DbOrTx, day: JstDate | null = null): Promise<LateRate> {
  const set = await db
    .selectFrom('lateChargeRates')
    .select(['rateTenths', 'fromOn'])
    .$if(day !== null, (rates) => rates.where('fromOn', '<=', day))
    .orderBy('fromOn', 'desc')
    .orderBy('at', 'desc')
    .orderBy('eventId', 'desc')
    .limit(1)
    .executeTakeFirst()
  return set ?? { rateTenths: 0, fromOn: null }
}
