import { sql } from 'kysely'
import type { RunId } from '#kernel/ids.ts'

export type Ride = { runId: RunId; run: string; place: string; untilMinute: number }

/** The run of the order of a row, with the stop of its farm; null if it does not ride. */
export const rideOfOrder = (orders: string) =>
  sql<Ride | null>`(select jsonb_build_object('runId', r.id, 'run', r.name, 'place', s.place, 'untilMinute', s.until_minute)
    from run_orders o
    join runs r on r.id = o.run_id
    join run_farms f on f.run_id = o.run_id and f.farm_id = o.farm_id
    join run_stops s on s.run_id = f.run_id and s.ordinal = f.stop
   where o.order_id = ${sql.ref(`${orders}.id`)} and o.released_at is null)`
