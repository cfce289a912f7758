import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aFarm } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()

const migration = readFileSync('db/migrations/0115-freight-tables.sql', 'utf8')
const kept = migration.slice(migration.indexOf('with made as'))

const rows = async () =>
  (await test_.pool.query('select kind, origin, destination, yen from freight_rows order by 1, 2, 3')).rows

test('an installation with farms keeps the figures by which it charged; an empty one gets none', async () => {
  const ofDemo = await rows()
  expect(ofDemo).toHaveLength(146)
  await test_.pool.query('truncate freight_tables, freight_rows')
  await test_.pool.query(kept)
  expect(await rows()).toEqual([])
  await aFarm(test_.db)
  await test_.pool.query(kept)
  expect(await rows()).toEqual(ofDemo)
  expect((await test_.pool.query('select is_demo, carrier, farm_id from freight_tables')).rows).toEqual([
    { is_demo: true, carrier: 'yamato', farm_id: null },
  ])
})

test.each([
  ['a negative price', 'lane', 'kanto', 'kanto', '{1,2,3,-4,5,6}'],
  ['five prices', 'lane', 'kanto', 'kanto', '{1,2,3,4,5}'],
  ['a lane without its last size', 'lane', 'kanto', 'kanto', '{1,2,3,4,5,null}'],
  ['a cool row without 120', 'chilled', '', '', '{1,2,3,null,null,null}'],
  ['a cool row of a place', 'frozen', '', 'kanto', '{1,2,3,4,null,null}'],
  ['an island without a postal code', 'island', '', 'kanto', '{1,2,3,4,5,6}'],
  ['an unknown kind', 'discount', '', '', '{1,2,3,4,5,6}'],
])('%s is refused', async (_, kind, origin, destination, yen) => {
  const [table] = (
    await test_.pool.query(
      `insert into freight_tables (id, carrier, number, valid_from, made_by, created_at)
       values (gen_random_uuid(), gen_random_uuid()::text, 1, '2027-01-01', '係', now()) returning id`,
    )
  ).rows
  await expect(
    test_.pool.query('insert into freight_rows values ($1, $2, $3, $4, $5::integer[])', [
      table.id,
      kind,
      origin,
      destination,
      yen,
    ]),
  ).rejects.toMatchObject({ code: '23514' })
})
