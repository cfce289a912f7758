import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import { forgetPhotos } from '#modules/photos/keep-photo.server.ts'
import { keptForDays } from './conversation.ts'

/** How many at a time, to keep locks short. */
const atOnce = 1_000

/**
 * Deletes messages whose retention period is over, with their photos, which the sweep then removes from the store. A
 * conversation that staff are still reviewing stays complete. Called by a job; returns how many were deleted.
 */
export async function forgetOldMessages({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const before = new Date(now.getTime() - keptForDays * 24 * 3_600_000)
  for (let gone = 0; ; ) {
    const round = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ conversationId: string; no: number }>`
        select conversation_id, no from messages m where sent_at < ${before}
           and not exists (select from conversation_reports r where r.conversation_id = m.conversation_id and r.closed_at is null)
         limit ${atOnce} for update skip locked`.execute(trx)
      if (rows.length === 0) return 0
      const chosen = sql`(select * from unnest(${rows.map((row) => row.conversationId)}::uuid[], ${rows.map((row) => row.no)}::int[]))`
      const { rows: photos } = await sql<{ photoKey: string }>`
        delete from message_photos where (conversation_id, no) in ${chosen} returning photo_key`.execute(trx)
      await sql`delete from message_versions where (conversation_id, no) in ${chosen}`.execute(trx)
      await sql`delete from messages where (conversation_id, no) in ${chosen}`.execute(trx)
      await forgetPhotos(
        trx,
        photos.map(({ photoKey }) => photoKey),
      )
      return rows.length
    })
    gone += round
    if (round < atOnce) return gone
  }
}
