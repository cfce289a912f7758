import pg from 'pg'

/**
 * A pool whose database may be dropped as soon as it has ended: connections that are still closing are then told so, and
 * without a listener that would end the process.
 */
export function aPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {})) // as in the app: the query that ran says it
  return pool
}
