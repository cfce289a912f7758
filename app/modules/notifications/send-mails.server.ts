import type { Updateable } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { Email } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { MailId, PersonId } from '#kernel/ids.ts'
import { addMinutes } from '#kernel/jst.ts'
import type { NotificationTopic } from '#kernel/notification-enums.ts'
import { type JobEnd, type QueueJob, skipped } from '#kernel/queue-job.ts'
import { tradeRecordsBefore } from '#kernel/retention.ts'
import { isBounce, type MailEngine, type OutgoingMail } from './mail-engine.ts'
import { type MailWords, wordsOf } from './mail-labels.server.ts'
import type { StoredKind } from './notification-kind.ts'
import { reasonText } from './reason-text.ts'
import { stopAddress } from './stop-address.server.ts'
import { withSite } from './with-site.server.ts'

type System = Omit<Ctx, 'actor'>
type Sender = System & { site: string; encryption: Encryption; kinds: readonly StoredKind[] }
type Waiting = Pick<
  Database['mails'],
  'id' | 'template' | 'recipient' | 'replyTo' | 'subject' | 'html' | 'text' | 'codeId'
> & { data: unknown; personId: PersonId | null; noticeKind: NotificationTopic | null }

/**
 * Sends mails, one after the other, with nothing locked. A process that dies before it has written down that a mail was
 * sent leaves it to the next try of the queue, with the same Message-ID. An address that the other side refuses for good
 * is not tried again.
 * Only here are the words made (`kinds`), and do addresses get our origin (`site`) and their secrets (`encryption`): what is stored
 * holds neither.
 */
export async function sendMails(system: Sender, engine: MailEngine, jobs: readonly QueueJob[]): Promise<JobEnd[]> {
  const ends: JobEnd[] = []
  for (const job of jobs) ends.push(await sendMail(system, engine, job))
  return ends
}

async function sendMail(system: Sender, engine: MailEngine, { id, retryCount }: QueueJob): Promise<JobEnd> {
  const mail = await waiting(system, id as MailId)
  if (!mail) return skipped(id, 'over')
  const tries = retryCount + 1
  try {
    // a kind that this version of the program does not know fails here: another version may know it
    const words = await wordsOf(system.kinds, mail)
    if (engine.kind !== 'kept') await engine.send(outgoing(system, mail, words))
    const end = engine.kind === 'kept' ? { keptAt: system.now } : { sentAt: system.now }
    // from now on the words stay as they were sent
    await note(system, mail, { tries, ...end, ...words, data: null, dueAt: null, lastError: null })
    return { id, status: 'completed' }
  } catch (error) {
    const reason = reasonText(error)
    await note(system, mail, { tries, lastError: reason })
    return { id, status: isBounce(error) ? 'deadletter' : 'failed', output: { reason } }
  }
}

const waiting = ({ db }: System, id: MailId): Promise<Waiting | undefined> =>
  db
    .selectFrom('mails')
    .select(['id', 'template', 'recipient', 'replyTo', 'subject', 'data', 'html', 'text', 'codeId'])
    .select(['noticeKind', 'personId'])
    .where('id', '=', id)
    .where('dueAt', 'is not', null)
    .executeTakeFirst()

const outgoing = (system: Sender, mail: Waiting, words: MailWords): OutgoingMail => ({
  id: mail.id,
  to: mail.recipient as Email | 'staff',
  replyTo: mail.replyTo as Email | null,
  subject: mail.subject,
  ...withSite({ ...words, codeId: mail.codeId }, system),
  unsubscribe: stopAddress(system, mail),
})

/** An end is final: a worker that comes late with another result (`due_at` is null then) changes nothing. */
const note = ({ db }: System, { id }: Waiting, result: Updateable<Database['mails']>) =>
  db.updateTable('mails').set(result).where('id', '=', id).where('dueAt', 'is not', null).execute()

/**
 * Mails contain what people wrote to us: they are deleted after 90 days, failed ones after a year. Those that state the
 * terms of a trade are kept as documents are.
 */
export async function forgetOldMails({ db, now }: System): Promise<number> {
  const days = (count: number) => addMinutes(now, -count * 24 * 60)
  const gone = await db
    .deleteFrom('mails')
    .where((is) => is.or([is('sentAt', '<', days(90)), is('keptAt', '<', days(90)), is('failedAt', '<', days(365))]))
    .where((is) => is.or([is('tradeRecord', '=', false), is('createdAt', '<', tradeRecordsBefore(now))]))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
