import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import type { LiveData, LiveKind, LiveRoom, Typing } from '#kernel/live.ts'
import { query } from './use-case.server.ts'

/**
 * Sends an event to open pages, in the transaction that causes it: it goes out on commit, and not at all on rollback
 * (db/migrations/0041-live.sql). Each receiver in the rooms gets it once.
 */
export async function tellLive<K extends LiveKind>(
  db: DbOrTx,
  rooms: readonly LiveRoom[],
  kind: K,
  data: LiveData[K],
): Promise<void> {
  await sql`insert into live_events (rooms, kind, data) values (${[...rooms]}, ${kind}, ${JSON.stringify(data)})`.execute(
    db,
  )
}

/**
 * Tells both sides of these orders, and staff, that something about them has changed; once per transaction. An order
 * that has not been placed yet is announced to its restaurant only.
 */
export async function tellOrders(db: DbOrTx, orderIds: readonly OrderId[]): Promise<void> {
  if (orderIds.length > 0) await insertTold(orderIds).execute(db)
}

/** The same as a statement. */
export const insertTold = (orderIds: readonly OrderId[]) => sql`
    insert into live_events (rooms, kind, about, data)
    select case when state in ('draft', 'pending_approval') then array['restaurant:' || restaurant_id]
                else array['restaurant:' || restaurant_id, 'farm:' || farm_id, 'staff'] end,
           'order', id, jsonb_build_object('orderId', id)
      from orders
     where id = any(${[...orderIds]}::uuid[])
       and not exists (select from live_events where about = orders.id and kind = 'order' and seq is null)`

/** Sends immediately and stores nothing. */
export async function sayLive(db: DbOrTx, rooms: readonly LiveRoom[], kind: 'typing', data: Typing): Promise<void> {
  await sql`select pg_notify('live', ${JSON.stringify({ rooms, kind, data })})`.execute(db)
}

/** The same as a part of another query. */
export const liveCursorNow = sql<number>`coalesce((
  select seq from live_events where seq is not null and at < clock_timestamp() - interval '3 seconds'
   order by seq desc limit 1), 0)`

/**
 * The position up to which a page rendered now is complete: a little before the newest event, because what a page shows
 * may have been read earlier. Receiving an event twice does no harm.
 */
export const liveCursor = query('public', async ({ db }: Pick<Ctx, 'db'>): Promise<number> => {
  const { rows } = await sql<{ seq: number }>`select ${liveCursorNow} as seq`.execute(db)
  return Number(rows[0]?.seq ?? 0)
})

/** Deletes events that no page will ask for again: pages reconnect within a day, or reload. */
export async function forgetOldLiveEvents({ db }: { db: DbOrTx }): Promise<number> {
  const gone = await db
    .deleteFrom('liveEvents')
    .where('at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
