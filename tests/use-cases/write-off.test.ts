import { encode } from 'iconv-lite'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Ctx } from '#authorization/ctx.ts'
import { operatorOf } from '#infra/operator.server.ts'
import { readSettings } from '#infra/settings.server.ts'
import { Forbidden, NotFound, ReauthRequired } from '#kernel/errors.ts'
import { type IssuedDocumentId, newId, type RestaurantId } from '#kernel/ids.ts'
import { addDays, at, type JstDate, jstDate, jstDateOf, momentOf } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { replaceDocument } from '#modules/admin/documents/replace-document.server.ts'
import { billingDesk } from '#modules/billing/billing-desk.server.ts'
import { closePeriods } from '#modules/billing/close-period.server.ts'
import { invoiceById, ownInvoices, ownUnpaid } from '#modules/billing/invoice-queries.server.ts'
import { issueReceipt } from '#modules/billing/issue-receipt.server.ts'
import { receivablesByAge } from '#modules/bookkeeping/ageing.server.ts'
import { agreement } from '#modules/bookkeeping/agreement.server.ts'
import { platformBookFile } from '#modules/bookkeeping/platform-books.server.ts'
import { balanceDifferences } from '#modules/bookkeeping/replay.server.ts'
import { accountLines, entryDetail } from '#modules/bookkeeping/trial-balance.server.ts'
import { creditOf } from '#modules/credit/credit-standing.server.ts'
import { writeOrderStops } from '#modules/credit/order-stops.server.ts'
import { remindInvoices } from '#modules/credit/remind-invoices.server.ts'
import { setCreditTerms } from '#modules/credit/set-limit.server.ts'
import { depositDetail, depositList } from '#modules/payments/deposit-queries.server.ts'
import { addOwnBankAccount } from '#modules/payments/deposit-settings.server.ts'
import { importBankFile, uploadBankFile } from '#modules/payments/import-bank-file.server.ts'
import { matchByHand, undoMatch } from '#modules/payments/match-by-hand.server.ts'
import { ownPayments } from '#modules/payments/own-payments.server.ts'
import { lockForMatching, recordPayment } from '#modules/payments/record-payment.server.ts'
import { openInvoicesOf } from '#modules/payments/unpaid-of.server.ts'
import { undoWriteOff, writeOffInvoice } from '#modules/payments/write-off.server.ts'
import {
  invoiceForStaff,
  standingWriteOffs,
  writeOffsOfRestaurant,
} from '#modules/payments/write-off-queries.server.ts'
import { aCharge, anInvoice } from '../factories/charge.ts'
import { aFarm, aKey, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const operator = operatorOf(readSettings({ APP_ENV: 'test' }))
/** Long after the due date, November 30th. */
const late = at('2027-02-01 10:00')
const system = (now: Date): Ctx => ({ actor: { kind: 'system' }, db: test_.db, now })
const today = jstDateOf(late)

/** A restaurant with an unpaid invoice of October over ¥10,800. */
async function anOverdueInvoice() {
  const { restaurantId, kitchenId, actor } = await aRestaurant(test_.db)
  const farm = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farm.farmId)
  const of = { restaurantId, kitchenId, farmId: farm.farmId, on: '2026-10-20', lines: [{ productId, yen: 10_000 }] }
  const { orderId } = await aReceivedOrder(test_.db, of)
  const id = await anInvoice(test_.db, { restaurantId, farmId: farm.farmId, orderId })
  const finance = await anAdmin(test_.db, { role: 'finance' })
  return {
    ...{ id, restaurantId, orderId, farm },
    buyer: as(test_.db, { ...actor, role: 'owner' }, late),
    staff: as(test_.db, finance, late),
    colleague: as(test_.db, await anAdmin(test_.db, { role: 'full' }), late),
  }
}

const giveUp = (ctx: Ctx, documentId: IssuedDocumentId, given: object = {}) =>
  writeOffInvoice(ctx, {
    ...{ key: aKey(), documentId, yen: 10_800, unpaidYen: 10_800, reason: '破産手続きの終結', stopsOrdering: false },
    ...given,
  })

