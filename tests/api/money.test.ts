import { describe, expect, test } from 'vitest'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { bookFile } from '../../app/modules/bookkeeping/export-books.server.ts'
import { openSession } from '../../app/modules/identity/session-store.server.ts'
import { issueDocument } from '../../app/modules/issued-documents/issue-document.server.ts'
import { recordPayment } from '../../app/modules/payments/record-payment.server.ts'
import { anInvoice } from '../factories/charge.ts'
import { aFarmCharge } from '../factories/farm-charge.ts'
import { aFarm, aKey, anAdmin, aProduct, aRestaurant } from '../factories/market.ts'
import { aReceipt } from '../factories/papers.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { aStatement } from '../factories/statements.ts'
import { testDatabase } from '../support/database.ts'
import { anApi } from './support.ts'

const test_ = testDatabase()
const api = anApi(test_)

async function aBilledRestaurant() {
  const chef = await aRestaurant(test_.db)
  const { farmId, actor: farmer } = await aFarm(test_.db)
  const { restaurantId, kitchenId, actor } = chef
  const productId = await aProduct(test_.db, farmId)
  const { orderId } = await aReceivedOrder(test_.db, {
    ...{ restaurantId, kitchenId, farmId },
    on: '2026-10-20',
    lines: [{ productId, yen: 10_000 }],
  })
  const id = await anInvoice(test_.db, { restaurantId, farmId, orderId })
  const token = await api.tokenOf(actor)
  const get = (path: string, as = token) => api.call('GET', path, { token: as })
  return { actor, restaurantId, farmId, farmer, orderId, id, token, get }
}

