import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#infra/db/schema.ts'
import { compiledOnce } from './compiled-once.server.ts'

type Sent = { sql: string; parameters: readonly unknown[] }

/** A database that says what it was sent. */
function aDatabase() {
  const sent: Sent[] = []
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => {
      sent.push({ sql: query.sql, parameters: query.parameters })
    },
  })
  return { db, sent }
}

const samples = [
  { day: '2001-01-01', ids: ['a'] },
  { day: '2002-02-02', ids: ['b'] },
] as const
type Values = { day: string; ids: readonly string[] }

test('is built once for each shape, and filled in with the values of each call', async () => {
  const { db, sent } = aDatabase()
  let built = 0
  const run = compiledOnce<Values, { limit: number }, unknown>(samples, (_, { day, ids }, { limit }) => {
    built++
    return sql`select ${day}, ${'always'}, ${ids}, ${day} limit ${sql.lit(limit)}`
  })
  await run(db, { limit: 1 }, { day: '2026-11-24', ids: ['c', 'd'] })
  await run(db, { limit: 1 }, { day: '2026-11-25', ids: [] })
  await run(db, { limit: 2 }, { day: '2026-11-26', ids: ['e'] })
  expect(sent).toEqual([
    { sql: 'select $1, $2, $3, $4 limit 1', parameters: ['2026-11-24', 'always', ['c', 'd'], '2026-11-24'] },
    { sql: 'select $1, $2, $3, $4 limit 1', parameters: ['2026-11-25', 'always', [], '2026-11-25'] },
    { sql: 'select $1, $2, $3, $4 limit 2', parameters: ['2026-11-26', 'always', ['e'], '2026-11-26'] },
  ])
  expect(built).toBe(4)
})

test.each([
  ['a parameter that is made of a value', ({ day }: Values) => sql`select ${`${day} 00:00`}`],
  ['a text that depends on a value', ({ day }: Values) => sql`select ${sql.lit(day)}`],
])('refuses %s', async (_, build) => {
  const { db, sent } = aDatabase()
  const run = compiledOnce<Values, null, unknown>(samples, (_, values) => build(values))
  await expect(run(db, null, samples[0])).rejects.toThrow(TypeError)
  expect(sent).toEqual([])
})

test.each([
  ['a value that is the same in both', [samples[0], { ...samples[1], day: samples[0].day }], /the same day/],
  [
    'two values that cannot be told apart',
    [
      { a: 1, b: 1 },
      { a: 2, b: 2 },
    ],
    /told apart/,
  ],
] as const)('refuses samples with %s', (_, [one, other], why) => {
  expect(() => compiledOnce<Record<string, unknown>, null, unknown>([one, other], () => sql`select 1`)).toThrow(why)
})
