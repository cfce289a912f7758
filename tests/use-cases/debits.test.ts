import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import { type DebitRunId, type IssuedDocumentId, newId, type RestaurantId } from '../../app/kernel/ids.ts'
import { addDays, at, jstDate, momentOf } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { replaceDocument } from '../../app/modules/admin/documents/replace-document.server.ts'
import { bytesToText } from '../../app/modules/banking/fixed-width.ts'
import { invoiceById } from '../../app/modules/billing/invoice-queries.server.ts'
import { receivablesByAge } from '../../app/modules/bookkeeping/ageing.server.ts'
import { creditList } from '../../app/modules/credit/credit-list.server.ts'
import { creditOf, overdueRestaurants } from '../../app/modules/credit/credit-standing.server.ts'
import { ownReminders } from '../../app/modules/credit/own-reminders.server.ts'
import { remindInvoices } from '../../app/modules/credit/remind-invoices.server.ts'
import { issueDocument } from '../../app/modules/issued-documents/issue-document.server.ts'
import { postEntry } from '../../app/modules/ledger/post-entry.server.ts'
import { restaurantAccount, saveBilling } from '../../app/modules/organisations/restaurant/restaurant-account.server.ts'
import {
  answerDebit,
  askDebit,
  debitAgreements,
  ownDebit,
  stopDebit,
  withdrawDebit,
} from '../../app/modules/payments/debit/agreement.server.ts'
import { importDebitResult, undoDebitResult } from '../../app/modules/payments/debit/debit-result.server.ts'
import {
  cancelDebitRun,
  debitRunDetail,
  debitRunFile,
  makeDebitRun,
  previewDebits,
} from '../../app/modules/payments/debit/debit-run.server.ts'
import { debitSettings, saveDebitSettings } from '../../app/modules/payments/debit/debit-settings.server.ts'
import { recordPayment } from '../../app/modules/payments/record-payment.server.ts'
import { creditsOf, unpaidOf } from '../../app/modules/payments/unpaid-of.server.ts'
import { HandIn } from '../../app/routes/staff/billing/hand-in.tsx'
import { answered, asBytes } from '../../db/seed/money/debit-answer.ts'
import { anAgreedDebit, setUpDebits } from '../factories/debit.ts'
import { aKey, anAdmin, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { testEncryption } from '../support/mailed.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
let db: (typeof test_)['db']
beforeAll(() => {
  db = test_.db
})
const now = at('2026-11-10 11:00')
const debitOn = jstDate('2026-11-30')
const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
const rows = async (text: string, values: unknown[] = []) => (await test_.pool.query(text, values)).rows

// a run takes the invoices of all restaurants: those of earlier tests are not part of it
beforeEach(async () => {
  await setUpDebits(db)
  await rows(`update restaurants set payment_method = 'transfer'`)
})

const staff = async (role: 'finance' | 'support' = 'finance'): Promise<Ctx> => ({
  ...as(db, await anAdmin(db, { role })),
  now,
})

async function aBuyer() {
  const { restaurantId, actor } = await aRestaurant(db)
  await rows(`update memberships set role = 'owner' where restaurant_id = $1`, [restaurantId])
  return { restaurantId, owner: { ...as(db, { ...actor, role: 'owner' }), now } satisfies Ctx }
}

async function anInvoice(
  restaurantId: RestaurantId,
  amount: number,
  supersedes?: IssuedDocumentId,
): Promise<IssuedDocumentId> {
  const day = jstDate('2026-10-31')
  const party = { name: 'ビストロ 灯', postalCode: '', address: '', phone: '', registrationNumber: null }
  const total = yen(amount)
  return db.transaction().execute(async (tx) => {
    await postEntry(
      { db: tx, now },
      {
        eventKey: `test:${newId()}`,
        kind: 'sale',
        memo: '',
        postings: [
          { account: 'receivable', restaurantId, yen: total },
          { account: 'fees', yen: yen(-amount) },
        ],
      },
    )
    return issueDocument(
      { db: tx, now },
      {
        content: {
          kind: 'invoice',
          issuer: party,
          to: party,
          fromOn: day,
          toOn: day,
          dueOn: debitOn,
          slips: [],
          sales: [],
          returns: [],
          unregistered: [],
          untaxedYen: total,
          periodYen: total,
          previousYen: yen(0),
          paidYen: yen(0),
          carriedYen: yen(0),
          dueYen: total,
          payTo: null,
        },
        restaurantId,
        fromOn: day,
        toOn: day,
        dueOn: debitOn,
        totalYen: total,
        issuedBy: 'test',
        ...(supersedes && { supersedes }),
      },
    )
  })
}

async function aPayer(...amounts: number[]) {
  const buyer = await aBuyer()
  await anAgreedDebit(db, buyer.restaurantId)
  await rows(`update restaurants set payment_method = 'direct_debit' where id = $1`, [buyer.restaurantId])
  const invoices = []
  for (const amount of amounts) invoices.push(await anInvoice(buyer.restaurantId, amount))
  return { ...buyer, invoices }
}

async function make(ctx: Ctx, key = aKey()) {
  const { collected, totalYen } = await previewDebits(ctx, debitOn)
  return makeDebitRun(ctx, { key, debitOn, count: collected.length, totalYen })
}
async function aRun(...amounts: number[][]) {
  const payers = []
  for (const each of amounts) payers.push(await aPayer(...each))
  const ctx = await staff()
  const { id } = must(await make(ctx))
  return { payers, ctx, id }
}
const fileOf = async (ctx: Ctx, id: DebitRunId) =>
  there(bytesToText(must(await debitRunFile(ctx, { id }, { encryption: testEncryption })).bytes))

const send = (ctx: Ctx, id: DebitRunId, text: string, key = aKey()) =>
  importDebitResult(ctx, { key, id, bytes: asBytes(text), fileName: 'kekka.txt' }, { operator })

const unpaid = async (id: IssuedDocumentId | undefined) => (await unpaidOf(db, [there(id)])).get(there(id))
const sumOf = async (account: string) =>
  Number((await rows('select coalesce(sum(yen), 0) yen from ledger_postings where account = $1', [account]))[0].yen)
const receivable = async (id: RestaurantId) =>
  Number((await rows('select coalesce(sum(yen), 0) yen from ledger_postings where restaurant_id = $1', [id]))[0].yen)

const account = {
  symbol: '',
  bankCode: '0005',
  branchCode: '001',
  type: '1',
  number: '７６５-4321',
  holder: 'みほんしょくどう',
} as const

test('an owner asks, staff write down what the bank answers, and only then it can be chosen', async () => {
  const { owner, restaurantId } = await aBuyer()
  const ctx = await staff()
  const choose = async () => {
    const { version } = await restaurantAccount(owner)
    const typed = { version, billingName: '', billingEmail: '', closingDay: 31 as const, address: null }
    return saveBilling(owner, { ...typed, paymentMethod: 'direct_debit' })
  }
  const { id } = must(await askDebit(owner, { ...account, key: aKey() }, { encryption: testEncryption }))
  expect(await choose()).toMatchObject({ refusal: 'debit_not_agreed' })
  expect(await askDebit(owner, { ...account, key: aKey() }, { encryption: testEncryption })).toMatchObject({
    refusal: 'agreement_waits',
  })
  const [stored] = await rows('select * from debit_agreements where id = $1', [id])
  expect(stored.customer).toMatch(/^\d{20}$/)
  expect(JSON.stringify(stored)).not.toMatch(/7654321|ﾐﾎﾝｼﾖｸﾄﾞｳ/)
  expect(testEncryption.open('debit-account', stored.sealed_holder)).toBe('ﾐﾎﾝｼﾖｸﾄﾞｳ')
  must(await answerDebit(ctx, { key: aKey(), id, answer: 'agreed', reason: '' }))
  expect(await answerDebit(ctx, { key: aKey(), id, answer: 'agreed', reason: '' })).toMatchObject({
    refusal: 'agreement_ended',
  })
  must(await choose())
  expect(await ownDebit(owner)).toMatchObject({ offered: true, agreed: { id }, asked: null })
  const [mail] = await rows(`select count(*)::int n from mails where template = 'debit_agreement' and key like $1`, [
    `%${id}%`,
  ])
  expect(mail.n).toBe(1)
  expect(await receivable(restaurantId)).toBe(0)
})

test('another account takes the place of the first once its bank has agreed; a stopped one is not collected from', async () => {
  const { owner, restaurantId } = await aBuyer()
  const first = await anAgreedDebit(db, restaurantId)
  const { id } = must(await askDebit(owner, { ...account, key: aKey() }, { encryption: testEncryption }))
  expect(await ownDebit(owner)).toMatchObject({ agreed: { id: first }, asked: { id } })
  const ctx = await staff()
  must(await answerDebit(ctx, { key: aKey(), id, answer: 'agreed', reason: '' }))
  expect(await ownDebit(owner)).toMatchObject({ agreed: { id }, asked: null })
  expect(await stopDebit(ctx, { key: aKey(), id, reason: '' })).toMatchObject({ refusal: 'reason_missing' })
  must(await stopDebit(ctx, { key: aKey(), id, reason: '解約の届け出' }))
  expect(await ownDebit(owner)).toMatchObject({ agreed: null, last: { reason: 'stopped', note: '解約の届け出' } })
})

test.each([
  [{ bankCode: '9998' }, 'bank_unknown'],
  [{ branchCode: '998' }, 'branch_unknown'],
  [{ number: '12345678' }, 'bad_number'],
  [{ holder: '見本食堂' }, 'kanji'],
  [{ holder: '' }, 'empty'],
  [{ type: '4' as const }, 'savings'],
] as const)('a bad account %j is refused', async (wrong, refusal) => {
  const { owner } = await aBuyer()
  const asked = await askDebit(owner, { ...account, ...wrong, key: aKey() }, { encryption: testEncryption })
  expect(asked).toMatchObject({ ok: false, refusal })
  expect((await ownDebit(owner)).asked).toBeNull()
})

test('without a 委託者番号 nothing is offered; settings are checked, and the version decides', async () => {
  const ctx = await staff()
  const { version } = await debitSettings(ctx)
  const none = { collectorCode: '', collectorName: '', bankCode: '', branchCode: '', type: '1', number: '' } as const
  const save = (more: object, of = version) =>
    saveDebitSettings(ctx, { ...none, leadDays: 5, ...more, version: of, key: aKey() })
  expect(await save({ collectorCode: '123' })).toMatchObject({ refusal: 'bad_settings' })
  must(await save({}))
  expect(await save({})).toMatchObject({ refusal: 'changed_meanwhile' })
  const { owner } = await aBuyer()
  expect(await askDebit(owner, { ...account, key: aKey() }, { encryption: testEncryption })).toMatchObject({
    refusal: 'not_offered',
  })
})

test('permissions: owners for their own account, finance for collections', async () => {
  const [one, other] = [await aBuyer(), await aBuyer()]
  const { id } = must(await askDebit(one.owner, { ...account, key: aKey() }, { encryption: testEncryption }))
  expect(await withdrawDebit(other.owner, { id })).toMatchObject({ refusal: 'agreement_ended' })
  await expect(debitAgreements(one.owner)).rejects.toThrow(NotFound)
  await expect(answerDebit(await staff('support'), { key: aKey(), id, answer: 'agreed', reason: '' })).rejects.toThrow(
    Forbidden,
  )
  const cook: Ctx = { ...one.owner, actor: { ...(one.owner.actor as object), role: 'staff' } as Ctx['actor'] }
  await expect(ownDebit(cook)).rejects.toThrow(Forbidden)
  must(await withdrawDebit(one.owner, { id }))
})

test('what falls due is asked for once, by two administrators at once and by a second run', async () => {
  const { invoices } = await aPayer(10_000)
  const [one, other] = [await staff(), await staff()]
  const made = await Promise.all([make(one), make(other)])
  expect(made.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await make(one)).toMatchObject({ refusal: 'nothing_due' })
  const items = await rows('select yen::int from debit_items where document_id = $1', [invoices[0]])
  expect(items).toEqual([{ yen: 10_000 }])
  expect((await previewDebits(one, debitOn)).exceptions).toMatchObject([{ obstacle: 'in_run' }])
})

test('the same form twice is one run; another sum than the preview showed is refused', async () => {
  await aPayer(10_000)
  const ctx = await staff()
  expect(await makeDebitRun(ctx, { key: aKey(), debitOn, count: 1, totalYen: 9_999 })).toMatchObject({
    refusal: 'changed_meanwhile',
  })
  const given = { key: aKey(), debitOn, count: 1, totalYen: 10_000 }
  const [first, second] = [must(await makeDebitRun(ctx, given)), must(await makeDebitRun(ctx, given))]
  expect(second.id).toBe(first.id)
})

test('the day is a bank day, and the bank gets the file in time', async () => {
  await aPayer(10_000)
  const ctx = await staff()
  const on = (day: string, moment = now) =>
    makeDebitRun({ ...ctx, now: moment }, { key: aKey(), debitOn: jstDate(day), count: 1, totalYen: 10_000 })
  expect(await on('2026-11-29')).toMatchObject({ refusal: 'not_bank_day' })
  // five bank days before Monday 30th, over the holiday of the 23rd: the 20th
  expect((await previewDebits(ctx, debitOn)).handInBy).toBe('2026-11-20')
  expect(await on('2026-11-30', at('2026-11-24 09:00'))).toMatchObject({
    refusal: 'too_late',
    detail: { on: '2026-11-20' },
  })
  must(await on('2026-11-30', at('2026-11-20 09:00')))
})

test('the file has one record for a restaurant with two invoices, and each download is in the history', async () => {
  const { ctx, id } = await aRun([10_000, 2_500], [300])
  const text = await fileOf(ctx, id)
  const data = text.split('\r\n').filter((line) => line.startsWith('2'))
  expect(data.map((line) => Number(line.slice(80, 90)))).toEqual([12_500, 300])
  expect(data[0]).toMatch(/^20005ﾐﾂﾋﾞｼﾕ-ｴﾌｼﾞ.* 17654321ﾐﾎﾝｼﾖｸﾄﾞｳ/)
  expect(data.map((line) => line.charAt(90))).toEqual(['1', '1'])
  expect(text.split('\r\n')[0]).toMatch(/^19101234567890.{40}1130/)
  await fileOf(ctx, id)
  const [{ n }] = await rows(
    `select count(*)::int n from events where kind = 'debit_run_file_made' and data->>'runId' = $1`,
    [id],
  )
  expect(n).toBe(2)
})

test('the result: what was paid pays its invoices, what was not is told and transferred; twice is harmless', async () => {
  const { ctx, id, payers } = await aRun([10_000, 2_500], [300])
  const [paid, short] = payers
  const clearing = await sumOf('debit_clearing')
  const result = answered(await fileOf(ctx, id), '01')
  expect(await ownReminders(there(short).owner)).toMatchObject([{ owedYen: 300, next: null, debitOn }])
  expect(must(await send(ctx, id, result))).toEqual({ paid: 1, failed: 1 })
  expect(await ownReminders(there(paid).owner)).toEqual([])
  expect(await ownReminders(there(short).owner)).toMatchObject([{ next: { days: -3 }, debitOn: null }])
  expect(must(await send(ctx, id, result))).toEqual({ paid: 0, failed: 0 })
  for (const invoice of paid?.invoices ?? []) expect(await unpaid(invoice)).toBe(0)
  expect(await receivable(there(paid).restaurantId)).toBe(0)
  expect(await sumOf('debit_clearing')).toBe(clearing + 12_500)
  expect(await unpaid(short?.invoices[0])).toBe(300)
  const mails = await rows(
    `select template, data from mails where template in ('debit_paid', 'debit_failed') and key like $1`,
    [`debit:%`],
  )
  expect(mails.filter(({ template }) => template === 'debit_failed').at(-1)?.data).toMatchObject({ reason: '資金不足' })
  expect((await debitRunDetail(ctx, id)).items.map(({ outcome }) => outcome)).toEqual(['short', 'paid', 'paid'])
  expect((await previewDebits(ctx, debitOn)).exceptions).toMatchObject([{ obstacle: 'failed_before' }])
  expect(await cancelDebitRun(ctx, { id })).toMatchObject({ refusal: 'wrong_state' })
})

test('two administrators import the same result at once: it is booked once', async () => {
  const { ctx, id, payers } = await aRun([10_000])
  const result = answered(await fileOf(ctx, id), '0')
  const other = await staff()
  const done = await Promise.all([send(ctx, id, result), send(other, id, result)])
  expect(done.map((it) => must(it).paid).toSorted()).toEqual([0, 1])
  expect(await receivable(there(payers[0]).restaurantId)).toBe(0)
})

test('undo reverses all of it, and another result can be imported', async () => {
  const { ctx, id, payers } = await aRun([10_000], [300])
  const text = await fileOf(ctx, id)
  const clearing = await sumOf('debit_clearing')
  must(await send(ctx, id, answered(text, '00')))
  expect(await send(ctx, id, answered(text, '01'))).toMatchObject({ refusal: 'result_known' })
  must(await undoDebitResult(ctx, { key: aKey(), id, reason: '銀行からの訂正' }))
  expect(await unpaid(payers[0]?.invoices[0])).toBe(10_000)
  expect(await sumOf('debit_clearing')).toBe(clearing)
  expect(await receivable(there(payers[0]).restaurantId)).toBe(10_000)
  expect(await undoDebitResult(ctx, { key: aKey(), id, reason: 'もう一度' })).toMatchObject({ refusal: 'wrong_state' })
  must(await send(ctx, id, answered(text, '01')))
  expect(await unpaid(payers[0]?.invoices[0])).toBe(0)
  expect(await unpaid(payers[1]?.invoices[0])).toBe(300)
  const [{ sum }] = await rows('select coalesce(sum(yen), 0)::int sum from ledger_postings')
  expect(sum).toBe(0)
})

test.each([
  ['our own request', (text: string) => text, 'unreadable'],
  [
    'a wrong total',
    (text: string) => answered(text, '01').replace('8000002000000010300', '8000002000000010301'),
    'unreadable',
  ],
  ['not a file of a bank', () => 'x', 'unreadable'],
  [
    'another collector',
    (text: string) => answered(text, '01').replace('19101234567890', '19101234567891'),
    'other_collector',
  ],
  ['another day', (text: string) => answered(text, '01').replace('1130000', '1127000'), 'other_day'],
  [
    'a row that is not ours',
    (text: string) => answered(text.replace(/9(\d{19})0( {8}\r\n8)/, '8$10$2'), '01'),
    'foreign_row',
  ],
  [
    'a row that is missing',
    (text: string) =>
      answered(text.replace(/\r\n2[^\r]*(?=\r\n8)/, '').replace('8000002000000010300', '8000001000000010000'), '0'),
    'row_missing',
  ],
  [
    'another amount',
    // ten digits at their place: the customer numbers are digits, too
    (text: string) =>
      answered(
        text.replace(/^(2.{79})0000000300/m, '$10000000299').replace('8000002000000010300', '8000002000000010299'),
        '01',
      ),
    'other_amount',
  ],
] as const)('%s changes nothing, with a sentence', async (_, changed, refusal) => {
  const { ctx, id, payers } = await aRun([10_000], [300])
  const refused = await send(ctx, id, changed(await fileOf(ctx, id)))
  expect(refused).toMatchObject({ ok: false, refusal })
  if (!refused.ok)
    expect(importDebitResult.declaration.refusals.text(refused.refusal, refused.detail)).toMatch(
      /何も取り込んでいません。$/,
    )
  expect(await unpaid(payers[0]?.invoices[0])).toBe(10_000)
  expect((await debitRunDetail(ctx, id)).run.state).toBe('requested')
})

const transfer = (ctx: Ctx, restaurantId: RestaurantId, amount: number, documentId: IssuedDocumentId | null) =>
  db.transaction().execute((tx) =>
    recordPayment(
      { ...ctx, db: tx },
      {
        eventKey: `test:${newId()}`,
        method: 'transfer',
        receivedOn: jstDate('2026-11-09'),
        yen: yen(amount),
        payer: 'ﾃｽﾄ',
        allocations: [{ restaurantId, documentId, yen: yen(amount), reason: 'test' }],
      },
    ),
  )

test('credit of the restaurant is used first, so that it is not collected what it has paid already', async () => {
  const { restaurantId, invoices } = await aPayer(10_000)
  const ctx = await staff()
  await transfer(ctx, restaurantId, 1_500, null)
  expect((await previewDebits(ctx, debitOn)).collected).toMatchObject([{ yen: 8_500, creditYen: 1_500 }])
  const { id } = must(await make(ctx))
  expect(await unpaid(invoices[0])).toBe(8_500)
  expect(await creditsOf(db, [restaurantId])).toEqual([])
  must(await send(ctx, id, answered(await fileOf(ctx, id), '0')))
  expect(await unpaid(invoices[0])).toBe(0)
  expect(await receivable(restaurantId)).toBe(0)
})

test('a restaurant with direct debit is not reminded, and sees so; without a 委託者番号 nothing is collected, and it is reminded', async () => {
  const { owner, restaurantId } = await aPayer(30_000)
  const day = at('2026-11-27 09:00')
  const seen = () => ownReminders({ ...owner, now: day })
  const reminded = async () => {
    await remindInvoices({ db, now: day })
    return rows(
      'select 1 from invoice_reminders m join issued_documents d on d.id = m.document_id where restaurant_id = $1',
      [restaurantId],
    )
  }
  expect(await seen()).toMatchObject([{ next: null, debitOn }])
  expect(await reminded()).toHaveLength(0)
  await db.updateTable('debitSettings').set({ collectorCode: '' }).execute()
  expect(await seen()).toMatchObject([{ next: { days: 0 }, debitOn: null }])
  expect(await reminded()).toHaveLength(1)
})

test('what was transferred after the request is credit once the bank has collected, too', async () => {
  const { ctx, id, payers } = await aRun([10_000])
  const { restaurantId, invoices } = there(payers[0])
  const result = answered(await fileOf(ctx, id), '0')
  await transfer(ctx, restaurantId, 10_000, there(invoices[0]))
  must(await send(ctx, id, result))
  expect(await creditsOf(db, [restaurantId])).toMatchObject([{ yen: 10_000 }])
  expect(await receivable(restaurantId)).toBe(-10_000)
})

test('a cancelled run leaves its invoices due; nothing is imported into it', async () => {
  const { ctx, id } = await aRun([10_000])
  const result = answered(await fileOf(ctx, id), '0')
  must(await cancelDebitRun(ctx, { id }))
  expect(await send(ctx, id, result)).toMatchObject({ refusal: 'wrong_state' })
  expect(await debitRunFile(ctx, { id }, { encryption: testEncryption })).toMatchObject({ refusal: 'wrong_state' })
  must(await make(ctx))
})

test('without an agreement of the bank nothing is collected', async () => {
  const { restaurantId } = await aPayer(10_000)
  await rows(`update debit_agreements set ended_at = now(), end_reason = 'stopped' where restaurant_id = $1`, [
    restaurantId,
  ])
  const ctx = await staff()
  expect(await previewDebits(ctx, debitOn)).toMatchObject({ exceptions: [{ obstacle: 'not_agreed' }], collected: [] })
  expect(await make(ctx)).toMatchObject({ refusal: 'nothing_due' })
})

test('an invoice that the bank is collecting is not replaced until its result is known', async () => {
  const { invoices } = await aPayer(12_000)
  const finance = await staff()
  must(await make(finance))
  const asked = { id: there(invoices[0]), reason: '会社名の誤り', key: aKey() }
  expect(await replaceDocument(finance, asked, operator)).toMatchObject({ refusal: 'being_collected' })
})

test('what the bank could not collect is transferred, also when its invoice was replaced since', async () => {
  const { ctx, id, payers } = await aRun([12_000])
  must(await send(ctx, id, answered(await fileOf(ctx, id), '1')))
  const { restaurantId, invoices } = there(payers[0])
  await anInvoice(restaurantId, 12_000, invoices[0])
  expect(await ownReminders(there(payers[0]).owner)).toMatchObject([{ next: { days: -3 }, debitOn: null }])
  expect(await previewDebits(ctx, debitOn)).toMatchObject({
    collected: [],
    exceptions: [{ obstacle: 'failed_before', yen: 12_000 }],
  })
})

test('what another invoice gives back is not collected, and is set off once', async () => {
  const { restaurantId } = await aPayer(10_000)
  await anInvoice(restaurantId, -3_000)
  const ctx = await staff()
  expect((await previewDebits(ctx, debitOn)).collected).toMatchObject([{ yen: 7_000, creditYen: 3_000 }])
  const { id } = must(await make(ctx))
  await anInvoice(restaurantId, 2_000)
  expect((await previewDebits(ctx, debitOn)).collected).toMatchObject([{ yen: 2_000, creditYen: 0 }])
  must(await send(ctx, id, answered(await fileOf(ctx, id), '0')))
  expect((await previewDebits(ctx, debitOn)).collected).toMatchObject([{ yen: 2_000 }])
  expect(await receivable(restaurantId)).toBe(2_000)
})

test('an invoice under collection stops no restaurant until the collection has failed', async () => {
  const { ctx, id, payers } = await aRun([12_000])
  const { restaurantId } = there(payers[0])
  const later = { db, now: at('2027-01-20 10:00') }
  expect(await creditOf(later, restaurantId)).toMatchObject({ overdue: null, blocking: null })
  // the run goes on, although the next invoice is paid by transfer
  await db.updateTable('restaurants').set({ paymentMethod: 'transfer' }).where('id', '=', restaurantId).execute()
  expect(await creditOf(later, restaurantId)).toMatchObject({ overdue: null, blocking: null })
  must(await send(ctx, id, answered(await fileOf(ctx, id), '1')))
  expect(await creditOf(later, restaurantId)).toMatchObject({ overdue: { yen: 12_000 }, blocking: { yen: 12_000 } })
})

test('an invoice is not overdue while the bank collects it, and is when no run has asked for it or the bank could not', async () => {
  const { restaurantId, invoices } = await aPayer(12_000)
  const ctx = await staff()
  const later = { ...ctx, now: at('2026-12-01 10:00') }
  const overdueYen = async () => {
    const listed = (await creditList(later, '')).find((row) => row.restaurantId === restaurantId)
    expect(listed?.upTo30 ?? 0).toBe(listed?.credit.overdue?.yen ?? 0)
    const age = (await receivablesByAge(later, jstDate('2026-12-01'))).rows.find((row) => row.id === restaurantId)
    expect(age?.upTo30 ?? 0).toBe(listed?.credit.overdue?.yen ?? 0)
    const { state } = await invoiceById(later, there(invoices[0]))
    const collectingYen = age?.collectingYen ?? 0
    expect({ state, collectingYen }).toEqual(
      (listed?.credit.overdue?.yen ?? 0) >= 12_000
        ? { state: 'overdue', collectingYen: 0 }
        : { state: 'collecting', collectingYen: 12_000 },
    )
    return listed?.credit.overdue?.yen ?? null
  }
  const before = (await overdueRestaurants(later)).count
  expect(await overdueYen()).toBe(12_000)
  const { id } = must(await make(ctx))
  expect(await overdueYen()).toBeNull()
  expect((await overdueRestaurants(later)).count).toBe(before - 1)
  must(await cancelDebitRun(ctx, { id }))
  expect(await overdueYen()).toBe(12_000)
  const again = must(await make(ctx))
  await anInvoice(restaurantId, 500)
  expect(await overdueYen()).toBe(500)
  must(await send(ctx, again.id, answered(await fileOf(ctx, again.id), '1')))
  expect(await overdueYen()).toBe(12_500)
})

test('the page of a run says until when it is sent; past that, what to do if its file was never made', async () => {
  const { ctx, id } = await aRun([10_000])
  const said = async (of: Ctx) => {
    const { state, handInBy, isLate } = (await debitRunDetail(of, id)).run
    return renderToStaticMarkup(createElement(HandIn, { state, handInBy, isLate })).replace(/<[^>]*>/g, '')
  }
  const { handInBy } = (await debitRunDetail(ctx, id)).run
  const after = { ...ctx, now: momentOf(addDays(handInBy, 1), 600) }
  expect(await said({ ...ctx, now: momentOf(handInBy, 600) })).toMatch(/までに銀行へ送信してください。$/)
  expect(await said(after)).toMatch(/依頼データを作成しないまま、送信期限（.+）を過ぎました。この口座振替を取り消し/)
  await fileOf(ctx, id)
  expect(await said(after)).toMatch(/^送信期限 \d+月\d+日/)
})
