import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { requireSelf } from '#authorization/recent-auth.ts'
import { NotFound } from '#kernel/errors.ts'
import type { MembershipId, PersonId } from '#kernel/ids.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { deletedCalendarFeeds } from '#modules/ordering/personal-links/end-personal-links.server.ts'
import { type AccessKey, type KeyCounts, noKeys } from './access-keys.ts'

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
export async function ownCalendars(ctx: Ctx): Promise<OwnCalendar[]> {
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
}

/** Ends one of the user's own calendar feeds immediately; NotFound for any other. */
export async function endOwnCalendar(ctx: Ctx, membershipId: MembershipId): Promise<void> {
  const { personId } = requireSelf(ctx.actor)
  await ctx.db.transaction().execute(async (db) => {
    const gone = await keysOf
      .calendars(db, personId)
      .where('membershipId', '=', membershipId)
      .returning('membershipId')
      .executeTakeFirst()
    if (!gone) throw new NotFound('calendar feed')
    await recordEvent(db, ctx, { kind: 'calendar_feed_revoked', aboutPersonId: personId })
  })
}
