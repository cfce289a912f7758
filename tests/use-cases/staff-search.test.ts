import { beforeAll, expect, test } from 'vitest'
import type { OrderId } from '../../app/kernel/ids.ts'
import { findClaims } from '../../app/modules/ordering/claims/claim-queries.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { staffOrders, staffOrdersInChunks } from '../../app/modules/ordering/staff-orders.server.ts'
import { inquiriesAbout, inquiryQueue } from '../../app/modules/support/inquiry-queries.server.ts'
import { aMarket, anAdmin, as, type Market } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { placeAll, there } from './steps.ts'

const test_ = testDatabase()
let staff: ReturnType<typeof as>
let market: Market
let ids: OrderId[]

/** One order of each of three farms, a claim about the first and an inquiry about it. */
beforeAll(async () => {
  const { db, pool } = test_
  staff = as(db, await anAdmin(db))
  market = await aMarket(db)
  ids = await placeAll(db, market)
  const [first] = ids
  await pool.query(
    `update farms set name = '海風農園', kana = 'ウミカゼノウエン', phone = '0878-12-3456' where id = $1`,
    [there(market.farms[0]).farmId],
  )
  await pool.query(`update restaurants set name = '小料理 まつ風', phone = '03-5555-0101'`)
  await pool.query(`update orders set delivery_on = '2026-12-03', ship_on = '2026-12-02' where id = $1`, [first])
  await pool.query(
    `insert into claims (id, number, order_id, order_line_id, farm_id, restaurant_id, state, reason, qty, amount_yen, wish,
                         automatic_yen, large_yen, rate_below_threshold, opened_at, timer_at)
     select gen_random_uuid(), 'C-261203-00077', o.id, l.id, o.farm_id, o.restaurant_id, 'opened', 'short', 1, 1234, 'credit',
            0, 0, true, now(), now()
       from orders o join order_lines l on l.order_id = o.id where o.id = $1 limit 1`,
    [first],
  )
  await pool.query(
    `insert into inquiries (id, number, kind, state, body, name, email, phone, order_id, sent_at, answer_due_on)
     values (gen_random_uuid(), 'Q-20261203-0077', 'order', 'open', '箱が濡れていました。', '上杉 直樹', 'naoki@example.jp',
             '09012345678', $1, now(), '2026-12-04')`,
    [first],
  )
})

const sorted = { sort: { by: 'placed', descending: true }, page: 1, perPage: 50 } as const
const found = async (q: string) => (await staffOrders(staff, { q }, sorted)).orders.map(({ id }) => id)

test.each([
  ['the farm', '海風農園'],
  ['its reading in hiragana', 'うみかぜ'],
  ['a telephone number without hyphens', '0878123456'],
  ['a telephone number with hyphens', '0878-12-3456'],
  ['the delivery day', '12/3'],
  ['the delivery day in full', '2026年12月3日'],
  ['the number of a claim', 'C-261203-00077'],
  ['two words', 'まつ風 海風'],
])('an order is found by %s', async (_, q) => {
  expect(await found(q)).toEqual([ids[0]])
})

test('an order is found by its number, its product and its amount, as the file has it', async () => {
  const order = await orderDetail(staff, there(ids[1]))
  expect(await found(order.number)).toEqual([order.id])
  expect(await found(there(order.lines[0]).name)).toContain(order.id)
  expect(await found(`¥${order.figures.totalIncYen.toLocaleString('ja-JP')}`)).toContain(order.id)
  const file = await staffOrdersInChunks(staff, { q: order.number }).next()
  expect(file.value).toMatchObject([{ id: order.id }])
})

test('all orders of a restaurant, without the blank of its name; none of words that nothing says', async () => {
  expect((await found('小料理まつ風')).toSorted()).toEqual(ids.toSorted())
  expect(await found('海風 12/4')).toEqual([])
  expect(await found('100%')).toEqual([])
})

test.each(['C-261203-00077', '海風農園', '小料理', '12/3', '1,234', '0878123456'])(
  'a claim is found by %s',
  async (q) => {
    expect((await findClaims(staff, q)).map(({ number }) => number)).toEqual(['C-261203-00077'])
  },
)

test('a claim of another day is not found', async () => {
  expect(await findClaims(staff, '海風 11/30')).toEqual([])
})

test.each(['Q-20261203-0077', '上杉直樹', '上杉 直樹', '090-1234-5678', '海風農園', '12月3日', '濡れて'])(
  'an inquiry is found by %s',
  async (q) => {
    const { inquiries } = await inquiryQueue(staff, { state: null, q })
    expect(inquiries.map(({ number }) => number)).toEqual(['Q-20261203-0077'])
  },
)

test('an order leads to what was asked about it', async () => {
  expect(await inquiriesAbout(staff, there(ids[0]))).toMatchObject([{ number: 'Q-20261203-0077' }])
  expect(await inquiriesAbout(staff, there(ids[1]))).toEqual([])
})
