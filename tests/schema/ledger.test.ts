import type pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { postEntries } from '../../app/modules/ledger/post-entry.server.ts'
import { noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()
const checkViolation = '23514'
const many = 1_000

const entry = `insert into ledger_entries (id, event_key, kind, on_day, memo, at)
  select uuidv7(), 'test:' || gen_random_uuid(), 'payment', $1::date, '', now() from generate_series(1, $2) returning id`

async function count(): Promise<number> {
  const { rows } = await test_.pool.query('select count(*)::int as count from ledger_entries')
  return rows[0].count
}

/** In one transaction; what it is refused with, if it is. */
async function within(work: (client: pg.PoolClient) => Promise<unknown>): Promise<string> {
  const client = await test_.pool.connect()
  try {
    await client.query('begin')
    await work(client)
    await client.query('commit')
    return 'accepted'
  } catch (error) {
    await client.query('rollback')
    const { code, message } = error as pg.DatabaseError
    expect(code).toBe(checkViolation)
    return message
  } finally {
    client.release()
  }
}

const entries = async (client: pg.PoolClient, day: string, howMany: number): Promise<string[]> =>
  (await client.query<{ id: string }>(entry, [day, howMany])).rows.map(({ id }) => id)

/** Of each entry a debit and a credit, all in one statement; `short`: one of which the credit is a yen less. */
const postings = (client: pg.PoolClient, ids: readonly string[], short: string | null = null) =>
  client.query(
    `insert into ledger_postings (entry_id, ordinal, account, yen)
     select id, p.* from unnest($1::uuid[]) id cross join lateral (values
       (0, 'bank', 100), (1, 'suspense', case when id = $2::uuid then -99 else -100 end)) p`,
    [ids, short],
  )

afterEach(async () => {
  await test_.pool.query('alter table ledger_months disable trigger user')
  await test_.pool.query('delete from ledger_months')
  await test_.pool.query('alter table ledger_months enable trigger user')
})

test('of many entries in one statement, one that does not balance refuses all of them', async () => {
  const before = await count()
  let bad = ''
  const refused = await within(async (client) => {
    const ids = await entries(client, '2026-11-24', many)
    bad = ids[many - 7] ?? ''
    await postings(client, ids, bad)
  })
  expect(refused).toBe(`ledger entry ${bad} is not balanced`)
  expect(await count()).toBe(before)
  const balanced = await within(async (client) => postings(client, await entries(client, '2026-11-24', many)))
  expect(balanced).toBe('accepted')
  expect(await count()).toBe(before + many)
})

test('an entry that got no posting at all is refused, also among many that did', async () => {
  const refused = await within(async (client) => {
    const ids = await entries(client, '2026-11-24', many)
    await postings(client, ids.slice(1))
  })
  expect(refused).toMatch(/^ledger entry .* is not balanced$/)
})

test('an entry may get its postings in several statements of its transaction', async () => {
  const done = await within(async (client) => {
    const [id] = await entries(client, '2026-11-24', 1)
    for (const [ordinal, account, amount] of [
      [0, 'bank', 100],
      [1, 'suspense', -60],
      [2, 'bank_fees', -40],
    ])
      await client.query('insert into ledger_postings (entry_id, ordinal, account, yen) values ($1, $2, $3, $4)', [
        id,
        ordinal,
        account,
        amount,
      ])
  })
  expect(done).toBe('accepted')
})

test('an entry of another transaction gets no more postings, also not among many new ones', async () => {
  let old = ''
  await within(async (client) => {
    const ids = await entries(client, '2026-11-24', 1)
    old = ids[0] ?? ''
    await postings(client, ids)
  })
  const refused = await within(async (client) => {
    const ids = await entries(client, '2026-11-24', many)
    await client.query(
      `insert into ledger_postings (entry_id, ordinal, account, yen)
       select id, case when id = $2::uuid then o + 2 else o end, 'bank', case o when 0 then 100 else -100 end
         from unnest($1::uuid[]) id, generate_series(0, 1) o`,
      [[...ids, old], old],
    )
  })
  expect(refused).toBe(`ledger entry ${old} was made before; it gets no more postings`)
})

test('of many entries in one statement, one of a closed month refuses all of them', async () => {
  await test_.pool.query('alter table ledger_months disable trigger all')
  await test_.pool.query(
    'insert into ledger_months (month, closed_at, event_id) values ($1, now(), gen_random_uuid())',
    ['2026-10-01'],
  )
  await test_.pool.query('alter table ledger_months enable trigger all')
  const before = await count()
  const refused = await within(async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `insert into ledger_entries (id, event_key, kind, on_day, memo, at)
       select uuidv7(), 'test:' || gen_random_uuid(), 'payment', case n when 500 then date '2026-10-31' else date '2026-11-01' end, '', now()
         from generate_series(1, ${many}) n returning id`,
    )
    await postings(
      client,
      rows.map(({ id }) => id),
    )
  })
  expect(refused).toBe('the month of 2026-10-31 is closed')
  expect(await count()).toBe(before)
})

test('what a statement adds is looked up by its key: no statement reads the entries of those before it', async () => {
  const scans: number[] = []
  const done = await within(async (client) => {
    const read = async () => {
      const { rows } = await client.query(
        `select sum(seq_scan)::int as scans from pg_stat_xact_user_tables where relname in ('ledger_entries', 'ledger_postings')`,
      )
      scans.push(rows[0].scans)
    }
    await read()
    for (let statement = 0; statement < 8; statement++) await postings(client, await entries(client, '2026-11-24', 3))
    await read()
  })
  expect(done).toBe('accepted')
  expect(scans[1]).toBe(scans[0])
})

test('an event that is posted again adds nothing, among many that are new', async () => {
  const known = `test:${newId()}`
  const of = (eventKey: string) => ({
    eventKey,
    kind: 'payment',
    onDay: jstDate('2026-11-24'),
    memo: '',
    postings: [
      { account: 'bank' as const, yen: yen(100) },
      { account: 'suspense' as const, yen: yen(-100) },
    ],
  })
  const post = (keys: readonly string[]) =>
    test_.db.transaction().execute((db) => postEntries({ db, now: noon }, keys.map(of)))
  await post([known])
  const before = await count()
  await post([...Array.from({ length: many }, () => `test:${newId()}`), known])
  expect(await count()).toBe(before + many)
})
