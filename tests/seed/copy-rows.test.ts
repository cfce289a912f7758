import type pg from 'pg'
import { expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { insertRows, type Row } from '../../db/seed/bulk.ts'
import { insertMany } from '../../db/seed/bulk-load.ts'
import { copyRows, copyValues } from '../../db/seed/copy-rows.ts'
import { testDatabase } from '../support/database.ts'

const database = testDatabase()

/** What is read within a transaction that is rolled back. */
async function within<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    return await work(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const oddTexts = ['a\\b', 'a\tb', '一行\n二行\r\n', '\\N', '"引用"', '{a,b}', 'NULL', '', ' ', '𠮷野', "it's"]

const events: Partial<Row<'events'>>[] = oddTexts.map((text, nth) => ({
  id: newId<'event'>(),
  at: at(`2026-11-24 11:0${nth % 10}`),
  kind: 'copied',
  actorKind: 'system',
  actorName: text,
  reason: nth % 2 === 0 ? null : text,
  data: nth % 2 === 0 ? { text, list: [1, null, { text }] } : {},
}))

const items: Partial<Row<'produceItems'>>[] = oddTexts.map((text, nth) => ({
  key: `copied_${nth}`,
  category: 'leaf',
  parentKey: nth % 2 === 0 ? null : 'cabbage',
  name: `物${nth}`,
  words: [text, ...oddTexts.slice(0, nth)],
  position: nth,
}))

test.each([
  ['events', events, "select * from events where kind = 'copied' order by id"],
  ['produceItems', items, "select * from produce_items where key like 'copied%' order by position"],
] as const)('rows of %s that are copied are those that are inserted', async (table, rows, question) => {
  const read = async (client: pg.ClientBase) =>
    (await client.query(question)).rows.map((row: object) => ({ ...row, seq: null }))
  const inserted = await within(async (client) => {
    await insertRows(client, table, rows)
    return await read(client)
  })
  expect(inserted).toHaveLength(oddTexts.length)
  const copied = await within(async (client) => {
    await copyRows<'events' | 'produceItems'>(client, table, rows)
    return await read(client)
  })
  expect(copied).toEqual(inserted)
})

test.each([{ of: 'an object' }, [['nested']], Buffer.from('bytes')])(
  'a value that is not copied is refused: %j',
  (reason) =>
    within(async (client) => {
      await expect(copyRows(client, 'events', [{ ...events[0], reason: reason as never }])).rejects.toThrow(TypeError)
    }),
)

test('numbers, dates, booleans and nulls of arrays are written as PostgreSQL reads them', () =>
  within(async (client) => {
    await client.query(
      'create temporary table odd (n int[], t timestamptz[], b boolean[], e text[], f real) on commit drop',
    )
    const now = at('2026-11-24 11:00')
    await copyValues(client, 'odd', [[[1, null, -2], [now], [true, false], [], 0.5]])
    expect((await client.query('select * from odd')).rows).toEqual([
      { n: [1, null, -2], t: [now], b: [true, false], e: [], f: 0.5 },
    ])
    await copyValues(client, 'odd', [])
    expect((await client.query('select * from odd')).rowCount).toBe(1)
  }))

test('no rows are none', () => within((client) => copyRows(client, 'events', [])))

test('the connection can be used after rows that could not be made or are refused', async () => {
  function* broken() {
    yield* events
    throw new Error('no more rows')
  }
  await within(async (client) => {
    await expect(copyRows(client, 'events', broken())).rejects.toThrow('no more rows')
  })
  await within(async (client) => {
    const refused = items.map((item) => ({ ...item, position: -1 }))
    await expect(copyRows(client, 'produceItems', refused)).rejects.toThrow(/produce_items_position_check/)
  })
  expect(await within(async (client) => (await client.query('select 1 as one')).rows)).toEqual([{ one: 1 }])
})

test.each([4_999, 5_000, 12_001])('%i rows all arrive, each once, in their order', async (count) => {
  function* many() {
    for (let nth = 0; nth < count; nth++)
      yield { ...events[nth % events.length], id: newId<'event'>(), reason: `${nth}` }
  }
  const { rows } = await within(async (client) => {
    await insertMany(client, 'events', many())
    return await client.query(
      `select count(*)::int as count, count(distinct reason)::int as each, bool_and(reason = nth::text) as "inOrder"
         from (select reason, row_number() over (order by seq) - 1 as nth from events where kind = 'copied') rows`,
    )
  })
  expect(rows).toEqual([{ count, each: count, inOrder: true }])
})
