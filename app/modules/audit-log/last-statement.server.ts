import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'

/** Statements that end a mutation, as parts of a `with`: each has a name of its own, and none sees what another writes. */
type Parts = readonly RawBuilder<unknown>[]

/** `last`: the rest of the transaction neither reads nor changes what is written. */
export type When = 'now' | 'last'

const waiting = new WeakMap<DbOrTx, Parts>()

/**
 * Writes in one statement. `last`: in a mutation it waits for its last statement, which stores the result under the key, and so
 * costs none of its own; elsewhere it is written at once, too.
 */
export async function write(db: DbOrTx, parts: Parts, when: When): Promise<void> {
  const before = waiting.get(db)
  if (before && when === 'last') waiting.set(db, [...before, ...parts])
  else await sql`with ${sql.join(parts)} select`.execute(db)
}

/** From now on what is written last waits. */
export const waitForLast = (db: DbOrTx): void => void waiting.set(db, [])

/** What has waited, as the `with` of the last statement. */
export function allThatWaited(db: DbOrTx): RawBuilder<unknown> {
  const parts = waiting.get(db) ?? []
  waiting.delete(db)
  return parts.length > 0 ? sql`with ${sql.join(parts)}` : sql``
}
