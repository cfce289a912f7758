/**
 * One process that uses the embedded database, run by the tests beside this file: `node member.ts <data dir> [insert]`.
 * Prints `{"adopted":…}` when it is ready, and with `insert` every row that was acknowledged. Ends on SIGTERM.
 */
import pg from 'pg'
import { startEmbeddedPostgres } from '../../app/infra/db/embedded-postgres.server.ts'

const [dataDir = '', work] = process.argv.slice(2)
const server = await startEmbeddedPostgres({ dataDir })
const pool = new pg.Pool({ ...server.connection, max: 4 })
pool.on('error', () => {})
process.on('SIGTERM', async () => {
  await pool.end()
  await server.stop()
  process.exit(0)
})
console.log(JSON.stringify({ adopted: server.adopted, dataDir: server.dataDir, connection: server.connection }))

if (work === 'insert') {
  await pool.query('create table if not exists promise (id serial primary key)')
  for (;;) {
    const { rows } = await pool.query<{ id: number }>('insert into promise default values returning id')
    console.log(JSON.stringify({ promised: rows[0]?.id }))
  }
}
