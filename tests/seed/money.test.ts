import { sql as kysely } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { addHours, at, jstDate } from '#kernel/jst.ts'
import type { StaffActor } from '../../app/authorization/actor.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { type AdminId, parseId } from '../../app/kernel/ids.ts'
import { dueRestaurants } from '../../app/modules/billing/close-period.server.ts'
import { creditsOf } from '../../app/modules/credit/credit-standing.server.ts'
import { exposureOf } from '../../app/modules/credit/credit-standing.ts'
import { depositList } from '../../app/modules/payments/deposit-queries.server.ts'
import { accountPurpose } from '../../app/modules/payouts/bank-account.server.ts'
import { farmsDue } from '../../app/modules/payouts/close-farms.server.ts'
import { confirmSilent } from '../../app/modules/payouts/objections.server.ts'
import { previewPayRun } from '../../app/modules/payouts/pay-run.server.ts'
import { endOfMonthBefore } from '../../app/modules/payouts/statement.ts'
import { as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { testEncryption } from '../support/mailed.ts'
import { countOn, seed, seedingMs, sqlOn } from './market.ts'

const now = at('2026-11-22 06:40')
const today = jstDate('2026-11-22')
const database = testDatabase(2)
const sql = sqlOn(() => database.pool)
const count = countOn(sql)

beforeAll(async () => {
  const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
  const files = { put: async () => {} }
  const summary = await seed(database.pool, now, { files, books: { encryption: testEncryption, operator } })
  console.log(`seeded with its money in ${summary.seconds} s`)
}, seedingMs)

async function admin(): Promise<StaffActor> {
  const [row] = await sql(`select id from admins where email = 'admin@example.jp'`)
  const adminId: AdminId | null = parseId<'admin'>(row?.id)
  if (!adminId) throw new Error('no administrator')
  return { kind: 'staff', adminId, name: '運営', role: 'full' }
}

test('charges are booked on the day on which the order became final', async () => {
  expect(await count('select count(*) from charges')).toBeGreaterThan(4_000)
  expect(
    await count(`select count(*) from charges c join orders o on o.id = c.order_id
      where c.kind = 'sale' and c.booked_on <> (o.finalized_at at time zone 'Asia/Tokyo')::date`),
  ).toBe(0)
  expect(
    await count(`select count(*) from ledger_entries e join charges c on e.event_key = 'charge:' || c.event_key
      where e.on_day <> c.booked_on`),
  ).toBe(0)
})

test('the months are closed, but for the newest one that is over', async () => {
  const months = await sql('select to_char(month, $$YYYY-MM$$) as month from ledger_months order by 1')
  expect(months).toHaveLength(11)
  expect(months.at(-1)).toEqual({ month: '2026-09' })
})

test('the ledger sums to zero, and its balances are what the documents say', async () => {
  expect(await count('select sum(yen) from ledger_postings')).toBe(0)
  const restaurants = await sql(`
    select r.name from restaurants r
     where coalesce((select sum(p.yen) from ledger_postings p where p.restaurant_id = r.id), 0)
        <> coalesce((select sum(unpaid_yen) from open_invoices i where i.restaurant_id = r.id), 0)
         - coalesce((select sum(yen) from payment_allocations a where a.restaurant_id = r.id and a.document_id is null), 0)
         + coalesce((select sum(c.total_yen) from charges c where c.restaurant_id = r.id and not exists (
             select from closing_charges k where k.charge_id = c.id and k.side = 'restaurant')), 0)`)
  expect(restaurants).toEqual([])
  const farms = await sql(`
    select f.name from farms f
     where coalesce((select -sum(p.yen) from ledger_postings p where p.farm_id = f.id), 0)
        <> coalesce((select sum(d.total_yen) from issued_documents d where d.farm_id = f.id and d.kind = 'statement'), 0)
         - coalesce((select sum(i.yen) from pay_run_items i join pay_runs r on r.id = i.run_id
                      where i.farm_id = f.id and i.ended_at is null and r.sent_at is not null), 0)
         + coalesce((select sum(c.farm_yen - c.fee_yen) from charges c where c.farm_id = f.id and not exists (
             select from closing_charges k where k.charge_id = c.id and k.side = 'farm')), 0)`)
  expect(farms).toEqual([])
  const [suspense] = await sql(`select sum(yen) as yen from ledger_postings where account = 'suspense'`)
  expect(Number(suspense?.yen)).toBe(-48_600)
})

test('a year is closed: the documents are the sums of their charges, numbered without a gap', async () => {
  const wrong = await sql(`
    select d.number from issued_documents d
     where d.total_yen <> (
       select sum(case when d.kind = 'invoice' then c.total_yen else c.farm_yen - c.fee_yen end)
         from closing_charges k join charges c on c.id = k.charge_id where k.closing_id = d.closing_id)
         - case when d.kind = 'invoice' then 0 else (d.content #>> '{fee,taxYen}')::bigint end`)
  expect(wrong).toEqual([])
  expect(
    await count(
      'select count(distinct to_on) from closings join restaurants r on r.id = restaurant_id where closing_day = 31',
    ),
  ).toBeGreaterThanOrEqual(11)
  expect(await count('select count(distinct to_on) from closings where farm_id is not null')).toBeGreaterThanOrEqual(11)
  expect(
    await count(`select count(*) from document_series s
      where last <> (select count(*) from issued_documents d where d.series = s.series)`),
  ).toBe(0)
  expect(
    await count(
      'select count(*) from closing_charges k join closings g on g.id = k.closing_id join charges c on c.id = k.charge_id where c.at > g.at',
    ),
  ).toBe(0)
  // the jobs of the first night find nothing that they missed
  const system = { db: database.db, now }
  expect(await dueRestaurants(system, { most: 100 })).toEqual([])
  expect(await farmsDue(database.db, endOfMonthBefore(today))).toEqual([])
  expect(await confirmSilent(system)).toBe(0)
})

test('invoices are paid by the bank files but for the last one; one restaurant is overdue and was reminded', async () => {
  const overdue = await sql(
    `select r.name, array_agg(m.days order by m.days) as reminders
       from open_invoices i join restaurants r on r.id = i.restaurant_id
       left join invoice_reminders m on m.document_id = i.id
      where i.due_on < $1 and i.unpaid_yen > 0 group by r.name, i.id`,
    [today],
  )
  expect(overdue).toEqual([{ name: '炭火焼 ほむら', reminders: [-3, 0, 3, 7, 14] }])
  expect(await count('select count(*) from open_invoices where due_on >= $1 and unpaid_yen = total_yen', [today])).toBe(
    19,
  )
  expect(
    await count(`select count(*) from order_stops s join restaurants r on r.id = s.restaurant_id
      where released_at is null and r.name = '炭火焼 ほむら' and s.kind = 'overdue'`),
  ).toBe(1)
  expect(await count('select count(*) from order_stops')).toBe(1)
})

test('one restaurant pays by direct debit: each answer is taken but for the last request, and what it collected is paid out', async () => {
  const runs = await sql(`select to_char(debit_on, $$YYYY-MM-DD$$) as day, file_at is not null as requested,
      exists (select from debit_results f where f.run_id = r.id) as answered from debit_runs r order by debit_on`)
  expect(runs.length).toBeGreaterThanOrEqual(10)
  expect(runs.every(({ requested }) => requested)).toBe(true)
  expect(runs.filter(({ answered }) => !answered).map(({ day }) => day)).toEqual(
    runs.flatMap(({ day }) => (String(day) >= today ? [day] : [])),
  )
  expect(await count(`select coalesce(sum(yen), 0) from ledger_postings where account = 'debit_clearing'`)).toBe(0)
  expect(await count(`select count(*) from restaurants where payment_method = 'direct_debit'`)).toBe(1)
})

test('one transfer matches nothing', async () => {
  const { rows: open } = await depositList(as(database.db, await admin(), now), {
    desk: 'unmatched',
    q: '',
    after: null,
  })
  expect(open.map(({ payerKana, leftYen }) => [payerKana, leftYen])).toEqual([['ヤマシタ シヨウテン', 48_600]])
})

test('farms are paid; of some there is something to do', async () => {
  expect(await count('select count(*) from pay_runs where sent_at is not null')).toBeGreaterThanOrEqual(11)
  expect(await count('select count(*) from pay_runs where released_by = made_by or sent_at is null')).toBe(0)
  expect(await count(`select count(*) from pay_run_items where outcome = 'returned'`)).toBe(1)
  expect(await count('select count(*) from bank_accounts where blocked_at is not null')).toBe(1)
  expect(await count('select count(*) from bank_accounts where confirmed_at is null')).toBe(1)
  expect(
    await count(`select count(*) from statement_objections o
      where not exists (select from objection_answers a where a.objection_id = o.id)`),
  ).toBe(1)
  // its farm was paid meanwhile, but for what it objects to
  expect(
    await count(`select count(*) from pay_run_items i join statement_objections o on o.document_id = i.document_id
      where i.held_yen > 0`),
  ).toBe(1)
  expect(
    await count(`select count(distinct farm_id) from issued_documents
      where kind = 'statement' and content ->> 'account' is null`),
  ).toBe(1)
  const { exceptions } = await previewPayRun(as(database.db, await admin(), now), jstDate('2026-11-24'))
  expect(new Set(exceptions.map(({ obstacle }) => obstacle))).toEqual(new Set(['no_account', 'blocked']))
  expect(new Set(exceptions.map(({ farm }) => farm)).size).toBe(2)
  expect(
    await count(`select count(distinct farm_id) from charges c
      where seller_number is null and not exists (select from farm_registrations r where r.farm_id = c.farm_id)`),
  ).toBeGreaterThan(0)
  const [account] = await sql('select sealed_number, last_digits from bank_accounts limit 1')
  expect(testEncryption.open(accountPurpose, String(account?.sealed_number))?.slice(-3)).toBe(account?.last_digits)
})

test('no restaurant is near its limit, no demo user is notified about the past, and no mail goes out', async () => {
  const near = (await creditsOf({ db: database.db, now }, kysely`true`)).filter(
    (credit) => exposureOf(credit) * 100 >= credit.limitYen * 80,
  )
  expect(near).toEqual([])
  expect(await count('select count(*) from mails')).toBe(0)
  expect(
    await count(
      `select count(*) from notifications n join people p on p.id = n.person_id
        where n.order_id is null and p.email <> 'shop5@example.jp' and n.created_at < $1`,
      [addHours(now, -1)],
    ),
  ).toBe(0)
  expect(await count(`select count(*) from idempotency_keys where key like 'demo-%'`)).toBe(0)
})
