import type { Phone } from './phone.ts'

/** What carries a message to a phone. `kept`: nobody does, it stays in the database to be looked at while one develops. */
export type SmsChannel =
  | { kind: 'kept'; description: string }
  | { kind: 'http'; description: string; send(to: Phone, text: string): Promise<void> }
