import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import { homeOfSide } from '#authorization/home-of.ts'
import type { PersonId } from '#kernel/ids.ts'
import { owesConsent } from '#modules/content/consents.server.ts'
import { type NewSession, openSession } from './session-store.server.ts'

export type SignedIn = {
  token: string
  home: '/restaurant' | '/farmer' | '/'
  /** Members have to agree to the current terms before they continue. */
  owesConsent: boolean
}

type Opening = Omit<NewSession, 'who'> & { personId: PersonId }

/**
 * A session for a person who has proven who they are, and the page they start at; null if they are no longer allowed to
 * sign in.
 */
export async function openPersonSession(
  { db, now }: { db: DbOrTx; now: Date },
  { personId, ...session }: Opening,
): Promise<SignedIn | null> {
  const person = await db
    .selectFrom('people')
    .leftJoin('memberships', 'memberships.personId', 'people.id')
    .select(['memberships.farmId', 'memberships.restaurantId'])
    .select(owesConsent(sql.ref('people.id'), now).as('owesConsent'))
    .where('people.id', '=', personId)
    .where('people.suspendedAt', 'is', null)
    .where('people.closedAt', 'is', null)
    .orderBy(sql`memberships.id = people.last_membership_id`, (last) => last.desc().nullsLast())
    .orderBy('memberships.id')
    .executeTakeFirst()
  if (!person) return null
  const token = await openSession({ db, now }, { ...session, who: { personId } })
  const home = person.restaurantId ? homeOfSide.restaurant : person.farmId ? homeOfSide.farm : '/'
  return { token, home, owesConsent: home !== '/' && person.owesConsent }
}
