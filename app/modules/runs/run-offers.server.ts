import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { CartId, FarmId, KitchenId, OrderId, RunId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import { isInArea, type RunOffer } from './run.ts'

type Place = { id: KitchenId; prefectureCode: string; postalCode: string }

/** The runs that bring the goods of these farms to a kitchen, by farm: two queries, one if there is none. */
export async function runOffersOf(
  ctx: Pick<Ctx, 'db' | 'now'>,
  farmIds: readonly FarmId[],
  kitchen: Place,
): Promise<Map<FarmId, RunOffer[]>> {
  if (farmIds.length === 0) return new Map()
  const runs = await ctx.db
    .selectFrom('runFarms')
    .innerJoin('runs', 'runs.id', 'runFarms.runId')
    .selectAll('runs')
    .select('runFarms.farmId as rider')
    .select(
      sql<number>`(select count(*)::int from run_farms f where f.run_id = runs.id and f.joined_at is not null and f.left_at is null)`.as(
        'farmCount',
      ),
    )
    .where('runFarms.farmId', 'in', farmIds)
    .where('joinedAt', 'is not', null)
    .where('leftAt', 'is', null)
    .where('endedAt', 'is', null)
    .orderBy('runs.createdAt')
    .orderBy('runs.id')
    .execute()
  const passing = runs.filter(({ areas }) => isInArea(areas, kitchen))
  if (passing.length === 0) return new Map()
  const days = await daysFrom(ctx, [...new Set(passing.map(({ id }) => id))], kitchen.id)
  const offers = passing.map((run): { rider: FarmId; offer: RunOffer } => ({
    rider: run.rider,
    offer: {
      runId: run.id,
      name: run.name,
      priceBy: run.priceBy,
      unitYen: run.unitYen,
      minimumYen: run.minimumYen,
      weekdays: run.weekdays,
      leadDays: run.leadDays,
      cutoffDays: run.cutoffDays,
      cutoffMinute: run.cutoffMinute,
      capacityPoints: run.capacityPoints,
      temperatures: run.temperatures,
      farmCount: run.farmCount,
      taken: days.taken.filter(({ runId }) => runId === run.id),
      riding: days.riding.filter(({ runId }) => runId === run.id),
    },
  }))
  return new Map([...Map.groupBy(offers, ({ rider }) => rider)].map(([id, of]) => [id, of.map(({ offer }) => offer)]))
}

/** Whether the farm of a row rides by any run, so that a cart without one asks for nothing more. */
export const ridesAny = (farms: string) =>
  sql<boolean>`exists (select from run_farms f join runs r on r.id = f.run_id
    where f.farm_id = ${sql.ref(`${farms}.id`)} and f.joined_at is not null and f.left_at is null and r.ended_at is null)`

async function daysFrom({ db, now }: Pick<Ctx, 'db' | 'now'>, runIds: readonly RunId[], kitchenId: KitchenId) {
  const today = jstDateOf(now)
  const taken = await db
    .selectFrom('runDays')
    .select(['runId', 'deliveryOn', 'takenPoints as points'])
    .where('runId', 'in', runIds)
    .where('deliveryOn', '>=', today)
    .execute()
  return { taken, riding: await ridingOf(db, { runIds, kitchenId, from: today }) }
}

type Asked = { runIds: readonly RunId[]; kitchenId: KitchenId; from: JstDate }
type Riding = RunOffer['riding'][number] & { runId: RunId }

/** The orders of a kitchen that ride, with the freight that is agreed; `fixed`: the farm packs it, or its slip is made. */
export async function ridingOf(db: DbOrTx, { runIds, kitchenId, from }: Asked): Promise<Riding[]> {
  const { rows } = await sql<{
    runId: RunId
    deliveryOn: JstDate
    orderId: OrderId
    farmId: FarmId
    points: number
    boxes: number
    yen: Yen
    fixed: boolean
  }>`
    select r.run_id as "runId", r.delivery_on::text as "deliveryOn", r.order_id as "orderId", r.farm_id as "farmId", r.points,
           r.boxes, coalesce((select sum(freight_yen + cool_yen)::int from parcels p
                               where p.order_id = r.order_id and p.unused_at is null), 0) as yen,
           o.state not in ('pending_approval', 'placed', 'accepted', 'proposed') as fixed
      from run_orders r join orders o on o.id = r.order_id
     where r.run_id = any (${runIds}::uuid[]) and r.kitchen_id = ${kitchenId} and r.delivery_on >= ${from}
       and r.released_at is null
     order by r.order_id`.execute(db)
  return rows
}

/** The runs that were chosen in a cart, by farm. */
export async function chosenRuns(db: DbOrTx, cartId: CartId): Promise<Map<FarmId, RunId>> {
  const rows = await db.selectFrom('runChoices').select(['farmId', 'runId']).where('cartId', '=', cartId).execute()
  return new Map(rows.map(({ farmId, runId }) => [farmId, runId]))
}

/** Null: by the carrier, as usual. The caller has checked whose cart it is. */
export async function chooseRunFor(
  db: DbOrTx,
  { cartId, farmId, runId }: { cartId: CartId; farmId: FarmId; runId: RunId | null },
): Promise<void> {
  if (runId === null) {
    await db.deleteFrom('runChoices').where('cartId', '=', cartId).where('farmId', '=', farmId).execute()
    return
  }
  await db
    .insertInto('runChoices')
    .values({ cartId, farmId, runId })
    .onConflict((conflict) => conflict.columns(['cartId', 'farmId']).doUpdateSet({ runId }))
    .execute()
}

/** The cart was ordered or emptied: a part of the statement that does it. */
export const forgetChoices = (db: Pick<DbOrTx, 'deleteFrom'>, cartId: CartId) =>
  db.deleteFrom('runChoices').where('cartId', '=', cartId)
