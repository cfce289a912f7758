import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type { Database } from './schema.ts'

export type Db = Kysely<Database>

/** One pool, one Kysely. `onQuery` lets a test count the queries of a page. */
export function kyselyOn(pool: PostgresPool, onQuery?: (sql: string) => void): Db {
  return new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => {
      if (onQuery && event.level === 'query') onQuery(event.query.sql)
    },
  })
}
