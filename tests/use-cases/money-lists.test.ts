import { beforeAll, expect, test } from 'vitest'
import { newId, type PaymentId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { depositDetail, depositList, findOpenInvoices } from '../../app/modules/payments/deposit-queries.server.ts'
import { statementsForStaff } from '../../app/modules/payouts/farm-sales.server.ts'
import { anInvoice } from '../factories/charge.ts'
import { aFarm, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { aStatement } from '../factories/statements.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()
const now = at('2026-12-01 10:00')
const rows = 10_000
let staff: ReturnType<typeof as>

/** So many copies of a row, with the values of some columns replaced by SQL over `n`, the number of the copy. */
async function copies(table: string, id: string, changes: Record<string, string>): Promise<void> {
  const client = await test_.pool.connect()
  try {
    // no triggers and foreign keys: only what the lists read has to be there
    await client.query('set session_replication_role = replica')
    const { rows: columns } = await client.query(
      `select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    const names: string[] = columns.map(({ name }) => name)
    const key = table === 'bank_rows' ? 'payment_id' : 'id'
    await client.query(
      `insert into ${table} (${names.join(', ')})
       select ${names.map((name) => changes[name] ?? `t.${name}`).join(', ')}
         from ${table} t, generate_series(1, ${rows}) n where t.${key} = '${id}'`,
    )
    await client.query(`analyze ${table}`)
  } finally {
    client.release(true)
  }
}

const idOf = (what: string) => `md5('${what}' || n)::uuid`

beforeAll(async () => {
  const { db, pool } = test_
  staff = as(db, await anAdmin(db, { role: 'finance' }), now)
  const { restaurantId, kitchenId } = await aRestaurant(db)
  const { farmId } = await aFarm(db)
  const lines = [{ productId: await aProduct(db, farmId), yen: 10_000 }]
  const { orderId } = await aReceivedOrder(db, { restaurantId, kitchenId, farmId, on: '2026-10-20', lines })
  const invoice = await anInvoice(db, { restaurantId, farmId, orderId })
  const statement = await aStatement(db, farmId, 1_000)
  await copies('restaurants', restaurantId, {
    id: idOf('restaurant'),
    name: "'店' || n",
    kana: "'ﾃｽﾄﾃﾝ' || n",
    public_id: "'r' || n",
  })
  await copies('issued_documents', invoice, {
    id: idOf('invoice'),
    restaurant_id: idOf('restaurant'),
    ordinal: '1000 + n',
    number: "'S2026-' || lpad((1000 + n)::text, 6, '0')",
    total_yen: '10000 + n',
  })
  await copies('issued_documents', statement, {
    id: idOf('statement'),
    ordinal: '1000 + n',
    number: "'P2026-' || lpad((1000 + n)::text, 6, '0')",
    counterparty: "'農園' || n",
    issued_on: "date '2025-01-01' + n / 30",
  })
  const payment = newId<'payment'>()
  const [account, event, file] = [newId(), newId(), newId()]
  const client = await pool.connect()
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into payments (id, event_key, method, received_on, yen, payer, at)
     values ($1, 'test', 'transfer', '2026-11-01', 500, '', now())`,
    [payment],
  )
  await client.query(
    `insert into own_bank_accounts (id, bank, branch, number, name, holder_kana, virtual_accounts, event_id, at)
     values ($1, '0001', '100', '1234567', '本店', 'ﾐﾎﾝ', false, $2, now())`,
    [account, event],
  )
  await client.query(
    `insert into bank_rows (id, file_id, account_id, row_key, ordinal, on_day, value_on, yen, uncleared_yen, payer_kana, text,
       virtual_account, edi, nature, payment_id, at)
     values ($1, $2, $3, 'test', 1, '2026-11-01', '2026-11-01', 500, 0, 'ﾀﾞﾚﾃﾞﾓﾅｲ', '', null, '', 'deposit', $4, now())`,
    [newId(), file, account, payment],
  )
  client.release(true)
  await copies('payments', payment, { id: idOf('payment'), event_key: "'test' || n" })
  await copies('bank_rows', payment, {
    id: idOf('row'),
    payment_id: idOf('payment'),
    row_key: "'test' || n",
    ordinal: '1 + n',
    on_day: "date '2025-01-01' + n / 30",
    payer_kana: "'ﾃｽﾄﾃﾝ' || n",
    yen: '10000 + n',
  })
}, 120_000)

/** The answer of a page, and how many statements it took. */
async function counted<T>(page: () => Promise<T>): Promise<{ value: T; statements: number }> {
  test_.queriesSince()
  const value = await page()
  return { value, statements: test_.queriesSince().length }
}

/** Every page until the last. */
async function all<Row, Cursor>(page: (after: Cursor | null) => Promise<{ rows: Row[]; next: Cursor | null }>) {
  const found: Row[] = []
  for (let after: Cursor | null = null, first = true; first || after; first = false) {
    const { rows: shown, next }: { rows: Row[]; next: Cursor | null } = await page(after)
    found.push(...shown)
    after = next
  }
  return found
}

test.each(['unmatched', 'held', 'matched'] as const)('a page of the desk "%s" is a few statements', async (desk) => {
  const { statements } = await counted(() => depositList(staff, { desk, q: '', after: null }))
  expect(statements).toBeLessThanOrEqual(8)
})

test('the pages of deposits have each of them once', async () => {
  const found = await all<{ paymentId: PaymentId }, Parameters<typeof depositList>[1]['after']>((after) =>
    depositList(staff, { desk: 'unmatched', q: 'ﾃｽﾄﾃﾝ1', after }),
  )
  expect(found).toHaveLength(1_112)
  expect(new Set(found.map(({ paymentId }) => paymentId)).size).toBe(1_112)
})

test('deposits are found by payer and by amount, and say why they are open', async () => {
  const search = async (q: string) => (await depositList(staff, { desk: 'unmatched', q, after: null })).rows
  expect(await search('テストテン777')).toHaveLength(11)
  const [only] = await search('10,777円')
  expect(only).toMatchObject({ yen: 10_777, why: expect.stringContaining('振込名義「ﾃｽﾄﾃﾝ777」と一致します') })
  expect(await search('該当なし')).toEqual([])
})

test('a deposit has its proposals', async () => {
  const [deposit] = (await depositList(staff, { desk: 'unmatched', q: '10,777', after: null })).rows
  if (!deposit) throw new Error('no deposit')
  const named = await counted(() => depositDetail(staff, deposit.paymentId))
  expect(named.value.proposals).toMatchObject([{ restaurant: '店777', pays: [{ number: 'S2026-001777' }] }])
  expect(named.statements).toBeLessThanOrEqual(15)
})

test('open invoices are found by name, number and amount, at most 50 of them', async () => {
  for (const words of ['店777', 'S2026-001777', '10,777円']) {
    const { value, statements } = await counted(() => findOpenInvoices(staff, words))
    expect(value[0]).toMatchObject({
      restaurant: expect.stringContaining('店777'),
      number: expect.stringContaining('S2026-'),
    })
    expect(statements).toBe(2)
  }
  expect(await findOpenInvoices(staff, '店')).toHaveLength(50)
})

test('statements are paged and searched', async () => {
  const { value, statements } = await counted(() => statementsForStaff(staff, { q: '', after: null }))
  expect([value.rows.length, statements]).toEqual([50, 1])
  const found = await all<{ id: string }, Parameters<typeof statementsForStaff>[1]['after']>((after) =>
    statementsForStaff(staff, { q: '農園1', after }),
  )
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
  expect(found).toHaveLength(1_112)
  expect((await statementsForStaff(staff, { q: 'P2026-001777', after: null })).rows).toHaveLength(1)
})
