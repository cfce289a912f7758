import type { Email } from '#kernel/email.ts'

export type OutgoingMail = {
  /** The same at every attempt, so that a mail that was sent twice is recognised as one. */
  id: string
  to: Email | 'staff'
  replyTo: Email | null
  subject: string
  html: string
  text: string
  /** Where mail programs unsubscribe from mails of this kind with one click (RFC 8058); null if it is mandatory. */
  unsubscribe: string | null
}

/** What sends mails. `kept` sends nothing: mails stay in the database, where they can be read. */
export type MailEngine = { kind: 'kept' } | { kind: 'smtp'; send(mail: OutgoingMail): Promise<void> }

/**
 * A permanent refusal of the receiver by the mail server (5xx): the address does not exist, or refuses us, and a retry
 * will not help. A refusal at the greeting or of the sender applies to everything until it is fixed: such mails wait.
 */
export const isBounce = (error: unknown): boolean =>
  error instanceof Error &&
  !('command' in error && typeof error.command === 'string' && !['RCPT TO', 'DATA'].includes(error.command)) &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 550 &&
  error.responseCode <= 554
