import { beforeEach, expect, test } from 'vitest'
import { Forbidden, NotFound, ReauthRequired } from '../../app/kernel/errors.ts'
import { type FarmId, newId, type PayRunId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { longestWaiting, waitingForMe } from '../../app/modules/admin/waiting.server.ts'
import { recordEvent } from '../../app/modules/audit-log/record-event.server.ts'
import { cancelPayRun } from '../../app/modules/payouts/cancel-pay-run.server.ts'
import { longHeld } from '../../app/modules/payouts/long-holds.server.ts'
import {
  makePayRun,
  markPayRunSent,
  payRunDetail,
  payRuns,
  previewPayRun,
  releasePayRun,
  returnPayout,
} from '../../app/modules/payouts/pay-run.server.ts'
import { payRunFile } from '../../app/modules/payouts/pay-run-file.server.ts'
import { savePayoutSettings } from '../../app/modules/payouts/payout-settings.server.ts'
import { payoutsOf } from '../../app/modules/payouts/payouts-of.server.ts'
import { aFarm, aKey, aMarket, anAdmin, as, noon } from '../factories/market.ts'
import { aBankAccount, aStatement } from '../factories/statements.ts'
import { testDatabase } from '../support/database.ts'
import { mailsSentTo, testEncryption } from '../support/mailed.ts'
import { placeAll } from './steps.ts'

const t = testDatabase()
const payOn = jstDate('2026-11-30')
const payDay = at('2026-11-30 15:00')

type Staff = Awaited<ReturnType<typeof anAdmin>>
let maker: Staff
let releaser: Staff

/** Every test begins with nothing due: what others left is declared void. */
beforeEach(async () => {
  maker = await anAdmin(t.db, { role: 'finance' })
  releaser = await anAdmin(t.db, { role: 'finance' })
  const open = await previewPayRun(as(t.db, maker), jstDate('2027-12-30'))
  for (const { documentId } of [...open.exceptions, ...open.paid]) await declareVoid(documentId)
  await t.pool.query('update payout_settings set least_yen = 1, transfer_fee_yen = 0')
})

async function declareVoid(documentId: string) {
  const eventId = await recordEvent(t.db, as(t.db, { kind: 'system' }), { kind: 'test' })
  await t.pool.query("insert into document_voids (document_id, reason, event_id, at) values ($1, 'test', $2, now())", [
    documentId,
    eventId,
  ])
}

async function aPaidFarm(usableFrom = at('2026-11-01 09:00')) {
  const farm = await aFarm(t.db)
  await aBankAccount(t.db, farm, usableFrom)
  return farm
}

async function make(who = maker, day = payOn, now = noon) {
  const preview = await previewPayRun(as(t.db, who, now), day)
  return makePayRun(as(t.db, who, now), {
    key: aKey(),
    payOn: day,
    count: preview.paid.length,
    totalYen: preview.totalYen,
  })
}

async function made(...given: Parameters<typeof make>): Promise<PayRunId> {
  const run = await make(...given)
  if (!run.ok) throw new Error(run.refusal)
  return run.value.id
}

const release = (id: PayRunId, who = releaser) => releasePayRun(as(t.db, who), { key: aKey(), id })
const sent = (id: PayRunId, now = payDay) => markPayRunSent(as(t.db, maker, now), { key: aKey(), id })

async function paid(): Promise<PayRunId> {
  const id = await made()
  expect(await release(id)).toMatchObject({ ok: true })
  expect(await sent(id)).toMatchObject({ ok: true })
  return id
}

async function payable(farmId: FarmId): Promise<number> {
  const { rows } = await t.pool.query('select coalesce(sum(yen), 0) as yen from ledger_postings where farm_id = $1', [
    farmId,
  ])
  return 0 - Number(rows[0].yen)
}
const balance = async (account: string): Promise<number> => {
  const { rows } = await t.pool.query('select coalesce(sum(yen), 0) as yen from ledger_postings where account = $1', [
    account,
  ])
  return Number(rows[0].yen)
}

test('from the preview to the books: made by one, released by another, sent, and told', async () => {
  const { farmId, actor } = await aPaidFarm()
  await aStatement(t.db, farmId, 94_580)
  await t.pool.query('update payout_settings set transfer_fee_yen = 150')
  const [bank, fees] = [await balance('bank'), await balance('bank_fees')]
  expect(await payable(farmId)).toBe(94_580)
  const id = await made()
  expect(await payoutsOf(as(t.db, actor), farmId)).toEqual([])
  expect(await release(id)).toMatchObject({ ok: true })
  expect(await payoutsOf(as(t.db, actor), farmId)).toMatchObject([{ state: 'scheduled', yen: 94_580, payOn }])
  expect(await payable(farmId)).toBe(94_580)
  expect(await sent(id)).toMatchObject({ ok: true })
  expect(await payable(farmId)).toBe(0)
  expect([(await balance('bank')) - bank, (await balance('bank_fees')) - fees]).toEqual([-94_730, 150])
  expect(await payoutsOf(as(t.db, actor), farmId)).toMatchObject([
    { state: 'paid', account: '三井住友 大阪本店 普通 ****001' },
  ])
  const mails = await mailsSentTo(t.pool, `${actor.personId}@example.jp`)
  expect(mails.map(({ template }) => template)).toEqual(['payout_sent'])
  expect(mails[0]?.text).toMatch('94,580')
  expect((await payRuns(as(t.db, maker)))[0]).toMatchObject({ id, itemCount: 1, totalYen: 94_580 })
})

test('running twice pays once', async () => {
  const { farmId } = await aPaidFarm()
  await aStatement(t.db, farmId, 1_000)
  await made()
  expect(await make()).toEqual({ ok: false, refusal: 'nothing_to_pay' })
})

test('two administrators at once make one run, and send it once', async () => {
  const { farmId } = await aPaidFarm()
  await aStatement(t.db, farmId, 1_000)
  const runs = await Promise.all([make(maker), make(releaser)])
  expect(runs.filter(({ ok }) => ok)).toHaveLength(1)
  const run = runs.find((it) => it.ok)
  if (!run?.ok) throw new Error('no run')
  const third = await anAdmin(t.db, { role: 'finance' })
  await release(run.value.id, third)
  const both = await Promise.all([sent(run.value.id), sent(run.value.id)])
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await payable(farmId)).toBe(0)
})

