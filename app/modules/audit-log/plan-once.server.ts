import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'

/**
 * Selected in a transaction: until it ends, PostgreSQL takes the plan that it keeps of a statement, for whatever values. For
 * transactions of many statements that find rows by their keys: planning them again for each list of ids took longer than
 * running them.
 */
export const planOnce = sql<string>`set_config('plan_cache_mode', 'force_generic_plan', true)`

const keeping = new WeakMap<DbOrTx, DbOrTx>()

/** From now on what is sent over `keepingPlans(db)` goes to the connections of `kept`, on which this is always so. */
export const keepPlansOn = (db: DbOrTx, kept: DbOrTx): void => void keeping.set(db, kept)

/** For one statement that only reads, outside of a transaction; a transaction is returned itself. */
export const keepingPlans = (db: DbOrTx): DbOrTx => keeping.get(db) ?? db
