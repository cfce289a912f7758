import type { DbOrTx } from '#authorization/ctx.ts'
import type { MembershipId, PersonId } from '#kernel/ids.ts'

/** The calendar feeds of a person in all restaurants, to be deleted. */
export const deletedCalendarFeeds = (db: DbOrTx, personId: PersonId) =>
  db
    .deleteFrom('calendarFeeds')
    .where('membershipId', 'in', (own) => own.selectFrom('memberships').select('id').where('personId', '=', personId))

/** Of a membership that stays; they are deleted with one that ends. */
export async function endPersonalLinks(db: DbOrTx, membershipId: MembershipId): Promise<void> {
  for (const table of ['calendarFeeds', 'answerLinks'] as const)
    await db.deleteFrom(table).where('membershipId', '=', membershipId).execute()
}
