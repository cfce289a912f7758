import { createHash } from 'node:crypto'
import type { ReactElement } from 'react'
import type { DbOrTx } from '#access/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { type MailedCodeId, newId, type PersonId } from '#kernel/ids.ts'
import type { NoticeKind } from '#kernel/notice-words.ts'
import type { MailTemplate } from './mail-templates.ts'
import { gatherForDigest, type MailReader, mailReaders } from './notices/mail-reader.server.ts'
import { kindOfTemplate } from './notices/notice-kinds.ts'
import { noticeWords } from './notices/notice-words.server.ts'
import { type NewNotice, notify } from './notices/notify.server.ts'
import { nextDigestAt } from './notices/quiet-hours.ts'
import { renderMail } from './render-mail.server.ts'

/**
 * `staff` is our own address (MAIL_STAFF). `{ personId }`: a user who signed in by phone and gave no address; they get
 * no mail, but notifications are stored and delivered through other channels.
 */
export type MailTo = Email | 'staff' | { personId: PersonId }

/** Where a person with an account is written to. */
export const mailToOf = ({ personId, email }: { personId: PersonId; email: string | null }): MailTo =>
  email === null ? { personId } : (email as Email)

export type NewMail = {
  /** Event and receiver: `inquiry:<id>:received`. Idempotent: the same key is queued once. */
  key: string
  template: MailTemplate
  to: MailTo
  replyTo?: Email
  subject: string
  /** A MailFrame with the content; our addresses by `ourPage`. */
  body: ReactElement
  /** The code whose id is in its link: the secret is inserted when the mail is sent. */
  codeId?: MailedCodeId
  /** If its kind differs from its template's: an order that waits for an answer. */
  kind?: NoticeKind
  /**
   * Properties of its notification beyond the text (`path`: if it has no button); `apart`: the caller notifies of its
   * contents one by one (order-digest.server.tsx).
   */
  notice?: Partial<Pick<NewNotice, 'path' | 'orderId' | 'answerLinkId' | 'usefulUntil'>> | 'apart'
}

type Receiver = Pick<NewMail, 'key' | 'to'>

/**
 * Queues a mail in the transaction of its cause: nothing is sent that was rolled back, and nothing waits for an
 * unavailable mail server. If it is a notification to a person with an account, that is stored as well, and the mail
 * follows their settings (docs/decisions/0042).
 */
export const queueMail = (db: DbOrTx, now: Date, { key, to, ...mail }: NewMail): Promise<void> =>
  queueMails(db, now, { ...mail, to: [{ key, to }] })

/**
 * The same mail to many: rendered once, queued in one statement. Receivers whose key was already used get none. For
 * some hundreds at a time; a hundred thousand would be one long statement.
 */
export async function queueMails(
  db: DbOrTx,
  now: Date,
  { to, ...rest }: Omit<NewMail, 'key' | 'to'> & { to: readonly Receiver[] },
): Promise<void> {
  if (to.length === 0) return
  const mail = { ...rest, to: to.map((it) => ({ ...it, key: storedKey(it.key) })) }
  const { html, text } = await renderMail(mail.body)
  const subject = oneLine(mail.subject)
  const kind = mail.kind ?? kindOfTemplate[mail.template]
  const told = kind ? await tellReaders(db, now, { ...mail, kind, subject, html }) : null
  const rows = mail.to.flatMap(({ key, to }) => {
    if (typeof to !== 'string') return []
    const reader = told?.get(to)
    return reader && reader.pace !== 'now' ? [] : [{ key, to, personId: reader?.personId ?? null }]
  })
  if (rows.length === 0) return
  await db
    .insertInto('mails')
    .values(rows.map(({ key, to, personId }) => rowOf(now, { ...mail, key, to, personId, kind, subject, html, text })))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

const longestKey = 200

/**
 * A key contains an address, and addresses have up to 254 letters: a key too long for its column would fail the
 * transaction that causes it, and everything queued behind. The end of a long key is replaced by its digest.
 */
function storedKey(key: string): string {
  if ([...key].length <= longestKey) return key
  const digest = createHash('sha256').update(key).digest('base64url')
  return `${key.slice(0, longestKey - digest.length - 1)}~${digest}`
}

type Told = Pick<NewMail, 'notice'> & { to: readonly Receiver[]; kind: NoticeKind; subject: string; html: string }

/** Notifies each receiver of a mail who has an account. */
async function tellReaders(db: DbOrTx, now: Date, mail: Told): Promise<Map<string, MailReader>> {
  const addresses = mail.to.flatMap(({ to }) => (to === 'staff' || typeof to !== 'string' ? [] : [to]))
  const readers = addresses.length > 0 ? await mailReaders(db, mail.kind, addresses) : new Map<string, MailReader>()
  if (mail.notice === 'apart') return readers
  const words = noticeWords(mail)
  const notices = mail.to.flatMap(({ key, to }): (NewNotice & { gathered: boolean })[] => {
    const reader = typeof to === 'string' ? readers.get(to) : { ...to, pace: 'off' as const }
    if (!reader) return []
    const about = { ...words, ...(mail.notice !== 'apart' && mail.notice), kind: mail.kind }
    return [{ ...about, key, personId: reader.personId, gathered: reader.pace === 'daily' }]
  })
  await notify(db, now, notices)
  const gathered = notices.flatMap(({ key, gathered }) => (gathered ? [key] : []))
  if (gathered.length > 0) await gatherForDigest(db, nextDigestAt(now), gathered)
  return readers
}

type Row = Omit<NewMail, 'body' | 'notice' | 'kind' | 'to'> & {
  to: Email | 'staff'
  personId: PersonId | null
  kind: NoticeKind | null
  html: string
  text: string
}

const rowOf = (now: Date, mail: Row) => ({
  id: newId<'mail'>(),
  key: mail.key,
  template: mail.template,
  recipient: mail.to,
  reply_to: mail.replyTo ?? null,
  subject: mail.subject,
  html: mail.html,
  text: mail.text,
  code_id: mail.codeId ?? null,
  created_at: now,
  due_at: now,
  last_error: null,
  sent_at: null,
  kept_at: null,
  failed_at: null,
  person_id: mail.personId,
  notice_kind: mail.personId && mail.kind,
})

/** A header is one line: names of users cannot add another. */
const oneLine = (subject: string) =>
  subject
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)
