import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import { forgetAddresses } from '#modules/notifications/notification-addresses.server.ts'
import { closeWebhooks } from '#modules/notifications/webhooks/close-webhooks.server.ts'
import { endPersonalLinks } from '#modules/ordering/personal-links/end-personal-links.server.ts'
import {
  endInvitations,
  endMemberships,
  type FoundedPlace,
  lockFoundedPlace,
  ofPlace,
} from '#modules/organisations/unproven/end-authority.server.ts'
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
  const own = await lockFoundedPlace(db, personId)
  await endInvitations(db, now, personId, own)
  await endWebhooks(db, now, personId, own)
  // tokens, calendar feeds and answer links are deleted with a membership
  await endMemberships(db, personId, own)
  if (own) await endPersonalLinks(db, own.membershipId)
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

async function endWebhooks(db: DbOrTx, now: Date, personId: PersonId, own: FoundedPlace | null): Promise<void> {
  const made = await db
    .selectFrom('webhooks')
    .select('id')
    .where('endedAt', 'is', null)
    .where((is) => is.or([is('madeBy', '=', personId), ofPlace(own)]))
    .execute()
  await closeWebhooks(
    db,
    now,
    made.map(({ id }) => id),
  )
}
