import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import { Forbidden } from '../../app/kernel/errors.ts'
import type { KitchenId, OrderId, ProductId, RestaurantId } from '../../app/kernel/ids.ts'
import { newId } from '../../app/kernel/ids.ts'
import { addDays, at, type JstDate, jstDate, jstDateOf } from '../../app/kernel/jst.ts'
import { type Yen, yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { creditOf, keptCreditOf, ownCredit } from '../../app/modules/credit/credit-standing.server.ts'
import { exposureOf } from '../../app/modules/credit/credit-standing.ts'
import {
  answerLimitRequest,
  askForLimit,
  openLimitRequests,
  ownLimitRequest,
} from '../../app/modules/credit/limit-requests.server.ts'
import { releaseOrdering, stopOrdering, writeOrderStops } from '../../app/modules/credit/order-stops.server.ts'
import { ownReminders } from '../../app/modules/credit/own-reminders.server.ts'
import { remindInvoices } from '../../app/modules/credit/remind-invoices.server.ts'
import { creditForStaff, setCreditLimit, setCreditTerms } from '../../app/modules/credit/set-limit.server.ts'
import { recordCharge } from '../../app/modules/ledger/record-charge.server.ts'
import { changeOrder } from '../../app/modules/ordering/change-order.server.ts'
import { figuresOf } from '../../app/modules/ordering/order.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { linesOf, lockOrder, parcelsOf } from '../../app/modules/ordering/order-store.server.ts'
import { refusalText } from '../../app/modules/ordering/refusal-text.ts'
import { aFarm, aKey, aMarket, anAdmin, aPerson, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { type ProcessParts, processParts } from '../support/process-parts.ts'
import { bringToShipped, fillCart, must, place, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const staff = () => anAdmin(test_.db)
let kept: ProcessParts
beforeAll(async () => {
  kept = await processParts(test_.config)
})
afterAll(() => kept.end())

async function aShop(limitYen: number) {
  const shop = await aRestaurant(test_.db)
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId)
  await anOwner(shop.restaurantId)
  await limitOf(shop.restaurantId, limitYen)
  return { ...shop, farmId, productId, ctx: as(test_.db, shop.actor) }
}

async function anOwner(restaurantId: RestaurantId) {
  const personId = await aPerson(test_.db, '店長')
  await test_.db
    .insertInto('memberships')
    .values({ id: newId<'membership'>(), personId, farmId: null, restaurantId, role: 'owner', orderLimitYen: null })
    .execute()
}

const limitOf = async (restaurantId: RestaurantId, limitYen: number) =>
  must(
    await setCreditLimit(as(test_.db, await staff()), {
      key: aKey(),
      restaurantId,
      limitYen,
      reason: '取引実績による',
    }),
  )

const mails = async (restaurantId: RestaurantId, template: string) =>
  test_.db
    .selectFrom('mails')
    .innerJoin('memberships', 'memberships.personId', 'mails.personId')
    .select(['mails.subject', 'mails.key'])
    .where('memberships.restaurantId', '=', restaurantId)
    .where('template', '=', template)
    .execute()

/** An invoice as it is issued, straight into its table: `closing` is another module. */
async function anInvoice(restaurantId: RestaurantId, totalYen: number, dueOn: JstDate, supersedes?: string) {
  const id = newId<'issuedDocument'>()
  const series = `S${id}`
  await sql`insert into document_series values (${series}, 1)`.execute(test_.db)
  await sql`insert into issued_documents (id, kind, series, ordinal, number, restaurant_id, counterparty, issued_on, from_on,
      to_on, due_on, total_yen, content, content_sha256, supersedes, issued_by, at)
    values (${id}, 'invoice', ${series}, 1, ${series}, ${restaurantId}, 'ビストロ 灯', ${dueOn}, ${dueOn}, ${dueOn}, ${dueOn},
      ${totalYen}, '{}', repeat('0', 64), ${supersedes ?? null}, '運営', ${noon})`.execute(test_.db)
  return { id, number: series }
}

async function pay(restaurantId: RestaurantId, amount: number, documentId: string | null) {
  const id = newId<'payment'>()
  await sql`insert into payments (id, event_key, method, received_on, yen, payer, at)
    values (${id}, ${id}, 'transfer', '2026-11-24', ${amount}, 'ビストロアカリ', ${noon})`.execute(test_.db)
  await sql`insert into payment_allocations (id, payment_id, restaurant_id, document_id, yen, reason, at)
    values (${newId()}, ${id}, ${restaurantId}, ${documentId}, ${amount}, 'test', ${noon})`.execute(test_.db)
}

const daysAgo = (days: number) => addDays(jstDateOf(noon), -days)
/** Read by the plain query; a process that has kept it until it heard of a change says the same. */
async function openOf(restaurantId: RestaurantId, now = noon) {
  const plain = await creditOf({ db: test_.db, now }, restaurantId)
  await kept.feed.caughtUp()
  expect(await keptCreditOf({ db: kept.db, now }, restaurantId)).toEqual(plain)
  return plain
}

test('up to the limit to the yen, and not one yen above it; nothing is lost', async () => {
  const { ctx, kitchenId, restaurantId, productId } = await aShop(1_000_000)
  await fillCart(ctx, kitchenId, [[productId, 2]])
  const { totalYen } = await cartQuote(ctx, kitchenId)
  await limitOf(restaurantId, totalYen - 1)
  const quote = await cartQuote(ctx, kitchenId)
  expect(quote.creditProblem).toMatchObject({
    refusal: 'over_credit_limit',
    detail: { limit: totalYen - 1, used: 0, left: totalYen - 1, added: totalYen },
  })
  const refused = await place(ctx, kitchenId)
  expect(refused).toMatchObject({ ok: false, refusal: 'over_credit_limit' })
  expect((await cartQuote(ctx, kitchenId)).lineCount).toBe(1)
  await limitOf(restaurantId, totalYen)
  must(await place(ctx, kitchenId))
  expect(await openOf(restaurantId)).toMatchObject({ openYen: totalYen, unpaidYen: 0, unbilledYen: 0 })
})

test('what is kept of it knows of every table that it is read from', async () => {
  const { restaurantId, kitchenId, ctx, productId } = await aShop(1_000_000)
  await fillCart(ctx, kitchenId, [[productId, 2]])
  const { orderIds } = must(await place(ctx, kitchenId))
  const { id: invoice } = await anInvoice(restaurantId, 30_000, daysAgo(20))
  const event = '(select id from events limit 1)'
  const order = there(orderIds[0])
  const charge = newId()
  const closing = newId()
  const run = newId()
  const agreement = newId()
  const admin = await staff()
  const changes = [
    `update order_lines set tax_percent = 10 where order_id = '${order}'`,
    `update parcels set cool_yen = cool_yen + 1 where order_id = '${order}'`,
    `update parcels set unused_at = now() where order_id = '${order}'`,
    `insert into claims (id, number, order_id, order_line_id, farm_id, restaurant_id, state, reason, qty, amount_yen, wish,
       automatic_yen, large_yen, rate_below_threshold, opened_at, timer_at)
     select gen_random_uuid(), 'C1', o.id, l.id, o.farm_id, o.restaurant_id, 'opened', 'damaged', 1, 1, 'credit', 0, 10000, true,
       now(), now() from orders o join order_lines l on l.order_id = o.id where o.id = '${order}'`,
    `insert into charges (id, event_key, kind, order_id, restaurant_id, farm_id, supplied_on, booked_on, goods_yen, freight_yen,
       untaxed_yen, per_rate, tax_yen, total_yen, farm_yen, fee_yen, at)
     select '${charge}', 'order:' || id, 'sale', id, restaurant_id, farm_id, '2026-11-20', '2026-11-20', 100, 0, 0, '[]', 8, 108, 108, 0, now()
       from orders where id = '${order}'`,
    `with c as (insert into closings values ('${closing}', '${restaurantId}', null, '2026-11-01', '2026-11-20', now()))
     insert into document_series values ('S-closed', 1)`,
    `insert into issued_documents (id, kind, series, ordinal, number, restaurant_id, closing_id, counterparty, issued_on, from_on,
       to_on, due_on, total_yen, content, content_sha256, issued_by, at)
     values (gen_random_uuid(), 'invoice', 'S-closed', 1, 'S-closed', '${restaurantId}', '${closing}', '店', '2026-11-01', '2026-11-01',
       '2026-11-20', '2026-11-02', 50000, '{}', repeat('0', 64), '運営', now())`,
    `insert into closing_charges values ('${charge}', 'restaurant', '${closing}')`,
    `update debit_settings set collector_code = '1234567890', collector_name = 'ﾄﾘ', bank_code = '0001', branch_code = '001', number = '1234567'`,
    `insert into debit_agreements (id, restaurant_id, customer, bank_code, bank_name, bank_kana, branch_code, branch_name, branch_kana,
       type, sealed_number, last_digits, sealed_holder, asked_by, asked_at)
     select '${agreement}', '${restaurantId}', '00000000000000000001', '0001', '銀行', 'ｷﾞﾝｺｳ', '001', '支店', 'ｼﾃﾝ', '1', 'x', '123', 'x', id, now()
       from people limit 1`,
    `update debit_agreements set agreed_at = now() where id = '${agreement}'`,
    `update restaurants set payment_method = 'direct_debit' where id = '${restaurantId}'`,
    `insert into debit_runs (id, debit_on, collector_code, item_count, total_yen, made_by, made_at)
     values ('${run}', '2026-11-20', '1234567890', 1, 30000, '${'adminId' in admin ? admin.adminId : ''}', now())`,
    `insert into debit_items (id, run_id, agreement_id, restaurant_id, document_id, yen)
     values (gen_random_uuid(), '${run}', '${agreement}', '${restaurantId}', '${invoice}', 30000)`,
    `update debit_items set outcome = 'short', ended_at = now()`,
    `update restaurants set payment_method = 'card' where id = '${restaurantId}'`,
    `insert into document_voids values ('${invoice}', '誤り', ${event}, now())`,
    `insert into credit_limits values (gen_random_uuid(), '${restaurantId}', 5, '下げ', '運営', ${event}, now())`,
    `update credit_terms set overdue_days = 30, version = version + 1`,
    `insert into order_stops (id, restaurant_id, kind, reason, stopped_by, at)
     values (gen_random_uuid(), '${restaurantId}', 'staff', '確認', '運営', now())`,
    `update order_stops set released_at = now(), released_by = '運営', release_reason = '済' where restaurant_id = '${restaurantId}'`,
    `update orders set state = 'cancelled' where id = '${order}'`,
    // as other tests expect them
    'update credit_terms set overdue_days = 14, version = 1',
    `update debit_settings set collector_code = '', collector_name = '', bank_code = '', branch_code = '', number = ''`,
  ]
  await openOf(restaurantId)
  for (const change of changes) {
    await test_.pool.query(change)
    await openOf(restaurantId)
  }
})

test('of two orders at once that fit one by one only one is placed', async () => {
  const { ctx, kitchenId, restaurantId, productId, actor } = await aShop(1_000_000)
  const colleague: BuyerActor = { ...actor, personId: await aPerson(test_.db, '同僚') }
  const second = newId<'kitchen'>()
  await sql`insert into kitchens select (jsonb_populate_record(k, jsonb_build_object('id', ${second}::uuid))).* from kitchens k
    where id = ${kitchenId}`.execute(test_.db)
  await test_.db
    .insertInto('memberships')
    .values({
      id: newId<'membership'>(),
      personId: colleague.personId,
      farmId: null,
      restaurantId,
      role: 'staff',
      orderLimitYen: null,
    })
    .execute()
  const other = as(test_.db, { ...colleague, kitchenIds: [second as KitchenId] })
  await fillCart(ctx, kitchenId, [[productId, 1]])
  await fillCart(other, second as KitchenId, [[productId, 1]])
  const { totalYen } = await cartQuote(ctx, kitchenId)
  await limitOf(restaurantId, totalYen * 2 - 1)
  const both = await Promise.all([place(ctx, kitchenId), place(other, second as KitchenId)])
  expect(both.map((it) => (it.ok ? 'ok' : it.refusal)).toSorted()).toEqual(['ok', 'over_credit_limit'])
  expect(exposureOf(await openOf(restaurantId))).toBe(totalYen)
})

test('an order may shrink, and not grow above the limit; growing says how much is left', async () => {
  const { ctx, kitchenId, restaurantId, productId } = await aShop(1_000_000)
  await fillCart(ctx, kitchenId, [[productId, 2]])
  const orderId = there(must(await place(ctx, kitchenId)).orderIds[0])
  const { openYen } = await openOf(restaurantId)
  await limitOf(restaurantId, openYen)
  const change = async (qty: number) => {
    const { version, lines } = await orderDetail(ctx, orderId)
    return changeOrder(ctx, { key: aKey(), orderId, version, lines: [{ lineId: there(lines[0]).id, qty }] })
  }
  const grown = await change(3)
  expect(grown).toMatchObject({ ok: false, refusal: 'over_credit_limit', detail: { left: 0 } })
  if (!grown.ok) expect(refusalText(grown.refusal, grown.detail)).toContain('残り¥0です')
  must(await change(1))
  expect((await openOf(restaurantId)).openYen).toBeLessThan(openYen)
})

test('what is overdue for more days than the setting stops, and paying it lets order again at once', async () => {
  const { ctx, kitchenId, restaurantId, productId } = await aShop(1_000_000)
  await fillCart(ctx, kitchenId, [[productId, 1]])
  const invoice = await anInvoice(restaurantId, 30_000, daysAgo(14))
  expect((await cartQuote(ctx, kitchenId)).creditProblem).toBeNull()
  expect((await openOf(restaurantId)).overdue).toEqual({ number: invoice.number, dueOn: daysAgo(14), yen: 30_000 })
  const older = await anInvoice(restaurantId, 20_000, daysAgo(15))
  expect((await cartQuote(ctx, kitchenId)).creditProblem).toEqual({
    ok: false,
    refusal: 'credit_overdue',
    detail: { number: older.number, dueOn: daysAgo(15), yen: 20_000 },
  })
  expect(await place(ctx, kitchenId)).toMatchObject({ ok: false, refusal: 'credit_overdue' })
  await pay(restaurantId, 19_999, older.id)
  expect(await place(ctx, kitchenId)).toMatchObject({ ok: false, refusal: 'credit_overdue', detail: { yen: 1 } })
  await pay(restaurantId, 1, older.id)
  must(await place(ctx, kitchenId))
})

test('a replaced invoice owes nothing, and its payment counts for the new one', async () => {
  const { restaurantId } = await aShop(1_000_000)
  const wrong = await anInvoice(restaurantId, 50_000, daysAgo(20))
  await pay(restaurantId, 10_000, wrong.id)
  await anInvoice(restaurantId, 40_000, daysAgo(20), wrong.id)
  expect(await openOf(restaurantId)).toMatchObject({ unpaidYen: 30_000, overdue: { yen: 30_000 } })
  await pay(restaurantId, 5_000, null)
  expect((await openOf(restaurantId)).unpaidYen).toBe(25_000)
})

test('by card nothing is owed later: neither limit nor overdue counts, a stop by staff does', async () => {
  const { ctx, kitchenId, restaurantId, productId } = await aShop(1)
  await anInvoice(restaurantId, 30_000, daysAgo(40))
  await fillCart(ctx, kitchenId, [[productId, 1]])
  expect(await place(ctx, kitchenId)).toMatchObject({ ok: false, refusal: 'credit_overdue' })
  await test_.db.updateTable('restaurants').set({ paymentMethod: 'card' }).where('id', '=', restaurantId).execute()
  const admin = as(test_.db, await staff())
  must(await stopOrdering(admin, { key: aKey(), restaurantId, reason: '連絡がつきません' }))
  expect(await place(ctx, kitchenId)).toMatchObject({
    ok: false,
    refusal: 'ordering_stopped',
    detail: { reason: '連絡がつきません' },
  })
  expect(await stopOrdering(admin, { key: aKey(), restaurantId, reason: '再' })).toMatchObject({
    ok: false,
    refusal: 'stopped_already',
  })
  must(await releaseOrdering(admin, { key: aKey(), restaurantId, reason: '連絡あり' }))
  must(await place(ctx, kitchenId))
})

test('the job writes a stop once, tells the owners, and releases it once it is paid', async () => {
  const { restaurantId } = await aShop(1_000_000)
  const { id } = await anInvoice(restaurantId, 30_000, daysAgo(20))
  const parts = as(test_.db, await staff())
  expect((await writeOrderStops(parts)).stopped).toBeGreaterThan(0)
  await writeOrderStops(parts)
  expect(await mails(restaurantId, 'ordering_stopped')).toHaveLength(1)
  await pay(restaurantId, 30_000, id)
  await writeOrderStops({ ...parts, now: at('2026-11-24 12:05') })
  const { stops } = await creditForStaff(parts, restaurantId)
  expect(stops).toMatchObject([
    { kind: 'overdue', stoppedBy: null, releasedBy: null, releaseReason: '未払いの解消を確認' },
  ])
  expect(await mails(restaurantId, 'ordering_released')).toHaveLength(1)
})

test('staff release what is overdue: it does not stop again, a later invoice does', async () => {
  const { ctx, kitchenId, restaurantId, productId } = await aShop(1_000_000)
  await anInvoice(restaurantId, 30_000, daysAgo(20))
  await fillCart(ctx, kitchenId, [[productId, 1]])
  const admin = as(test_.db, await staff())
  must(await releaseOrdering(admin, { key: aKey(), restaurantId, reason: '分割払いで合意' }))
  await writeOrderStops(admin)
  expect((await cartQuote(ctx, kitchenId)).creditProblem).toBeNull()
  await anInvoice(restaurantId, 1_000, daysAgo(14))
  const tomorrow = at('2026-11-25 11:00')
  expect((await openOf(restaurantId, tomorrow)).blocking).toMatchObject({ yen: 1_000 })
})

test('owners are told once when an order leads past 80 %, and of a new limit', async () => {
  const { ctx, kitchenId, restaurantId, productId } = await aShop(1_000_000)
  await fillCart(ctx, kitchenId, [[productId, 1]])
  const { totalYen } = await cartQuote(ctx, kitchenId)
  await limitOf(restaurantId, Math.floor((totalYen * 100) / 80))
  must(await place(ctx, kitchenId))
  expect(await mails(restaurantId, 'credit_near')).toHaveLength(1)
  await limitOf(restaurantId, totalYen * 10)
  await fillCart(ctx, kitchenId, [[productId, 1]])
  must(await place(ctx, kitchenId))
  expect(await mails(restaurantId, 'credit_near')).toHaveLength(1)
  expect((await mails(restaurantId, 'credit_limit_set')).length).toBe(3)
})

test('an invoice is reminded of before, on and after its day, each once, on bank days, while unpaid', async () => {
  const { restaurantId } = await aShop(1_000_000)
  const { id } = await anInvoice(restaurantId, 30_000, jstDate('2026-12-31'))
  const run = async (day: string) => {
    const before = (await mails(restaurantId, 'invoice_reminder')).length
    await remindInvoices({ ...as(test_.db, await staff()), now: at(`${day} 09:00`) })
    return (await mails(restaurantId, 'invoice_reminder')).length - before
  }
  expect(await run('2026-12-25')).toBe(0)
  expect(await run('2026-12-28')).toBe(1)
  expect(await run('2026-12-29')).toBe(0)
  // closed on 31 December and until 3 January
  expect(await run('2026-12-31')).toBe(0)
  expect(await run('2027-01-04')).toBe(1)
  expect(await run('2027-01-07')).toBe(1)
  await pay(restaurantId, 30_000, id)
  expect(await run('2027-01-14')).toBe(0)
})

const owner = (shop: Awaited<ReturnType<typeof aShop>>) => as(test_.db, { ...shop.actor, role: 'owner' })
const ask = (shop: Awaited<ReturnType<typeof aShop>>, limitYen: number) =>
  askForLimit(owner(shop), { key: aKey(), limitYen, reason: '宴会の予約が増えたため' })

test('an owner asks for a higher limit; staff agree, and it is raised', async () => {
  const shop = await aShop(100_000)
  expect(await ask(shop, 100_000)).toMatchObject({ refusal: 'not_higher' })
  expect(await ask(shop, 200_000_000)).toMatchObject({ refusal: 'bad_credit_limit' })
  const { id } = must(await ask(shop, 300_000))
  expect(await ask(shop, 400_000)).toMatchObject({ refusal: 'asked_already' })
  const finance = as(test_.db, await anAdmin(test_.db, { role: 'finance' }))
  expect(await openLimitRequests(finance)).toContainEqual(
    expect.objectContaining({ id, limitYen: 300_000, reason: '宴会の予約が増えたため' }),
  )
  expect(await mailsToStaff(id)).toHaveLength(1)
  const answer = { requestId: id, agreed: true, reason: '取引実績による', key: aKey() }
  must(await answerLimitRequest(finance, answer))
  must(await answerLimitRequest(finance, answer))
  expect(await answerLimitRequest(finance, { ...answer, key: aKey() })).toMatchObject({ refusal: 'answered_already' })
  expect((await openOf(shop.restaurantId)).limitYen).toBe(300_000)
  expect(await ownLimitRequest(shop.ctx)).toMatchObject({ agreed: true, limitYen: 300_000 })
})

const mailsToStaff = (id: string) =>
  test_.db.selectFrom('mails').select('id').where('key', 'like', `credit_limit_asked:${id}%`).execute()

test('declined, the limit stays, the owner is told why and may ask again; two answers at once are one', async () => {
  const shop = await aShop(100_000)
  const { id } = must(await ask(shop, 300_000))
  const finance = as(test_.db, await anAdmin(test_.db, { role: 'finance' }))
  const decline = () =>
    answerLimitRequest(finance, { requestId: id, agreed: false, reason: '未入金があるため', key: aKey() })
  const both = await Promise.all([decline(), decline()])
  expect(both.map((it) => (it.ok ? 'ok' : it.refusal)).toSorted()).toEqual(['answered_already', 'ok'])
  expect((await openOf(shop.restaurantId)).limitYen).toBe(100_000)
  expect(await mails(shop.restaurantId, 'credit_limit_declined')).toHaveLength(1)
  must(await ask(shop, 200_000))
})

test('two owners who ask at once make one request; a member who is no owner, and support, cannot decide', async () => {
  const shop = await aShop(100_000)
  const both = await Promise.all([ask(shop, 200_000), ask(shop, 300_000)])
  expect(both.map((it) => (it.ok ? 'ok' : it.refusal)).toSorted()).toEqual(['asked_already', 'ok'])
  const member = as(test_.db, { ...shop.actor, role: 'staff' })
  await expect(askForLimit(member, { key: aKey(), limitYen: 900_000, reason: 'x' })).rejects.toThrow(Forbidden)
  const support = as(test_.db, await anAdmin(test_.db, { role: 'support' }))
  const answer = { requestId: newId<'creditRequest'>(), agreed: true, reason: 'x', key: aKey() }
  await expect(answerLimitRequest(support, answer)).rejects.toThrow(Forbidden)
})

test('the money page says which reminders were sent, which one follows, and from when on nothing is ordered', async () => {
  const { restaurantId, actor } = await aShop(1_000_000)
  const email = `keiri-${restaurantId}@example.jp`
  await test_.db.updateTable('restaurants').set({ billingEmail: email }).where('id', '=', restaurantId).execute()
  const first = await anInvoice(restaurantId, 30_000, jstDate('2026-12-10'))
  const run = async (day: string) => remindInvoices({ db: test_.db, now: at(`${day} 09:00`) })
  await run('2026-12-10')
  await run('2026-12-14')
  const seen = () => ownReminders(as(test_.db, actor, at('2026-12-14 10:00')))
  expect(await seen()).toMatchObject([
    {
      ...{ number: first.number, owedYen: 30_000, dueOn: '2026-12-10', stopOn: '2026-12-25' },
      sent: [{ days: 0 }, { days: 3 }],
      next: { days: 7, on: '2026-12-17' },
    },
  ])
  const billed = await test_.db.selectFrom('mails').select('key').where('recipient', '=', email).execute()
  expect(billed).toHaveLength(2)
  // one in its place is not reminded of again for the same days
  const second = await anInvoice(restaurantId, 30_000, jstDate('2026-12-10'), first.id)
  await run('2026-12-15')
  const { count } = await test_.db
    .selectFrom('invoiceReminders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('documentId', '=', second.id)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(0)
  await pay(restaurantId, 30_000, second.id)
  expect(await seen()).toEqual([])
})

test('an invoice below zero is set off against the others: a restaurant that owes nothing is neither reminded nor stopped', async () => {
  const { ctx, kitchenId, restaurantId, productId } = await aShop(1_000_000)
  await anInvoice(restaurantId, -30_000, daysAgo(50))
  await anInvoice(restaurantId, 29_000, daysAgo(20))
  await fillCart(ctx, kitchenId, [[productId, 1]])
  const parts = as(test_.db, await staff())
  await remindInvoices(parts)
  await writeOrderStops(parts)
  expect(await mails(restaurantId, 'invoice_reminder')).toHaveLength(0)
  expect(await mails(restaurantId, 'ordering_stopped')).toHaveLength(0)
  expect((await openOf(restaurantId)).overdue).toBeNull()
  must(await place(ctx, kitchenId))
  await anInvoice(restaurantId, 5_000, daysAgo(14))
  await remindInvoices({ ...parts, now: at('2026-11-25 09:00') })
  const { rows } = await test_.pool.query(
    'select max(yen)::int as yen from invoice_reminders join issued_documents d on d.id = document_id where restaurant_id = $1',
    [restaurantId],
  )
  expect(rows[0].yen).toBe(4_000)
})

test('permissions: members see their own, finance changes it', async () => {
  const { restaurantId, ctx } = await aShop(5_000)
  expect((await ownCredit(ctx)).limitYen).toBe(5_000)
  const support = as(test_.db, await anAdmin(test_.db, { role: 'support' }))
  expect((await creditForStaff(support, restaurantId)).limits).toMatchObject([
    { limitYen: 5_000, reason: '取引実績による' },
  ])
  const given = { key: aKey(), restaurantId, limitYen: 9, reason: '理由' }
  await expect(setCreditLimit(support, given)).rejects.toThrow()
  const finance = as(test_.db, await anAdmin(test_.db, { role: 'finance' }))
  expect(await setCreditLimit(finance, { ...given, limitYen: -1 })).toMatchObject({ refusal: 'bad_credit_limit' })
  const terms = { key: aKey(), defaultLimitYen: 1_000_000, overdueDays: 14, lateRatePercent: 0 }
  expect(await setCreditTerms(finance, { ...terms, overdueDays: 0, version: 1 })).toMatchObject({
    refusal: 'bad_overdue_days',
  })
  for (const lateRatePercent of [3.1, 14.6, -0.1, 2.95])
    expect(await setCreditTerms(finance, { ...terms, lateRatePercent, version: 1 })).toMatchObject({
      refusal: 'bad_late_rate',
    })
  expect(await setCreditTerms(finance, { ...terms, version: 9 })).toMatchObject({ refusal: 'changed_meanwhile' })
})

test('open orders are worth what their slips say, at every stage and with goods by weight', async () => {
  const market = await aMarket(test_.db)
  const { restaurantId } = market.chef
  const naive = async (): Promise<Yen> => {
    const rows = await test_.db
      .selectFrom('orders')
      .select('id')
      .where('restaurantId', '=', restaurantId)
      .where('state', 'not in', ['draft', 'pending_approval', 'finalized'])
      .execute()
    let sum = 0
    for (const { id } of rows) {
      const [order, lines, parcels] = [
        await lockOrder(test_.db, id),
        await linesOf(test_.db, [id]),
        await parcelsOf(test_.db, [id]),
      ]
      sum += figuresOf(order, lines.get(id) ?? [], parcels.get(id) ?? []).totalIncYen
    }
    return yen(sum)
  }
  const orders: OrderId[] = await placeAll(test_.db, market)
  expect((await openOf(restaurantId)).openYen).toBe(await naive())
  for (const [index, orderId] of orders.entries()) {
    await bringToShipped(test_.db, market, index, orderId)
    expect((await openOf(restaurantId)).openYen).toBe(await naive())
  }
  expect(await naive()).toBeGreaterThan(0)
})

type Step =
  | { what: 'order'; qty: number }
  | { what: 'charge'; yen: number }
  | { what: 'invoice'; yen: number }
  | { what: 'pay'; yen: number }

const aStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ what: fc.constant('order' as const), qty: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ what: fc.constant('charge' as const), yen: fc.integer({ min: -5_000, max: 50_000 }) }),
  fc.record({ what: fc.constant('invoice' as const), yen: fc.integer({ min: -5_000, max: 50_000 }) }),
  fc.record({ what: fc.constant('pay' as const), yen: fc.integer({ min: 1, max: 50_000 }) }),
)

