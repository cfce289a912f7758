import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { ClosingId, FarmId, OrderId, RunId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { postEntries } from '#modules/ledger/post-entry.server.ts'
import type { RunFreightLine } from './run-freight-lines.ts'

type Due = {
  orderId: OrderId
  runId: RunId
  farmId: FarmId
  runnerId: FarmId
  suppliedOn: JstDate
  bookedOn: JstDate
  baseYen: Yen
  taxYen: Yen
}

/**
 * What runs earned by orders that are billed, in the transaction of the bill: the farm of the goods owes the freight of its
 * boxes to the runner, with tax that is rounded down once for each order. Also where it waived the freight for the
 * restaurant. The same order counts once; a farm owes itself nothing.
 */
export async function settleRunFreights(ctx: Pick<Ctx, 'db' | 'now'>, orderIds: readonly OrderId[]): Promise<void> {
  if (orderIds.length === 0) return
  const { rows } = await sql<Due>`
    select r.order_id as "orderId", r.run_id as "runId", o.farm_id as "farmId", runs.farm_id as "runnerId",
           c.supplied_on::text as "suppliedOn", c.booked_on::text as "bookedOn", p.yen as "baseYen",
           p.yen * o.freight_tax_percent / 100 as "taxYen"
      from run_orders r
      join runs on runs.id = r.run_id
      join orders o on o.id = r.order_id
      join charges c on c.event_key = 'order:' || o.id
      cross join lateral (select coalesce(sum(freight_yen + cool_yen), 0)::int as yen
                            from parcels where order_id = o.id and unused_at is null) p
     where r.order_id = any (${orderIds}::uuid[]) and r.released_at is null and runs.farm_id <> o.farm_id and p.yen > 0
       and not exists (select from run_freights f where f.order_id = o.id)
     order by r.order_id`.execute(ctx.db)
  if (rows.length === 0) return
  await ctx.db
    .insertInto('runFreights')
    .values(rows.map(({ bookedOn: _, ...row }) => ({ ...row, at: ctx.now })))
    .execute()
  await postEntries(
    ctx,
    rows.map((row) => ({
      eventKey: `run_freight:${row.orderId}`,
      kind: 'run_freight',
      onDay: row.bookedOn,
      memo: '',
      postings: [
        { account: 'payable' as const, farmId: row.farmId, yen: sumYen([row.baseYen, row.taxYen]) },
        { account: 'payable' as const, farmId: row.runnerId, yen: yen(-row.baseYen - row.taxYen) },
      ],
    })),
  )
}

/** Of a farm, supplied until a day, and on no statement yet. */
export const runFreightsUntil = (db: DbOrTx, farmId: FarmId, toOn: JstDate): Promise<RunFreightLine[]> =>
  linesOf(db, farmId, sql`f.supplied_on <= ${toOn} and k.closing_id is null`)

/** Of a farm, on the statement of this closing. */
export const runFreightsOfClosing = (db: DbOrTx, farmId: FarmId, closingId: ClosingId): Promise<RunFreightLine[]> =>
  linesOf(db, farmId, sql`k.closing_id = ${closingId}`)

async function linesOf(db: DbOrTx, farmId: FarmId, which: ReturnType<typeof sql>): Promise<RunFreightLine[]> {
  const { rows } = await sql<RunFreightLine>`
    select f.order_id as "orderId", o.number as "order", f.supplied_on::text as "suppliedOn", r.name as run,
           other.name as farm, s.side, (s.sign * f.base_yen)::int as "baseYen", (s.sign * f.tax_yen)::int as "taxYen"
      from run_freights f
      cross join lateral (values ('rider', -1, f.farm_id, f.runner_id), ('runner', 1, f.runner_id, f.farm_id))
        as s (side, sign, farm_id, other_id)
      join orders o on o.id = f.order_id
      join runs r on r.id = f.run_id
      join farms other on other.id = s.other_id
      left join closing_run_freights k on k.order_id = f.order_id and k.side = s.side
     where s.farm_id = ${farmId} and ${which}
     order by f.supplied_on, o.number`.execute(db)
  return rows.map((row) => ({ ...row, baseYen: yen(row.baseYen), taxYen: yen(row.taxYen) }))
}

/** They stand on the statement of this closing from now on; one that stands on another is refused by the database. */
export async function closeRunFreights(
  db: DbOrTx,
  closingId: ClosingId,
  lines: readonly RunFreightLine[],
): Promise<void> {
  if (lines.length === 0) return
  await db
    .insertInto('closingRunFreights')
    .values(lines.map(({ orderId, side }) => ({ orderId, side, closingId })))
    .execute()
}

/** The farms with freight of runs until a day that is on no statement, for which that day is not closed. */
export async function farmsWithRunFreights(db: DbOrTx, toOn: JstDate): Promise<{ farmId: FarmId; farm: string }[]> {
  const { rows } = await sql<{ farmId: FarmId; farm: string }>`
    select distinct s.farm_id as "farmId", farms.name as farm
      from run_freights f
      cross join lateral (values ('rider', f.farm_id), ('runner', f.runner_id)) as s (side, farm_id)
      join farms on farms.id = s.farm_id
     where f.supplied_on <= ${toOn}
       and not exists (select from closing_run_freights k where k.order_id = f.order_id and k.side = s.side)
       and not exists (select from closings c where c.farm_id = s.farm_id and c.to_on = ${toOn})`.execute(db)
  return rows
}

/** Rows `s` of both sides of each freight, with tax: what it adds to the payable of a farm, and which closing it is in. */
export const runFreightSides = sql`
  (select f.order_id, s.farm_id, s.sign * (f.base_yen + f.tax_yen) as yen, f.supplied_on, k.closing_id
     from run_freights f
     cross join lateral (values ('rider', -1, f.farm_id), ('runner', 1, f.runner_id)) as s (side, sign, farm_id)
     left join closing_run_freights k on k.order_id = f.order_id and k.side = s.side) s`

/** Of a farm until a day, on no statement yet, as one figure: earned less owed. */
export const openRunFreightYen = (farmId: FarmId, toOn: ReturnType<typeof sql.ref>) => sql<string>`
  (select coalesce(sum(s.yen), 0) from ${runFreightSides}
    where s.farm_id = ${farmId} and s.supplied_on <= ${toOn} and s.closing_id is null)`
