import { beforeAll, expect, test } from 'vitest'
import type { FarmActor } from '../../app/authorization/actor.ts'
import { Forbidden, ReauthRequired } from '../../app/kernel/errors.ts'
import {
  askBankAccount,
  cancelBankAccount,
  confirmBankAccount,
  ownBankAccounts,
  stopBankAccount,
  waitingBankAccounts,
} from '../../app/modules/payouts/bank-account.server.ts'
import { aFarm, aKey, anAdmin, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { codeSentTo, mailsSentTo, testEncryption } from '../support/mailed.ts'

const t = testDatabase()
const tools = { encryption: testEncryption }
const day = 24 * 3_600_000
const later = (days: number) => new Date(noon.getTime() + days * day)
const given = {
  bankCode: '0001',
  branchCode: '100',
  type: '1',
  symbol: '',
  number: '１２３４５６７',
  holder: 'みほん　たろう',
} as const

let owner: FarmActor
let email: string

beforeAll(async () => {
  await renewFarm()
})

async function renewFarm() {
  owner = (await aFarm(t.db)).actor
  const person = await t.db
    .selectFrom('people')
    .select('email')
    .where('id', '=', owner.personId)
    .executeTakeFirstOrThrow()
  email = String(person.email)
}

const ask = (changed: Partial<Parameters<typeof askBankAccount>[1]> = {}, now = noon) =>
  askBankAccount(as(t.db, owner, now), { ...given, key: aKey(), ...changed }, tools)

async function confirmed(now = noon) {
  const code = await codeSentTo(t.pool, email, 'bank_account_asked')
  return confirmBankAccount(as(t.db, owner, now), { code })
}

test('an account waits for the mail, then for three days, and is used then', async () => {
  await renewFarm()
  expect(await ask()).toMatchObject({ ok: true })
  expect(await ownBankAccounts(as(t.db, owner))).toMatchObject({
    inUse: null,
    waiting: null,
    unconfirmed: { bankName: 'みずほ', lastDigits: '567' },
  })
  expect(await confirmed()).toEqual({ ok: true, value: { usableFrom: later(3) } })
  expect(await ownBankAccounts(as(t.db, owner, later(2.9)))).toMatchObject({
    inUse: null,
    waiting: { lastDigits: '567' },
  })
  expect(await ownBankAccounts(as(t.db, owner, later(3)))).toMatchObject({
    inUse: { lastDigits: '567' },
    waiting: null,
  })
  const mails = await mailsSentTo(t.pool, email)
  expect(mails.map(({ template }) => template)).toEqual(['bank_account_asked', 'bank_account_changed'])
})

test('neither the table nor the history holds the number', async () => {
  const accounts = await t.pool.query('select to_jsonb(b)::text as text from bank_accounts b')
  const events = await t.pool.query("select to_jsonb(e)::text as text from events e where kind like 'bank_account%'")
  const mails = await t.pool.query('select to_jsonb(m)::text as text from mails m')
  for (const { text } of [...accounts.rows, ...events.rows, ...mails.rows]) {
    expect(text).not.toMatch('1234567')
    expect(text).not.toMatch('ﾐﾎﾝ')
  }
})

test('the old account counts until the new one is used; the owner can cancel, and only one change waits', async () => {
  expect(await ask({ number: '7654321' }, later(4))).toMatchObject({ ok: true })
  expect(await confirmed(later(4))).toMatchObject({ ok: true })
  const { waiting, inUse } = await ownBankAccounts(as(t.db, owner, later(5)))
  expect([inUse?.lastDigits, waiting?.lastDigits]).toEqual(['567', '321'])
  expect(await ask({}, later(5))).toEqual({ ok: false, refusal: 'change_waits' })
  if (!waiting) throw new Error('nothing waits')
  expect(await cancelBankAccount(as(t.db, owner, later(5)), { id: waiting.id })).toMatchObject({ ok: true })
  expect(await cancelBankAccount(as(t.db, owner, later(5)), { id: waiting.id })).toEqual({
    ok: false,
    refusal: 'ended',
  })
  expect((await ownBankAccounts(as(t.db, owner, later(9)))).inUse?.lastDigits).toBe('567')
})

test('staff see both masked and stop the new one, with a reason', async () => {
  await ask({ number: '7654321' }, later(10))
  await confirmed(later(10))
  const staff = await anAdmin(t.db, { role: 'finance' })
  const [row] = await waitingBankAccounts(as(t.db, staff, later(11)))
  expect(row).toMatchObject({ text: 'みずほ 本店 普通 ****321', before: 'みずほ 本店 普通 ****567' })
  if (!row) throw new Error('nothing waits')
  const stop = (reason: string) => stopBankAccount(as(t.db, staff, later(11)), { id: row.id, reason })
  expect(await stop('')).toEqual({ ok: false, refusal: 'reason_missing' })
  const support = await anAdmin(t.db, { role: 'support' })
  await expect(stopBankAccount(as(t.db, support), { id: row.id, reason: '電話で確認' })).rejects.toThrow(Forbidden)
  expect(await stop('電話で本人に確認できず')).toMatchObject({ ok: true })
  expect(await waitingBankAccounts(as(t.db, staff, later(11)))).toEqual([])
})

test('a link works once, for an hour, and for the last account that was given', async () => {
  await renewFarm()
  await ask()
  const first = await codeSentTo(t.pool, email, 'bank_account_asked')
  await ask({ number: '7654321' })
  expect(await confirmBankAccount(as(t.db, owner), { code: first })).toEqual({ ok: false, refusal: 'code_unusable' })
  expect(await confirmed(later(0.05))).toEqual({ ok: false, refusal: 'code_unusable' })
  expect(await confirmed()).toMatchObject({ ok: true })
  expect(await confirmed()).toEqual({ ok: false, refusal: 'code_unusable' })
})

test('the owner of another farm cannot use the link', async () => {
  await renewFarm()
  await ask()
  const code = await codeSentTo(t.pool, email, 'bank_account_asked')
  const other = await aFarm(t.db)
  expect(await confirmBankAccount(as(t.db, other.actor), { code })).toEqual({ ok: false, refusal: 'code_unusable' })
  expect(await confirmed()).toMatchObject({ ok: true })
})

test('a helper may not, and an owner needs recent authentication', async () => {
  const helper = { ...owner, role: 'staff' as const, rights: 'all' as const }
  await expect(askBankAccount(as(t.db, helper), { ...given, key: aKey() }, tools)).rejects.toThrow(Forbidden)
  await expect(ownBankAccounts(as(t.db, helper))).rejects.toThrow(Forbidden)
  const stale = { ...as(t.db, owner), now: new Date(noon.getTime() + 11 * 60_000) }
  await expect(askBankAccount(stale, { ...given, key: aKey() }, tools)).rejects.toThrow(ReauthRequired)
})

test('ゆうちょ is given by 記号 and 番号', async () => {
  await renewFarm()
  await ask({ bankCode: '9900', branchCode: '', symbol: '１０１７０', number: '12345671' })
  expect((await ownBankAccounts(as(t.db, owner))).unconfirmed).toMatchObject({
    branchName: '〇一八',
    lastDigits: '567',
  })
})

test.each([
  [{ bankCode: '0000' }, 'bank_unknown'],
  [{ branchCode: '999' }, 'branch_unknown'],
  [{ number: '12345678' }, 'bad_number'],
  [{ number: '' }, 'bad_number'],
  [{ bankCode: '9900', symbol: '12', number: '12345671' }, 'bad_symbol'],
  [{ bankCode: '9900', symbol: '10170', number: '12345672' }, 'bad_yucho_number'],
  [{ holder: '見本太郎' }, 'kanji'],
  [{ holder: '' }, 'empty'],
  [{ holder: 'ミホン＠' }, 'bad_letters'],
])('%j is refused as %s', async (changed, refusal) => {
  const asked = await ask(changed)
  expect(asked).toMatchObject({ ok: false, refusal })
  if (!asked.ok) expect(askBankAccount.declaration.refusals.text(asked.refusal, asked.detail)).toMatch(/。/)
})
