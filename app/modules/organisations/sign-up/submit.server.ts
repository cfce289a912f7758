import type { Actor } from '#authorization/actor.ts'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { newId, type PersonId } from '#kernel/ids.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { moveApplication } from '../move-application.server.ts'
import type { OrgRef } from '../org-ref.ts'
import { organisationHead } from './organisation-head.server.ts'
import { applicationArrived, applicationReceived } from './sign-up-mails.server.tsx'

type Handing = { db: DbOrTx; now: Date; actor: Actor }

/**
 * Submits an application, for the first time or again, and notifies both sides; in the transaction that completed it.
 */
export async function handIn(
  { db, now, actor }: Handing,
  { personId, org }: { personId: PersonId; org: OrgRef },
): Promise<void> {
  const head = await organisationHead(db, org, true)
  const again = head.status !== 'draft'
  const moved = await moveApplication(db, { actor, now }, org, {
    from: head.status,
    to: 'submitted',
    version: head.version,
  })
  if (!moved.ok) throw new Error('an organisation changed while it was locked')
  const person = await db.selectFrom('people').select('email').where('id', '=', personId).executeTakeFirstOrThrow()
  const { side, name, representative } = head
  await notify(db, now, {
    key: `application:${newId()}:received`,
    kind: applicationReceived,
    to: person.email as Email,
    data: { name, side, again },
  })
  await notify(db, now, {
    key: `application:${newId()}:arrived`,
    kind: applicationArrived,
    to: 'staff',
    data: { name, side, representative, again },
  })
}
