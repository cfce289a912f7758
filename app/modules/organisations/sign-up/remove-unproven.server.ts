import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import { forgetReadings } from '#modules/content/announcement-queries.server.ts'
import { forgetConsents } from '#modules/content/consents.server.ts'
import { forgetCodesOf, voidCodes } from '#modules/identity/one-time-code.server.ts'
import { changePerson } from '#modules/identity/people-store.server.ts'
import { closeShellOf, erasePerson } from '#modules/identity/remove-person.server.ts'
import { closeSessionsOf } from '#modules/identity/session-store.server.ts'
import { forgetAgreements } from '../commission/commission.server.ts'
import type { OrgRef } from '../org-ref.ts'
import { forgetRegistrations } from '../registration/registrations.server.ts'
import { unprovenLifeMs } from './mail-limits.ts'
import { organisationHead, organisationOwnedBy } from './organisation-head.server.ts'

/**
 * Removes an account whose address was not proven, with the organisation that was to come of it. What the history
 * already refers to stays as a closed shell without name and address. True if there was such an account; in a
 * transaction.
 */
export async function removeUnproven(db: DbOrTx, now: Date, personId: PersonId): Promise<boolean> {
  const person = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', personId)
    .where('emailVerifiedAt', 'is', null)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!person) return false
  const org = await draftOwnedBy(db, personId)
  await closeSessionsOf(db, { personId })
  await forgetCodesOf(db, personId)
  await sql`savepoint unproven`.execute(db)
  try {
    await erase(db, personId, org)
  } catch (error) {
    if (!isReferred(error)) throw error
    await sql`rollback to savepoint unproven`.execute(db)
    await closeShell(db, now, personId, org)
  }
  return true
}

/**
 * Removes what a user founded with an unproven address: they stay signed in as before, without address and
 * organisation. What the history already refers to stays as a closed shell. True if there was such a thing.
 */
export async function takeBackUnproven(db: DbOrTx, now: Date, personId: PersonId): Promise<boolean> {
  const person = await db
    .selectFrom('people')
    .select('id')
    .where('id', '=', personId)
    .where('emailVerifiedAt', 'is', null)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!person) return false
  const org = await draftOwnedBy(db, personId)
  await voidCodes(db, now, 'verify_email', { personId })
  await forgetConsents(db, personId)
  await db.deleteFrom('memberships').where('personId', '=', personId).execute()
  await changePerson(db, personId, { email: null })
  if (!org) return true
  await sql`savepoint unproven`.execute(db)
  try {
    await eraseWorkplace(db, org)
  } catch (error) {
    if (!isReferred(error)) throw error
    await sql`rollback to savepoint unproven`.execute(db)
    await closeWorkplace(db, org)
  }
  return true
}

/** The organisation that was to come of the account; one that is more than a draft is not removed. */
async function draftOwnedBy(db: DbOrTx, personId: PersonId): Promise<OrgRef | null> {
  const org = await organisationOwnedBy(db, personId)
  return org && (await organisationHead(db, org)).status === 'draft' ? org : null
}

async function eraseWorkplace(db: DbOrTx, org: OrgRef): Promise<void> {
  if ('farmId' in org) {
    await db.deleteFrom('documents').where('farmId', '=', org.farmId).execute()
    await forgetAgreements(db, org.farmId)
    await forgetRegistrations(db, org.farmId)
    await db.deleteFrom('farms').where('id', '=', org.farmId).where('status', '=', 'draft').execute()
    return
  }
  await db.deleteFrom('documents').where('restaurantId', '=', org.restaurantId).execute()
  await db.deleteFrom('kitchens').where('restaurantId', '=', org.restaurantId).execute()
  await db.deleteFrom('restaurants').where('id', '=', org.restaurantId).where('status', '=', 'draft').execute()
}

async function erase(db: DbOrTx, personId: PersonId, org: OrgRef | null): Promise<void> {
  await forgetReadings(db, personId)
  await forgetConsents(db, personId)
  await db.deleteFrom('memberships').where('personId', '=', personId).execute()
  if (org) await eraseWorkplace(db, org)
  await db.updateTable('signupDrafts').set({ personId: null }).where('personId', '=', personId).execute()
  await erasePerson(db, personId)
}

async function closeShell(db: DbOrTx, now: Date, personId: PersonId, org: OrgRef | null): Promise<void> {
  await db.updateTable('signupDrafts').set({ personId: null }).where('personId', '=', personId).execute()
  await closeShellOf(db, now, personId, takenBack)
  if (org) await closeWorkplace(db, org)
}

const takenBack = '取り消された登録'

async function closeWorkplace(db: DbOrTx, org: OrgRef): Promise<void> {
  const change = { name: takenBack, kana: '', representative: '', representativeKana: '', phone: '' }
  const closed = { ...change, status: 'closed' as const }
  if ('farmId' in org)
    await db.updateTable('farms').set(closed).where('id', '=', org.farmId).where('status', '=', 'draft').execute()
  else
    await db
      .updateTable('restaurants')
      .set(closed)
      .where('id', '=', org.restaurantId)
      .where('status', '=', 'draft')
      .execute()
}

const isReferred = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23503'

/**
 * Removes accounts whose address was not proven within seven days, so that it is free again. A link that just proves
 * one is waited for, and a member of an organisation that is more than a draft is not removed.
 */
export async function forgetUnproven({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<number> {
  const people = await db
    .selectFrom('people')
    .select('id')
    .where('emailVerifiedAt', 'is', null)
    .where('closedAt', 'is', null)
    .where('createdAt', '<=', new Date(now.getTime() - unprovenLifeMs))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('oneTimeCodes')
            .select('hash')
            .whereRef('personId', '=', 'people.id')
            .where('purpose', '=', 'verify_email')
            .where('usedAt', 'is', null)
            .where('expiresAt', '>', now),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships')
            .leftJoin('farms', 'farms.id', 'memberships.farmId')
            .leftJoin('restaurants', 'restaurants.id', 'memberships.restaurantId')
            .select('memberships.id')
            .whereRef('memberships.personId', '=', 'people.id')
            .where((is) => is(is.fn.coalesce('farms.status', 'restaurants.status'), '<>', 'draft')),
        ),
      ),
    )
    .limit(1_000)
    .execute()
  let removed = 0
  for (const { id } of people) if (await db.transaction().execute((tx) => removeUnproven(tx, now, id))) removed += 1
  return removed
}
