import type { DbOrTx } from '#authorization/ctx.ts'
import { mailToOf, type NewNotification, notify } from '#modules/notifications/notify.server.ts'
import type { OrgRef } from '../org-ref.ts'

/** The owners of these organisations who have an account, one row for each membership. */
export const ownersOf = (db: DbOrTx, orgs: readonly OrgRef[]) =>
  db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.personId')
    .select(['people.id as personId', 'people.email', 'memberships.restaurantId'])
    .where((is) =>
      is.or([
        is('farmId', 'in', [null, ...orgs.flatMap((org) => ('farmId' in org ? org.farmId : []))]),
        is('restaurantId', 'in', [null, ...orgs.flatMap((org) => ('restaurantId' in org ? org.restaurantId : []))]),
      ]),
    )
    .where('role', '=', 'owner')
    .where('people.closedAt', 'is', null)
    .orderBy('memberships.id')
    .execute()

/** Tells every owner of an organisation, in the transaction of what it tells of. How many they are. */
export async function tellOwners<Data>(
  db: DbOrTx,
  now: Date,
  org: OrgRef,
  { key, ...told }: NewNotification<Data> & { key: string },
): Promise<number> {
  const owners = await ownersOf(db, [org])
  for (const owner of owners)
    await notify(db, now, { ...told, key: `${key}:${owner.email ?? owner.personId}`, to: mailToOf(owner) })
  return owners.length
}
