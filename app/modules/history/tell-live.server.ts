import { sql } from 'kysely'
import type { DbOrTx } from '#access/ctx.ts'
import type { OrderId } from '#kernel/ids.ts'
import type { LiveData, LiveKind, LiveRoom, Typing } from '#kernel/live.ts'

/**
 * Tells open pages of something, in the transaction that does it: it goes out as that commits, and not at all if it
 * fails (db/migrations/0041-live.sql). Everybody in one of the rooms is told once.
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
 * Tells both sides of these orders, and staff, that something about them is different; once in a transaction. An order
 * that a restaurant has not placed is nobody else's affair.
 */
export async function tellOrders(db: DbOrTx, orderIds: readonly OrderId[]): Promise<void> {
  if (orderIds.length === 0) return
  await sql`
    insert into live_events (rooms, kind, about, data)
    select case when state in ('draft', 'pending_approval') then array['restaurant:' || restaurant_id]
                else array['restaurant:' || restaurant_id, 'farm:' || farm_id, 'staff'] end,
           'order', id, jsonb_build_object('orderId', id)
      from orders
     where id = any(${[...orderIds]}::uuid[])
       and not exists (select from live_events where about = orders.id and kind = 'order' and seq is null)`.execute(db)
}

/** Says at once, and keeps nothing. */
export async function sayLive(db: DbOrTx, rooms: readonly LiveRoom[], kind: 'typing', data: Typing): Promise<void> {
  await sql`select pg_notify('live', ${JSON.stringify({ rooms, kind, data })})`.execute(db)
}

/**
 * Up to where a page that is made now knows everything: a little earlier than the newest, because what a page shows may
 * have been read before this. What it is then told a second time does no harm.
 */
export async function liveCursor(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select seq from live_events where seq is not null and at < clock_timestamp() - interval '3 seconds'
     order by seq desc limit 1`.execute(db)
  return Number(rows[0]?.seq ?? 0)
}

/** What nobody will ask for again: pages come back within a day, or begin afresh. */
export async function forgetOldLiveEvents({ db }: { db: DbOrTx }): Promise<number> {
  const gone = await db
    .deleteFrom('live_events')
    .where('at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
