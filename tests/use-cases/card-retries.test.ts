import { expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { Forbidden } from '../../app/kernel/errors.ts'
import { newId, type OrderId, parseId } from '../../app/kernel/ids.ts'
import { addHours, at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { closePeriods } from '../../app/modules/billing/close-period.server.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { approvePurchase } from '../../app/modules/ordering/approve-purchase.server.ts'
import { placeOrder } from '../../app/modules/ordering/place-order.server.ts'
import { cardDesk, cardPaymentOf, retryMovement } from '../../app/modules/payments/card/card-desk.server.ts'
import { holdForOrders } from '../../app/modules/payments/card/hold-for-orders.server.ts'
import { settleOrders } from '../../app/modules/payments/card/settle-orders.server.ts'
import { recordPayment } from '../../app/modules/payments/record-payment.server.ts'
import { creditsOf, openInvoicesOf, unpaidOf } from '../../app/modules/payments/unpaid-of.server.ts'
import { makeList, setShoppingListLine } from '../../app/modules/shopping-lists/change-list.server.ts'
import { runStandingOrders } from '../../app/modules/shopping-lists/run-standing.server.ts'
import { makeStanding } from '../../app/modules/shopping-lists/standing-orders.server.ts'
import { aKey, anAdmin, aPerson, as, type Market, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { cardSteps } from './card-steps.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const steps = cardSteps(test_)
const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
const { clock, rows, jobParts, by, payer, press, orderIn, holdsOf, balance, charge, hook } = steps

const settleAt = (moment: Date) => {
  clock.now = moment
  return settleOrders(jobParts(moment))
}
const mailsAbout = async (market: Market) =>
  (
    await rows(
      `select data->>'reason' reason, data->>'advice' advice from mails
        where template = 'card_failed' and key like any (
          select 'card-%' || h.id || '%' from card_holds h where h.restaurant_id = $1)`,
      [market.chef.restaurantId],
    )
  ).map(({ reason, advice }) => ({ reason, advice }))

/** An order for which the farm weighed 500 yen more than was held. */
async function grown() {
  const market = await payer()
  await rows(`update memberships set role = 'owner' where restaurant_id = $1`, [market.chef.restaurantId])
  const orderId = orderIn(await press(market))
  const [{ yen: held }] = await holdsOf(market)
  await charge(market, orderId, held + 500)
  return { market, orderId, held: Number(held) }
}

test('a bill above what is held: that is captured, the rest is held exactly and captured, once', async () => {
  const { market, orderId, held } = await grown()
  await Promise.all([settleOrders(jobParts()), settleOrders(jobParts())])
  await settleOrders(jobParts())
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ state: 'paid', paidYen: held + 500, unpaidYen: 0 })
  expect(await holdsOf(market)).toMatchObject([
    { state: 'captured', yen: held },
    { state: 'captured', yen: 500 },
  ])
  expect(await balance('receivable', market)).toBe(0)
})

test('a rest that the bank refuses is tried three times, then it stays on the invoice and owners are told once', async () => {
  const { market, orderId, held } = await grown()
  const tries = async () => (await holdsOf(market)).length - 1
  steps.stripe.answers('insufficient_funds')
  await settleAt(noon)
  await settleAt(addHours(noon, 1))
  expect(await tries()).toBe(1)
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ state: 'taking', unpaidYen: 500 })
  steps.stripe.answers('insufficient_funds', 'insufficient_funds')
  await settleAt(addHours(noon, 12))
  await settleAt(addHours(noon, 36))
  await settleAt(addHours(noon, 400))
  expect(await tries()).toBe(3)
  const payment = await cardPaymentOf(by(market), orderId)
  expect(payment).toMatchObject({ state: 'unpaid', paidYen: held, unpaidYen: 500 })
  expect(payment?.advice).toMatch(/銀行振込でお支払いください.*利用可能額/)
  expect(await mailsAbout(market)).toMatchObject([{ reason: '利用可能額の不足' }])
  const desk = await cardDesk(as(test_.db, await anAdmin(test_.db)))
  expect(desk.givenUp.find((row) => row.orderId === orderId)).toMatchObject({ yen: 500, failure: 'insufficient_funds' })
  expect(await balance('receivable', market)).toBe(500)
})

