import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import { forgetAddresses } from '#modules/notifications/notification-addresses.server.ts'
import { closeWebhooks } from '#modules/notifications/webhooks/close-webhooks.server.ts'
import { endKeys } from './access-keys.server.ts'
import { forgetFactors } from './factors/change-factors.server.ts'
import { hasPassword } from './firebase/provider-passwords.server.ts'
import { forgetOtherIdentities } from './forget-identities.server.ts'
import { voidCodes } from './one-time-code.server.ts'
import { closeSessionsOf } from './session-store.server.ts'

type Within = { db: DbOrTx; now: Date; firebase?: Ctx['firebase'] }

/**
 * Removes what was made with an account before its address was proven, because an attacker may have made it
 * (docs/decisions/0051). What the sign-up itself made stays: the person, the password, the consents, and the
 * organisation that they founded with its documents, with them as its only member. An account without a password was
 * entered by phone or another service, which had proven it before the address was given: its login methods and second
 * factors stay.
 *
 * Runs in the transaction that proves the address or resets the password, with the person's row locked. `keepSession`:
 * the key of the session in which the address is proven, if that continues.
 */
export async function voidMadeBeforeProof(within: Within, personId: PersonId, keepSession?: string): Promise<void> {
  const { db, now } = within
  const own = await lockOwnPlace(db, personId)
  await endInvitations(db, now, personId, own)
  await endWebhooks(db, now, personId, own)
  await endMemberships(db, personId, own)
  await closeSessionsOf(db, { personId }, keepSession)
  await endKeys(db, personId, ['tokens'])
  await forgetAddresses(db, personId)
  for (const purpose of ['change_email', 'recover_email', 'second_factor', 'passkey', 'phone_code', 'social'] as const)
    await voidCodes(db, now, purpose, { personId })
  if (!(await hasPassword(within, personId))) return
  await forgetFactors(db, { personId }, { passkeys: true })
  await forgetOtherIdentities(within, personId)
}

/** The same if the address of the account is not proven; for callers that do not know. */
export async function voidIfUnproven(within: Within, personId: PersonId): Promise<void> {
  const unproven = await within.db
    .selectFrom('people')
    .select('id')
    .where('id', '=', personId)
    .where('email', 'is not', null)
    .where('emailVerifiedAt', 'is', null)
    .executeTakeFirst()
  if (unproven) await voidMadeBeforeProof(within, personId)
}

type OwnPlace = { membershipId: string; farmId: string | null; restaurantId: string | null }

/**
 * The organisation that the person founded: the first that they own. Locked like every change of its members, so that
 * an invitation written concurrently is either seen here, or finds its writer removed.
 */
async function lockOwnPlace(db: DbOrTx, personId: PersonId): Promise<OwnPlace | null> {
  const { rows } = await sql<OwnPlace>`
    select id as "membershipId", farm_id as "farmId", restaurant_id as "restaurantId" from memberships
     where person_id = ${personId} and role = 'owner' order by id limit 1`.execute(db)
  const own = rows[0] ?? null
  if (own?.farmId) await sql`select from farms where id = ${own.farmId} for no key update`.execute(db)
  if (own?.restaurantId) await sql`select from restaurants where id = ${own.restaurantId} for no key update`.execute(db)
  return own
}

const ofPlace = (own: OwnPlace | null) =>
  sql`(farm_id = ${own?.farmId ?? null}::uuid or restaurant_id = ${own?.restaurantId ?? null}::uuid)`

/**
 * Before the memberships: waits for an invitation that is just being accepted, so that its member is seen afterwards.
 */
async function endInvitations(db: DbOrTx, now: Date, personId: PersonId, own: OwnPlace | null): Promise<void> {
  await sql`
    update invitations set ended_at = ${now}
     where ended_at is null and (invited_by = ${personId} or ${ofPlace(own)})`.execute(db)
}

async function endWebhooks(db: DbOrTx, now: Date, personId: PersonId, own: OwnPlace | null): Promise<void> {
  const made = await db
    .selectFrom('webhooks')
    .select('id')
    .where('endedAt', 'is', null)
    .where((is) => is.or([is('madeBy', '=', personId), sql<boolean>`${ofPlace(own)}`]))
    .execute()
  await closeWebhooks(
    db,
    now,
    made.map(({ id }) => id),
  )
}

/** Tokens, calendar feeds and answer links are deleted with a membership. */
async function endMemberships(db: DbOrTx, personId: PersonId, own: OwnPlace | null): Promise<void> {
  const kept = own?.membershipId ?? null
  await sql`delete from memberships where person_id = ${personId} and id is distinct from ${kept}::uuid`.execute(db)
  await sql`delete from memberships where person_id <> ${personId} and ${ofPlace(own)}`.execute(db)
  await sql`delete from calendar_feeds where membership_id = ${kept}::uuid`.execute(db)
  await sql`delete from answer_links where membership_id = ${kept}::uuid`.execute(db)
}
