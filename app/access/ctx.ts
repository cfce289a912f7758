import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#infra/db/schema.ts'
import type { Firebase } from '#kernel/firebase.ts'
import type { Actor } from './actor.ts'

export type DbOrTx = Kysely<Database> | Transaction<Database>

/** All that a use case may touch: who asks, the database, the moment. */
export type Ctx = {
  actor: Actor
  db: Kysely<Database>
  now: Date
  /** When it was pressed on a device without a signal, if it comes later than that; never after `now`. */
  pressedAt?: Date
  /** Who proves who people are, and keeps their passwords, where that is not ourselves. */
  firebase?: Firebase | null
}