test('a second attempt takes the rest', async () => {
  const { market, orderId, held } = await grown()
  steps.stripe.answers('expired_card')
  await settleAt(noon)
  await settleAt(addHours(noon, 12))
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ state: 'paid', paidYen: held + 500 })
  expect(await mailsAbout(market)).toEqual([])
})

test('a remainder that needs 3-D Secure is not tried again: no user is present to authenticate', async () => {
  const { market, orderId } = await grown()
  steps.stripe.answers('prove')
  await settleAt(noon)
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ state: 'unpaid', unpaidYen: 500 })
  expect((await mailsAbout(market))[0]?.advice).toMatch(/本人認証/)
})

test('an answer that is lost while the rest is held: it is asked for again, and not held twice', async () => {
  const { market, orderId, held } = await grown()
  const before = steps.stripe.intents.size
  steps.stripe.answers('timeout', 'timeout')
  await settleAt(noon)
  expect(await holdsOf(market)).toMatchObject([{ state: 'captured' }, { state: 'asked' }])
  clock.now = addHours(noon, 2)
  await holdForOrders(jobParts(clock.now))
  await settleAt(addHours(noon, 12))
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ state: 'paid', paidYen: held + 500 })
  expect(steps.stripe.intents.size).toBe(before + 1)
})

test('a hold that the bank let go before the capture: the amount is held anew and captured', async () => {
  const market = await payer()
  const orderId = orderIn(await press(market))
  const [{ intent }] = await holdsOf(market)
  steps.stripe.lapse(intent)
  await charge(market, orderId, 3_000)
  await settleAt(noon)
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ state: 'paid', paidYen: 3_000 })
  expect(await holdsOf(market)).toMatchObject([{ state: 'released' }, { state: 'captured', yen: 3_000 }])
})

test('an expired hold of an open order is replaced', async () => {
  const market = await payer()
  const orderId = orderIn(await press(market))
  const [{ intent }] = await holdsOf(market)
  clock.now = addHours(noon, 8 * 24)
  steps.stripe.lapse(intent)
  steps.stripe.answers('insufficient_funds')
  await holdForOrders(jobParts(clock.now))
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ state: 'failed', heldYen: 0 })
  clock.now = addHours(clock.now, 13)
  await holdForOrders(jobParts(clock.now))
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ state: 'held' })
})

async function silent() {
  const market = await payer()
  const orderId = orderIn(await press(market))
  await charge(market, orderId, 3_000)
  return { market, orderId }
}
const movement = async (market: Market) =>
  (
    await rows(
      `select m.id, m.state, m.attempts, m.next_at, m.failure from card_movements m join card_holds h on h.id = m.hold_id
        where h.restaurant_id = $1`,
      [market.chef.restaurantId],
    )
  )[0]

test('a provider that does not answer is asked again after a while, and nothing is taken twice', async () => {
  const { market, orderId } = await silent()
  steps.stripe.silent(2)
  await settleAt(noon)
  expect(await movement(market)).toMatchObject({ state: 'asked', attempts: 1 })
  await settleAt(noon)
  expect(await movement(market)).toMatchObject({ attempts: 1 })
  await settleAt(addHours(noon, 1))
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ state: 'paid', paidYen: 3_000 })
})

test('a dispute that comes before its capture is booked is to come again, and counts once it is', async () => {
  const { market, orderId } = await silent()
  steps.stripe.silent(2)
  await settleAt(noon)
  const [{ intent }] = await holdsOf(market)
  const dispute = steps.stripe.dispute(intent, 3_000)
  expect((await hook('charge.dispute.created', dispute.id)).status).toBe(503)
  await settleAt(addHours(noon, 1))
  expect(await balance('receivable', market)).toBe(0)
  expect((await hook('charge.dispute.created', dispute.id)).status).toBe(200)
  expect(await balance('receivable', market)).toBe(3_000)
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ paidYen: 3_000 })
})

