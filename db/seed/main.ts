/**
 * Fills the database with the demo market: `node db/seed/main.ts [--products 100000]`. It opens DATABASE_URL, or else
 * the database of this repository. The password of the demo accounts may be given in DEMO_PASSWORD.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openDatabase } from '#infra/db/connect.server.ts'
import { kyselyOn } from '#infra/db/kysely.server.ts'
import { migrateToLatest } from '#infra/db/migrate.server.ts'
import { seedDemo } from './seed.ts'

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { products: { type: 'string', default: '600' } } })
const products = Number(values.products)
if (!Number.isSafeInteger(products) || products < 100 || products > 1_000_000)
  throw new RangeError('--products takes a number from 100 to 1000000')

const database = await openDatabase({
  databaseUrl: process.env.DATABASE_URL,
  dataDir: process.env.DATA_DIR ?? join(root, '.data'),
})
try {
  await migrateToLatest(kyselyOn(database.pool), join(root, 'db/migrations'))
  const password = process.env.DEMO_PASSWORD ?? 'une-to-sara-demo'
  const summary = await seedDemo(database.pool, { now: new Date(), products, password })
  console.log(summary.seeded ? 'The demo market is there.' : 'The demo market was there already; nothing was changed.')
  console.log(summary)
} finally {
  await database.close()
}
