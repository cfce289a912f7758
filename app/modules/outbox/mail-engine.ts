import type { Email } from '#kernel/email.ts'

export type OutgoingMail = {
  /** The same at every try, so that a mail that went out twice is recognised as one. */
  id: string
  to: Email | 'staff'
  replyTo: Email | null
  subject: string
  html: string
  text: string
  /** Where mail programs stop mails of this kind, with one press (RFC 8058); null: it is nobody's to stop. */
  unsubscribe: string | null
}

/** What carries mails away. `kept` has nobody to carry them: they stay in the database, to be looked at. */
export type MailEngine = { kind: 'kept' } | { kind: 'smtp'; send(mail: OutgoingMail): Promise<void> }

/**
 * A mail server that says so (5xx to the receiver) will not have it tomorrow either: the address does not exist, or refuses us.
 * One that greets us so, or does not take us as the sender, refuses everything until that is mended: such mails wait.
 */
export const isBounce = (error: unknown): boolean =>
  error instanceof Error &&
  !('command' in error && typeof error.command === 'string' && !['RCPT TO', 'DATA'].includes(error.command)) &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 550 &&
  error.responseCode <= 554