test('after a day without an answer staff ask once more; nothing else is taken meanwhile', async () => {
  const { market, orderId } = await silent()
  await rows(
    `update card_movements m set attempts = 11 from card_holds h where h.id = m.hold_id and h.restaurant_id = $1`,
    [market.chef.restaurantId],
  )
  steps.stripe.silent(2)
  await settleAt(noon)
  await rows(`update card_movements set attempts = 11 where state = 'asked'`)
  steps.stripe.silent(2)
  await settleAt(addHours(noon, 1))
  const { id, state, failure } = await movement(market)
  expect([state, failure]).toEqual(['failed', 'no_answer'])
  await settleAt(addHours(noon, 48))
  expect(await holdsOf(market)).toHaveLength(1)
  const movementId = there(parseId<'cardMovement'>(id))
  const support = as(test_.db, await anAdmin(test_.db, { role: 'support' }))
  await expect(retryMovement(support, { id: movementId })).rejects.toThrow(Forbidden)
  const finance = as(test_.db, await anAdmin(test_.db, { role: 'finance' }))
  must(await retryMovement(finance, { id: movementId }))
  expect(await retryMovement(finance, { id: movementId })).toMatchObject({ refusal: 'card_movement_ended' })
  await settleAt(addHours(noon, 49))
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ state: 'paid', paidYen: 3_000 })
})

test('a webhook tells of a capture whose answer never came: it is booked, once', async () => {
  const { market, orderId } = await silent()
  steps.stripe.silent(2)
  await settleAt(noon)
  await rows(
    `update card_movements m set state = 'failed', failure = 'no_answer', ended_at = now(), next_at = null
       from card_holds h where h.id = m.hold_id and h.restaurant_id = $1`,
    [market.chef.restaurantId],
  )
  const [{ intent }] = await holdsOf(market)
  Object.assign(there(steps.stripe.intents.get(intent)), { status: 'succeeded', amount_received: 3_000 })
  expect((await hook('payment_intent.succeeded', intent)).status).toBe(200)
  expect((await hook('payment_intent.succeeded', intent)).status).toBe(200)
  await settleAt(addHours(noon, 1))
  await hook('payment_intent.succeeded', intent)
  await settleAt(addHours(noon, 2))
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ state: 'paid', paidYen: 3_000 })
  expect(await balance('card_clearing', market)).toBe(3_000)
})

test('a refund that the bank returns is booked back once, and staff are told; before it is booked it waits', async () => {
  const { market, orderId } = await silent()
  await settleAt(noon)
  await charge(market, orderId, -800, `cancel_fee:${orderId}`)
  await settleAt(noon)
  expect(await balance('receivable', market)).toBe(0)
  const [{ intent }] = await holdsOf(market)
  const refund = steps.stripe.failRefund(intent)
  expect((await hook('refund.failed', refund)).status).toBe(200)
  expect((await hook('charge.refund.updated', refund)).status).toBe(200)
  expect(await balance('receivable', market)).toBe(-800)
  expect(await balance('card_clearing', market)).toBe(3_000)
  const payment = await cardPaymentOf(by(market), orderId)
  expect(payment).toMatchObject({ state: 'paid', paidYen: 3_000, refundedYen: 0 })
  expect(payment?.advice).toMatch(/次回の請求書から差し引きます/)
  await settleAt(addHours(noon, 1))
  expect(await balance('card_clearing', market)).toBe(3_000)
  const told = await rows(`select count(*)::int n from mails where template = 'card_refund_returned' and key like $1`, [
    `%${(await rows('select id from card_movements where undone_by is not null order by ended_at desc limit 1'))[0].id}%`,
  ])
  expect(told[0].n).toBe(1)
  expect((await hook('refund.failed', 're_unknown')).status).toBe(200)
})