const pay = (restaurantId: RestaurantId, documentId: IssuedDocumentId, amount: number) =>
  test_.db.transaction().execute(async (db) => {
    await lockForMatching(db, { paymentIds: [], restaurantIds: [restaurantId] })
    await recordPayment(
      { ...system(late), db },
      {
        ...{ eventKey: `test:${newId()}`, method: 'transfer', receivedOn: today, yen: yen(amount), payer: 'ﾋﾞｽﾄﾛ' },
        allocations: [{ restaurantId, documentId, yen: yen(amount), reason: '入金' }],
      },
    )
  })

async function balanceOf(restaurantId: RestaurantId) {
  const { rows } = await sql<{ yen: number }>`select coalesce(sum(yen), 0)::bigint as yen from ledger_postings
    where restaurant_id = ${restaurantId}`.execute(test_.db)
  return Number(rows[0]?.yen)
}

async function booksAreRight(ctx: Ctx) {
  expect(await balanceDifferences(test_.db)).toEqual([])
  const { restaurants, sumYen } = await agreement(ctx)
  expect([restaurants.differing, sumYen]).toEqual([0, 0])
}

test('a write-off settles the invoice: nothing is open, overdue or aged, and the books agree', async () => {
  const { id, restaurantId, staff, farm } = await anOverdueInvoice()
  const owedToFarm = () =>
    sql`select sum(yen) as yen from ledger_postings where farm_id = ${farm.farmId}`.execute(test_.db)
  const owed = (await owedToFarm()).rows
  expect(await creditOf(staff, restaurantId)).toMatchObject({ unpaidYen: 10_800, overdue: { yen: 10_800 } })
  const { writeOffId } = must(await giveUp(staff, id))
  expect(await invoiceById(staff, id)).toMatchObject({
    ...{ totalYen: 10_800, paidYen: 0, settledYen: 10_800, unpaidYen: 0, state: 'settled', payments: [] },
  })
  expect(await creditOf(staff, restaurantId)).toMatchObject({ unpaidYen: 0, overdue: null, blocking: null })
  expect(await openInvoicesOf(test_.db, [restaurantId])).toEqual([])
  expect((await receivablesByAge(staff, today)).rows.filter((row) => row.id === restaurantId)).toEqual([])
  expect(await balanceOf(restaurantId)).toBe(0)
  expect((await owedToFarm()).rows).toEqual(owed)
  await booksAreRight(staff)

  const { number } = await invoiceById(staff, id)
  const { lines } = await accountLines(staff, { account: 'bad_debt', page: 1 })
  const line = there(lines.find(({ memo }) => memo === `ビストロ 灯 ${number}`))
  expect(line).toMatchObject({ kind: 'write_off', onDay: today, yen: 10_800 })
  const ofDays = (from: JstDate, to: JstDate) => accountLines(staff, { account: 'bad_debt', from, to, page: 1 })
  expect(await ofDays(today, today)).toMatchObject({ count: 1, debitYen: 10_800, creditYen: 0, balanceYen: 10_800 })
  const before = addDays(today, -1)
  expect(await ofDays(before, before)).toMatchObject({ count: 0, debitYen: 0, balanceYen: 10_800, lines: [] })
  const { entry, postings, sources } = await entryDetail(staff, line.entryId)
  expect(entry.eventKey).toBe(`write-off:${writeOffId}`)
  expect(postings).toMatchObject([
    { account: 'bad_debt', yen: 10_800, restaurantId: null },
    { account: 'receivable', yen: -10_800, restaurantId },
  ])
  expect(sources.documents).toEqual([{ id, number }])
})

