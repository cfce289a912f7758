import { sql } from 'kysely'
import type { Ctx } from '#access/ctx.ts'
import type { Database } from '#infra/db/schema.ts'
import type { Email } from '#kernel/email.ts'
import type { PersonId } from '#kernel/ids.ts'
import { addMinutes } from '#kernel/jst.ts'
import type { NoticeKind } from '#kernel/notice-words.ts'
import type { Vault } from '#kernel/vault.ts'
import { isBounce, type MailEngine } from './mail-engine.ts'
import { stopAddress } from './notices/stop-address.server.ts'
import { reasonText } from './reason-text.ts'
import { withSite } from './with-site.server.ts'

type System = Omit<Ctx, 'actor'>
type Claimed = Pick<Database['mails'], 'id' | 'recipient' | 'reply_to' | 'subject' | 'html' | 'text' | 'code_id'> & {
  tries: number
  notice_kind: NoticeKind | null
  person_id: PersonId | null
}

/**
 * Minutes between attempts: about a day and a half in all, which outlasts a mail server that is unavailable overnight.
 * After the last one we give up, and the mail is shown as failed.
 */
export const retryMinutes = [2, 5, 15, 60, 180, 720, 1_440] as const

/** How long one round claims mails; the next one, a minute later, continues. */
const roundMs = 60_000

/**
 * Sends what is due, one mail after the other. A worker claims a mail by postponing its next attempt, skipping those
 * that another worker is claiming (`skip locked`), and calls the mail server with nothing locked. If a process dies in
 * between, the mail is retried. An address that the other side refuses permanently is not retried. Only here do
 * addresses get our origin (`site`) and their secrets (`vault`): what is stored contains neither. `forMs`: milliseconds
 * after which no more are claimed.
 */
export async function sendDueMails(
  system: System & { site: string; vault: Vault },
  engine: MailEngine,
  forMs = roundMs,
): Promise<{ sent: number; failed: number }> {
  if (engine.kind === 'kept') return { sent: await keepDue(system), failed: 0 }
  const done = { sent: 0, failed: 0 }
  const started = performance.now()
  while (performance.now() - started < forMs) {
    const mail = await claimDue(system)
    if (!mail) break
    const error = await engine
      .send({
        id: mail.id,
        to: mail.recipient as Email | 'staff',
        replyTo: mail.reply_to as Email | null,
        subject: mail.subject,
        ...withSite(mail, system),
        unsubscribe: stopAddress(system, mail),
      })
      .then(
        () => null,
        (error: unknown) => ({ reason: reasonText(error), forGood: isBounce(error) }),
      )
    if (error === null) await settle(system, mail, { sent_at: system.now, last_error: null })
    else if (error.forGood || mail.tries > retryMinutes.length)
      await settle(system, mail, { failed_at: system.now, last_error: error.reason })
    else await noteError(system, mail, error.reason)
    done[error === null ? 'sent' : 'failed'] += 1
  }
  return done
}

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
      'recipient',
      'reply_to',
      'subject',
      'html',
      'text',
      'code_id',
      'tries',
      'notice_kind',
      'person_id',
    ])
    .executeTakeFirst()
}

async function keepDue({ db, now }: System): Promise<number> {
  const kept = await db
    .updateTable('mails')
    .set({ kept_at: now, due_at: null })
    .where('due_at', '<=', now)
    .executeTakeFirst()
  return Number(kept.numUpdatedRows)
}

/** A result is final: a later one (`due_at` is null then) changes nothing. */
const settle = (
  { db }: System,
  { id }: Claimed,
  end: { sent_at?: Date; failed_at?: Date; last_error: string | null },
) =>
  db
    .updateTable('mails')
    .set({ ...end, due_at: null })
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