test('a press that is repeated after a lost answer has its effect once', async () => {
  const { farmId } = await aPaidFarm()
  await aStatement(t.db, farmId, 1_000)
  const key = aKey()
  const ask = () => makePayRun(as(t.db, maker), { key, payOn, count: 1, totalYen: 1_000 })
  const first = await ask()
  expect(await ask()).toEqual(first)
})

/** The statement that each step ends with: a program killed there, or anywhere before, has done nothing. */
test.each([
  ['pay_runs', 'insert'],
  ['pay_run_items', 'insert'],
  ['events', 'insert'],
])('a run that fails at %s is not there, and is made once afterwards', async (table, what) => {
  const { farmId } = await aPaidFarm()
  await aStatement(t.db, farmId, 1_000)
  await failing(table, what, () => expect(make()).rejects.toThrow('killed'))
  const id = await made()
  expect((await payRunDetail(as(t.db, maker), id)).items).toHaveLength(1)
})

test.each([
  ['pay_runs', 'update'],
  ['ledger_entries', 'insert'],
  ['ledger_postings', 'insert'],
  ['mails', 'insert'],
  ['events', 'insert'],
])('a run that fails at %s while it is sent is not sent, and pays once afterwards', async (table, what) => {
  const { farmId, actor } = await aPaidFarm()
  await aStatement(t.db, farmId, 1_000)
  const id = await made()
  await release(id)
  await failing(table, what, () => expect(sent(id)).rejects.toThrow('killed'))
  expect(await payable(farmId)).toBe(1_000)
  expect(await mailsSentTo(t.pool, `${actor.personId}@example.jp`)).toEqual([])
  expect(await sent(id)).toMatchObject({ ok: true })
  expect(await payable(farmId)).toBe(0)
})