test('it causes no reminder, no late charge and no stop, and the next invoice says that it was settled', async () => {
  const [lost, open] = [await anOverdueInvoice(), await anOverdueInvoice()]
  await test_.db.updateTable('memberships').set({ role: 'owner' }).execute()
  const before = at('2026-12-01 10:00')
  must(await giveUp({ ...lost.staff, ...as(test_.db, lost.staff.actor, before) }, lost.id))
  for (const day of [3, 7, 14])
    await remindInvoices({ db: test_.db, now: momentOf(addDays(jstDate('2026-11-30'), day), 600) })
  const remindedOf = async (restaurantId: RestaurantId) =>
    (
      await test_.db
        .selectFrom('mails')
        .innerJoin('memberships', 'memberships.personId', 'mails.personId')
        .select('mails.id')
        .where('memberships.restaurantId', '=', restaurantId)
        .where('template', '=', 'invoice_reminder')
        .execute()
    ).length
  expect(await remindedOf(lost.restaurantId)).toBe(0)
  expect(await remindedOf(open.restaurantId)).toBeGreaterThan(0)

  const terms = { key: aKey(), defaultLimitYen: 10_000_000, overdueDays: 14, lateRatePercent: 3, version: 1 }
  must(await setCreditTerms(as(test_.db, lost.colleague.actor, before), terms))
  const now = at('2027-01-04 03:00')
  await writeOrderStops({ db: test_.db, now })
  const stopped = await test_.db.selectFrom('orderStops').select('restaurantId').execute()
  expect(stopped).toEqual([{ restaurantId: open.restaurantId }])

  for (const { restaurantId, farm, orderId } of [lost, open])
    await aCharge(test_.db, { restaurantId, farmId: farm.farmId, orderId, on: '2026-12-10', goods: 1_000 })
  await closePeriods(system(now), operator, [lost.restaurantId, open.restaurantId])
  const newest = async ({ buyer }: typeof lost) =>
    (await invoiceById(buyer, there((await ownInvoices(buyer))[0]).id)).content
  const settled = await newest(lost)
  expect(settled).toMatchObject({ previousYen: 10_800, paidYen: 0, settledYen: 10_800, carriedYen: 0, dueYen: 1_080 })
  expect(settled.lateCharges).toBeUndefined()
  const carried = await newest(open)
  expect(carried).toMatchObject({ previousYen: 10_800, paidYen: 0, carriedYen: 10_800 })
  expect(carried).not.toHaveProperty('settledYen')
  expect(there(carried.lateCharges?.[0]).yen).toBeGreaterThan(0)
  await booksAreRight(lost.staff)
})

test('a part of it: the rest is paid, reminded of and matched as before; no receipt counts what was written off', async () => {
  const { id, restaurantId, staff, buyer } = await anOverdueInvoice()
  const first = must(await giveUp(staff, id, { yen: 800 }))
  expect(first.leftYen).toBe(10_000)
  expect(await invoiceById(buyer, id)).toMatchObject({ unpaidYen: 10_000, settledYen: 800, state: 'overdue' })
  expect((await ownUnpaid(buyer)).invoices).toMatchObject([{ id, unpaidYen: 10_000 }])
  await pay(restaurantId, id, 10_000)
  expect(await invoiceById(buyer, id)).toMatchObject({ paidYen: 10_000, settledYen: 800, state: 'settled' })
  expect((await ownPayments(buyer, { after: null, limit: 10 })).payments).toMatchObject([
    { yen: 10_000, pays: [{ documentId: id, yen: 10_000 }] },
  ])
  const receipt = () => issueReceipt(buyer, { invoiceId: id, key: aKey() }, operator)
  expect(await receipt()).toMatchObject({ refusal: 'not_paid' })
  must(await undoWriteOff(staff, { key: aKey(), writeOffId: first.writeOffId, reason: '入金があったため' }))
  await pay(restaurantId, id, 800)
  const { id: receiptId } = must(await receipt())
  const { totalYen, content } = await test_.db
    .selectFrom('issuedDocuments')
    .select(['totalYen', 'content'])
    .where('id', '=', receiptId)
    .executeTakeFirstOrThrow()
  expect([totalYen, 'yen' in content && content.yen]).toEqual([10_800, 10_800])
  await booksAreRight(staff)
})

test('bad input is refused: no reason, a long one, nothing, more than is unpaid, an amount that was not shown', async () => {
  const { id, staff, restaurantId } = await anOverdueInvoice()
  const { reason, yen: amount } = writeOffInvoice.declaration.input
  expect(reason.safeParse('  ').error?.issues[0]?.message).toBe('理由を入力してください。')
  expect(reason.safeParse('あ'.repeat(501)).success).toBe(false)
  expect(reason.safeParse('あ'.repeat(500)).success).toBe(true)
  for (const wrong of [0, -1, 0.5]) expect(amount.safeParse(wrong).success).toBe(false)
  const more = await giveUp(staff, id, { yen: 10_801 })
  expect(more).toMatchObject({ refusal: 'too_much', detail: { unpaidYen: 10_800 } })
  expect(await giveUp(staff, id, { unpaidYen: 10_000 })).toMatchObject({ refusal: 'changed_meanwhile' })
  await pay(restaurantId, id, 10_800)
  expect(await giveUp(staff, id, { unpaidYen: 0 })).toMatchObject({ refusal: 'nothing_unpaid' })
  await expect(giveUp(staff, newId<'issuedDocument'>())).rejects.toThrow(NotFound)
  expect((await writeOffsOfRestaurant(staff, restaurantId)).rows).toEqual([])
})

