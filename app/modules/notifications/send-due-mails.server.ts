import { sql } from 'kysely'
import type { Ctx } from '#authorization/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { Email } from '#kernel/email.ts'
import type { Encryption } from '#kernel/encryption.ts'
import type { PersonId } from '#kernel/ids.ts'
import { addMinutes } from '#kernel/jst.ts'
import type { NotificationTopic } from '#kernel/notification-enums.ts'
import { isBounce, type MailEngine, type OutgoingMail } from './mail-engine.ts'
import { type MailWords, wordsOf } from './mail-labels.server.ts'
import type { StoredKind } from './notification-kind.ts'
import { reasonText } from './reason-text.ts'
import { retryMinutes } from './retry-minutes.ts'
import { stopAddress } from './stop-address.server.ts'
import { withSite } from './with-site.server.ts'

type System = Omit<Ctx, 'actor'>
type Sender = System & { site: string; encryption: Encryption; kinds: readonly StoredKind[] }
type Claimed = Pick<
  Database['mails'],
  'id' | 'template' | 'recipient' | 'reply_to' | 'subject' | 'html' | 'text' | 'code_id'
> & { tries: number; data: unknown; person_id: PersonId | null; notice_kind: NotificationTopic | null }

/** How long one round claims mails; the next one, a minute later, continues. */
const roundMs = 60_000

/**
 * Sends what is due, one mail after the other. A worker claims a mail by moving its next try ahead, passing over
 * those that another is claiming (`skip locked`), and talks to the mail server with nothing locked. A process that
 * dies between the two leaves the mail to its next try. An address that the other side refuses for good is not tried again.
 * Only here are the words made (`kinds`), and do addresses get our origin (`site`) and their secrets (`encryption`): what is stored
 * holds neither. `forMs`: milliseconds after which no more are claimed.
 */
export async function sendDueMails(
  system: Sender,
  engine: MailEngine,
  forMs = roundMs,
): Promise<{ sent: number; failed: number }> {
  const done = { sent: 0, failed: 0 }
  const started = performance.now()
  while (performance.now() - started < forMs) {
    const mail = await claimDue(system)
    if (!mail) break
    done[await sendOne(system, engine, mail)] += 1
  }
  return done
}

async function sendOne(system: Sender, engine: MailEngine, mail: Claimed): Promise<'sent' | 'failed'> {
  const { words, error } = await trySending(system, engine, mail)
  if (error === null) {
    const end = engine.kind === 'kept' ? { kept_at: system.now } : { sent_at: system.now }
    await settle(system, mail, words, { ...end, last_error: null })
    return 'sent'
  }
  if (error.forGood || mail.tries > retryMinutes.length)
    await settle(system, mail, words, { failed_at: system.now, last_error: error.reason })
  else await noteError(system, mail, error.reason)
  return 'failed'
}

type Try = { words: MailWords | null; error: { reason: string; forGood: boolean } | null }

/** The words are missing where this version of the program does not know the kind: another one may. */
async function trySending(system: Sender, engine: MailEngine, mail: Claimed): Promise<Try> {
  let words: MailWords | null = null
  try {
    words = await wordsOf(system.kinds, mail)
    if (engine.kind !== 'kept') await engine.send(outgoing(system, mail, words))
    return { words, error: null }
  } catch (error) {
    return { words, error: { reason: reasonText(error), forGood: isBounce(error) } }
  }
}

const outgoing = (system: Sender, mail: Claimed, words: MailWords): OutgoingMail => ({
  id: mail.id,
  to: mail.recipient as Email | 'staff',
  replyTo: mail.reply_to as Email | null,
  subject: mail.subject,
  ...withSite({ ...words, code_id: mail.code_id }, system),
  unsubscribe: stopAddress(system, mail),
})

async function claimDue({ db, now }: System): Promise<Claimed | undefined> {
  const waits = sql<Date>`${now}::timestamptz + make_interval(mins => (${[...retryMinutes]}::int[])[least(tries + 1, ${retryMinutes.length}::int)])`
  return db
    .updateTable('mails')
    .set({ tries: sql`tries + 1`, due_at: waits })
    .where('id', '=', (from) =>
      from
        .selectFrom('mails')
        .select('id')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'template',
      'recipient',
      'reply_to',
      'subject',
      'data',
      'html',
      'text',
      'code_id',
      'tries',
      'notice_kind',
      'person_id',
    ])
    .executeTakeFirst()
}

/**
 * An end is final: a worker that comes late with another result (`due_at` is null then) changes nothing. From now on the words,
 * if any could be made, stay as they were sent.
 */
const settle = (
  { db }: System,
  { id }: Claimed,
  words: MailWords | null,
  end: { sent_at?: Date; kept_at?: Date; failed_at?: Date; last_error: string | null },
) =>
  db
    .updateTable('mails')
    .set({ ...end, ...(words && { ...words, data: null }), due_at: null })
    .where('id', '=', id)
    .where('due_at', 'is not', null)
    .execute()

const noteError = ({ db }: System, { id }: Claimed, error: string) =>
  db.updateTable('mails').set({ last_error: error }).where('id', '=', id).where('due_at', 'is not', null).execute()

/** Mails contain what people wrote to us: they are deleted after 90 days, failed ones after a year. */
export async function forgetOldMails({ db, now }: System): Promise<number> {
  const days = (count: number) => addMinutes(now, -count * 24 * 60)
  const gone = await db
    .deleteFrom('mails')
    .where((is) => is.or([is('sent_at', '<', days(90)), is('kept_at', '<', days(90)), is('failed_at', '<', days(365))]))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
