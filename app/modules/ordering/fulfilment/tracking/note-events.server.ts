import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { CarrierEvent } from '#kernel/carrier-tracking.ts'
import type { Carrier } from '#kernel/enums.ts'
import type { OrderId, ParcelId } from '#kernel/ids.ts'
import { addHours, addMinutes } from '#kernel/jst.ts'
import { tellOrders } from '#modules/audit-log/tell-live.server.ts'
import { endStates } from '#modules/delivery/tracking/ask-times.ts'
import { parcelStateOf } from '#modules/delivery/tracking/status-words.ts'
import { lockOrder, type Order, parcelsOf } from '#modules/ordering/order-store.server.ts'
import { deliverLocked } from '../receive-order.server.ts'
import { openCase } from './parcel-cases.server.ts'

/** A parcel that has left, as its events are noted. */
export type LeftParcel = { parcelId: ParcelId; orderId: OrderId; carrier: Carrier; shippedAt: Date }

type Said = { parcel: LeftParcel; events: readonly CarrierEvent[] }

/** By which a statement is recognised when it comes again, from the same source or from another one. */
export const keyOfEvent = ({ words, place, at }: CarrierEvent): string =>
  createHash('sha256').update([at.toISOString(), words, place].join('\n')).digest('base64url')

/**
 * Whether a statement can be about this parcel. Carriers use numbers again after some months, and a box may be handed over
 * before the farm says so: up to two days. A time to come is an error of a clock.
 */
export const isAbout = (parcel: LeftParcel, { at }: CarrierEvent, now: Date): boolean =>
  at >= addHours(parcel.shippedAt, -48) && at <= addMinutes(now, 10)

/**
 * Notes what a carrier says of parcels, one transaction for each order. What was noted before, what comes late and what
 * comes twice changes nothing. Returns the number of new statements.
 */
export async function noteEvents(
  system: Omit<Ctx, 'actor'>,
  said: readonly Said[],
  source: 'poll' | 'webhook',
): Promise<number> {
  let news = 0
  for (const [orderId, ofOrder] of Map.groupBy(said, ({ parcel }) => parcel.orderId))
    news += await system.db.transaction().execute(async (db) => {
      const ctx: Ctx = { ...system, db, actor: { kind: 'system' } }
      const order = await lockOrder(db, orderId)
      const written = await writeEvents(ctx, ofOrder, source)
      if (written > 0) await followParcels(ctx, order)
      return written
    })
  return news
}

async function writeEvents(ctx: Ctx, said: readonly Said[], source: 'poll' | 'webhook'): Promise<number> {
  const rows = said.flatMap(({ parcel, events }) =>
    events
      .filter((event) => isAbout(parcel, event, ctx.now))
      .map((event) => ({
        parcelId: parcel.parcelId,
        state: event.state ?? parcelStateOf(parcel.carrier, event.words),
        words: event.words,
        place: event.place,
        at: event.at,
        source,
        key: keyOfEvent(event),
        receivedAt: ctx.now,
      })),
  )
  if (rows.length === 0) return 0
  const written = await ctx.db
    .insertInto('parcelEvents')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['parcelId', 'key']).doNothing())
    .returning('id')
    .execute()
  return written.length
}

/**
 * What follows from where the parcels of a locked order are. Once all of them are delivered the order is (transition 17),
 * and the time for the inspection begins; an order of which a box is not tracked is left to the kitchen and to the timer.
 * What came back is told.
 */
export async function followParcels(ctx: Ctx, order: Order): Promise<void> {
  await tellOrders(ctx.db, [order.id])
  const parcels = ((await parcelsOf(ctx.db, [order.id])).get(order.id) ?? []).filter(({ unused }) => !unused)
  const ended = parcels.filter(({ progress }) => progress && endStates.includes(progress.state))
  if (ended.length === 0) return
  await ctx.db
    .updateTable('parcelWatches')
    .set({ askAt: null })
    .where(
      'parcelId',
      'in',
      ended.map(({ id }) => id),
    )
    .where('askAt', 'is not', null)
    .execute()
  for (const parcel of ended) if (parcel.progress?.state === 'returned') await openCase(ctx, order, parcel, 'returned')
  const arrived = parcels.every(({ progress }) => progress?.state === 'delivered')
  if (order.state !== 'shipped' || !arrived) return
  await deliverLocked(ctx, order, 'carrier')
  if (order.way?.kind === 'shared') await deliverNeighbours(ctx, order)
}

/** The goods of the neighbours lie in the box of a group buy (共同購入), and have arrived with it. */
async function deliverNeighbours(ctx: Ctx, { id, farmId, deliveryOn, way }: Order): Promise<void> {
  const inBox = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('farmId', '=', farmId)
    .where('deliveryOn', '=', deliveryOn)
    .where('state', '=', 'shipped')
    .where(sql<boolean>`way->>'kind' = 'shared' and way->>'id' = ${way?.id}`)
    .where('id', '<>', id)
    .orderBy('id')
    .execute()
  for (const { id } of inBox) {
    const order = await lockOrder(ctx.db, id)
    if (order.state === 'shipped') await deliverLocked(ctx, order, 'carrier')
    await tellOrders(ctx.db, [id])
  }
}