test('it takes the role and a recent proof; for members there is nothing of it', async () => {
  const { id, staff, buyer, restaurantId } = await anOverdueInvoice()
  const support = as(test_.db, await anAdmin(test_.db, { role: 'support' }), late)
  await expect(giveUp(support, id)).rejects.toThrow(Forbidden)
  expect(await invoiceForStaff(support, id)).toMatchObject({ invoice: { unpaidYen: 10_800 }, writeOffs: [] })
  const stale = { ...staff, now: at('2027-02-01 10:11') }
  await expect(giveUp(stale, id)).rejects.toThrow(ReauthRequired)
  for (const ask of [
    () => giveUp(buyer, id),
    () => undoWriteOff(buyer, { key: aKey(), writeOffId: newId(), reason: '誤り' }),
    () => invoiceForStaff(buyer, id),
    () => writeOffsOfRestaurant(buyer, restaurantId),
  ])
    await expect(ask()).rejects.toThrow(NotFound)
})

test('sent twice with one key, or by twenty administrators at once, it is written off once, and undone once', async () => {
  const { id, restaurantId, staff, colleague } = await anOverdueInvoice()
  const presses = Array.from({ length: 20 }, (_, which) =>
    giveUp(which % 2 === 0 ? staff : colleague, id, { yen: 4_000 }),
  )
  const made = (await Promise.all(presses)).flatMap((it) => (it.ok ? [it.value] : []))
  expect(made).toHaveLength(1)
  const key = aKey()
  const again = () => giveUp(staff, id, { key, yen: 800, unpaidYen: 6_800 })
  const [one, two] = await Promise.all([again(), again()])
  expect(two).toEqual(one)
  expect(must(await again())).toEqual(must(one))
  expect(await invoiceById(staff, id)).toMatchObject({ settledYen: 4_800, unpaidYen: 6_000 })
  const { writeOffId } = there(made[0])
  const undone = await Promise.all(
    [staff, colleague, staff, colleague].map((ctx) => undoWriteOff(ctx, { key: aKey(), writeOffId, reason: '誤り' })),
  )
  expect(undone.filter(({ ok }) => ok)).toHaveLength(1)
  expect(undone.filter((it) => !it.ok && it.refusal === 'undone_already')).toHaveLength(3)
  expect(await invoiceById(staff, id)).toMatchObject({ settledYen: 800, unpaidYen: 10_000 })
  expect(await balanceOf(restaurantId)).toBe(10_000)
  await booksAreRight(staff)
})

test('of a payment and a write-off at once one holds, and the other is refused', async () => {
  const { id, restaurantId, staff } = await anOverdueInvoice()
  await Promise.allSettled([pay(restaurantId, id, 10_800), giveUp(staff, id)])
  const { settledYen, paidYen, unpaidYen } = await invoiceById(staff, id)
  expect([settledYen + paidYen, unpaidYen]).toEqual([10_800, 0])
  await booksAreRight(staff)
})

test('undone with a reason the invoice is open again and is paid; the history keeps both', async () => {
  const { id, restaurantId, staff, buyer } = await anOverdueInvoice()
  const { writeOffId } = must(await giveUp(staff, id))
  expect((await billingDesk(staff, { list: 'written_off', page: 1 })).invoices.map((it) => it.id)).toContain(id)
  expect(await standingWriteOffs(test_.db, [restaurantId])).toMatchObject([{ id: writeOffId, yen: 10_800 }])
  expect(await writeOffsOfRestaurant(staff, restaurantId)).toMatchObject({ yearYen: 10_800 })
  const key = aKey()
  const undo = () => undoWriteOff(staff, { key, writeOffId, reason: '管財人から入金があったため' })
  expect(must(await undo())).toEqual(must(await undo()))
  expect(await invoiceById(buyer, id)).toMatchObject({ settledYen: 0, unpaidYen: 10_800, state: 'overdue' })
  expect(await standingWriteOffs(test_.db, [restaurantId])).toEqual([])
  expect((await billingDesk(staff, { list: 'written_off', page: 1 })).invoices.map((it) => it.id)).not.toContain(id)
  const { yearYen, rows } = await writeOffsOfRestaurant(staff, restaurantId)
  expect(yearYen).toBe(0)
  expect(rows).toMatchObject([
    {
      yen: 10_800,
      reason: '破産手続きの終結',
      by: '運営 係',
      undoneBy: '運営 係',
      undoReason: '管財人から入金があったため',
    },
  ])
  expect(await balanceOf(restaurantId)).toBe(10_800)
  await pay(restaurantId, id, 10_800)
  expect(await invoiceById(buyer, id)).toMatchObject({ unpaidYen: 0, state: 'paid' })
  await expect(undoWriteOff(staff, { key: aKey(), writeOffId: newId(), reason: '誤り' })).rejects.toThrow(NotFound)
  await booksAreRight(staff)
})