test('a refund that fails before we have booked it: the event is to come again', async () => {
  const { market, orderId } = await silent()
  await settleAt(noon)
  await charge(market, orderId, -800, `cancel_fee:${orderId}`)
  steps.stripe.silent(1)
  const [{ intent }] = await holdsOf(market)
  await settleAt(noon)
  await rows(
    `insert into card_movements (id, hold_id, charge_id, kind, yen, state, at)
     select gen_random_uuid(), h.id, c.id, 'refund', 1, 'asked', now() from card_holds h
       join charges c on c.order_id = h.order_id and c.kind = 'sale' where h.intent = $1`,
    [intent],
  )
  const [{ id }] = await rows(
    `select m.id from card_movements m join card_holds h on h.id = m.hold_id
     where h.intent = $1 and m.yen = 1`,
    [intent],
  )
  const refund = steps.stripe.failRefund(intent)
  Object.assign(there(steps.stripe.refunds.find((it) => it.id === refund)), { metadata: { refund: id } })
  expect((await hook('refund.failed', refund)).status).toBe(503)
  expect(await balance('receivable', market)).toBe(0)
})

test('a small rest is not worth a card: it stays on the invoice', async () => {
  const market = await payer()
  const orderId = orderIn(await press(market))
  const [{ yen: held }] = await holdsOf(market)
  await charge(market, orderId, held + 49)
  await settleAt(noon)
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ state: 'unpaid', unpaidYen: 49 })
})

test('an order that an owner approves, and one of a standing order: the job holds what it lacks', async () => {
  const market = await payer()
  const personId = await aPerson(test_.db, '灯 店長')
  const { restaurantId } = market.chef
  await test_.db
    .insertInto('memberships')
    .values({ id: newId<'membership'>(), personId, farmId: null, restaurantId, role: 'owner', orderLimitYen: null })
    .execute()
  await test_.db
    .updateTable('memberships')
    .set({ orderLimitYen: yen(1_000) })
    .where('personId', '=', market.chef.personId)
    .execute()
  const chef = { ...as(test_.db, { ...market.chef, orderLimitYen: yen(1_000) }), cards: steps.cards }
  const owner: BuyerActor = { ...market.chef, personId, name: '灯 店長', role: 'owner' }
  const seen = seenOf(await cartQuote(chef, market.kitchenId))
  const asked = must(await placeOrder(chef, { kitchenId: market.kitchenId, key: aKey(), seen, askOwner: true }))
  await holdForOrders(jobParts())
  expect(await holdsOf(market)).toEqual([])
  must(
    await approvePurchase(
      { ...as(test_.db, owner), cards: steps.cards },
      { purchaseId: asked.purchaseId, key: aKey() },
    ),
  )
  const orderId = there(asked.orderIds[0])
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ state: 'waiting' })
  await holdForOrders(jobParts())
  await holdForOrders(jobParts())
  expect(await holdsOf(market)).toMatchObject([{ state: 'held', order_id: orderId }])
})

async function standingOrder(): Promise<{ market: Market; orderId: OrderId }> {
  const market = await payer()
  const farm = there(market.farms[0])
  const { kitchenId } = market
  const weekdays = [5] as const
  const { listId } = must(await makeList(by(market), { kitchenId, key: aKey(), name: '金曜', weekdays: [...weekdays] }))
  must(await setShoppingListLine(by(market), { listId, productId: farm.productId, qty: 2, learns: true }))
  must(await makeStanding(by(market), { kitchenId, key: aKey(), listId, weekdays: [...weekdays], ceilingYen: 100_000 }))
  for (const now of [at('2026-11-24 18:00'), at('2026-11-25 09:00')])
    await runStandingOrders({ db: test_.db, now, cards: steps.cards })
  const [order] = await rows('select id from orders where restaurant_id = $1 and delivery_on = $2', [
    market.chef.restaurantId,
    jstDate('2026-11-27'),
  ])
  return { market, orderId: there(parseId<'order'>(order?.id)) }
}

