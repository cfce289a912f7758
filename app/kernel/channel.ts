import type { LineAccount } from './line-message.ts'
import type { NoticeKind, PushKeys, RingingChannel } from './notice-words.ts'

/** A notice as a channel is given it to carry. */
export type Outgoing = {
  /** The same at every try: the other side knows a repeated one by it, and shows it once. */
  id: string
  /** A browser's address, a LINE account, a number of a phone or a fax. */
  to: string
  keys: PushKeys | null
  kind: NoticeKind
  title: string
  body: string
  /** The page of ours that it is about. */
  address: string
  /** How a farm answers it without signing in; null: nothing is asked. */
  answer: { address: string; token: string } | null
  /** What goes over the line to a fax, as PDF; null for the others. */
  sheet: Uint8Array | null
  /** Seconds for which the other side may keep it; null: as long as it likes. */
  usefulForSeconds: number | null
}

/**
 * What became of a try. `refused`: trying again changes nothing. `gone`: nobody is there any more, and the address is not
 * used again. Whatever is thrown is tried again later.
 */
export type Carried = { end: 'sent' } | { end: 'refused' | 'gone'; reason: string }

/** Something that carries notices to where they ring. The engines are in infra/channels; `kept` has nobody to carry them. */
export type Channel = {
  name: RingingChannel
  kind: 'kept' | 'http'
  description: string
  /** How many may be on their way at the same moment. */
  atOnce: number
  send(message: Outgoing): Promise<Carried>
}

/** The channels of this installation; one that is not set up is not offered. */
export type Channels = Partial<Record<RingingChannel, Channel>>

/** Everything that rings, and what pages have to know of it. */
export type Ringing = {
  channels: Channels
  /** null: LINE is not set up. */
  line: LineAccount | null
  /** Our half of the key that browsers ask for; null: push is not offered. */
  pushKey: string | null
}
