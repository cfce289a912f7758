import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { query } from '#modules/audit-log/use-case.server.ts'

/**
 * The newest messages of the development driver, which no service sends. Their digits open accounts, so production
 * neither shows nor stores any.
 */
export const keptMessages = query('installation.see', async (ctx: Ctx, place: { environment: string }) => {
  seeOrNotFound(ctx.actor, 'installation.see', place)
  if (place.environment === 'production') return []
  return ctx.db
    .selectFrom('textMessages')
    .select(['id', 'recipient', 'body', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
})

/** Deletes them after a day. */
export async function forgetMessages({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const before = new Date(now.getTime() - 24 * 3_600_000)
  const gone = await db.deleteFrom('textMessages').where('createdAt', '<', before).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