async function failing(table: string, what: string, run: () => Promise<unknown>) {
  await t.pool.query(`
    create or replace function killed() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
    create trigger killed after ${what} on ${table} for each row execute function killed()`)
  try {
    await run()
  } finally {
    await t.pool.query(`drop trigger killed on ${table}`)
  }
}

test('the administrator who made a run cannot release it, nor can one without recent authentication or the role', async () => {
  const { farmId } = await aPaidFarm()
  await aStatement(t.db, farmId, 1_000)
  const id = await made()
  expect(await release(id, maker)).toEqual({ ok: false, refusal: 'own_run' })
  const support = await anAdmin(t.db, { role: 'support' })
  await expect(release(id, support)).rejects.toThrow(Forbidden)
  const stale = { ...as(t.db, releaser), now: new Date(noon.getTime() + 11 * 60_000) }
  await expect(releasePayRun(stale, { key: aKey(), id })).rejects.toThrow(ReauthRequired)
  const { actor } = await aFarm(t.db)
  await expect(releasePayRun(as(t.db, actor), { key: aKey(), id })).rejects.toThrow(NotFound)
})

test('there is a file for a released run only, once our account is set', async () => {
  const { farmId } = await aPaidFarm()
  await aStatement(t.db, farmId, 1_203_400)
  const id = await made()
  const file = () => payRunFile(as(t.db, maker), { id }, { encryption: testEncryption })
  expect(await file()).toEqual({ ok: false, refusal: 'wrong_state' })
  await release(id)
  await t.pool.query("update payout_settings set sender_code = ''")
  expect(await file()).toEqual({ ok: false, refusal: 'sender_missing' })
  const { rows } = await t.pool.query('select version from payout_settings')
  const settings = {
    senderCode: '１２３４５６７８９０',
    senderName: 'ミホンマーケット（カ',
    bankCode: '0001',
    branchCode: '100',
    type: '1',
    number: '1234567',
    leastYen: yen(1),
    transferFeeYen: yen(0),
  } as const
  const save = (version: number, lineEnds: 'crlf' | 'none') =>
    savePayoutSettings(as(t.db, maker), { key: aKey(), version, ...settings, lineEnds })
  expect(await save(rows[0].version, 'crlf')).toMatchObject({ ok: true })
  const made120 = await file()
  if (!made120.ok) throw new Error(made120.refusal)
  const lines = Buffer.from(made120.value.bytes).toString('latin1').split('\r\n').slice(0, -1)
  expect(lines.map(({ length }) => length)).toEqual([120, 120, 120, 120])
  expect(lines[0]).toMatch(/^12101234567890.* {1}11300001/)
  expect(lines[1]).toMatch(/^20009.*0001203400/)
  // a bank that wants nothing between the records
  expect(await save(rows[0].version + 1, 'none')).toMatchObject({ ok: true })
  const joined = await file()
  expect(joined.ok && Buffer.from(joined.value.bytes).toString('latin1')).toBe(lines.join(''))
  expect(await save(rows[0].version + 2, 'crlf')).toMatchObject({ ok: true })
  await sent(id)
  expect(await file()).toEqual({ ok: false, refusal: 'wrong_state' })
})

test.each([
  ['2026-11-29', 'not_bank_day'],
  ['2026-11-23', 'not_bank_day'],
  ['2026-12-31', 'not_bank_day'],
  ['2026-11-20', 'day_passed'],
])('a run on %s is refused as %s', async (day, refusal) => {
  expect(await make(maker, jstDate(day))).toEqual({ ok: false, refusal })
})

test('nothing is sent before its day, and what was sent is not cancelled', async () => {
  const { farmId } = await aPaidFarm()
  await aStatement(t.db, farmId, 1_000)
  const id = await made()
  expect(await sent(id)).toEqual({ ok: false, refusal: 'wrong_state' })
  await release(id)
  expect(await sent(id, at('2026-11-29 23:59'))).toEqual({ ok: false, refusal: 'too_early' })
  await sent(id)
  expect(await cancel(id)).toEqual({ ok: false, refusal: 'wrong_state' })
})

