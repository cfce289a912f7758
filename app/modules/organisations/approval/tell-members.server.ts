import type { DbOrTx } from '#access/ctx.ts'
import { mailToOf, type NewMail, queueMail } from '#modules/outbox/queue-mail.server.ts'
import { type OrgRef, orgIdOf } from '../org-ref.ts'

/** A mail to every owner of an organisation, in the transaction that causes it. Returns the number of recipients. */
export async function tellOwners(
  db: DbOrTx,
  now: Date,
  org: OrgRef,
  mail: Pick<NewMail, 'key' | 'template' | 'subject' | 'body' | 'notice'>,
): Promise<number> {
  const owners = await db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'memberships.person_id')
    .select(['people.id as personId', 'people.email'])
    .where('farmId' in org ? 'farm_id' : 'restaurant_id', '=', orgIdOf(org))
    .where('role', '=', 'owner')
    .where('people.closed_at', 'is', null)
    .orderBy('memberships.id')
    .execute()
  for (const owner of owners)
    await queueMail(db, now, { ...mail, key: `${mail.key}:${owner.email ?? owner.personId}`, to: mailToOf(owner) })
  return owners.length
}
