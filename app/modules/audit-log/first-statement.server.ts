import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'

/** A call of a function of the database that returns one row. */
export type FirstCall<Row> = RawBuilder<Row>

const answers = new WeakMap<DbOrTx, unknown>()

/** The row of the function that a mutation calls with the insert of its key, for the transaction that begins so. */
export const answerFirst = (db: DbOrTx, row: unknown): void => void answers.set(db, row)

/** The row of this call: of the first statement, if the mutation declares it so (`first`), otherwise asked now. */
export async function askedFirst<Row>(db: DbOrTx, call: FirstCall<Row>): Promise<Row | undefined> {
  const known = answers.get(db)
  if (known !== undefined) {
    answers.delete(db)
    return known as Row
  }
  return (await sql<Row>`select * from ${call}`.execute(db)).rows[0]
}
