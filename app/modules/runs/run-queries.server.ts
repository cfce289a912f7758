import { sql } from 'kysely'
import { requireFarm, seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import type { OrderState } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { FarmId, KitchenId, OrderId, RunId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { prefectures } from '#kernel/place.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { isPublicFarm } from '#modules/organisations/hub.server.ts'

/** The runs of the caller's farm, those to which it is invited, and those that it has joined; ended ones last. */
export const runsOfFarm = query('runs.see', async (ctx: Ctx) => {
  const { farmId } = requireFarm(ctx.actor)
  seeOrNotFound(ctx.actor, 'runs.see', { farmId })
  const rows = await ctx.db
    .selectFrom('runFarms')
    .innerJoin('runs', 'runs.id', 'runFarms.runId')
    .innerJoin('farms as runner', 'runner.id', 'runs.farmId')
    .innerJoin('runStops', (join) =>
      join.onRef('runStops.runId', '=', 'runs.id').onRef('runStops.ordinal', '=', 'runFarms.stop'),
    )
    .selectAll('runs')
    .select(['runner.name as runner', 'joinedAt', 'leftAt', 'runStops.place', 'runStops.untilMinute'])
    .where('runFarms.farmId', '=', farmId)
    .where('leftAt', 'is', null)
    .orderBy(sql`runs.ended_at is not null`)
    .orderBy('runs.createdAt', 'desc')
    .execute()
  return rows.map(({ farmId: runnerId, joinedAt, endedAt, ...run }) => ({
    ...run,
    own: runnerId === farmId,
    state: endedAt ? ('ended' as const) : joinedAt ? ('joined' as const) : ('invited' as const),
  }))
})

/**
 * What the runs that the caller's farm drives still have to bring from today on, by day: what waits for the driver. Three days
 * at most.
 */
export const upcomingLoads = query('runs.see', async (ctx: Ctx) => {
  const { farmId } = requireFarm(ctx.actor)
  seeOrNotFound(ctx.actor, 'runs.see', { farmId })
  return ctx.db
    .selectFrom('runs')
    .innerJoin('runOrders', 'runOrders.runId', 'runs.id')
    .innerJoin('orders', 'orders.id', 'runOrders.orderId')
    .select([
      'runs.id as runId',
      'runs.name as run',
      'runOrders.deliveryOn',
      sql<number>`sum(run_orders.boxes)::int`.as('boxes'),
      sql<number>`count(distinct run_orders.kitchen_id)::int`.as('kitchens'),
    ])
    .where('runs.farmId', '=', farmId)
    .where('runOrders.releasedAt', 'is', null)
    .where('runOrders.deliveryOn', '>=', jstDateOf(ctx.now))
    .where('orders.state', 'not in', ['draft', 'pending_approval', 'delivered', 'inspected', 'finalized', 'sent_back'])
    .groupBy(['runs.id', 'runOrders.deliveryOn'])
    .orderBy('runOrders.deliveryOn')
    .orderBy('runs.name')
    .limit(3)
    .execute()
})

/** A run of the caller's farm, with its stops and farms, and the farms of its region that may be invited. */
export const runDetail = query('runs.see', async (ctx: Ctx, runId: RunId) => {
  const run = await ctx.db.selectFrom('runs').selectAll().where('id', '=', runId).executeTakeFirst()
  if (!run) throw new NotFound('run')
  seeOrNotFound(ctx.actor, 'runs.see', run)
  const stops = await ctx.db
    .selectFrom('runStops')
    .select(['ordinal', 'place', 'untilMinute'])
    .where('runId', '=', runId)
    .orderBy('ordinal')
    .execute()
  const farms = await ctx.db
    .selectFrom('runFarms')
    .innerJoin('farms', 'farms.id', 'runFarms.farmId')
    .select(['farms.id', 'farms.name', 'stop', 'joinedAt'])
    .where('runId', '=', runId)
    .where('leftAt', 'is', null)
    .orderBy('stop')
    .orderBy('farms.name')
    .execute()
  const near = await ctx.db
    .selectFrom('farms')
    .select(['id', 'name', 'place'])
    .where(isPublicFarm('farms'))
    .where('prefectureCode', 'in', await nearBy(ctx, run.farmId))
    .where('id', 'not in', [run.farmId, ...farms.map(({ id }) => id)])
    .orderBy('kana')
    .limit(200)
    .execute()
  return { ...run, stops, farms, near }
})

/** The prefectures of the region of a farm, by the carriers' zones. */
async function nearBy(ctx: Ctx, farmId: FarmId): Promise<string[]> {
  const farm = await ctx.db
    .selectFrom('farms')
    .select('prefectureCode')
    .where('id', '=', farmId)
    .executeTakeFirstOrThrow()
  const home = prefectures.find(({ code }) => code === farm.prefectureCode)
  return prefectures.filter(({ zone }) => zone === home?.zone).map(({ code }) => code)
}

export type RideRow = {
  orderId: OrderId
  number: string
  state: OrderState
  kitchenId: KitchenId
  farmId: FarmId
  farm: string
  stop: number
  place: string
  untilMinute: number
  restaurant: string
  kitchen: string
  address: string
  phone: string
  slot: string
  receivingNote: string
  boxes: number
  points: number
  temperatures: string[]
}

/** What rides on a day, by stop and farm: for the driver of the runner. No prices, and no goods. */
export const ridesOfDay = query('runs.see', async (ctx: Ctx, runId: RunId, day: JstDate): Promise<RideRow[]> => {
  const run = await ctx.db.selectFrom('runs').select('farmId').where('id', '=', runId).executeTakeFirst()
  if (!run) throw new NotFound('run')
  seeOrNotFound(ctx.actor, 'runs.see', run)
  const { rows } = await sql<RideRow>`
    select o.id as "orderId", o.number, o.state, o.kitchen_id as "kitchenId", f.id as "farmId", f.name as farm, s.ordinal::int as stop, s.place,
           s.until_minute::int as "untilMinute", o.ship_to ->> 'restaurant' as restaurant, o.ship_to ->> 'kitchen' as kitchen,
           concat_ws(' ', o.ship_to ->> 'city', o.ship_to ->> 'street', o.ship_to ->> 'building') as address,
           o.ship_to ->> 'phone' as phone, o.slot, k.receiving_note as "receivingNote", p.boxes, r.points, p.temperatures
      from run_orders r
      join orders o on o.id = r.order_id
      join kitchens k on k.id = o.kitchen_id
      join farms f on f.id = r.farm_id
      join run_farms rf on rf.run_id = r.run_id and rf.farm_id = r.farm_id
      join run_stops s on s.run_id = rf.run_id and s.ordinal = rf.stop
      cross join lateral (select count(*)::int as boxes, array_agg(distinct temperature order by temperature) as temperatures
                            from parcels where order_id = o.id and unused_at is null) p
     where r.run_id = ${runId} and r.delivery_on = ${day} and r.released_at is null
       and o.state not in ('draft', 'pending_approval')
     order by s.ordinal, f.name, o.ship_to ->> 'kitchen', o.number`.execute(ctx.db)
  return rows
})

/** The days from a day on for which something rides, with the places that are taken. */
export const daysOfRides = query('runs.see', async (ctx: Ctx, runId: RunId, from: JstDate) => {
  const run = await ctx.db.selectFrom('runs').select('farmId').where('id', '=', runId).executeTakeFirst()
  if (!run) throw new NotFound('run')
  seeOrNotFound(ctx.actor, 'runs.see', run)
  return ctx.db
    .selectFrom('runDays')
    .select(['deliveryOn', 'takenPoints'])
    .where('runId', '=', runId)
    .where('deliveryOn', '>=', from)
    .where('takenPoints', '>', 0)
    .orderBy('deliveryOn')
    .limit(60)
    .execute()
})