test('how a restaurant stands is one statement', async () => {
  const { restaurantId } = await aShop(1_000_000)
  test_.queriesSince()
  await openOf(restaurantId)
  expect(test_.queriesSince()).toHaveLength(1)
})

test('whatever happens, what is used is the sum of orders, charges and invoices without payments', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { maxLength: 8 }), async (steps) => {
      const { ctx, kitchenId, restaurantId, productId, farmId } = await aShop(100_000_000)
      let expected = 0
      let orderId: OrderId | null = null
      let document: string | null = null
      for (const step of steps) {
        if (step.what === 'order') {
          await fillCart(ctx, kitchenId, [[productId as ProductId, step.qty]])
          expected += (await cartQuote(ctx, kitchenId)).totalYen
          orderId = there(must(await place(ctx, kitchenId)).orderIds[0])
        }
        if ((step.what === 'charge' || step.what === 'invoice') && orderId) {
          expected += step.yen
          const charge = {
            eventKey: `order:${newId()}`,
            kind: 'sale' as const,
            orderId,
            adjustmentId: null,
            restaurantId,
            farmId,
            suppliedOn: jstDate('2026-11-26'),
            goodsYen: yen(step.yen),
            freightYen: yen(0),
            untaxedYen: yen(0),
            perRate: [],
            taxYen: yen(0),
            totalYen: yen(step.yen),
            farmYen: yen(step.yen),
            feeYen: yen(0),
            sellerNumber: null,
          }
          await test_.db.transaction().execute((db) => recordCharge({ ...ctx, db }, charge))
          if (step.what === 'invoice') document = (await anInvoice(restaurantId, step.yen, jstDate('2026-12-31'))).id
        }
        if (step.what === 'pay') {
          expected -= step.yen
          await pay(restaurantId, step.yen, document)
        }
        expect(exposureOf(await openOf(restaurantId))).toBe(expected)
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)
