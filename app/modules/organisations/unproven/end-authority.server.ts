import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { MembershipId, PersonId } from '#kernel/ids.ts'

export type FoundedPlace = { membershipId: MembershipId; farmId: string | null; restaurantId: string | null }

/**
 * The organisation that the person founded: the first that they own. Locked like every change of its members, so that
 * an invitation written concurrently is either seen here, or finds its writer removed.
 */
export async function lockFoundedPlace(db: DbOrTx, personId: PersonId): Promise<FoundedPlace | null> {
  const { rows } = await sql<FoundedPlace>`
    select id as "membershipId", farm_id as "farmId", restaurant_id as "restaurantId" from memberships
     where person_id = ${personId} and role = 'owner' order by id limit 1`.execute(db)
  const own = rows[0] ?? null
  if (own?.farmId) await sql`select from farms where id = ${own.farmId} for no key update`.execute(db)
  if (own?.restaurantId) await sql`select from restaurants where id = ${own.restaurantId} for no key update`.execute(db)
  return own
}

export const ofPlace = (own: FoundedPlace | null): RawBuilder<boolean> =>
  sql`(farm_id = ${own?.farmId ?? null}::uuid or restaurant_id = ${own?.restaurantId ?? null}::uuid)`

/**
 * Before the memberships: waits for an invitation that is just being accepted, so that its member is seen afterwards.
 */
export async function endInvitations(
  db: DbOrTx,
  now: Date,
  personId: PersonId,
  own: FoundedPlace | null,
): Promise<void> {
  await sql`
    update invitations set ended_at = ${now}
     where ended_at is null and (invited_by = ${personId} or ${ofPlace(own)})`.execute(db)
}

/** All of the person's but that in what they founded, and there all of others'. */
export async function endMemberships(db: DbOrTx, personId: PersonId, own: FoundedPlace | null): Promise<void> {
  const kept = own?.membershipId ?? null
  await sql`delete from memberships where person_id = ${personId} and id is distinct from ${kept}::uuid`.execute(db)
  await sql`delete from memberships where person_id <> ${personId} and ${ofPlace(own)}`.execute(db)
}