test('a standing order is placed, and the job holds it', async () => {
  const { market, orderId } = await standingOrder()
  await holdForOrders(jobParts(at('2026-11-25 09:01')))
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ state: 'held' })
})

test('a standing order for which the bank asks for 3-D Secure goes on; the owner is told what to do', async () => {
  const { market, orderId } = await standingOrder()
  steps.stripe.answers('prove')
  await holdForOrders(jobParts(at('2026-11-25 09:01')))
  const payment = await cardPaymentOf(by(market), orderId)
  expect(payment).toMatchObject({ state: 'failed' })
  expect(payment?.advice).toMatch(/本人認証/)
  await holdForOrders(jobParts(at('2026-11-25 09:02')))
  expect(await holdsOf(market)).toHaveLength(1)
  await charge(market, orderId, 2_000)
  steps.stripe.answers('prove')
  await settleAt(at('2026-11-28 09:00'))
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ state: 'unpaid', unpaidYen: 2_000 })
})

test('what the card paid before the invoice was issued pays that invoice, once, and a refund of it too', async () => {
  const { market, orderId } = await silent()
  await settleAt(noon)
  const { restaurantId } = market.chef
  const restaurant = there(parseId<'restaurant'>(restaurantId))
  await closePeriods({ actor: { kind: 'system' }, db: test_.db, now: at('2026-12-06 00:10') }, operator, [restaurant])
  const [invoice] = await rows(`select id from issued_documents where restaurant_id = $1`, [restaurantId])
  const documentId = there(parseId<'issuedDocument'>(invoice?.id))
  const unpaid = async () => (await unpaidOf(test_.db, [documentId])).get(documentId)
  expect(await unpaid()).toBe(3_000)
  await Promise.all([settleAt(at('2026-12-06 00:11')), settleAt(at('2026-12-06 00:11'))])
  await settleAt(at('2026-12-06 00:12'))
  expect(await unpaid()).toBe(0)
  expect(await creditsOf(test_.db, [restaurant])).toEqual([])
  await charge(market, orderId, -800, `cancel_fee:${orderId}`)
  await settleAt(at('2026-12-06 00:13'))
  expect(await creditsOf(test_.db, [restaurant])).toMatchObject([{ yen: -800 }])
  await closePeriods({ actor: { kind: 'system' }, db: test_.db, now: at('2027-01-06 00:10') }, operator, [restaurant])
  await settleAt(at('2027-01-06 00:11'))
  expect(await creditsOf(test_.db, [restaurant])).toEqual([])
  expect(await openInvoicesOf(test_.db, [restaurant])).toEqual([])
  expect(await balance('receivable', market)).toBe(0)
})

test('a rest that was transferred meanwhile is not asked from the card', async () => {
  const { market, orderId, held } = await grown()
  steps.stripe.answers('insufficient_funds')
  await settleAt(noon)
  const restaurantId = there(parseId<'restaurant'>(market.chef.restaurantId))
  const system = { actor: { kind: 'system' }, db: test_.db, now: at('2026-12-06 00:10') } as const
  await closePeriods(system, operator, [restaurantId])
  await rows('update card_orders set next_at = $2 where order_id = $1', [orderId, at('2026-12-09 12:00')])
  await settleAt(at('2026-12-06 00:11'))
  const [invoice] = await openInvoicesOf(test_.db, [restaurantId])
  expect(invoice).toMatchObject({ unpaidYen: 500 })
  await test_.db.transaction().execute((db) =>
    recordPayment(
      { ...system, db },
      {
        eventKey: `test:${newId()}`,
        method: 'transfer',
        receivedOn: jstDate('2026-12-08'),
        yen: yen(500),
        payer: 'ﾃｽﾄ',
        allocations: [{ restaurantId, documentId: there(invoice?.documentId), yen: yen(500), reason: 'test' }],
      },
    ),
  )
  await settleAt(at('2026-12-09 12:00'))
  expect(await holdsOf(market)).toHaveLength(2)
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ paidYen: held })
})
