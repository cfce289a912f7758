import type { JstDate } from './jst.ts'
import type { Yen } from './yen.ts'

/** A saved card, as the provider calls and shows it. The number is known to the provider only. */
export type SavedCard = { method: string; brand: string; lastFour: string; expiresOn: JstDate }

/** What the provider says of an amount that is held on a card. */
export type HoldAnswer =
  | { state: 'held'; intent: string; until: Date }
  /** The bank asks for 3-D Secure at this address. */
  | { state: 'proving'; intent: string; url: string }
  | { state: 'failed'; intent: string | null; failure: string }
  | { state: 'captured'; intent: string; yen: Yen }
  | { state: 'released'; intent: string }

export type NewHold = {
  /** A repeated request with the same id is the same hold. */
  id: string
  customer: string
  method: string
  yen: Yen
  /** Where the chef comes back after 3-D Secure; null: no user is present to authenticate. */
  backTo: string | null
}

export type CardDispute = { id: string; intent: string; yen: Yen; reason: string; state: 'open' | 'won' | 'lost' }

/** Which of our rows a webhook is about. What has happened is then asked, not read from it. */
export type CardEvent = { about: 'intent' | 'session' | 'dispute' | 'refund'; id: string }

/** The provider of card payments. Throws CardsUnavailable if it is unknown whether a request was processed. */
export interface Cards {
  /** Where a form may lead to: the pages of the provider. */
  readonly pages: readonly string[]
  customer(restaurantId: string): Promise<string>
  /** The address of the page on which a card is saved. */
  startSaving(asked: { restaurantId: string; customer: string; done: string; cancelled: string }): Promise<string>
  /** null: no card was saved there. */
  savedIn(session: string): Promise<{ restaurantId: string; customer: string; card: SavedCard } | null>
  forget(method: string): Promise<void>
  hold(asked: NewHold): Promise<HoldAnswer>
  look(intent: string): Promise<HoldAnswer>
  capture(asked: { id: string; intent: string; yen: Yen }): Promise<HoldAnswer>
  release(intent: string): Promise<HoldAnswer>
  /** The failure, or null. */
  refund(asked: { id: string; intent: string; yen: Yen }): Promise<string | null>
  /** A refund by the provider's name for it: which of ours it is, and why it failed; null: none of ours. */
  refundOf(id: string): Promise<{ id: string; failure: string | null } | null>
  dispute(id: string): Promise<CardDispute | null>
  /** null: not signed by the provider; `ignored`: nothing of ours. */
  event(body: Uint8Array, signature: string | null): CardEvent | 'ignored' | null
}

/** The provider did not answer, or said that it cannot at present: the same request is made again. */
export class CardsUnavailable extends Error {
  override name = 'CardsUnavailable'
}