describe('issued documents', () => {
  test('a restaurant finds its own by day, amount and printed name together, page by page', async () => {
    const { get, id, restaurantId } = await aBilledRestaurant()
    const found = async (query: string) =>
      (await get(`/documents?${query}`)).body.documents.map((it: { id: string }) => it.id)
    const conditions = 'from=2026-11-01&to=2026-11-30&leastYen=10800&mostYen=10800'
    expect(await found(`${conditions}&name=${encodeURIComponent('農園')}`)).toEqual([id])
    expect(await found(`${conditions}&name=${encodeURIComponent('いない')}`)).toEqual([])
    expect(await found('leastYen=10801')).toEqual([])
    expect(await found('to=2026-10-31')).toEqual([])
    expect(await found('kind=statement')).toEqual([])
    const receipt = await test_.db.transaction().execute((tx) =>
      issueDocument(
        { db: tx, now: at('2026-11-20 09:00') },
        {
          content: aReceipt(),
          restaurantId,
          fromOn: jstDate('2026-10-01'),
          toOn: jstDate('2026-10-31'),
          totalYen: yen(10_800),
          issuedBy: '自動',
        },
      ),
    )
    const first = await get('/documents?limit=1')
    expect(first.body.documents).toMatchObject([{ id: receipt, kind: 'receipt' }])
    expect((await get(`/documents?limit=1&after=${first.body.next}`)).body).toMatchObject({
      documents: [{ id, kind: 'invoice', totalYen: 10_800, voided: false, replacedBy: null }],
      next: null,
    })
    for (const wrong of ['from=2026-13-01', 'leastYen=x', 'after=1', 'limit=0', 'kind=order'])
      expect((await get(`/documents?${wrong}`)).status).toBe(422)
  })

  test('what was issued is read as it was issued, and its files are those of the page', async () => {
    const { get, id, orderId, farmId } = await aBilledRestaurant()
    const one = await get(`/documents/${id}`)
    expect(one).toMatchObject({
      status: 200,
      body: { id, kind: 'invoice', content: { kind: 'invoice', dueYen: 10_800, slips: [{ orderId, farmId }] } },
    })
    const stored = await test_.db
      .selectFrom('issuedDocuments')
      .select('content')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(one.body.content).toEqual(JSON.parse(JSON.stringify(stored?.content)))
    const pdf = await get(`/documents/${id}/pdf`)
    expect([pdf.status, pdf.headers.get('content-type'), pdf.body.slice(0, 5)]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    expect(pdf.headers.get('content-disposition')).toBe(`attachment; filename="${one.body.number}.pdf"`)
    expect(pdf.headers.get('content-security-policy')).toContain('sandbox')
    expect((await get(`/documents/${id}/pdf`)).bytes).toEqual(pdf.bytes)
    expect((await get(`/documents/${id}/xml`)).body).toContain('<cbc:ID>')
    expect((await get(`/documents/${id}/csv`)).headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect((await get(`/documents/${id}/html`)).status).toBe(404)
  })

  test('the farm that sold does not see the invoice, a stranger nothing, a helper without money is refused', async () => {
    const { id, farmer, get } = await aBilledRestaurant()
    const stranger = await api.tokenOf((await aRestaurant(test_.db)).actor)
    for (const token of [await api.tokenOf(farmer), stranger]) {
      expect((await get(`/documents/${id}`, token)).status).toBe(404)
      expect((await get(`/documents/${id}/pdf`, token)).status).toBe(404)
      expect((await get('/documents', token)).body).toEqual({ documents: [], next: null })
    }
    expect((await api.call('GET', '/documents')).status).toBe(401)
  })
})

test('a restaurant reads what it paid, and which invoice that pays', async () => {
  const { id, restaurantId, get } = await aBilledRestaurant()
  const ctx = { actor: { kind: 'system' } as const, db: test_.db, now: at('2026-11-20 09:00') }
  await test_.db.transaction().execute((tx) =>
    recordPayment(
      { ...ctx, db: tx },
      {
        eventKey: `test:${id}`,
        method: 'transfer',
        receivedOn: jstDate('2026-11-19'),
        yen: yen(12_000),
        payer: 'ﾐﾎﾝ',
        allocations: [
          { restaurantId, documentId: id, yen: yen(10_800), reason: '請求書番号' },
          { restaurantId, documentId: null, yen: yen(1_200), reason: '過入金' },
        ],
      },
    ),
  )
  const { body } = await get('/billing/payments')
  expect(body).toEqual({
    payments: [
      {
        id: expect.any(String),
        receivedOn: '2026-11-19',
        method: 'transfer',
        yen: 12_000,
        pays: [
          { invoice: expect.stringMatching(/^S2026-/), documentId: id, yen: 10_800, bankFeeYen: 0 },
          { invoice: null, documentId: null, yen: 1_200, bankFeeYen: 0 },
        ],
      },
    ],
    next: null,
  })
  expect((await get('/billing/invoices')).body.invoices).toMatchObject([{ id, unpaidYen: 0, state: 'paid' }])
  const stranger = await api.tokenOf((await aRestaurant(test_.db)).actor)
  expect((await get('/billing/payments', stranger)).body).toEqual({ payments: [], next: null })
})

test('a farm reads its payouts, its year and its registration; a restaurant does not', async () => {
  const { actor, farmId } = await aFarm(test_.db)
  const token = await api.tokenOf(actor)
  const get = (path: string, as = token) => api.call('GET', path, { token: as })
  const id = await aStatement(test_.db, farmId, 10_000)
  expect((await get('/documents')).body.documents).toMatchObject([{ id, kind: 'statement', totalYen: 10_000 }])
  expect((await get('/farm/sales')).body).toMatchObject({ next: { payOn: '2026-11-30', yen: 10_000, heldYen: 0 } })
  expect((await get('/farm/sales')).body).toEqual((await get('/farm/sales?span=month')).body)
  expect((await get('/farm/sales?span=year')).body.toOn).toMatch(/^20\d\d-12-31$/)
  expect((await get('/farm/sales?span=week')).status).toBe(422)
  expect((await get('/farm/sales/breakdown?span=year&by=day')).status).toBe(422)
  expect((await get('/farm/payouts')).body).toEqual({ payouts: [] })
  expect((await get('/farm/registration')).body).toMatchObject({ history: expect.any(Array) })
  const { months } = (await get('/farm/sales/years/2026')).body
  expect(months.map(({ month }: { month: string }) => month)).toHaveLength(12)
  expect((await get('/farm/sales/years/x')).status).toBe(404)
  const { actor: buyer, restaurantId, kitchenId } = await aRestaurant(test_.db)
  const { fromOn, toOn } = (await get('/farm/sales?span=year')).body
  const productId = await aProduct(test_.db, farmId)
  await aFarmCharge(test_.db, { farmId, restaurantId, kitchenId, productId, on: fromOn, goods: 3_000 })
  const sold = { orders: 1, yen: 3_000 }
  expect((await get('/farm/sales/breakdown?span=year&by=restaurant')).body).toEqual({
    ...{ fromOn, toOn, rows: [{ id: restaurantId, name: 'ビストロ 灯', ...sold }] },
  })
  expect((await get('/farm/sales/breakdown?span=year&by=product')).body.rows).toMatchObject([{ id: null, ...sold }])
  expect((await get('/farm/sales?span=year')).body.byRestaurant).toEqual([
    { id: restaurantId, name: 'ビストロ 灯', yen: 3_000 },
  ])
  const restaurant = await api.tokenOf(buyer)
  for (const path of [
    '/farm/payouts',
    '/farm/registration',
    '/farm/sales/years/2026',
    '/farm/sales/breakdown?by=product',
  ])
    expect((await get(path, restaurant)).status).toBe(403)
})

describe('accounting software', () => {
  test('a file by the API has the bytes of the page, with the names of accounts that were chosen', async () => {
    const { actor, token, get } = await aBilledRestaurant()
    const settings = (await get('/books/settings')).body
    expect(settings).toMatchObject({ software: 'freee', encoding: 'utf8', version: 0 })
    const saved = await api.call('PUT', '/books/settings', {
      token,
      body: { software: 'freee', encoding: 'utf8', version: 0, purchases: '材料仕入高' },
    })
    expect(saved).toMatchObject({ status: 200, body: { accounts: { purchases: '材料仕入高', freight: '荷造運賃' } } })
    const months = { fromMonth: '2026-10', toMonth: '2026-10' }
    expect((await get('/books?fromMonth=2026-10&toMonth=2026-10')).body).toMatchObject({
      documents: [{ exported: false }],
      totalYen: 10_800,
      past: [],
    })
    const key = aKey()
    const made = await api.call('POST', '/books/exports', { token, key, body: months })
    expect(made.status).toBe(201)
    expect((await api.call('POST', '/books/exports', { token, key, body: months })).body.id).toBe(made.body.id)
    const file = await get(`/books/exports/${made.body.id}/file`)
    expect(file.body).toContain(',材料仕入高,')
    const { bytes } = await bookFile({ actor, db: test_.db, now: at('2026-11-23 12:00') }, made.body.id)
    expect(file.bytes).toEqual(new Uint8Array(bytes))
    const stranger = await api.tokenOf((await aRestaurant(test_.db)).actor)
    expect((await get(`/books/exports/${made.body.id}/file`, stranger)).status).toBe(404)
    const nothing = { fromMonth: '2026-07', toMonth: '2026-07' }
    expect((await api.call('POST', '/books/exports', { token, body: nothing })).body.code).toBe('NOTHING_TO_EXPORT')
  })
})

describe('T45 staff read the books by the cookie of their own pages, and nothing else', () => {
  const lists = ['/pay-runs', '/debit-runs', '/documents']
  const paths = ['/ledger/exceptions', '/ledger/trial-balance', '/ledger/receivables', '/ledger/payables', ...lists]
  const books = '/ledger/books?fromMonth=2026-10&toMonth=2026-10'

  test('all of them, and one document with its file', async () => {
    const { id, token, farmer, get } = await aBilledRestaurant()
    const { adminId } = await anAdmin(test_.db)
    const session = await openSession(
      { db: test_.db, now: api.clock.at },
      { who: { adminId }, channel: 'cookie', ip: null, userAgent: null, amr: ['pwd', 'otp'] },
    )
    const asStaff = (path: string) => api.call('GET', path, { headers: { cookie: `__Host-adm=${session}` } })
    for (const path of paths) expect((await asStaff(`/admin${path}`)).status, path).toBe(200)
    expect((await asStaff('/admin/ledger/trial-balance?on=2026-10-31')).body.accounts).toContainEqual({
      account: 'receivable',
      word: '売掛金',
      side: 'debit',
      openingYen: expect.any(Number),
      debitYen: expect.any(Number),
      creditYen: expect.any(Number),
      closingYen: expect.any(Number),
    })
    expect((await asStaff(`/admin/documents/${id}`)).body.content.kind).toBe('invoice')
    expect((await asStaff(`/admin/documents/${id}/csv`)).status).toBe(200)
    // neither the API of members by the cookie of staff, nor the reverse
    for (const path of ['/documents', '/billing/invoices', `/documents/${id}`, '/me'])
      expect((await asStaff(path)).status, path).toBe(401)
    for (const path of [...paths, books]) {
      expect((await api.call('GET', `/admin${path}`)).status, path).toBe(401)
      for (const [name, value] of [
        ['cookie', `__Host-sid=${session}`],
        ['authorization', `Bearer ${session}`],
      ] as const)
        expect((await api.call('GET', `/admin${path}`, { headers: { [name]: value } })).status, path).toBe(401)
    }
    for (const member of [token, await api.tokenOf(farmer)])
      for (const path of [...paths, books, `/documents/${id}`, `/documents/${id}/pdf`])
        expect((await get(`/admin${path}`, member)).status, path).toBe(404)
    const cookie = `__Host-adm=${await api.tokenOf(farmer, 'cookie')}`
    for (const path of paths) expect((await api.call('GET', `/admin${path}`, { headers: { cookie } })).status).toBe(401)
    const answer = await asStaff(`/admin/documents/${id}`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const headers = { cookie: `__Host-adm=${session}` }
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await api.call(method, '/admin/pay-runs', { headers })).status, method).toBe(404)
  })
})
