import type { Email } from '#kernel/email.ts'

export type OutgoingMail = {
  /** The same at every try, so that a mail that went out twice is recognised as one. */
  id: string
  to: Email | 'staff'
  replyTo: Email | null
  subject: string
  html: string
  text: string
}

/** What carries mails away. `kept` has nobody to carry them: they stay in the database, to be looked at. */
export type MailEngine = { kind: 'kept' } | { kind: 'smtp'; send(mail: OutgoingMail): Promise<void> }
