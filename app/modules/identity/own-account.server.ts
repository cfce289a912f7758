import type { Ctx } from '#authorization/ctx.ts'
import { requirePerson } from '#authorization/recent-auth.ts'
import { NotFound } from '#kernel/errors.ts'
import type { Id } from '#kernel/ids.ts'

/** What /profile shows about the person: name, address, and whether there is a password to change. */
export async function ownAccount(ctx: Ctx) {
  const { personId } = requirePerson(ctx.actor)
  return ctx.db
    .selectFrom('people')
    .leftJoin('passwords', 'passwords.person_id', 'people.id')
    .select(['name', 'name_kana as nameKana', 'people.email', 'email_verified_at as emailVerifiedAt'])
    .select(['announcement_mails as announcementMails', 'price_mails as priceMails'])
    .select('passwords.changed_at as passwordChangedAt')
    .where('people.id', '=', personId)
    .executeTakeFirstOrThrow(() => new NotFound('person'))
}

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
export async function ownDevices(ctx: Ctx): Promise<OwnDevice[]> {
  const { personId, session } = requirePerson(ctx.actor)
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['id_hash', 'channel', 'user_agent', 'ip', 'created_at', 'seen_at'])
    .where('person_id', '=', personId)
    .where('idle_until', '>', ctx.now)
    .where('abs_until', '>', ctx.now)
    .orderBy('seen_at', 'desc')
    .orderBy('id_hash')
    .execute()
  return rows
    .map(
      (row): OwnDevice => ({
        key: row.id_hash.toString('base64url'),
        channel: row.channel,
        userAgent: row.user_agent,
        ip: row.ip,
        signedInAt: row.created_at,
        seenAt: row.seen_at,
        isThis: row.id_hash.toString('base64url') === session?.key,
      }),
    )
    .sort((a, b) => Number(b.isThis) - Number(a.isThis))
}

export type OwnConsent = { id: Id<'consent'>; title: string; slug: string; number: number; at: Date }

/** The versions of the terms the user has agreed to, newest first. */
export async function ownConsents(ctx: Ctx): Promise<OwnConsent[]> {
  const { personId } = requirePerson(ctx.actor)
  return ctx.db
    .selectFrom('consents')
    .innerJoin('page_versions', 'page_versions.id', 'consents.page_version_id')
    .select(['consents.id', 'title', 'slug', 'number', 'at'])
    .where('person_id', '=', personId)
    .orderBy('at', 'desc')
    .orderBy('slug', 'desc')
    .execute()
}
