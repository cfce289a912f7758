import type { LineAccount } from './line-message.ts'
import type { NotificationTopic, PushKeys, RingingChannel } from './notification-enums.ts'

/** A notification as it is handed to a channel. */
export type Outgoing = {
  /** The same for every attempt: the receiver recognises a repetition by it, and shows the notification once. */
  id: string
  /** A browser's push endpoint, a LINE account, a phone or fax number. */
  to: string
  keys: PushKeys | null
  kind: NotificationTopic
  title: string
  body: string
  /** Our page that it is about. */
  address: string
  /** The link by which a farm answers without signing in; null: no answer is needed. */
  answer: { address: string; token: string } | null
  /** The PDF of a fax; null for other channels. */
  sheet: Uint8Array | null
  /** Seconds for which the service may hold it; null: no limit. */
  usefulForSeconds: number | null
}

/**
 * The outcome of an attempt. `refused`: retrying changes nothing. `gone`: the address no longer exists and is not used
 * again. Anything thrown is retried later.
 */
export type Carried = { end: 'sent' } | { end: 'refused' | 'gone'; reason: string }

/** Delivers notifications. The engines are in infra/channels; `kept` only stores them. */
export type Channel = {
  name: RingingChannel
  kind: 'kept' | 'http'
  description: string
  /** The maximum number of concurrent deliveries. */
  atOnce: number
  send(message: Outgoing): Promise<Carried>
}

/** The channels of this installation; one that is not configured is not offered. */
export type Channels = Partial<Record<RingingChannel, Channel>>

/** All channels, and what pages have to know about them. */
export type Ringing = {
  channels: Channels
  /** null: LINE is not configured. */
  line: LineAccount | null
  /** The public key that browsers ask for; null: push is not offered. */
  pushKey: string | null
}
