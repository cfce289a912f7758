import { expect, test } from 'vitest'
import type { Actor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { operatorOf } from '#infra/operator.server.ts'
import { readSettings } from '#infra/settings.server.ts'
import { type EventId, type IssuedDocumentId, newId } from '#kernel/ids.ts'
import { at, jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { closePeriods } from '#modules/billing/close-period.server.ts'
import { issueReceipt, receiptOf } from '#modules/billing/issue-receipt.server.ts'
import { documentFile } from '#modules/issued-documents/document-file.server.ts'
import { documentSearchOf } from '#modules/issued-documents/document-filter.ts'
import { documentsArchive } from '#modules/issued-documents/documents-archive.server.ts'
import { issueDocument } from '#modules/issued-documents/issue-document.server.ts'
import { voidDocument } from '#modules/issued-documents/void-document.server.ts'
import { undoMatch } from '#modules/payments/match-by-hand.server.ts'
import { recordPayment } from '#modules/payments/record-payment.server.ts'
import { loader as file } from '#routes/shell/issued-file.ts'
import { requestFacts } from '#web/request-context.ts'
import { aCharge } from '../factories/charge.ts'
import { aFarm, aKey, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aReceipt } from '../factories/papers.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { aMemoryStore } from '../support/memory-store.ts'
import { pageContext } from '../support/page-context.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
const closed = at('2026-11-04 03:00')
const paidAt = at('2026-11-30 12:00')

/** A restaurant with an invoice of ¥111,300. */
async function anInvoice(of: { sellerNumber?: null } = {}) {
  const { db } = test_
  const { restaurantId, kitchenId, actor } = await aRestaurant(db)
  const { farmId } = await aFarm(db)
  const productId = await aProduct(db, farmId)
  const on = '2026-10-20'
  const lines = [{ productId, yen: 100_000 }]
  const { orderId } = await aReceivedOrder(db, { restaurantId, kitchenId, farmId, on, lines })
  await aCharge(db, { restaurantId, farmId, orderId, on, goods: 100_000, freight: 3_000, ...of })
  await closePeriods({ actor: { kind: 'system' }, db, now: closed }, operator, [restaurantId])
  const { id, number } = await db
    .selectFrom('issuedDocuments')
    .select(['id', 'number'])
    .where('restaurantId', '=', restaurantId)
    .executeTakeFirstOrThrow()
  const buyer = as(db, actor, paidAt)
  return { restaurantId, actor, id, number, buyer, press: () => press(buyer, id) }
}
type Billed = Awaited<ReturnType<typeof anInvoice>>

const press = (ctx: Ctx, invoiceId: IssuedDocumentId, key = aKey()) => issueReceipt(ctx, { invoiceId, key }, operator)

const pay = ({ restaurantId, id }: Billed, amount: number, on: string, method: 'transfer' | 'card' = 'transfer') =>
  test_.db.transaction().execute((db) =>
    recordPayment(
      { actor: { kind: 'system' }, db, now: paidAt },
      {
        eventKey: `test:${newId()}`,
        method,
        receivedOn: jstDate(on),
        yen: yen(amount),
        payer: 'ﾋﾞｽﾄﾛ',
        allocations: [{ restaurantId, documentId: id, yen: yen(amount), reason: '入金' }],
      },
    ),
  )

const receiptsOf = ({ restaurantId }: Billed) =>
  test_.db
    .selectFrom('issuedDocuments')
    .select(['id', 'totalYen', 'content'])
    .where('restaurantId', '=', restaurantId)
    .where('kind', '=', 'receipt')
    .orderBy('ordinal')
    .execute()

/** What an actor takes: the original, or the copy marked 再発行. */
function takes(tools: ReturnType<typeof aMemoryStore>['tools']) {
  const take = (id: IssuedDocumentId, by: Ctx, opened: EventId | null = null) =>
    documentFile(by, id, 'pdf', tools, opened)
  return async (id: IssuedDocumentId, by: Ctx, opened: EventId | null = null) => {
    const { number } = await test_.db
      .selectFrom('issuedDocuments')
      .select('number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await take(id, by, opened)
    const taken = await test_.db
      .selectFrom('events')
      .select('data')
      .where('kind', '=', 'document_exported')
      .orderBy('id', 'desc')
      .execute()
    const data = taken.map((row) => row.data as { number?: string; format?: string })
    return data.find((it) => it.number === number)?.format
  }
}

test('twenty presses at once issue one receipt of a paid invoice, and one of them opens the original', async () => {
  const it = await anInvoice()
  expect(await it.press()).toMatchObject({ ok: false, refusal: 'not_paid' })
  await pay(it, 111_300, '2026-11-30')
  const pressed = (await Promise.all(Array.from({ length: 20 }, it.press))).map(must)
  expect(pressed.map(({ copies }) => copies).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(pressed.filter((one) => one.press !== null).map(({ copies }) => copies)).toEqual([0])
  expect(new Set(pressed.map(({ id }) => id)).size).toBe(1)
  expect(await receiptsOf(it)).toMatchObject([
    { totalYen: 111_300, content: { invoice: it.number, yen: 111_300, method: '銀行振込', paidOn: '2026-11-30' } },
  ])
})

test('a receipt for a farm without a registration has no totals per rate, and says what it is for', async () => {
  const it = await anInvoice({ sellerNumber: null })
  await pay(it, 111_300, '2026-11-30')
  must(await it.press())
  expect((await receiptsOf(it)).map(({ content }) => content)).toMatchObject([
    { yen: 111_300, perRate: [], unregisteredYen: 111_300 },
  ])
})

test('the same press that is sent twice is answered the same', async () => {
  const it = await anInvoice()
  await pay(it, 111_300, '2026-11-30')
  const key = aKey()
  const [first, second] = await Promise.all([press(it.buyer, it.id, key), press(it.buyer, it.id, key)])
  expect(must(first)).toEqual(must(second))
  expect(must(first).press).not.toBeNull()
})

test('day and method are those of the last payment that counts, not of one that was undone', async () => {
  const it = await anInvoice()
  await pay(it, 111_300, '2026-11-10', 'card')
  const undone = async () => {
    const { eventId } = await test_.db
      .selectFrom('paymentAllocations')
      .select('eventId')
      .where('documentId', '=', it.id)
      .executeTakeFirstOrThrow()
    const finance = as(test_.db, await anAdmin(test_.db, { role: 'finance' }), paidAt)
    must(await undoMatch(finance, { matchId: there(eventId), reason: '取り違え', key: aKey() }))
  }
  await undone()
  expect(await it.press()).toMatchObject({ refusal: 'not_paid' })
  await pay(it, 100_000, '2026-11-05')
  await pay(it, 11_300, '2026-11-07')
  must(await it.press())
  expect((await receiptsOf(it)).map(({ content }) => content)).toMatchObject([
    { paidOn: '2026-11-07', method: '銀行振込', yen: 111_300 },
  ])
})

test('a receipt that is void is not given again: another one is issued, with an original of its own', async () => {
  const it = await anInvoice()
  await pay(it, 111_300, '2026-11-30')
  const first = must(await it.press())
  const finance = as(test_.db, await anAdmin(test_.db, { role: 'finance' }), paidAt)
  must(await voidDocument(finance, { id: first.id, reason: '宛名の誤り', key: aKey() }))
  expect(await receiptOf(it.buyer, it)).toBeNull()
  const second = must(await it.press())
  expect([second.id === first.id, second.copies, second.press === null]).toEqual([false, 0, false])
  const take = takes(aMemoryStore().tools)
  expect(await take(second.id, it.buyer, first.press)).toBe('pdf_copy')
  expect(await take(second.id, it.buyer, second.press)).toBe('pdf')
})

test('only the press that issued it opens the original, as often as a download breaks off, for a day', async () => {
  const it = await anInvoice()
  await pay(it, 111_300, '2026-11-30')
  const { id, press: opened } = must(await it.press())
  const admin = as(test_.db, await anAdmin(test_.db), paidAt)
  const take = takes(aMemoryStore().tools)
  // nothing that only reads uses the original up
  expect(await take(id, it.buyer)).toBe('pdf_copy')
  expect(await take(id, admin, opened)).toBe('pdf_copy')
  expect(await take(id, it.buyer, newId<'event'>())).toBe('pdf_copy')
  expect(await take(id, it.buyer, opened)).toBe('pdf')
  expect(await take(id, it.buyer, opened)).toBe('pdf')
  const later = as(test_.db, it.actor, at('2026-12-01 12:00'))
  expect(await take(id, later, opened)).toBe('pdf_copy')
  const other = must(await it.press())
  expect([other.copies, other.press]).toEqual([1, null])
})

test('original and copy differ in the mark; each has the same bytes at every download', async () => {
  const it = await anInvoice()
  await pay(it, 111_300, '2026-11-30')
  const { id, press: opened } = must(await it.press())
  const { tools, kept } = aMemoryStore()
  const file = async (with_: EventId | null) =>
    Buffer.from((await documentFile(it.buyer, id, 'pdf', tools, with_)).bytes).toString('base64')
  const files = await Promise.all([file(opened), file(null), file(opened), file(null)])
  expect(new Set(files).size).toBe(2)
  expect(files[0]).toBe(files[2])
  expect(kept.size).toBe(2)
})

test('an archive has the copy of a receipt', async () => {
  const it = await anInvoice()
  await pay(it, 111_300, '2026-11-30')
  must(await it.press())
  const { tools } = aMemoryStore()
  const filter = documentSearchOf(new URLSearchParams({ kind: 'receipt' })).filter
  for await (const _ of must(await documentsArchive(it.buyer, filter, tools)));
  const stored = await test_.db
    .selectFrom('documentFiles')
    .innerJoin('issuedDocuments', 'issuedDocuments.id', 'documentFiles.documentId')
    .select('format')
    .where('restaurantId', '=', it.restaurantId)
    .execute()
  expect(stored).toEqual([{ format: 'pdf_copy' }])
})

/** A question to the address of a file, as a browser or a script asks it. */
async function asked(actor: Actor, path: string, method = 'GET') {
  const { files } = aMemoryStore().tools
  const context = pageContext(as(test_.db, actor, paidAt))
  context.set(requestFacts, { ...context.get(requestFacts), files })
  const url = new URL(path, 'https://market.example.jp')
  const name =
    url.pathname
      .split('/')
      .at(-1)
      ?.replace(/\.data$/, '') ?? ''
  return file({
    context,
    params: { file: name },
    request: new Request(url, { method }),
    url,
    pattern: '/documents/issued/:file',
  })
}

test('a question for the headers takes nothing, and page data are the file itself', async () => {
  const { restaurantId, actor } = await aRestaurant(test_.db)
  const [fromOn, toOn] = [jstDate('2026-10-01'), jstDate('2026-10-31')]
  const of = { content: aReceipt(), restaurantId, fromOn, toOn, totalYen: yen(1), issuedBy: '自動' }
  const id = await test_.db.transaction().execute((db) => issueDocument({ db, now: paidAt }, of))
  const path = `/documents/issued/${id}.pdf`
  const head = await asked(actor, path, 'HEAD')
  expect([head.status, head.headers.get('content-type'), (await head.arrayBuffer()).byteLength]).toEqual([
    200,
    'application/pdf',
    0,
  ])
  const opened = newId<'event'>()
  const moved = await asked(actor, `${path}.data?press=${opened}`).catch((answer: unknown) => answer)
  if (!(moved instanceof Response)) throw new Error('it leads to the file')
  expect(moved.headers.get('location')).toBe(`${path}?press=${opened}`)
  const stranger = await aRestaurant(test_.db)
  await expect(asked(stranger.actor, path, 'HEAD')).rejects.toMatchObject({ init: { status: 404 } })
  const taken = await test_.db
    .selectFrom('events')
    .select('id')
    .where('kind', '=', 'document_exported')
    .where('aboutRestaurantId', '=', restaurantId)
    .execute()
  expect(taken).toEqual([])
  expect((await asked(actor, path)).status).toBe(200)
})
