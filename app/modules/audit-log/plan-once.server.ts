import { sql } from 'kysely'

/**
 * Selected in a transaction: until it ends, PostgreSQL takes the plan that it keeps of a statement, for whatever values. For
 * transactions of many statements that find rows by their keys: planning them again for each list of ids took longer than
 * running them.
 */
export const planOnce = sql<string>`set_config('plan_cache_mode', 'force_generic_plan', true)`