test('what a cancelled run would have paid is due again', async () => {
  const { farmId } = await aPaidFarm()
  await aStatement(t.db, farmId, 1_000)
  const id = await made()
  await release(id)
  expect(await cancel(id)).toMatchObject({ ok: true })
  expect(await release(id)).toEqual({ ok: false, refusal: 'wrong_state' })
  await paid()
  expect(await payable(farmId)).toBe(0)
})

const cancel = (id: PayRunId, given: { notAtBank?: boolean; reason?: string } = {}, now = noon) =>
  cancelPayRun(as(t.db, maker, now), { id, notAtBank: false, reason: '', ...given })
const file = (id: PayRunId, now = noon) => payRunFile(as(t.db, maker, now), { id }, { encryption: testEncryption })

async function released() {
  const farm = await aPaidFarm()
  const documentId = await aStatement(t.db, farm.farmId, 1_000)
  const id = await made()
  expect(await release(id)).toMatchObject({ ok: true })
  return { ...farm, documentId, id }
}

test('once there is a file, a run is cancelled only before its day, with the word that the bank does not have it', async () => {
  await aSender()
  const { id } = await released()
  expect(await file(id)).toMatchObject({ ok: true })
  const sure = { notAtBank: true, reason: '送信前に金額の誤りに気付いたため' }
  expect(await cancel(id)).toEqual({ ok: false, refusal: 'bank_unsure' })
  expect(await cancel(id, { notAtBank: true, reason: '' })).toEqual({ ok: false, refusal: 'reason_missing' })
  expect(await cancel(id, sure, at('2026-11-30 00:00'))).toEqual({ ok: false, refusal: 'at_bank' })
  expect(await cancel(id, sure, at('2026-11-29 23:59'))).toMatchObject({ ok: true })
  const { rows } = await t.pool.query(
    "select reason from events where kind = 'pay_run_cancelled' and data->>'runId' = $1",
    [id],
  )
  expect(rows).toEqual([{ reason: sure.reason }])
  expect(await file(id)).toEqual({ ok: false, refusal: 'wrong_state' })
  await paid()
})

test('a file that was never made is not made after its day, so that the run can still be cancelled', async () => {
  await aSender()
  const { id } = await released()
  const later = at('2026-12-01 09:00')
  expect(await file(id, later)).toEqual({ ok: false, refusal: 'day_passed' })
  expect(await cancel(id, {}, later)).toMatchObject({ ok: true })
})

test('cancelled and downloaded at once: either the run is cancelled or there is a file, never both', async () => {
  await aSender()
  for (let n = 0; n < 5; n += 1) {
    const { id } = await released()
    const [cancelled, made] = await Promise.all(n % 2 ? [cancel(id), file(id)] : [file(id), cancel(id)].toReversed())
    expect([cancelled?.ok, made?.ok].toSorted()).toEqual([false, true])
    if (!cancelled?.ok) expect(await cancel(id, { notAtBank: true, reason: 'test' })).toMatchObject({ ok: true })
  }
})

test('released and cancelled at once: the run is cancelled, and there is no file', async () => {
  await aSender()
  for (let n = 0; n < 5; n += 1) {
    const { farmId } = await aPaidFarm()
    await aStatement(t.db, farmId, 1_000)
    const id = await made()
    const [cancelled] = await Promise.all([cancel(id), release(id)])
    expect(cancelled).toMatchObject({ ok: true })
    expect(await file(id)).toEqual({ ok: false, refusal: 'wrong_state' })
  }
})

test.each([
  [
    'the account was blocked',
    (it: Released) => t.pool.query('update bank_accounts set blocked_at = now() where farm_id = $1', [it.farmId]),
  ],
  ['another account is used', (it: Released) => aBankAccount(t.db, it, at('2026-11-29 09:00'))],
  ['the statement became void', (it: Released) => declareVoid(it.documentId)],
] as const)('there is no file when, since the release, %s', async (_, change) => {
  await aSender()
  const it = await released()
  await change(it)
  const refused = await file(it.id)
  expect(refused).toMatchObject({ ok: false, refusal: 'outdated', detail: { farms: expect.any(String) } })
  if (refused.ok) throw new Error('a file')
  expect(payRunFile.declaration.refusals.text(refused.refusal, refused.detail)).toContain(
    `${refused.detail?.farms}の口座、支払通知書、または確認中の金額が変わりました`,
  )
  expect(await cancel(it.id)).toMatchObject({ ok: true })
})

