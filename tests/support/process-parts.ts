import type pg from 'pg'
import { type ChangeFeed, changeFeed } from '../../app/infra/db/change-feed.server.ts'
import { type Db, kyselyOn } from '../../app/infra/db/kysely.server.ts'
import { hearOwnChanges } from '../../app/infra/db/own-changes.server.ts'
import { attachChanges } from '../../app/kernel/changes.ts'
import { loadColumns } from '../../app/modules/products/catalog/columns/kept-columns.server.ts'
import { aPool } from './pool.ts'

/** The caches of a process of the app: a pool of its own, and its feed of changes. */
export type ProcessParts = {
  db: Db
  feed: ChangeFeed
  /** What it has asked of the database since this was emptied. */
  queries: string[]
  end(): Promise<void>
}

export async function processParts(config: pg.ClientConfig): Promise<ProcessParts> {
  const pool = aPool({ ...config, max: 3 })
  const queries: string[] = []
  const db = kyselyOn(pool, (sql) => queries.push(sql))
  const feed = await changeFeed({
    connection: config,
    channels: ['live_doors', 'catalogue', 'search_rows', 'orders'],
    onNotice: () => {},
  })
  hearOwnChanges(pool, feed)
  attachChanges(db, feed)
  await loadColumns(db)
  queries.length = 0
  return {
    db,
    feed,
    queries,
    end: async () => {
      await feed.close()
      await pool.end()
    },
  }
}
