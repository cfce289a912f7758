import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#infra/db/schema.ts'
import type { Cards } from '#kernel/cards.ts'
import type { CarrierTracking } from '#kernel/carrier-tracking.ts'
import type { Firebase } from '#kernel/firebase.ts'
import type { Actor } from './actor.ts'

export type DbOrTx = Kysely<Database> | Transaction<Database>

/** Everything that a use case may touch: the actor, the database, the time. */
export type Ctx = {
  actor: Actor
  db: Kysely<Database>
  now: Date
  /** When it was submitted on an offline device, if it arrives later than that; never after `now`. */
  pressedAt?: Date
  /** The external identity provider that verifies users and stores their passwords, if there is one. */
  firebase?: Firebase | null
  /** The provider of card payments, if cards are offered. */
  cards?: Cards | null
  /** The service that knows where parcels are, if there is one. */
  tracking?: CarrierTracking | null
  /** In production, what is only for a demonstration does not count. */
  isProduction?: boolean
}