type Released = Awaited<ReturnType<typeof released>>

const aSender = () =>
  t.pool.query(
    `update payout_settings set sender_code = '1234567890', sender_name = 'ﾐﾎﾝ', bank_code = '0001', branch_code = '100',
       type = '1', number = '1234567'`,
  )

test('a preview that is out of date makes nothing', async () => {
  const { farmId } = await aPaidFarm()
  await aStatement(t.db, farmId, 1_000)
  const asked = makePayRun(as(t.db, maker), { key: aKey(), payOn, count: 1, totalYen: 999 })
  expect(await asked).toEqual({ ok: false, refusal: 'changed_meanwhile' })
})

test('exceptions: no account, one that is not used by then, nothing to pay, too little, void and replaced', async () => {
  const none = await aFarm(t.db)
  await aStatement(t.db, none.farmId, 1_000)
  const late = await aPaidFarm(at('2026-12-01 09:00'))
  await aStatement(t.db, late.farmId, 2_000)
  const little = await aPaidFarm()
  await aStatement(t.db, little.farmId, 499)
  const negative = await aPaidFarm()
  await aStatement(t.db, negative.farmId, -300)
  const replaced = await aPaidFarm()
  const wrong = await aStatement(t.db, replaced.farmId, 5_000)
  await aStatement(t.db, replaced.farmId, 4_000, { supersedes: wrong })
  await t.pool.query('update payout_settings set least_yen = 500')
  const preview = await previewPayRun(as(t.db, maker), payOn)
  expect(preview.exceptions.map(({ yen, obstacle }) => [yen, obstacle])).toEqual([
    [1_000, 'no_account'],
    [2_000, 'no_account'],
    [499, 'below_least'],
  ])
  expect(preview.paid.map(({ yen }) => yen)).toEqual([4_000])
})

test('what is too little alone is paid with the next statement', async () => {
  const { farmId } = await aPaidFarm()
  await aStatement(t.db, farmId, 300)
  await t.pool.query('update payout_settings set least_yen = 500')
  expect(await make()).toEqual({ ok: false, refusal: 'nothing_to_pay' })
  await aStatement(t.db, farmId, 200)
  expect((await previewPayRun(as(t.db, maker), payOn)).totalYen).toBe(500)
})

test('what replaces a statement that was paid is not paid beside it', async () => {
  const { farmId } = await aPaidFarm()
  const first = await aStatement(t.db, farmId, 1_000)
  await paid()
  const second = await aStatement(t.db, farmId, 1_200, { supersedes: first })
  await aStatement(t.db, farmId, 1_300, { supersedes: second })
  const { exceptions, paid: due } = await previewPayRun(as(t.db, maker), payOn)
  expect([exceptions.map(({ obstacle }) => obstacle), due]).toEqual([['replaced'], []])
})

test('a run with a statement that became void, or an account that was blocked, is not released', async () => {
  const { farmId } = await aPaidFarm()
  const statement = await aStatement(t.db, farmId, 1_000)
  const id = await made()
  await declareVoid(statement)
  expect(await release(id)).toMatchObject({ ok: false, refusal: 'outdated' })
})

