import { Kysely, type PostgresPool } from 'kysely'
import type { Database } from './schema.ts'
import { columnNames, StatementDialect } from './statement-compiler.ts'

export type Db = Kysely<Database>

/**
 * One pool, one Kysely: tables and columns are camelCase in TypeScript and snake_case in the database and in the text of
 * `sql`. The content of JSON columns stays as it is. `onQuery` lets a test count the queries of a page.
 */
export function kyselyOn(pool: PostgresPool, onQuery?: (sql: string) => void): Db {
  return new Kysely<Database>({
    dialect: new StatementDialect({ pool }),
    plugins: [columnNames],
    log: (event) => {
      if (onQuery && event.level === 'query') onQuery(event.query.sql)
    },
  })
}
