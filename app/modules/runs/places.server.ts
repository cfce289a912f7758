import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { FarmId, KitchenId, OrderId, RunId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { RunLoad } from './shared-freight.ts'

/** An order that gets on the van, or whose load changes. */
export type Boarding = RunLoad & {
  orderId: OrderId
  runId: RunId
  deliveryOn: JstDate
  kitchenId: KitchenId
  farmId: FarmId
}

/**
 * Takes places on the van in the transaction of the order: the row of the day is locked, so that of several orders at once
 * only as many get on as there is room for. False: it is full, and the caller refuses. An order that rides already takes
 * or gives back the difference. The days are locked in a fixed order, which avoids deadlock.
 */
export async function takePlaces(db: DbOrTx, boardings: readonly Boarding[]): Promise<boolean> {
  const sorted = boardings.toSorted((a, b) =>
    `${a.runId}${a.deliveryOn}${a.orderId}` < `${b.runId}${b.deliveryOn}${b.orderId}` ? -1 : 1,
  )
  for (const { orderId, runId, deliveryOn, kitchenId, farmId, points, boxes } of sorted) {
    const before = await db
      .selectFrom('runOrders')
      .select('points')
      .where('orderId', '=', orderId)
      .where('releasedAt', 'is', null)
      .executeTakeFirst()
    if (!(await addPoints(db, { runId, deliveryOn }, points - (before?.points ?? 0)))) return false
    const load = { points, boxes }
    await db
      .insertInto('runOrders')
      .values({ orderId, runId, deliveryOn, kitchenId, farmId, ...load, releasedAt: null })
      .onConflict((conflict) => conflict.column('orderId').doUpdateSet(load))
      .execute()
  }
  return true
}

type Day = { runId: RunId; deliveryOn: JstDate }

async function addPoints(db: DbOrTx, { runId, deliveryOn }: Day, more: number): Promise<boolean> {
  await db
    .insertInto('runDays')
    .values({ runId, deliveryOn, takenPoints: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const taken = await db
    .updateTable('runDays')
    .set(({ eb }) => ({ takenPoints: eb('takenPoints', '+', more) }))
    .where('runId', '=', runId)
    .where('deliveryOn', '=', deliveryOn)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb(sql<number>`${more}::int`, '<=', 0),
        eb(
          sql<number>`taken_points + ${more}`,
          '<=',
          selectFrom('runs').select('capacityPoints').where('id', '=', runId),
        ),
      ]),
    )
    .returning('runId')
    .executeTakeFirst()
  return taken !== undefined
}

/** A change of the load of an order that rides; false: the van is full. Nothing happens to an order that does not ride. */
export async function changePlaces(db: DbOrTx, orderId: OrderId, load: RunLoad): Promise<boolean> {
  const riding = await rideOf(db, orderId)
  return riding ? takePlaces(db, [{ ...riding, orderId, ...load }]) : true
}

/** The run of an order that rides; null: it goes by the carrier, or it no longer rides. */
export async function rideOf(db: DbOrTx, orderId: OrderId) {
  const row = await db
    .selectFrom('runOrders')
    .innerJoin('runs', 'runs.id', 'runOrders.runId')
    .select([
      'runId',
      'deliveryOn',
      'kitchenId',
      'runOrders.farmId',
      'points',
      'boxes',
      'runs.name',
      'runs.priceBy',
      'runs.unitYen',
      'runs.minimumYen',
    ])
    .where('orderId', '=', orderId)
    .where('releasedAt', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** An order that ended gives its places back, once. */
export async function releasePlaces({ db, now }: Pick<Ctx, 'db' | 'now'>, orderId: OrderId): Promise<void> {
  const released = await db
    .updateTable('runOrders')
    .set({ releasedAt: now })
    .where('orderId', '=', orderId)
    .where('releasedAt', 'is', null)
    .returning(['runId', 'deliveryOn', 'points'])
    .executeTakeFirst()
  if (released) await addPoints(db, released, -released.points)
}
