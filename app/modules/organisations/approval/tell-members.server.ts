import type { DbOrTx } from '#authorization/ctx.ts'
import { mailToOf, type NewNotification, notify } from '#modules/notifications/notify.server.ts'
import { type OrgRef, orgIdOf } from '../org-ref.ts'

/** Tells every owner of an organisation, in the transaction of what it tells of. How many they are. */
export async function tellOwners<Data>(
  db: DbOrTx,
  now: Date,
  org: OrgRef,
  { key, ...told }: NewNotification<Data> & { key: string },
): Promise<number> {
  const owners = await db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .select(['people.id as personId', 'people.email'])
    .where('farmId' in org ? 'farmId' : 'restaurantId', '=', orgIdOf(org))
    .where('role', '=', 'owner')
    .where('people.closedAt', 'is', null)
    .orderBy('memberships.id')
    .execute()
  for (const owner of owners)
    await notify(db, now, { ...told, key: `${key}:${owner.email ?? owner.personId}`, to: mailToOf(owner) })
  return owners.length
}
