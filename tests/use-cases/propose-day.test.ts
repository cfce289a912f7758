import { expect, test } from 'vitest'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { changeDelivery } from '../../app/modules/ordering/change-delivery.server.ts'
import { cancelOrder } from '../../app/modules/ordering/end-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { askedOrders } from '../../app/modules/ordering/open-orders.server.ts'
import { tellOrderNews } from '../../app/modules/ordering/order-digest.server.tsx'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { acceptWithDay, answerDay, proposeDay } from '../../app/modules/ordering/propose-day.server.ts'
import { shortOrders } from '../../app/modules/ordering/short-orders.server.ts'
import { reportNoHarvest } from '../../app/modules/products/harvest/cannot-harvest.server.ts'
import { promiseHarvest } from '../../app/modules/products/harvest/harvest.server.ts'
import { aKey, aMarket, aProduct, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { withWords } from '../support/mailed.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()
const [thursday, friday, saturday, sunday] = [26, 27, 28, 29].map((day) => jstDate(`2026-11-${day}`)) as [
  ReturnType<typeof jstDate>,
  ReturnType<typeof jstDate>,
  ReturnType<typeof jstDate>,
  ReturnType<typeof jstDate>,
]

/** An order of carrots that the farm has accepted: it leaves on Wednesday and arrives on Thursday, or a day as wished. */
async function carrots(wishedOn = thursday) {
  const it = await newCarrots(wishedOn)
  must(await acceptOrder(it.farmer, { orderId: it.orderId, key: aKey(), lines: [] }))
  return it
}

/** The same before the farm has answered. */
async function newCarrots(wishedOn = thursday) {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  const chef = as(test_.db, market.chef)
  await fillCart(chef, market.kitchenId, [[farm.productId, 2]])
  await test_.pool.query('update carts set wished_on = $2 where kitchen_id = $1', [market.kitchenId, wishedOn])
  const orderId = there(must(await place(chef, market.kitchenId)).orderIds[0])
  const farmer = as(test_.db, farm.actor)
  const propose = (deliveryOn = friday, key = aKey()) => proposeDay(farmer, { orderId, version: 1, deliveryOn, key })
  const answer = (
    agree: boolean,
    more: { proposalId?: NonNullable<Awaited<ReturnType<typeof proposed>>>['id'] } = {},
  ) => answerDay(chef, { orderId, agree, key: aKey(), ...more })
  const order = () => orderDetail(chef, orderId)
  const proposed = async () => (await order()).proposedDay
  return { market, farm, chef, farmer, orderId, propose, answer, order, proposed }
}

test('another day that the farm proposes changes nothing until the restaurant agrees, and then all that depends on it', async () => {
  const it = await carrots()
  const before = await it.order()
  const key = aKey()
  must(await it.propose(friday, key))
  must(await it.propose(friday, key))
  expect(await it.order()).toMatchObject({
    state: 'accepted',
    deliveryOn: thursday,
    proposedDay: { deliveryOn: friday },
  })
  expect(await askedOrders(it.chef)).toMatchObject([{ id: it.orderId, otherDay: friday, accept: null }])
  must(await it.answer(true))
  expect(await askedOrders(it.chef)).toEqual([])
  expect(await it.order()).toMatchObject({
    ...{ state: 'accepted', deliveryOn: friday, shipOn: thursday, version: 2, proposedDay: null },
    ...{ packAt: at('2026-11-26 14:00'), figures: before.figures },
  })
  const kinds = (await it.order()).events.map(({ kind }) => kind)
  expect(kinds.slice(-2)).toEqual(['order_day_proposed', 'order_day_agreed'])
})

test('the restaurant wants it as it is; the farm proposes another day, and only the last one counts', async () => {
  const it = await carrots()
  must(await it.propose())
  must(await it.answer(false))
  expect(await it.order()).toMatchObject({ deliveryOn: thursday, version: 1, proposedDay: null })
  expect(await it.answer(true)).toMatchObject({ refusal: 'day_not_proposed' })
  must(await it.propose())
  const seen = there(await it.proposed()).id
  must(await it.propose(saturday))
  expect(await it.answer(true, { proposalId: seen })).toMatchObject({ refusal: 'changed_meanwhile' })
  must(await it.answer(true, { proposalId: there(await it.proposed()).id }))
  expect(await it.order()).toMatchObject({ deliveryOn: saturday })
})

test('a day that cannot be ordered is not proposed, nor the day that it has; once it is packed nothing is', async () => {
  const it = await carrots()
  expect(await it.propose(sunday)).toMatchObject({ refusal: 'day_impossible', detail: { reason: 'kitchen_closed' } })
  expect(await it.propose(thursday)).toMatchObject({ refusal: 'nothing_changed' })
  must(await it.propose())
  expect(await it.propose()).toMatchObject({ refusal: 'nothing_changed' })
  must(await prepareOrder({ ...it.farmer, now: at('2026-11-25 13:00') }, { orderId: it.orderId, key: aKey() }))
  expect(await it.proposed()).toBeNull()
  expect(await it.answer(true)).toMatchObject({ refusal: 'wrong_state' })
})

test('what the restaurant changes meanwhile is kept, and of its change and its answer at once both or one hold', async () => {
  const it = await carrots()
  must(await it.propose())
  must(await changeDelivery(it.chef, { orderId: it.orderId, version: 1, key: aKey(), slot: '18-20', note: '裏口へ' }))
  must(await it.answer(true))
  expect(await it.order()).toMatchObject({ deliveryOn: friday, slot: '18-20', note: '裏口へ', version: 3 })

  const two = await carrots()
  must(await two.propose())
  const [agreed, refused] = await Promise.all([two.answer(true), two.answer(false)])
  expect([agreed.ok, refused.ok].filter(Boolean)).toHaveLength(1)
  expect((await two.order()).deliveryOn).toBe(agreed.ok ? friday : thursday)
})

test('a day on which another order of the farm has come meanwhile cannot be taken, and the order stays', async () => {
  const it = await carrots()
  must(await it.propose())
  await fillCart(it.chef, it.market.kitchenId, [[it.farm.productId, 1]])
  await test_.pool.query('update carts set wished_on = $2 where kitchen_id = $1', [it.market.kitchenId, friday])
  must(await place(it.chef, it.market.kitchenId))
  expect(await it.answer(true)).toMatchObject({ refusal: 'proposed_day_impossible' })
  expect(await it.order()).toMatchObject({ state: 'accepted', deliveryOn: thursday })
})

test('whichever of the two days is packed first ends the time to answer', async () => {
  const it = await carrots(saturday)
  const due = async () => (await askedOrders(it.chef)).map(({ dueAt }) => dueAt)
  must(await it.propose(jstDate('2026-11-30')))
  expect(await due()).toEqual([at('2026-11-27 14:00')])
  must(await it.propose(thursday))
  expect(await due()).toEqual([at('2026-11-25 14:00')])
  const late = { ...it.chef, now: at('2026-11-25 14:01') }
  expect(await askedOrders(late)).toEqual([])
  expect(await answerDay(late, { orderId: it.orderId, agree: true, key: aKey() })).toMatchObject({
    refusal: 'too_late',
  })
  expect(await it.order()).toMatchObject({ state: 'accepted', deliveryOn: saturday })
})

test('the harvest that fails is not sold again: of the old day as much is left as before, and the new one is taken', async () => {
  const it = await carrots()
  must(await cancelOrder(it.chef, { orderId: it.orderId, key: aKey() }))
  const productId = await aProduct(test_.db, it.farm.farmId, { sellsFrom: 'harvest', stock: 0 })
  const promise = async (from: string, to: string) => {
    const days = { from: jstDate(from), to: jstDate(to) }
    const amounts = { leastQty: 5, mostQty: 5, confidence: 'high' as const, note: '' }
    return must(await promiseHarvest(it.farmer, { productId, key: aKey(), ...days, ...amounts })).id
  }
  const windows = [await promise('2026-11-25', '2026-11-25'), await promise('2026-11-26', '2026-11-27')]
  await fillCart(it.chef, it.market.kitchenId, [[productId, 2]])
  const orderId = there(must(await place(it.chef, it.market.kitchenId)).orderIds[0])
  must(await acceptOrder(it.farmer, { orderId, key: aKey(), lines: [] }))
  /** What is left of each window, what can be bought in all, and what all entries of the stock add up to. */
  const stock = async () => {
    const { rows } = await test_.pool.query(
      `select (select array_agg(promised_qty - reserved_qty order by from_on) from harvest_windows w where w.product_id = s.product_id) as left,
              available_qty as stock, (select sum(delta)::int from stock_entries e where e.product_id = s.product_id) as entries,
              (select array_agg(array[r.window_id::text, r.qty::text]) from harvest_reservations r
                 join order_lines l on l.id = r.order_line_id where l.order_id = $2) as held
         from product_stock s where product_id = $1`,
      [productId, orderId],
    )
    return rows[0]
  }
  expect(await stock()).toEqual({ left: [3, 5], stock: 8, entries: 8, held: [[windows[0], '2']] })
  must(await proposeDay(it.farmer, { orderId, version: 1, deliveryOn: friday, key: aKey() }))
  must(await answerDay(it.chef, { orderId, agree: true, key: aKey() }))
  expect(await stock()).toEqual({ left: [3, 3], stock: 6, entries: 6, held: [[windows[1], '2']] })
  // what is cancelled later returns to the harvest of the new day alone
  must(await cancelOrder(it.chef, { orderId, key: aKey() }))
  expect(await stock()).toEqual({ left: [3, 5], stock: 8, entries: 8, held: [[windows[1], '0']] })
})

test('both sides are told, and the restaurant of both days', async () => {
  const it = await carrots()
  const mailed = async () => {
    await tellOrderNews({ db: test_.db, now: noon })
    const mails = await withWords((await test_.pool.query('select * from mails order by key')).rows)
    await test_.pool.query('delete from mails')
    return mails
  }
  const subjects = async () =>
    (await mailed()).map(({ subject }) => subject.replace('【畝と皿】', '').replace(/（.*/, ''))
  await subjects()
  must(await it.propose())
  const [proposed, ...more] = await mailed()
  expect(more).toEqual([])
  expect(proposed.subject).toContain('農園が別のお届け日を提案しました')
  expect(proposed.text).toMatch(/現在のお届け日\s*[：:]?\s*11月26日\(木\)/)
  expect(proposed.text).toMatch(/提案されたお届け日\s*[：:]?\s*11月27日\(金\)/)
  must(await it.answer(true))
  expect(await subjects()).toEqual(['提案したお届け日が承諾されました'])
})

test('a missing harvest proposes another day for one order, and less for another', async () => {
  const it = await carrots()
  const goods = { productIds: [it.farm.productId], from: jstDate('2026-11-25'), to: jstDate('2026-11-25') }
  const [touched] = await shortOrders(it.farmer, goods)
  const offered = ['25', '27', '28', '29', '30'].map((day) => jstDate(`2026-11-${day}`))
  expect(touched).toMatchObject({ orderId: it.orderId, proposedOn: null })
  expect(touched?.otherDays.slice(0, 5)).toEqual(offered)
  const { version, lines } = there(touched)
  const asked = (proposedOn: typeof friday) => ({
    ...{ ...goods, reason: 'weather' as const, closes: false, key: aKey() },
    orders: [
      {
        orderId: it.orderId,
        version,
        proposedOn,
        lines: lines.map(({ lineId }) => ({ lineId, qty: 0, substitute: null })),
      },
    ],
  })
  expect(must(await reportNoHarvest(it.farmer, asked(sunday))).orders).toMatchObject([
    { outcome: null, refused: expect.stringContaining('。') },
  ])
  expect(must(await reportNoHarvest(it.farmer, asked(friday))).orders).toMatchObject([
    { outcome: 'day_proposed', refused: null },
  ])
  expect(await it.order()).toMatchObject({ state: 'accepted', proposedDay: { deliveryOn: friday } })
  const [again] = await shortOrders(it.farmer, goods)
  expect(again).toMatchObject({ orderId: it.orderId, proposedOn: friday })
  expect(again?.otherDays).not.toContain(friday)
})

test('a new order is accepted with another day, both or neither, and pressed twice it is proposed once', async () => {
  const it = await newCarrots()
  const accept = (deliveryOn: typeof friday, key = aKey(), version = 1) =>
    acceptWithDay(it.farmer, { orderId: it.orderId, version, deliveryOn, key })
  expect(await accept(sunday)).toMatchObject({ refusal: 'day_impossible' })
  expect(await accept(thursday)).toMatchObject({ refusal: 'nothing_changed' })
  expect(await accept(friday, aKey(), 2)).toMatchObject({ refusal: 'changed_meanwhile' })
  expect(await it.order()).toMatchObject({ state: 'placed', acceptedAt: null, proposedDay: null })
  const key = aKey()
  const both = await Promise.all([accept(friday, key), accept(friday, key)])
  expect(both.map(({ ok }) => ok)).toEqual([true, true])
  expect(await it.order()).toMatchObject({
    ...{ state: 'accepted', deliveryOn: thursday, proposedDay: { deliveryOn: friday } },
  })
  const kinds = (await it.order()).events.map(({ kind }) => kind)
  expect(kinds).toEqual(['order_placed', 'order_accepted', 'order_day_proposed'])
  expect(await accept(saturday)).toMatchObject({ refusal: 'wrong_state' })
  must(await it.answer(true))
  expect(await it.order()).toMatchObject({ state: 'accepted', deliveryOn: friday, proposedDay: null })
})

test('of an acceptance with another day and one without at once, one holds', async () => {
  const it = await newCarrots()
  const answers = await Promise.all([
    acceptWithDay(it.farmer, { orderId: it.orderId, version: 1, deliveryOn: friday, key: aKey() }),
    acceptOrder(it.farmer, { orderId: it.orderId, key: aKey(), lines: [] }),
  ])
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  const [withDay] = answers
  const { state, proposedDay } = await it.order()
  expect([state, proposedDay?.deliveryOn ?? null]).toEqual(['accepted', withDay?.ok ? friday : null])
})

test('a missing harvest accepts a new order and proposes another day for it', async () => {
  const it = await newCarrots()
  const goods = { productIds: [it.farm.productId], from: jstDate('2026-11-25'), to: jstDate('2026-11-25') }
  const { version, lines, otherDays } = there((await shortOrders(it.farmer, goods))[0])
  expect(otherDays).toContain(friday)
  const none = lines.map(({ lineId }) => ({ lineId, qty: 0, substitute: null }))
  const orders = [{ orderId: it.orderId, version, proposedOn: friday, lines: none }]
  const done = must(
    await reportNoHarvest(it.farmer, { ...goods, reason: 'weather', closes: false, key: aKey(), orders }),
  )
  expect(done.orders).toMatchObject([{ outcome: 'day_proposed', refused: null }])
  expect(done.orders[0]).not.toHaveProperty('state')
  expect(await it.order()).toMatchObject({ state: 'accepted', proposedDay: { deliveryOn: friday } })
})
