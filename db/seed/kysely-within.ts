import type pg from 'pg'
import { type Db, kyselyOn } from '#infra/db/kysely.server.ts'

/**
 * For what the app does by Kysely, within the seed's transaction: a pool of this one connection, which is never
 * released.
 */
export const kyselyWithin = (client: pg.PoolClient): Db =>
  kyselyOn({
    connect: async () =>
      new Proxy(client, {
        get: (target, key) => {
          if (key === 'release') return () => {}
          if (key === 'query')
            return (text: string, values?: unknown[]) => target.query(withinOurs[text] ?? text, values)
          const value: unknown = Reflect.get(target, key)
          return typeof value === 'function' ? value.bind(target) : value
        },
      }),
    end: async () => {},
    options: {},
  })

/** A transaction of a use case is a part of the seed's. */
const withinOurs: Readonly<Record<string, string>> = {
  begin: 'savepoint part',
  commit: 'release savepoint part',
  rollback: 'rollback to savepoint part',
}
