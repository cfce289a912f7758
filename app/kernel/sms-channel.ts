import type { Phone } from './phone.ts'

/** What carries a message to a phone; one that is sent again under the same id is the same message. `kept`: nobody does, it stays in the database to be looked at while one develops. */
export type SmsChannel =
  | { kind: 'kept'; description: string }
  | { kind: 'http'; description: string; send(to: Phone, text: string, id?: string): Promise<void> }
