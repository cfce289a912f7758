import type { Phone } from './phone.ts'

/**
 * Sends a text message; a repetition under the same id is the same message. `kept`: nothing is sent, the message stays
 * in the database to be read during development.
 */
export type SmsChannel =
  | { kind: 'kept'; description: string }
  | { kind: 'http'; description: string; send(to: Phone, text: string, id?: string): Promise<void> }