test('of more than a hundred write-offs the oldest stands in the history of its invoice and beside a deposit', async () => {
  const { id, restaurantId, staff } = await anOverdueInvoice()
  const { writeOffId } = must(await giveUp(staff, id, { yen: 10_000 }))
  for (let unpaidYen = 800; unpaidYen > 699; unpaidYen--) {
    const now = new Date(late.getTime() + 801 - unpaidYen)
    must(await giveUp({ ...staff, now }, id, { yen: 1, unpaidYen }))
  }
  expect((await invoiceForStaff(staff, id)).writeOffs.at(-1)).toMatchObject({ id: writeOffId, yen: 10_000 })
  const standing = await standingWriteOffs(test_.db, [restaurantId])
  expect(standing).toHaveLength(102)
  expect(standing.at(-1)).toMatchObject({ id: writeOffId })
  expect((await writeOffsOfRestaurant(staff, restaurantId)).rows).toHaveLength(100)
})

test('a write-off is no match: undoing matches does not reach it', async () => {
  const { id, staff } = await anOverdueInvoice()
  const { writeOffId } = must(await giveUp(staff, id))
  const undo = await undoMatch(staff, { key: aKey(), matchId: writeOffId, reason: '誤り' })
  expect(undo).toMatchObject({ refusal: 'undone_already' })
  expect(await invoiceById(staff, id)).toMatchObject({ settledYen: 10_800 })
})

test('an invoice that is replaced stays written off, and can still be undone', async () => {
  const { id, restaurantId, staff } = await anOverdueInvoice()
  const { writeOffId } = must(await giveUp(staff, id, { yen: 10_000 }))
  await test_.db.updateTable('restaurants').set({ billingName: '株式会社灯' }).where('id', '=', restaurantId).execute()
  const next = must(await replaceDocument(staff, { key: aKey(), id, reason: '会社名の誤り' }, operator))
  expect(await invoiceById(staff, next.id)).toMatchObject({ settledYen: 10_000, unpaidYen: 800 })
  expect((await invoiceForStaff(staff, next.id)).writeOffs).toMatchObject([{ id: writeOffId, undoneAt: null }])
  await booksAreRight(staff)
  const undone = must(await undoWriteOff(staff, { key: aKey(), writeOffId, reason: '誤り' }))
  expect(undone).toMatchObject({ documentId: next.id, yen: 10_000 })
  expect(await invoiceById(staff, next.id)).toMatchObject({ settledYen: 0, unpaidYen: 10_800 })
  await booksAreRight(staff)
})

test('an invoice that our bank is collecting is not written off', async () => {
  const { id, restaurantId, staff } = await anOverdueInvoice()
  await sql`insert into debit_agreements (id, restaurant_id, customer, bank_code, bank_name, bank_kana, branch_code, branch_name,
      branch_kana, type, sealed_number, last_digits, sealed_holder, asked_by, asked_at)
    select ${newId()}, ${restaurantId}, lpad('77', 20, '0'), '0001', 'みずほ', 'ﾐｽﾞﾎ', '001', '本店', 'ﾎﾝﾃﾝ', '1', 'x', '123', 'x',
           person_id, ${late} from memberships where restaurant_id = ${restaurantId}`.execute(test_.db)
  const runId = newId<'debitRun'>()
  await sql`insert into debit_runs (id, debit_on, collector_code, item_count, total_yen, made_by, made_at)
    select ${runId}, ${today}, '1234567890', 1, 10800, id, ${late} from admins limit 1`.execute(test_.db)
  await sql`insert into debit_items (id, run_id, agreement_id, restaurant_id, document_id, yen)
    select ${newId()}, ${runId}, id, ${restaurantId}, ${id}, 10800 from debit_agreements
     where restaurant_id = ${restaurantId}`.execute(test_.db)
  expect(await giveUp(staff, id)).toMatchObject({ refusal: 'being_collected' })
})

