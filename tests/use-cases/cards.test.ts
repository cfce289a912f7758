import { expect, test } from 'vitest'
import { Forbidden } from '../../app/kernel/errors.ts'
import { type CardCheckoutId, newId, parseId } from '../../app/kernel/ids.ts'
import { addHours } from '../../app/kernel/jst.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { cancelOrder } from '../../app/modules/ordering/end-order.server.ts'
import { cardDesk, cardPaymentOf } from '../../app/modules/payments/card/card-desk.server.ts'
import { holdForOrders } from '../../app/modules/payments/card/hold-for-orders.server.ts'
import { continueCheckout, placeByCard } from '../../app/modules/payments/card/place-by-card.server.ts'
import {
  comeBackWithCard,
  removeCard,
  savedCard,
  startSavingCard,
} from '../../app/modules/payments/card/save-card.server.ts'
import { settleOrders } from '../../app/modules/payments/card/settle-orders.server.ts'
import { aKey, aMarket, anAdmin, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { cardSteps, site } from './card-steps.ts'
import { must, there } from './steps.ts'

const test_ = testDatabase()
const steps = cardSteps(test_)
const { clock, rows, jobParts, by, payer, press, orderIn, holdsOf, ordersOf, balance, charge, hook } = steps

test('an owner saves a card, sees four digits of it, and cannot remove it while it pays', async () => {
  const market = await payer()
  const card = { brand: 'visa', lastFour: '4242', expiresOn: '2028-12-31' }
  expect(await savedCard(by(market))).toEqual({ offered: true, card })
  expect(await removeCard(by(market), {})).toMatchObject({ refusal: 'card_in_use' })
  await rows(`update restaurants set payment_method = 'transfer' where id = $1`, [market.chef.restaurantId])
  must(await removeCard(by(market), {}))
  expect((await savedCard(by(market))).card).toBeNull()
  const helper = { ...as(test_.db, { ...market.chef, role: 'staff' }), cards: steps.cards }
  await expect(savedCard(helper)).rejects.toThrow(Forbidden)
})

test('the session of another restaurant saves no card here', async () => {
  const [one, other] = [await aMarket(test_.db), await aMarket(test_.db)]
  const { url } = must(await startSavingCard(by(one), {}, site))
  const id = there(url.split('/').at(-1))
  steps.stripe.save(id)
  await comeBackWithCard(by(other), id)
  expect((await savedCard(by(other))).card).toBeNull()
})

test('the amount and 15 % are held, the order is placed, and pressing twice does both once', async () => {
  const market = await payer()
  const { totalYen } = await cartQuote(by(market), market.kitchenId)
  const key = aKey()
  const input = { kitchenId: market.kitchenId, key, seen: seenOf(await cartQuote(by(market), market.kitchenId)) }
  const [first, second] = await Promise.all([
    placeByCard(by(market), input, site),
    placeByCard(by(market), input, site),
  ])
  const orderId = orderIn(first)
  expect(orderIn(second)).toBe(orderId)
  expect(await holdsOf(market)).toMatchObject([
    { state: 'held', yen: Math.ceil((totalYen * 115) / 100), order_id: orderId },
  ])
})

test.each([
  ['insufficient_funds', 'card_short_of_money'],
  ['expired_card', 'card_expired'],
] as const)('%s: nothing is placed, and the cart is kept', async (answer, refusal) => {
  const market = await payer()
  steps.stripe.answers(answer)
  expect(await press(market)).toMatchObject({ ok: false, refusal })
  expect(await ordersOf(market)).toBe(0)
  expect((await cartQuote(by(market), market.kitchenId)).lineCount).toBe(1)
})

test('an answer that is lost: pressing again asks with the same key, and one amount is held', async () => {
  const market = await payer()
  const before = steps.stripe.intents.size
  steps.stripe.answers('timeout', 'timeout')
  const key = aKey()
  expect(await press(market, key)).toMatchObject({ ok: false, refusal: 'card_no_answer' })
  expect(await ordersOf(market)).toBe(0)
  steps.stripe.answers('lost')
  orderIn(await press(market))
  expect(steps.stripe.intents.size).toBe(before + 1)
  expect(await holdsOf(market)).toMatchObject([{ state: 'held' }])
})

async function proving() {
  const market = await payer()
  steps.stripe.answers('prove')
  const asked = must(await press(market))
  if (!('prove' in asked)) throw new Error('no proof was asked for')
  const intent = there(asked.prove.split('/').at(-1))
  const [{ id }] = await rows('select id from card_checkouts where restaurant_id = $1', [market.chef.restaurantId])
  return { market, intent, checkoutId: there(parseId<'cardCheckout'>(id)) }
}

test('3-D Secure: the chef comes back to the confirmed purchase, once', async () => {
  const { market, intent, checkoutId } = await proving()
  expect(await ordersOf(market)).toBe(0)
  steps.stripe.prove(intent)
  const orderId = orderIn(await continueCheckout(by(market), checkoutId, site))
  expect(orderIn(await continueCheckout(by(market), checkoutId, site))).toBe(orderId)
  expect(await ordersOf(market)).toBe(1)
  expect(await holdsOf(market)).toMatchObject([{ state: 'held', order_id: orderId }])
})

test('3-D Secure: a webhook that comes before the chef, twice and late changes nothing', async () => {
  const { market, intent, checkoutId } = await proving()
  steps.stripe.prove(intent)
  const type = 'payment_intent.amount_capturable_updated'
  expect((await hook(type, intent)).status).toBe(200)
  expect((await hook(type, intent)).status).toBe(200)
  orderIn(await continueCheckout(by(market), checkoutId, site))
  expect((await hook('payment_intent.requires_action', intent)).status).toBe(200)
  expect(await holdsOf(market)).toMatchObject([{ state: 'held' }])
})

test('3-D Secure that fails places nothing', async () => {
  const { market, intent, checkoutId } = await proving()
  steps.stripe.prove(intent, false)
  expect(await continueCheckout(by(market), checkoutId, site)).toMatchObject({ refusal: 'card_not_proven' })
  expect(await ordersOf(market)).toBe(0)
})

test('a chef who never comes back: what was held is released', async () => {
  const { market, intent } = await proving()
  steps.stripe.prove(intent)
  await hook('payment_intent.amount_capturable_updated', intent)
  await holdForOrders(jobParts(addHours(noon, 2)))
  expect(await holdsOf(market)).toMatchObject([{ state: 'released' }])
  expect(steps.stripe.intents.get(intent)?.status).toBe('canceled')
})

test('the checkout of another person does not exist', async () => {
  const { checkoutId } = await proving()
  const stranger = await aMarket(test_.db)
  await expect(continueCheckout(by(stranger), checkoutId, site)).rejects.toThrow()
  await expect(continueCheckout(by(stranger), newId<'cardCheckout'>() as CardCheckoutId, site)).rejects.toThrow()
})

test('a final order is captured once, booked, and refunded when the bill falls', async () => {
  const market = await payer()
  const orderId = orderIn(await press(market))
  await charge(market, orderId, 3_000)
  await Promise.all([settleOrders(jobParts()), settleOrders(jobParts())])
  await settleOrders(jobParts())
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({
    state: 'paid',
    heldYen: 0,
    paidYen: 3_000,
    refundedYen: 0,
  })
  expect(await balance('card_clearing', market)).toBe(3_000)
  expect(await balance('receivable', market)).toBe(0)
  await charge(market, orderId, -800, `cancel_fee:${orderId}`)
  await settleOrders(jobParts())
  expect(await cardPaymentOf(by(market), orderId)).toMatchObject({ heldYen: 0, paidYen: 3_000, refundedYen: 800 })
  expect(await balance('card_clearing', market)).toBe(2_200)
  expect(await balance('receivable', market)).toBe(0)
  const paid = await rows(
    `select a.yen::int, a.reason, p.method from payment_allocations a join payments p on p.id = a.payment_id
     where a.restaurant_id = $1 order by a.at, a.id`,
    [market.chef.restaurantId],
  )
  expect(paid).toEqual([
    { yen: 3_000, reason: 'クレジットカード利用', method: 'card' },
    { yen: -800, reason: 'クレジットカードへの返金', method: 'card' },
  ])
})

test('an order that is cancelled gives back what it held', async () => {
  const market = await payer()
  const orderId = orderIn(await press(market))
  must(await cancelOrder(by(market), { orderId, key: aKey() }))
  await holdForOrders(jobParts())
  expect(await holdsOf(market)).toMatchObject([{ state: 'released' }])
})

test('a hold is renewed before it ends: the new one first, then the old one goes', async () => {
  const market = await payer()
  const orderId = orderIn(await press(market))
  clock.now = addHours(noon, 6.5 * 24)
  await holdForOrders(jobParts(clock.now))
  await holdForOrders(jobParts(clock.now))
  expect(await holdsOf(market)).toMatchObject([
    { state: 'released', order_id: orderId },
    { state: 'held', order_id: orderId },
  ])
})

test('a renewal that the bank refuses leaves the old hold, and staff and owners are told once', async () => {
  const market = await payer()
  orderIn(await press(market))
  clock.now = addHours(noon, 6.5 * 24)
  steps.stripe.answers('insufficient_funds')
  await holdForOrders(jobParts(clock.now))
  await holdForOrders(jobParts(clock.now))
  expect(await holdsOf(market)).toMatchObject([{ state: 'held' }, { state: 'failed' }])
  const desk = await cardDesk(as(test_.db, await anAdmin(test_.db)))
  expect(desk.refused.some(({ failure }) => failure === 'insufficient_funds')).toBe(true)
})

test('a chargeback makes the restaurant owe again, twice told or not, and a won one pays again', async () => {
  const market = await payer()
  const orderId = orderIn(await press(market))
  await charge(market, orderId, 3_000)
  await settleOrders(jobParts())
  const [{ intent }] = await holdsOf(market)
  const dispute = steps.stripe.dispute(intent, 3_000)
  await hook('charge.dispute.created', dispute.id)
  await hook('charge.dispute.created', dispute.id)
  expect(await balance('receivable', market)).toBe(3_000)
  dispute.end('won')
  await hook('charge.dispute.closed', dispute.id)
  await hook('charge.dispute.updated', dispute.id)
  expect(await balance('receivable', market)).toBe(0)
  expect(await balance('card_clearing', market)).toBe(3_000)
})

test('several disputes of one payment are never more than the card has paid', async () => {
  const market = await payer()
  const orderId = orderIn(await press(market))
  await charge(market, orderId, 3_000)
  await settleOrders(jobParts())
  const [{ intent }] = await holdsOf(market)
  for (const amount of [2_000, 3_000, 1]) await hook('charge.dispute.created', steps.stripe.dispute(intent, amount).id)
  expect(await balance('receivable', market)).toBe(3_000)
  expect(await balance('card_clearing', market)).toBe(0)
})

test('a webhook without our signature is refused, and an unknown event is ignored', async () => {
  expect((await hook('payment_intent.succeeded', 'pi_1', 'whsec_anotheraccount')).status).toBe(403)
  expect((await hook('invoice.paid', 'in_1')).status).toBe(200)
  expect((await hook('payment_intent.succeeded', 'pi_unknown')).status).toBe(200)
})

test('without keys an order of a restaurant that chose the card is placed on its invoice', async () => {
  const market = await payer()
  const ctx = as(test_.db, { ...market.chef, role: 'owner' })
  const input = { kitchenId: market.kitchenId, key: aKey(), seen: seenOf(await cartQuote(ctx, market.kitchenId)) }
  orderIn(await placeByCard(ctx, input, site))
  expect(await holdsOf(market)).toEqual([])
  expect(await savedCard(ctx)).toMatchObject({ offered: false })
})
