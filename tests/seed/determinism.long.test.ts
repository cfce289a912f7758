import { expect, test } from 'vitest'
import { at } from '#kernel/jst.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { seed, sqlOn } from './market.ts'

const tables = ['people', 'farms', 'products', 'lots', 'purchases', 'orders', 'order_lines', 'events', 'parcels']
const twins = [testDatabase(2), testDatabase(2)]

// On a summer afternoon, so that another month is seeded than in the other tests.
const now = at('2026-07-15 13:05')

/** One hash over all rows of a table, in the order of their ids. */
async function fingerprints(database: TestDatabase): Promise<unknown[]> {
  const prints: unknown[] = [{ ...(await seed(database.pool, now)), seconds: 0 }]
  const sql = sqlOn(() => database.pool)
  for (const table of tables) {
    prints.push(
      await sql(`select '${table}', md5(string_agg(md5(${table}::text), '' order by id)) as hash from ${table}`),
    )
  }
  return prints
}

test('the same moment gives the same rows, ids included', async () => {
  const [first, second] = await Promise.all(twins.map(fingerprints))
  expect(first).toEqual(second)
}, 240_000)
