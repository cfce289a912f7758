import type { Ctx } from '#authorization/ctx.ts'
import { requirePerson } from '#authorization/recent-auth.ts'
import { NotFound } from '#kernel/errors.ts'
import type { Id } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'

/** What /profile shows about the person: name, address, and whether there is a password to change. */
export const ownAccount = query('own', async (ctx: Ctx) => {
  const { personId } = requirePerson(ctx.actor)
  return ctx.db
    .selectFrom('people')
    .leftJoin('passwords', 'passwords.personId', 'people.id')
    .select(['name', 'nameKana', 'people.email', 'emailVerifiedAt'])
    .select(['announcementMails', 'priceMails'])
    .select('passwords.changedAt as passwordChangedAt')
    .where('people.id', '=', personId)
    .executeTakeFirstOrThrow(() => new NotFound('person'))
})

export type OwnDevice = {
  /** Identifies the session; grants no access. */
  key: string
  channel: 'cookie' | 'bearer'
  userAgent: string | null
  ip: string | null
  signedInAt: Date
  seenAt: Date
  isThis: boolean
}

/** Where the user is signed in: this device first, then by last use. */
export const ownDevices = query('own', async (ctx: Ctx): Promise<OwnDevice[]> => {
  const { personId, session } = requirePerson(ctx.actor)
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['idHash', 'channel', 'userAgent', 'ip', 'createdAt', 'seenAt'])
    .where('personId', '=', personId)
    .where('idleUntil', '>', ctx.now)
    .where('absUntil', '>', ctx.now)
    .orderBy('seenAt', 'desc')
    .orderBy('idHash')
    .execute()
  return rows
    .map(
      (row): OwnDevice => ({
        key: row.idHash.toString('base64url'),
        channel: row.channel,
        userAgent: row.userAgent,
        ip: row.ip,
        signedInAt: row.createdAt,
        seenAt: row.seenAt,
        isThis: row.idHash.toString('base64url') === session?.key,
      }),
    )
    .sort((a, b) => Number(b.isThis) - Number(a.isThis))
})

export type OwnConsent = { id: Id<'consent'>; title: string; slug: string; number: number; at: Date }

/** The versions of the terms the user has agreed to, newest first. */
export const ownConsents = query('own', async (ctx: Ctx): Promise<OwnConsent[]> => {
  const { personId } = requirePerson(ctx.actor)
  return ctx.db
    .selectFrom('consents')
    .innerJoin('pageVersions', 'pageVersions.id', 'consents.pageVersionId')
    .select(['consents.id', 'title', 'slug', 'number', 'at'])
    .where('personId', '=', personId)
    .orderBy('at', 'desc')
    .orderBy('slug', 'desc')
    .execute()
})
