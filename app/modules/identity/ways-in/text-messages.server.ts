import { seeOrNotFound } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'

/** The newest messages that no service has sent. Their digits open accounts, so production shows none, and has none. */
export async function keptMessages(ctx: Ctx, place: { environment: string }) {
  seeOrNotFound(ctx.actor, 'installation.see', place)
  if (place.environment === 'production') return []
  return ctx.db
    .selectFrom('text_messages')
    .select(['id', 'recipient', 'body', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

/** After a day nobody looks for them. */
export async function forgetMessages({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const before = new Date(now.getTime() - 24 * 3_600_000)
  const gone = await db.deleteFrom('text_messages').where('created_at', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
