import { expect, test } from 'vitest'
import { Forbidden } from '../../app/kernel/errors.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { declineOrder } from '../../app/modules/ordering/end-order.server.ts'
import { tellOrderNews } from '../../app/modules/ordering/order-digest.server.tsx'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { undoAccept } from '../../app/modules/ordering/undo-accept.server.ts'
import { aKey, aMarket, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)
const mails = async () =>
  (await test_.pool.query(`select data from mails where template = 'restaurant_orders'`)).rows.length

/** An order that the farm has just accepted on its page. */
async function accepted() {
  await test_.pool.query('delete from order_news')
  await test_.pool.query('delete from mails')
  const market = await aMarket(test_.db)
  const orderId = there((await placeAll(test_.db, market))[0])
  const farm = there(market.farms[0]).actor
  const farmer = (seconds = 0) => as(test_.db, farm, after(seconds))
  const done = must(await acceptOrder(farmer(), { orderId, key: aKey(), lines: [], undoable: true }))
  const stateOf = async () => (await orderDetail(farmer(), orderId)).state
  return { market, orderId, farm, farmer, done, stateOf }
}

test('within ten seconds an acceptance can be undone: no notification was sent, and the order waits for its answer again', async () => {
  const it = await accepted()
  expect(it.done).toMatchObject({ outcome: 'settled', undoable: true })
  await tellOrderNews({ db: test_.db, now: after(10) })
  expect(await mails()).toBe(0)
  must(await undoAccept(it.farmer(10), { orderId: it.orderId, key: aKey() }))
  const order = await orderDetail(it.farmer(), it.orderId)
  expect([order.state, order.acceptedAt]).toEqual(['placed', null])
  await tellOrderNews({ db: test_.db, now: after(60) })
  expect(await mails()).toBe(0)
  // any answer is possible again
  must(await declineOrder(it.farmer(30), { orderId: it.orderId, key: aKey(), reason: '収穫不足' }))
  expect(await it.stateOf()).toBe('declined')
})

test('less can be accepted afterwards', async () => {
  const it = await accepted()
  must(await undoAccept(it.farmer(5), { orderId: it.orderId, key: aKey() }))
  const { lines } = await orderDetail(it.farmer(), it.orderId)
  const said = { lineId: there(lines[0]).id, qty: 1, reason: 'harvest' as const }
  must(await acceptOrder(it.farmer(20), { orderId: it.orderId, key: aKey(), lines: [said] }))
  const order = await orderDetail(it.farmer(), it.orderId)
  expect([order.state, order.lines[0]?.quantities.confirmed?.qty]).toEqual(['accepted', 1])
})

test('after that it stays, and the restaurant is told once', async () => {
  const it = await accepted()
  expect(await undoAccept(it.farmer(14), { orderId: it.orderId, key: aKey() })).toMatchObject({ refusal: 'too_late' })
  await tellOrderNews({ db: test_.db, now: after(14) })
  expect(await mails()).toBe(1)
  await tellOrderNews({ db: test_.db, now: after(90) })
  expect(await mails()).toBe(1)
})

test('pressed twice at once it is taken back once; a buyer cannot', async () => {
  const it = await accepted()
  const press = () => undoAccept(it.farmer(3), { orderId: it.orderId, key: aKey() })
  const pressed = await Promise.all([press(), press()])
  expect(pressed.map(({ ok }) => ok).sort()).toEqual([false, true])
  await expect(
    undoAccept(as(test_.db, it.market.chef, after(3)), { orderId: it.orderId, key: aKey() }),
  ).rejects.toThrow(Forbidden)
})

test('what was pressed offline long ago, by a program or in part stays', async () => {
  const market = await aMarket(test_.db)
  const [first, second] = await placeAll(test_.db, market)
  const late = { ...as(test_.db, there(market.farms[0]).actor, after(60)), pressedAt: after(10) }
  const done = must(await acceptOrder(late, { orderId: there(first), key: aKey(), lines: [], undoable: true }))
  expect(done.undoable).toBeUndefined()
  const program = as(test_.db, there(market.farms[1]).actor)
  must(await acceptOrder(program, { orderId: there(second), key: aKey(), lines: [] }))
  expect(await undoAccept(program, { orderId: there(second), key: aKey() })).toMatchObject({
    refusal: 'nothing_to_undo',
  })
})
