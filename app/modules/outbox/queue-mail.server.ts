import type { ReactElement } from 'react'
import type { DbOrTx } from '#access/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { newId } from '#kernel/ids.ts'
import type { MailTemplate } from './mail-templates.ts'
import { renderMail } from './render-mail.server.ts'

export type NewMail = {
  /** What is told, to whom: `inquiry:<id>:received`. The same key is queued once, however often it is asked. */
  key: string
  template: MailTemplate
  /** `staff` is whoever answers for us (MAIL_STAFF). */
  to: Email | 'staff'
  replyTo?: Email
  subject: string
  /** A MailFrame with what is to be said. */
  body: ReactElement
}

/**
 * Puts a mail into the outbox in the transaction of what it tells of: nothing is told that was rolled back,
 * and nothing that happened is kept back by a mail server that is away.
 */
export async function queueMail(db: DbOrTx, now: Date, mail: NewMail): Promise<void> {
  const { html, text } = await renderMail(mail.body)
  await db
    .insertInto('mails')
    .values({
      id: newId<'mail'>(),
      key: mail.key,
      template: mail.template,
      recipient: mail.to,
      reply_to: mail.replyTo ?? null,
      subject: oneLine(mail.subject),
      html,
      text,
      created_at: now,
      due_at: now,
      last_error: null,
      sent_at: null,
      kept_at: null,
      failed_at: null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/**
 * The same words to many: written once, queued in one statement. Whoever has had the mail of their key gets none. A
 * hundred thousand at a time would be a long statement; call it with some hundreds.
 */
export async function queueMails(
  db: DbOrTx,
  now: Date,
  mail: Pick<NewMail, 'template' | 'subject' | 'body'> & { to: readonly Pick<NewMail, 'key' | 'to'>[] },
): Promise<void> {
  if (mail.to.length === 0) return
  const { html, text } = await renderMail(mail.body)
  const subject = oneLine(mail.subject)
  const rows = mail.to.map(({ key, to }) => ({
    id: newId<'mail'>(),
    key,
    template: mail.template,
    recipient: to,
    reply_to: null,
    subject,
    html,
    text,
    created_at: now,
    due_at: now,
    last_error: null,
    sent_at: null,
    kept_at: null,
    failed_at: null,
  }))
  await db
    .insertInto('mails')
    .values(rows)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** A header is one line: whatever somebody called themselves, nothing follows after it. */
const oneLine = (subject: string) =>
  subject
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)