test('a transfer that came back is booked back, blocks the account, and is paid to another one', async () => {
  const { farmId, actor } = await aPaidFarm()
  await aStatement(t.db, farmId, 1_000)
  const id = await paid()
  const bank = await balance('bank')
  const [item] = (await payRunDetail(as(t.db, maker), id)).items
  if (!item) throw new Error('no item')
  const back = (on: string, now = at('2026-12-02 10:00')) =>
    returnPayout(as(t.db, maker, now), { key: aKey(), itemId: item.id, on: jstDate(on), outcome: 'returned' })
  expect(await back('2026-11-29')).toEqual({ ok: false, refusal: 'too_early' })
  expect(await back('2026-12-01')).toMatchObject({ ok: true })
  expect(await back('2026-12-01')).toEqual({ ok: false, refusal: 'wrong_state' })
  expect(await payable(farmId)).toBe(1_000)
  expect((await balance('bank')) - bank).toBe(1_000)
  expect(await payoutsOf(as(t.db, actor), farmId)).toMatchObject([{ state: 'returned' }])
  const next = jstDate('2026-12-10')
  const now = at('2026-12-10 10:00')
  expect((await previewPayRun(as(t.db, maker, now), next)).exceptions).toMatchObject([{ obstacle: 'blocked' }])
  await aBankAccount(t.db, { farmId, actor }, at('2026-12-08 10:00'))
  const again = await made(maker, next, now)
  await releasePayRun(as(t.db, releaser, now), { key: aKey(), id: again })
  expect(await sent(again, now)).toMatchObject({ ok: true })
  expect(await payable(farmId)).toBe(0)
  const mails = await mailsSentTo(t.pool, `${actor.personId}@example.jp`)
  expect(mails.map(({ template }) => template)).toEqual(['payout_sent', 'bank_account_changed', 'payout_sent'])
})

test('a transfer of a month that is closed is booked on the day on which it is marked', async () => {
  const { farmId } = await aPaidFarm()
  await aStatement(t.db, farmId, 1_000, { dueOn: '2027-03-10' })
  const day = jstDate('2027-03-10')
  const now = at('2027-03-10 10:00')
  const id = await made(maker, day, now)
  await releasePayRun(as(t.db, releaser, now), { key: aKey(), id })
  const eventId = await recordEvent(t.db, as(t.db, { kind: 'system' }), { kind: 'test' })
  await t.pool.query("insert into ledger_months (month, closed_at, event_id) values ('2027-03-01', now(), $1)", [
    eventId,
  ])
  expect(await sent(id, at('2027-04-02 10:00'))).toMatchObject({ ok: true })
  const { rows } = await t.pool.query(
    `select e.on_day::text as day from ledger_entries e join ledger_postings p on p.entry_id = e.id
      where p.farm_id = $1 and e.kind = 'payout'`,
    [farmId],
  )
  expect(rows).toEqual([{ day: '2027-04-02' }])
  expect((await payRunDetail(as(t.db, maker), id)).run.payOn).toBe(day)
})

test('the database itself keeps a statement in one live payout, and a run from being released by its maker', async () => {
  const { farmId } = await aPaidFarm()
  await aStatement(t.db, farmId, 1_000)
  const id = await made()
  await expect(
    t.pool.query(
      `insert into pay_run_items (id, run_id, ordinal, farm_id, document_id, part, bank_account_id, yen, held_yen)
       select gen_random_uuid(), run_id, 2, farm_id, document_id, part, bank_account_id, yen, held_yen
       from pay_run_items where run_id = $1`,
      [id],
    ),
  ).rejects.toThrow('pay_run_items_live')
  await expect(
    t.pool.query('update pay_runs set released_by = made_by, released_at = now() where id = $1', [id]),
  ).rejects.toThrow('pay_runs_check')
  await expect(t.pool.query('update pay_run_items set yen = 2 where run_id = $1', [id])).rejects.toThrow()
  await expect(t.pool.query('delete from pay_runs where id = $1', [id])).rejects.toThrow()
})

