import type { ReactElement } from 'react'
import type { DbOrTx } from '#access/ctx.ts'
import type { Email } from '#kernel/email.ts'
import { newId } from '#kernel/ids.ts'
import { renderMail } from './render-mail.server.ts'

export type NewMail = {
  /** What is told, to whom: `inquiry:<id>:received`. The same key is queued once, however often it is asked. */
  key: string
  /** The template's name, as the developer page shows it. */
  template: string
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

/** A header is one line: whatever somebody called themselves, nothing follows after it. */
const oneLine = (subject: string) =>
  subject
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 200)
