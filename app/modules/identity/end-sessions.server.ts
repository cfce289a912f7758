import type { Ctx } from '#access/ctx.ts'
import { requirePerson } from '#access/fresh.ts'
import { recordEvent } from '#modules/history/record-event.server.ts'
import { closeSessionsOf } from './session-store.server.ts'

/** Signs one of one's own devices out; a device that has gone meanwhile is as good. */
export async function endOwnSession(ctx: Ctx, key: string): Promise<void> {
  const { personId } = requirePerson(ctx.actor)
  await ctx.db.transaction().execute(async (db) => {
    const gone = await db
      .deleteFrom('sessions')
      .where('id_hash', '=', Buffer.from(key, 'base64url'))
      .where('person_id', '=', personId)
      .executeTakeFirst()
    if (gone.numDeletedRows > 0n)
      await recordEvent(db, ctx, { kind: 'session_ended', aboutPersonId: personId, data: { count: 1 } })
  })
}

/** Signs one out everywhere but here. How many devices that were. */
export async function endOtherSessions(ctx: Ctx): Promise<number> {
  const { personId, session } = requirePerson(ctx.actor)
  return ctx.db.transaction().execute(async (db) => {
    const count = await closeSessionsOf(db, { personId }, session?.key)
    if (count > 0) await recordEvent(db, ctx, { kind: 'session_ended', aboutPersonId: personId, data: { count } })
    return count
  })
}