/** A statement of 10,000 with an order in it of which 1,500 without tax are in dispute. */
async function aDisputed({ farmYen = 0, feeYen = 0 } = {}) {
  const market = await aMarket(t.db)
  const [farm] = market.farms
  const [orderId] = await placeAll(t.db, market)
  if (!farm || !orderId) throw new Error('no order')
  await aBankAccount(t.db, farm, at('2026-11-01 09:00'))
  const [closingId, chargeId] = [newId<'closing'>(), newId<'charge'>()]
  await t.pool.query(
    "insert into closings (id, farm_id, from_on, to_on, at) values ($1, $2, '2026-10-01', '2026-10-31', now())",
    [closingId, farm.farmId],
  )
  await t.pool.query(
    `insert into charges (id, event_key, kind, order_id, restaurant_id, farm_id, supplied_on, booked_on, goods_yen, freight_yen,
       untaxed_yen, per_rate, tax_yen, total_yen, farm_yen, fee_yen, at)
     select $1, 'order:' || id, 'sale', id, restaurant_id, farm_id, '2026-10-20', '2026-10-20', 0, 0, 0, '[]', 0, 0, $4, $5, now()
     from orders where id = $2 and farm_id = $3`,
    [chargeId, orderId, farm.farmId, farmYen, feeYen],
  )
  await t.pool.query("insert into closing_charges (charge_id, side, closing_id) values ($1, 'farm', $2)", [
    chargeId,
    closingId,
  ])
  await t.pool.query(
    `insert into claims (id, number, order_id, order_line_id, farm_id, restaurant_id, state, reason, qty, amount_yen, wish,
       automatic_yen, large_yen, rate_below_threshold, opened_at, timer_at)
     select gen_random_uuid(), o.number || '-C1', o.id, l.id, o.farm_id, o.restaurant_id, 'opened', 'short', 1, 1500, 'credit',
       0, 10000, true, now(), now() from orders o join order_lines l on l.order_id = o.id where o.id = $1 limit 1`,
    [orderId],
  )
  const documentId = await aStatement(t.db, farm.farmId, 10_000, { closingId })
  const settle = () =>
    t.pool.query("update claims set state = 'withdrawn', timer_at = null where order_id = $1", [orderId])
  const dispute = () =>
    t.pool.query("update claims set state = 'opened', timer_at = now() where order_id = $1", [orderId])
  return { farm, farmId: farm.farmId, documentId, chargeId, settle, dispute }
}

test('of a disputed statement only the amount in dispute is held, and paid when it is settled', async () => {
  const { farmId, settle } = await aDisputed()
  const owed = await payable(farmId)
  expect((await previewPayRun(as(t.db, maker), payOn)).paid).toMatchObject([{ yen: 8_380, heldYen: 1_620 }])
  await paid()
  expect(await payable(farmId)).toBe(owed - 8_380)
  expect(await make()).toEqual({ ok: false, refusal: 'nothing_to_pay' })
  await settle()
  expect((await previewPayRun(as(t.db, maker), payOn)).paid).toMatchObject([{ yen: 1_620, part: 'held' }])
  await paid()
  expect(await payable(farmId)).toBe(owed - 10_000)
  expect(await make()).toEqual({ ok: false, refusal: 'nothing_to_pay' })
})

test.each([
  [8, false, 1_620],
  [10, false, 1_650],
  [1, false, 1_515],
  // a whole order by the highest rate of its lines
  [10, true, 1_650],
])('what a claim holds has the tax of its line: %i percent, of a whole order %s', async (percent, whole, heldYen) => {
  const { chargeId, settle } = await aDisputed()
  const order = '(select order_id from charges where id = $1)'
  await t.pool.query(`update order_lines set tax_percent = $2 where order_id = ${order}`, [chargeId, percent])
  if (whole)
    await t.pool.query(`update claims set whole_order = true, reason = 'sent_back' where order_id = ${order}`, [
      chargeId,
    ])
  expect((await previewPayRun(as(t.db, maker), payOn)).paid).toMatchObject([{ yen: 10_000 - heldYen, heldYen }])
  await settle()
  await paid()
})

test('a claim is held on the statement of the bill alone, not again on that of a correction', async () => {
  const { farm, chargeId, settle } = await aDisputed()
  const [closingId, correction] = [newId<'closing'>(), newId<'charge'>()]
  await t.pool.query(
    "insert into closings (id, farm_id, from_on, to_on, at) values ($1, $2, '2026-11-01', '2026-11-30', now())",
    [closingId, farm.farmId],
  )
  await t.pool.query(
    `insert into charges (id, event_key, kind, order_id, restaurant_id, farm_id, supplied_on, booked_on, goods_yen, freight_yen,
       untaxed_yen, per_rate, tax_yen, total_yen, farm_yen, fee_yen, at)
     select $1, 'cancel_fee:' || order_id, 'cancel_fee', order_id, restaurant_id, farm_id, supplied_on, booked_on, 0, 0, 0, '[]', 0, 0, 0, 0,
            now() from charges where id = $2`,
    [correction, chargeId],
  )
  await t.pool.query("insert into closing_charges (charge_id, side, closing_id) values ($1, 'farm', $2)", [
    correction,
    closingId,
  ])
  await aStatement(t.db, farm.farmId, 5_000, { closingId, toOn: '2026-11-30' })
  const held = (await previewPayRun(as(t.db, maker), payOn)).paid.map((it) => it.heldYen)
  expect(held.toSorted((a, b) => a - b)).toEqual([0, 1_620])
  await settle()
  await paid()
})

