import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { tradeRecordsBefore } from '#kernel/retention.ts'
import { forgetPhotos } from '#modules/photos/keep-photo.server.ts'
import { keptForDays } from './conversation.ts'

/** How many at a time, to keep locks short. */
const atOnce = 1_000

/**
 * Of rows `m`: the message names an order, or was written while one between the two was on its way: from its placing until
 * thirty days after it was final, in which claims are settled.
 */
const ofOrder = sql<boolean>`(m.order_id is not null or exists (
  select from conversations c join orders o on o.farm_id = c.farm_id and o.restaurant_id = c.restaurant_id
   where c.id = m.conversation_id and m.sent_at >= o.placed_at
     and m.sent_at < coalesce(o.finalized_at, o.delivery_on::timestamptz) + interval '30 days'))`

/**
 * Deletes messages whose retention period is over, with their photos, which the sweep then removes from the store. Those
 * of the thread of an order are 取引情報 and kept as documents are: each is marked once, when the others of its age go. A
 * conversation that staff are still reviewing stays complete. Called by a job; returns how many were deleted.
 */
export async function forgetOldMessages({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const before = new Date(now.getTime() - keptForDays * 24 * 3_600_000)
  for (let gone = 0; ; ) {
    const round = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ conversationId: string; no: number; isKept: boolean }>`
        select conversation_id, no, not trade_record and ${ofOrder} as is_kept from messages m
         where (not trade_record and sent_at < ${before} or trade_record and sent_at < ${tradeRecordsBefore(now)})
           and not exists (select from conversation_reports r where r.conversation_id = m.conversation_id and r.closed_at is null)
         limit ${atOnce} for update skip locked`.execute(trx)
      const over = rows.filter(({ isKept }) => !isKept)
      await sql`update messages set trade_record = true where (conversation_id, no) in ${these(rows.filter(({ isKept }) => isKept))}`.execute(
        trx,
      )
      const chosen = these(over)
      const { rows: photos } = await sql<{ photoKey: string }>`
        delete from message_photos where (conversation_id, no) in ${chosen} returning photo_key`.execute(trx)
      await sql`delete from message_versions where (conversation_id, no) in ${chosen}`.execute(trx)
      await sql`delete from messages where (conversation_id, no) in ${chosen}`.execute(trx)
      await forgetPhotos(
        trx,
        photos.map(({ photoKey }) => photoKey),
      )
      return { seen: rows.length, deleted: over.length }
    })
    gone += round.deleted
    if (round.seen < atOnce) return gone
  }
}

const these = (rows: readonly { conversationId: string; no: number }[]) =>
  sql`(select * from unnest(${rows.map((row) => row.conversationId)}::uuid[], ${rows.map((row) => row.no)}::int[]))`
