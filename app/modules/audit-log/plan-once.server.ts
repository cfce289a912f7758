import { sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'

/**
 * Until the transaction ends, PostgreSQL takes the plan that it keeps of a statement, for whatever values. For transactions of
 * many statements that find rows by their keys: planning them again for each list of ids took longer than running them.
 */
export async function planOnce(db: DbOrTx): Promise<void> {
  await sql`set local plan_cache_mode = force_generic_plan`.execute(db)
}