test('what is held is listed from the 45th day after the receipt on, with the 60th, until it is settled or paid', async () => {
  const { farmId, documentId, settle, dispute } = await aDisputed()
  const held = async (now: Date) => (await longHeld(as(t.db, maker, now))).filter((it) => it.farmId === farmId)
  // received on 20 October: that day is the first
  expect(await held(at('2026-12-02 23:59'))).toEqual([])
  expect(await held(at('2026-12-03 00:00'))).toMatchObject([
    { of: 'claim', documentId, receivedOn: '2026-10-20', payBy: '2026-12-18', yen: 1_620 },
  ])
  const staff = as(t.db, maker, at('2026-12-03 09:00'))
  expect(await waitingForMe(staff)).toMatchObject({ longHolds: 1 })
  expect((await longestWaiting(staff)).things).toContainEqual(
    expect.objectContaining({ of: 'hold', since: at('2026-10-20 00:00') }),
  )
  await paid()
  expect(await held(at('2026-12-20 09:00'))).toHaveLength(1)
  await settle()
  expect(await held(at('2026-12-20 09:00'))).toEqual([])
  await paid()
  await dispute()
  expect(await held(at('2026-12-20 09:00'))).toEqual([])
})

test('a run is not released when more is in dispute than was held in it', async () => {
  const { settle, dispute } = await aDisputed()
  const held = await made()
  expect(await release(held)).toMatchObject({ ok: true })
  await cancel(held)
  await settle()
  const whole = await made()
  await dispute()
  expect(await release(whole)).toMatchObject({ ok: false, refusal: 'outdated' })
})

test('an objection to a slip that gives back holds nothing, and never pays more', async () => {
  const { farm, documentId, chargeId, settle } = await aDisputed({ farmYen: -1_320, feeYen: -120 })
  await settle()
  await t.pool.query(
    `insert into statement_objections (id, document_id, charge_id, farm_id, words, person_id, at)
     values ($1, $2, $3, $4, '返品していません', $5, now())`,
    [newId<'objection'>(), documentId, chargeId, farm.farmId, farm.actor.personId],
  )
  expect((await previewPayRun(as(t.db, maker), payOn)).paid).toMatchObject([{ yen: 10_000, heldYen: 0 }])
  await paid()
})

test('the slip to which a farm objects is held until staff answer; the rest of the statement is paid', async () => {
  const { farm, documentId, chargeId, settle } = await aDisputed({ farmYen: 3_300, feeYen: 300 })
  await settle()
  const objectionId = newId<'objection'>()
  await t.pool.query(
    `insert into statement_objections (id, document_id, charge_id, farm_id, words, person_id, at)
     values ($1, $2, $3, $4, '数量が違います', $5, now())`,
    [objectionId, documentId, chargeId, farm.farmId, farm.actor.personId],
  )
  expect((await previewPayRun(as(t.db, maker), payOn)).paid).toMatchObject([{ yen: 7_000, heldYen: 3_000 }])
  await paid()
  expect(await make()).toEqual({ ok: false, refusal: 'nothing_to_pay' })
  await t.pool.query(
    `insert into objection_answers (objection_id, accepted, words, admin_id, at) values ($1, false, '伝票のとおりです', $2, now())`,
    [objectionId, maker.adminId],
  )
  expect((await previewPayRun(as(t.db, maker), payOn)).paid).toMatchObject([{ yen: 3_000, part: 'held' }])
})