test('staff keep the restaurant stopped in the same press; the sentence that it reads says nothing of the loss', async () => {
  const [{ id, restaurantId, staff }, free] = [await anOverdueInvoice(), await anOverdueInvoice()]
  await writeOrderStops({ db: test_.db, now: late })
  must(await giveUp(staff, id, { stopsOrdering: true }))
  must(await giveUp(free.staff, free.id))
  await writeOrderStops({ db: test_.db, now: late })
  expect(await creditOf(staff, restaurantId)).toMatchObject({
    stopReason: 'お支払いについて、運営による確認が必要です。',
    blocking: null,
  })
  expect(await invoiceForStaff(staff, id)).toMatchObject({ isStopped: true })
  expect(await creditOf(staff, free.restaurantId)).toMatchObject({ stopReason: null, blocking: null })
  const stopsOf = (restaurantId: RestaurantId) =>
    test_.db
      .selectFrom('orderStops')
      .select(['kind', 'releaseReason'])
      .where('restaurantId', '=', restaurantId)
      .orderBy('at')
      .orderBy('kind')
      .execute()
  expect(await stopsOf(restaurantId)).toEqual([
    { kind: 'overdue', releaseReason: '運営による停止に切り替え' },
    { kind: 'staff', releaseReason: null },
  ])
  expect(await stopsOf(free.restaurantId)).toEqual([{ kind: 'overdue', releaseReason: '未払いの解消を確認' }])
  const { rows } = await sql<{ text: string }>`select m::text as text from mails m`.execute(test_.db)
  expect(rows.filter(({ text }) => text.includes('貸倒'))).toEqual([])
})

test('money of a restaurant that has something written off: the page of the deposit says so, and it is matched once undone', async () => {
  const { id, restaurantId, staff } = await anOverdueInvoice()
  await test_.db.updateTable('restaurants').set({ kana: 'カイシユウテン' }).where('id', '=', restaurantId).execute()
  const { writeOffId } = must(await giveUp(staff, id))
  const { id: accountId } = must(
    await addOwnBankAccount(staff, {
      ...{ key: aKey(), name: '回収口座', bank: '0001', branch: '101', number: '7654321' },
      ...{ holderKana: 'ﾐﾎﾝ', virtualAccounts: false },
    }),
  )
  const text = '日付,摘要,入金金額,出金金額,残高,メモ\r\n20270201,振込 ｶｲｼﾕｳﾃﾝ,10800,,,\r\n'
  const bytes = new Uint8Array(encode(text, 'cp932'))
  const { fileId } = must(await uploadBankFile(staff, { key: aKey(), bytes, fileName: 'nyukin.csv', accountId }))
  must(await importBankFile(staff, { key: aKey(), fileId }))
  const { paymentId } = there((await depositList(staff, { desk: 'unmatched', q: '', after: null })).rows[0])
  expect(await depositDetail(staff, paymentId)).toMatchObject({
    deposit: { leftYen: 10_800 },
    writtenOff: [{ id: writeOffId, documentId: id, yen: 10_800 }],
  })
  const pays = [{ documentId: id, yen: 10_800 }]
  const match = () => matchByHand(staff, { key: aKey(), paymentId, pays, feeYen: 0, cleared: false })
  expect(await match()).toMatchObject({ refusal: 'changed_meanwhile' })
  must(await undoWriteOff(staff, { key: aKey(), writeOffId, reason: '入金があったため' }))
  expect(await depositDetail(staff, paymentId)).toMatchObject({ writtenOff: [] })
  must(await match())
  expect(await invoiceById(staff, id)).toMatchObject({ paidYen: 10_800, settledYen: 0, state: 'paid' })
  await booksAreRight(staff)
})

test('the books of the platform have it as a loss outside consumption tax', async () => {
  const { id, staff, colleague } = await anOverdueInvoice()
  must(await giveUp(staff, id, { yen: 5_000 }))
  const file = must(await platformBookFile(colleague, { fromMonth: '2027-02', toMonth: '2027-02' }))
  expect(Buffer.from(file.bytes).toString()).toMatch(/貸倒損失,対象外,-\d+,内税,0,貸倒れ,/)
})
