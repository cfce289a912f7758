import { createElement } from 'react'
import type { Actor } from '#access/actor.ts'
import type { DbOrTx } from '#access/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { newId, type PersonId } from '#kernel/ids.ts'
import { queueMail } from '#modules/outbox/queue-mail.server.ts'
import { moveApplication } from '../move-application.server.ts'
import type { OrgRef } from '../org-ref.ts'
import { organisationHead } from './organisation-head.server.ts'
import { ApplicationArrivedMail, ApplicationReceivedMail } from './sign-up-mails.server.tsx'

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
  await queueMail(db, now, {
    key: `application:${newId()}:received`,
    template: 'application_received',
    to: person.email as Email,
    subject: `【畝と皿】${again ? '登録の内容を受けとりました' : '登録の申しこみを受けつけました'}`,
    body: createElement(ApplicationReceivedMail, { name, side, again }),
  })
  await queueMail(db, now, {
    key: `application:${newId()}:arrived`,
    template: 'application_arrived',
    to: 'staff',
    subject: `登録の${again ? '内容が直されました' : '申しこみ'}：${name}`,
    body: createElement(ApplicationArrivedMail, { name, side, representative, again }),
  })
}
