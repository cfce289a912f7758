import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ctx } from '#authorization/ctx.ts'
import { operatorOf } from '#infra/operator.server.ts'
import { readSettings } from '#infra/settings.server.ts'
import type { ClosingDay, PaymentMethod } from '#kernel/enums.ts'
import { Forbidden } from '#kernel/errors.ts'
import { newId, type RestaurantId } from '#kernel/ids.ts'
import { addDays, at, jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { billingDesk, closeNow } from '#modules/billing/billing-desk.server.ts'
import { closeDuePeriods, closePeriods, dueRestaurants } from '#modules/billing/close-period.server.ts'
import { currentPeriod } from '#modules/billing/current-period.server.ts'
import { ownUnpaid } from '#modules/billing/invoice-queries.server.ts'
import { partsOf } from '#modules/billing/invoice-sums.ts'
import { recordPayment } from '#modules/payments/record-payment.server.ts'
import { aCharge } from '../factories/charge.ts'
import { anAgreedDebit } from '../factories/debit.ts'
import { aFarmCharge } from '../factories/farm-charge.ts'
import { aFarm, anAdmin, aProduct, aRestaurant } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'

const database = testDatabase()
const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
const systemAt = (moment: string): Ctx => ({ actor: { kind: 'system' }, db: database.db, now: at(moment) })

async function aBuyer(closingDay: ClosingDay = 31, paymentMethod: PaymentMethod = 'transfer') {
  const { db } = database
  const { restaurantId, kitchenId, actor } = await aRestaurant(db)
  await db
    .updateTable('restaurants')
    .set({ closingDay, paymentMethod, billingEmail: 'keiri@example.jp' })
    .where('id', '=', restaurantId)
    .execute()
  const { farmId } = await aFarm(db)
  const productId = await aProduct(db, farmId)
  const { orderId } = await aReceivedOrder(db, {
    restaurantId,
    kitchenId,
    farmId,
    on: '2026-11-10',
    lines: [{ productId, yen: 1_000 }],
  })
  const charge = (on: string, goods: number, more: { freight?: number; sellerNumber?: string | null } = {}) =>
    aCharge(db, { restaurantId, farmId, orderId, on, goods, ...more })
  return { restaurantId, orderId, charge, actor }
}

const invoicesOf = (restaurantId: RestaurantId) =>
  database.db
    .selectFrom('issuedDocuments')
    .selectAll()
    .where('restaurantId', '=', restaurantId)
    .where('kind', '=', 'invoice')
    .orderBy('at')
    .execute()

async function lastInvoice(restaurantId: RestaurantId) {
  const invoice = (await invoicesOf(restaurantId)).at(-1)
  if (invoice?.content.kind !== 'invoice') throw new Error('no invoice')
  return { ...invoice, content: invoice.content }
}

const pay = (
  ctx: Ctx,
  restaurantId: RestaurantId,
  amount: number,
  documentId: Awaited<ReturnType<typeof lastInvoice>>['id'] | null,
) =>
  ctx.db.transaction().execute((db) =>
    recordPayment(
      { ...ctx, db },
      {
        eventKey: `test:${newId()}`,
        method: 'transfer',
        receivedOn: jstDate('2027-01-04'),
        yen: yen(amount),
        payer: 'ﾋﾞｽﾄﾛｱｶﾘ',
        allocations: [{ restaurantId, documentId, yen: yen(amount), reason: '入金' }],
      },
    ),
  )

test('a month is closed three days after its end, and then once', async () => {
  const { restaurantId, orderId, charge } = await aBuyer()
  await charge('2026-11-10', 100_000, { freight: 3_000 })
  await charge('2026-12-01', 5_000)
  expect(await dueRestaurants(systemAt('2026-12-03 23:59'), { most: 10 })).not.toContain(restaurantId)
  const ctx = systemAt('2026-12-04 03:00')
  expect(await dueRestaurants(ctx, { most: 10 })).toContain(restaurantId)
  await closeDuePeriods(ctx, operator)
  const { content, ...invoice } = await lastInvoice(restaurantId)
  expect(invoice).toMatchObject({ fromOn: '2026-11-01', toOn: '2026-11-30', dueOn: '2027-01-04', totalYen: 111_300 })
  expect(invoice.number).toMatch(/^S2026-\d{6}$/)
  expect(content).toMatchObject({
    periodYen: 111_300,
    dueYen: 111_300,
    carriedYen: 0,
    sales: [
      { percent: 8, baseYen: 100_000, taxYen: 8_000 },
      { percent: 10, baseYen: 3_000, taxYen: 300 },
    ],
    slips: [{ orderId, lines: [{ name: '人参 5kg箱', qty: 1, yen: 1_000, taxPercent: 8 }], freightYen: 3_000 }],
    to: { name: 'ビストロ 灯', postalCode: '1620825', address: '東京都新宿区神楽坂1-2-3' },
    payTo: operator.payTo,
  })
  expect(await closeDuePeriods(ctx, operator)).toEqual({ invoices: 0, failed: [] })
  expect(await closePeriods(ctx, operator, [restaurantId])).toBe(0)
  const mails = await database.db
    .selectFrom('mails')
    .select(['recipient', 'subject'])
    .where('template', '=', 'invoice_issued')
    .execute()
  expect(mails).toEqual([
    { recipient: 'keiri@example.jp', subject: `【畝と皿】請求書 ${invoice.number} を発行しました` },
  ])
})

test('its own closing day; what the bank collects has no account to pay to', async () => {
  const { restaurantId, charge } = await aBuyer(20, 'direct_debit')
  await anAgreedDebit(database.db, restaurantId)
  await charge('2026-11-20', 1_000)
  await charge('2026-11-21', 2_000)
  await closeDuePeriods(systemAt('2026-11-24 03:00'), operator)
  const { content } = await lastInvoice(restaurantId)
  expect(content).toMatchObject({ toOn: '2026-11-20', dueOn: '2026-12-21', periodYen: 1_080, payTo: null })
})

test('what was not paid is carried without tax, and what is known late is billed with its own day', async () => {
  const { restaurantId, charge } = await aBuyer()
  await charge('2026-10-10', 50_000)
  await closeDuePeriods(systemAt('2026-11-04 03:00'), operator)
  const first = await lastInvoice(restaurantId)
  expect(first.totalYen).toBe(54_000)
  await pay(systemAt('2026-11-30 10:00'), restaurantId, 50_000, first.id)
  await charge('2026-11-10', 100_000, { freight: 3_000 })
  await charge('2026-10-31', 1_000)
  await closeDuePeriods(systemAt('2026-12-04 03:00'), operator)
  const { content, totalYen } = await lastInvoice(restaurantId)
  expect(totalYen).toBe(112_380)
  expect(content).toMatchObject({
    fromOn: '2026-11-01',
    previousYen: 54_000,
    paidYen: 50_000,
    carriedYen: 4_000,
    periodYen: 112_380,
    dueYen: 116_380,
  })
  expect(content.slips.map(({ suppliedOn }) => suppliedOn)).toEqual(['2026-10-31', '2026-11-10'])
})

test('with nothing to bill and nothing carried there is no invoice; what is carried alone is claimed again', async () => {
  const { restaurantId, charge } = await aBuyer()
  await charge('2026-10-10', 1_000)
  await closeDuePeriods(systemAt('2026-11-04 03:00'), operator)
  await closeDuePeriods(systemAt('2026-12-04 03:00'), operator)
  const again = await lastInvoice(restaurantId)
  expect(again).toMatchObject({ totalYen: 0, content: { carriedYen: 1_080, dueYen: 1_080 } })
  await pay(systemAt('2026-12-10 10:00'), restaurantId, 1_080, (await invoicesOf(restaurantId))[0]?.id ?? null)
  await closeDuePeriods(systemAt('2027-01-04 03:00'), operator)
  expect(await invoicesOf(restaurantId)).toHaveLength(2)
})

test('an order of which nothing is left to pay is in a period, without an invoice', async () => {
  const { restaurantId, charge } = await aBuyer()
  await charge('2026-11-10', 0)
  const ctx = systemAt('2026-12-04 03:00')
  expect(await closePeriods(ctx, operator, [restaurantId])).toBe(0)
  expect(await invoicesOf(restaurantId)).toEqual([])
  expect(await dueRestaurants(ctx, { most: 100 })).not.toContain(restaurantId)
})

test('two runs that close at once issue one invoice, and the numbers have no gap', async () => {
  const { restaurantId, charge } = await aBuyer()
  await charge('2026-11-10', 1_000)
  const ctx = systemAt('2026-12-04 03:00')
  const issued = await Promise.all([1, 2, 3].map(() => closePeriods(ctx, operator, [restaurantId])))
  expect(issued.toSorted()).toEqual([0, 0, 1])
  const ordinals = await database.db
    .selectFrom('issuedDocuments')
    .select('ordinal')
    .where('series', '=', 'S2026')
    .orderBy('ordinal')
    .execute()
  expect(ordinals.map(({ ordinal }) => ordinal)).toEqual(ordinals.map((_, index) => index + 1))
})

test('a batch takes the same number of queries for one restaurant and for many', async () => {
  const ctx = systemAt('2026-12-04 03:00')
  const closed = async (count: number) => {
    const buyers = await Promise.all(Array.from({ length: count }, () => aBuyer()))
    for (const buyer of buyers) await buyer.charge('2026-11-10', 1_000)
    database.queriesSince()
    await closePeriods(
      ctx,
      operator,
      buyers.map(({ restaurantId }) => restaurantId),
    )
    return database.queriesSince().length
  }
  expect(await closed(4)).toBe(await closed(1))
})

test('staff see what is due and close it; the roles without money cannot', async () => {
  const { restaurantId, orderId, charge } = await aBuyer()
  await charge('2026-11-10', 1_000)
  await database.db
    .updateTable('orders')
    .set({ state: 'inspected', finalizedAt: null, deliveryOn: jstDate('2026-11-10') })
    .where('id', '=', orderId)
    .execute()
  const ctx: Ctx = { ...systemAt('2026-12-04 01:00'), actor: await anAdmin(database.db, { role: 'finance' }) }
  const before = await billingDesk(ctx, { list: 'unpaid', page: 1 })
  expect(before.first.map(({ id }) => id)).toContain(restaurantId)
  expect(before.stuck).toMatchObject([{ id: orderId, deliveryOn: '2026-11-10', claims: 0 }])
  const support: Ctx = { ...ctx, actor: await anAdmin(database.db, { role: 'support' }) }
  await expect(closeNow(support, { restaurantId }, operator)).rejects.toThrow(Forbidden)
  expect(await closeNow(ctx, { restaurantId }, operator)).toMatchObject({ ok: true, value: { invoices: 1 } })
  const after = await billingDesk(ctx, { list: 'unpaid', page: 1 })
  expect(after.first.map(({ id }) => id)).not.toContain(restaurantId)
  expect(after.invoices.find((row) => row.restaurantId === restaurantId)).toMatchObject({
    unpaidYen: 1_080,
    state: 'unpaid',
  })
})

test('the current period adds what is final and what is on its way', async () => {
  const { charge, actor, orderId } = await aBuyer(20)
  await charge('2026-11-18', 2_000)
  const ctx: Ctx = { ...systemAt('2026-11-19 12:00'), actor }
  const terms = { months: 1, payDay: 'closing' } as const
  const period = { fromOn: '2026-10-21', toOn: '2026-11-20', dueOn: '2026-12-21', finalYen: 2_160 }
  expect(await currentPeriod(ctx, terms)).toMatchObject({
    ...period,
    openYen: 0,
    byFarm: [{ name: '佐藤農園', yen: 1_000 }],
  })
  await database.db
    .updateTable('orders')
    .set({ state: 'inspected', finalizedAt: null })
    .where('id', '=', orderId)
    .execute()
  expect(await currentPeriod(ctx, terms)).toMatchObject({ ...period, openYen: 1_080, openOrders: 1, settling: null })
})

test('two farms of one name are not added together', async () => {
  const { actor, restaurantId, kitchenId } = await aRestaurant(database.db)
  for (const [city, goods] of [
    ['匝瑳市', 2_000],
    ['鎌倉市', 3_000],
  ] as const) {
    const { farmId } = await aFarm(database.db, { city })
    const productId = await aProduct(database.db, farmId)
    await aFarmCharge(database.db, { restaurantId, kitchenId, farmId, productId, on: '2026-11-10', goods })
  }
  const ctx: Ctx = { ...systemAt('2026-11-19 12:00'), actor }
  expect((await currentPeriod(ctx, { months: 1, payDay: 'closing' })).byFarm).toEqual([
    { name: '佐藤農園（鎌倉市）', yen: 3_000 },
    { name: '佐藤農園（匝瑳市）', yen: 2_000 },
  ])
})

test('between the closing day and the invoice, both periods are shown apart', async () => {
  const { charge, actor, restaurantId } = await aBuyer(20)
  await charge('2026-11-18', 2_000)
  await charge('2026-11-21', 500)
  const terms = { months: 1, payDay: 'closing' } as const
  const settling = { toOn: '2026-11-20', settlesOn: '2026-11-24', dueOn: '2026-12-21', finalYen: 2_160 }
  expect(await currentPeriod({ ...systemAt('2026-11-22 12:00'), actor }, terms)).toMatchObject({
    fromOn: '2026-11-21',
    toOn: '2026-12-20',
    finalYen: 540,
    settling,
  })
  await closePeriods(systemAt('2026-11-24 03:00'), operator, [restaurantId])
  await charge('2026-11-19', 100)
  // what becomes known after the invoice goes with the next one
  expect(await currentPeriod({ ...systemAt('2026-11-25 12:00'), actor }, terms)).toMatchObject({
    finalYen: 648,
    settling: null,
  })
})

test('a restaurant sees what it has to pay, the earliest due date first, and to which account', async () => {
  const { charge, actor, restaurantId } = await aBuyer()
  const ctx: Ctx = { ...systemAt('2026-11-05 12:00'), actor }
  expect(await ownUnpaid(ctx)).toEqual({ invoices: [], payTo: null, lateRateTenths: 0 })
  await charge('2026-09-10', 2_000)
  await closePeriods(systemAt('2026-10-04 04:00'), operator, [restaurantId])
  await charge('2026-10-10', 1_000)
  await closePeriods(systemAt('2026-11-04 04:00'), operator, [restaurantId])
  const { invoices, payTo } = await ownUnpaid(ctx)
  expect(invoices).toMatchObject([
    { toOn: '2026-09-30', unpaidYen: 2_160 },
    { toOn: '2026-10-31', unpaidYen: 1_080 },
  ])
  expect(payTo).toEqual(operator.payTo)
})

/** What the ledger, the charges, the invoices and the payments say of one restaurant. */
async function moneyOf(restaurantId: RestaurantId) {
  const { db } = database
  const sum = async (rows: Promise<{ yen: number }[]>) =>
    (await rows).reduce((total, row) => total + Number(row.yen), 0)
  const receivable = await sum(
    db.selectFrom('ledgerPostings').select('yen').where('restaurantId', '=', restaurantId).execute(),
  )
  const paid = await sum(
    db.selectFrom('paymentAllocations').select('yen').where('restaurantId', '=', restaurantId).execute(),
  )
  const charges = await db
    .selectFrom('charges')
    .leftJoin('closingCharges', (on) => on.onRef('chargeId', '=', 'charges.id').on('side', '=', 'restaurant'))
    .select(['totalYen as yen', 'closingId'])
    .where('restaurantId', '=', restaurantId)
    .execute()
  return { receivable, paid, charges, invoices: await invoicesOf(restaurantId) }
}

const step = fc.oneof(
  fc.record({
    kind: fc.constant('charge' as const),
    days: fc.integer({ min: 0, max: 40 }),
    goods: fc.integer({ min: -20_000, max: 60_000 }),
    registered: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('close' as const) }),
  fc.record({ kind: fc.constant('pay' as const), amount: fc.integer({ min: 1, max: 80_000 }) }),
)

test('whatever happens in whatever order: invoices are their slips, and what is owed is unpaid or unbilled', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<ClosingDay[]>(5, 20, 31),
      fc.array(step, { minLength: 3, maxLength: 10 }),
      async (closingDay, steps) => {
        const { restaurantId, charge } = await aBuyer(closingDay)
        let month = 0
        for (const it of steps) {
          const now = `2026-${String(7 + month).padStart(2, '0')}-09 03:00`
          if (it.kind === 'charge')
            await charge(addDays(jstDate(now.slice(0, 10)), -it.days), it.goods, {
              sellerNumber: it.registered ? 'T7000012050002' : null,
            })
          if (it.kind === 'close') {
            await closePeriods(systemAt(now), operator, [restaurantId])
            month = Math.min(month + 1, 5)
          }
          if (it.kind === 'pay') await pay(systemAt(now), restaurantId, it.amount, null)
          const { receivable, paid, charges, invoices } = await moneyOf(restaurantId)
          const total = (of: typeof charges) => of.reduce((sum, row) => sum + row.yen, 0)
          const invoiced = invoices.reduce((sum, { totalYen }) => sum + totalYen, 0)
          expect(invoiced).toBe(total(charges.filter(({ closingId }) => closingId !== null)))
          expect(receivable).toBe(invoiced - paid + total(charges.filter(({ closingId }) => closingId === null)))
          for (const { content, totalYen } of invoices) {
            if (content.kind !== 'invoice') throw new Error('an invoice')
            expect(content.slips.reduce((sum, slip) => sum + slip.totalYen, 0)).toBe(totalYen)
            expect(partsOf(content)).toBe(totalYen)
            expect(content.previousYen - content.paidYen).toBe(content.carriedYen)
            expect(content.carriedYen + totalYen).toBe(content.dueYen)
          }
        }
      },
    ),
    { numRuns: 12 },
  )
}, 120_000)
