import { z } from 'zod'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { requireSelf } from '#authorization/recent-auth.ts'
import { NotFound } from '#kernel/errors.ts'
import type { MembershipId, PersonId } from '#kernel/ids.ts'
import { ok } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { noRefusals, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { deletedCalendarFeeds } from '#modules/ordering/personal-links/end-personal-links.server.ts'
import { type AccessKey, accessKeys, type KeyCounts, noKeys } from './access-keys.ts'

/** Which of them a form ends along with the sessions. */
export const KeysIn = z.array(z.enum(accessKeys)).default([])

/** Ends all keys of these kinds immediately and returns how many there were. Runs in the caller's transaction. */
export async function endKeys(db: DbOrTx, personId: PersonId, keys: readonly AccessKey[]): Promise<KeyCounts> {
  const ended = { ...noKeys }
  for (const key of keys) {
    const gone = await keysOf[key](db, personId).executeTakeFirst()
    ended[key] = Number(gone.numDeletedRows)
  }
  return ended
}

const keysOf = {
  tokens: (db: DbOrTx, personId: PersonId) => db.deleteFrom('apiTokens').where('personId', '=', personId),
  calendars: deletedCalendarFeeds,
  passkeys: (db: DbOrTx, personId: PersonId) => db.deleteFrom('passkeys').where('personId', '=', personId),
}

export type OwnCalendar = {
  membershipId: MembershipId
  restaurant: string
  createdAt: Date
  /** When a calendar program last read it, to the hour; null if none has. */
  lastReadAt: Date | null
}

/** The calendar feeds of the signed-in person in all restaurants, oldest first. */
export const ownCalendars = query('own', async (ctx: Ctx): Promise<OwnCalendar[]> => {
  const { personId } = requireSelf(ctx.actor)
  return ctx.db
    .selectFrom('calendarFeeds')
    .innerJoin('memberships', 'memberships.id', 'calendarFeeds.membershipId')
    .innerJoin('restaurants', 'restaurants.id', 'memberships.restaurantId')
    .select(['membershipId', 'restaurants.name as restaurant'])
    .select(['calendarFeeds.createdAt', 'lastReadAt'])
    .where('memberships.personId', '=', personId)
    .orderBy('calendarFeeds.createdAt')
    .orderBy('membershipId')
    .execute()
})

/** Ends one of the user's own calendar feeds immediately; NotFound for any other. */
export const endOwnCalendar = repeatable({
  name: 'calendar_feed.end',
  permission: 'own',
  input: { id: IdOf<'membership'>('所属') },
  refusals: noRefusals,
  run: async (ctx, { id }) => {
    const { personId } = requireSelf(ctx.actor)
    await ctx.db.transaction().execute(async (db) => {
      const gone = await keysOf
        .calendars(db, personId)
        .where('membershipId', '=', id)
        .returning('membershipId')
        .executeTakeFirst()
      if (!gone) throw new NotFound('calendar feed')
      await recordEvent(db, ctx, { kind: 'calendar_feed_revoked', aboutPersonId: personId })
    })
    return ok(null)
  },
})
