import { expect, test } from 'vitest'
import type { OrderId } from '#kernel/ids.ts'
import { newId } from '#kernel/ids.ts'
import { jstDate } from '#kernel/jst.ts'
import { deliverySlipsOfAll } from '#modules/issued-documents/delivery-slip.server.ts'
import { arrivalsOfDay } from '#modules/ordering/fulfilment/arrivals.server.ts'
import { receiveMany } from '#modules/ordering/fulfilment/receive-many.server.ts'
import { receiveOrder } from '#modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '#modules/ordering/order-queries.server.ts'
import { receiveArrivals } from '#routes/restaurant/receiving/receive-arrivals.server.ts'
import { takeFlash } from '#web/flash-message.server.ts'
import { aFarm, aKey, aMarket, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { aMemoryStore } from '../support/memory-store.ts'
import { arrivalTime, bringToShipped, must, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const day = jstDate('2026-11-26')
const { files } = aMemoryStore().tools

/** Two deliveries of the day, and a third order that has not left its farm. */
async function aDay() {
  const { db } = test_
  const market = await aMarket(db)
  const orderIds = await placeAll(db, market)
  for (const index of [0, 1]) await bringToShipped(db, market, index, there(orderIds[index]))
  return { market, chef: as(db, market.chef, arrivalTime), orderIds: orderIds as OrderId[] }
}

/** The form of the page, with these orders ticked. */
async function aForm(chef: ReturnType<typeof as>, orderIds: readonly OrderId[]): Promise<FormData> {
  const form = new FormData()
  form.set('receivedBy', '葵')
  for (const id of orderIds) {
    const { lines } = await orderDetail(chef, id)
    form.set(`take.${id}`, 'on')
    form.set(`key.${id}`, crypto.randomUUID())
    form.set(`of.${id}`, lines.map((line) => line.id).join())
  }
  return form
}

const sent = (chef: ReturnType<typeof as>, form: FormData) =>
  receiveArrivals(chef, { form, files, day, page: '/restaurant/arrivals' })

/** The next page says it, and nothing was left over. */
async function noticeOf(answer: Awaited<ReturnType<typeof sent>>): Promise<string | null> {
  if (!(answer instanceof Response)) throw new Error(JSON.stringify(answer.data))
  const cookie = answer.headers.get('set-cookie') ?? ''
  return (await takeFlash(new Request('https://uneto.test', { headers: { cookie } }))).flash?.notice ?? null
}

const statesOf = (chef: ReturnType<typeof as>, orderIds: readonly OrderId[]) =>
  Promise.all(orderIds.map(async (id) => (await orderDetail(chef, id)).state))

test('one press receives what is ticked, the second changes nothing', async () => {
  const { chef, orderIds } = await aDay()
  const [first, second] = orderIds.map(there)
  const before = await arrivalsOfDay(chef, day)
  expect(before.here.map(({ id }) => id).sort()).toEqual([first, second].sort())
  const form = await aForm(chef, [there(first), there(second)])
  for (const _ of ['pressed', 'pressed again'])
    expect(await noticeOf(await sent(chef, form))).toBe('2件を検収しました。')
  expect(await statesOf(chef, orderIds)).toEqual(['finalized', 'finalized', 'placed'])
  const after = await arrivalsOfDay(chef, day)
  expect([after.here.length, after.done.length]).toEqual([0, 2])
  const { rows } = await test_.pool.query(
    `select count(*)::int as times from events where kind = 'order_inspected'
    and order_id = any ($1)`,
    [[first, second]],
  )
  expect(rows).toEqual([{ times: 2 }])
})

test('only what is wrong is entered; the temperatures are those of each delivery', async () => {
  const { chef, orderIds } = await aDay()
  const [first, second] = orderIds.map(there)
  const [line] = (await orderDetail(chef, there(first))).lines
  const form = await aForm(chef, [there(first), there(second)])
  form.set(`verdict.${line?.id}`, 'short')
  form.set(`qty.${line?.id}`, '1')
  form.set(`chilled.${second}`, '４．５')
  expect(await noticeOf(await sent(chef, form))).toBe('2件を検収しました。不良・欠品は1点です。')
  const [received] = (await orderDetail(chef, there(first))).lines
  expect(received).toMatchObject({ verdict: 'short', quantities: { received: { qty: 1 } } })
  const receipts = await test_.db
    .selectFrom('receipts')
    .select(['orderId', 'receivedBy', 'chilledTenths'])
    .where('orderId', 'in', [there(first), there(second)])
    .execute()
  expect(receipts).toHaveLength(2)
  expect(receipts.find(({ orderId }) => orderId === second)).toMatchObject({ receivedBy: '葵', chilledTenths: 45 })
})

test('a field to correct receives nothing and loses nothing', async () => {
  const { chef, orderIds } = await aDay()
  const [first, second] = orderIds.map(there)
  const [line] = (await orderDetail(chef, there(first))).lines
  const form = await aForm(chef, [there(first), there(second)])
  form.set(`verdict.${line?.id}`, 'short')
  form.set(`qty.${line?.id}`, '十')
  form.set(`frozen.${second}`, '寒い')
  const answer = await sent(chef, form)
  expect(answer).toMatchObject({ init: { status: 422 } })
  if (answer instanceof Response) throw new Error('it was received')
  const { problem } = answer.data
  expect(Object.keys(problem.fields).sort()).toEqual([`frozen.${second}`, `qty.${line?.id}`].sort())
  expect(problem.typed).toMatchObject({
    [`qty.${line?.id}`]: '十',
    [`take.${first}`]: 'on',
    [`frozen.${second}`]: '寒い',
  })
  expect(await statesOf(chef, orderIds)).toEqual(['shipped', 'shipped', 'placed'])
})

test('a photo that is missing, and a quantity that cannot be, are told before anything is received', async () => {
  const { chef, orderIds } = await aDay()
  const [first, second] = orderIds.map(there)
  const [line] = (await orderDetail(chef, there(first))).lines
  const [other] = (await orderDetail(chef, there(second))).lines
  const form = await aForm(chef, [there(first), there(second)])
  form.set(`verdict.${line?.id}`, 'damaged')
  form.set(`qty.${line?.id}`, '1.7')
  form.set(`verdict.${other?.id}`, 'short')
  form.set(`qty.${other?.id}`, '4')
  const answer = await sent(chef, form)
  if (answer instanceof Response) throw new Error('it was received')
  expect(Object.keys(answer.data.problem.fields).sort()).toEqual([`photo.${line?.id}`, `qty.${other?.id}`].sort())
  expect(await statesOf(chef, orderIds)).toEqual(['shipped', 'shipped', 'placed'])
  form.set(`verdict.${line?.id}`, 'short')
  form.set(`qty.${other?.id}`, '2')
  expect(await noticeOf(await sent(chef, form))).toBe('2件を検収しました。不良・欠品は2点です。')
})

test('what was received meanwhile is named, and the others are received', async () => {
  const { chef, orderIds } = await aDay()
  const [first, second] = orderIds.map(there)
  const form = await aForm(chef, [there(first), there(second)])
  must(await receiveOrder(chef, { orderId: there(first), key: aKey(), lines: [] }))
  const answer = await sent(chef, form)
  if (answer instanceof Response || !('left' in answer.data)) throw new Error('nothing was left over')
  expect(answer.data.left).toMatchObject([{ orderId: first, sentence: expect.stringMatching(/。$/) }])
  expect(answer.data.problem.summary).toBe('1件を検収しました。1件は検収できませんでした。')
  expect(answer.init?.status).toBe(200)
  expect(await statesOf(chef, [there(second)])).toEqual(['finalized'])
})

test('two people receive the same day at once: every delivery once', async () => {
  const { chef, orderIds } = await aDay()
  const both = orderIds.slice(0, 2)
  const receipts = both.map((orderId) => ({ orderId, lines: [], receivedBy: '葵' }))
  const answers = await Promise.all([aKey(), aKey()].map((key) => receiveMany(chef, { receipts, key })))
  const refused = answers.flatMap((answer) => must(answer).orders).map((order) => order.refused)
  expect(refused.filter((sentence) => sentence === null)).toHaveLength(2)
  expect(await statesOf(chef, both)).toEqual(['finalized', 'finalized'])
})

test('another restaurant’s order and one that waits for its rest are refused by themselves', async () => {
  const { chef, orderIds } = await aDay()
  const { orderIds: foreign } = await aDay()
  const [first, second] = orderIds.map(there)
  await test_.db.updateTable('orders').set({ state: 'partly_shipped' }).where('id', '=', there(second)).execute()
  const key = aKey()
  const press = async () =>
    must(
      await receiveMany(chef, {
        receipts: [there(foreign[0]), newId<'order'>(), there(second), there(first)].map((orderId) => ({
          orderId,
          lines: [],
        })),
        key,
      }),
    ).orders.map(({ refusal }) => refusal)
  for (const _ of ['pressed', 'pressed again'])
    expect(await press()).toEqual(['not_found', 'not_found', 'wrong_state', undefined])
  expect(await statesOf(chef, [there(first), there(second)])).toEqual(['finalized', 'partly_shipped'])
})

test('overdue deliveries come first on today’s page, and are not on another day’s', async () => {
  const { chef, orderIds } = await aDay()
  const [first, second] = orderIds.map(there)
  await test_.db
    .updateTable('orders')
    .set({ deliveryOn: jstDate('2026-11-25') })
    .where('id', '=', there(first))
    .execute()
  const today = await arrivalsOfDay(chef, day)
  expect(today.late.map(({ id }) => id)).toEqual([first])
  expect(today.here.map(({ id }) => id)).toEqual([second])
  const tomorrow = await arrivalsOfDay(chef, jstDate('2026-11-27'))
  expect(Object.values(tomorrow).flat()).toEqual([])
})

test('60 deliveries: the page asks 3 questions as with one, and every receipt costs the same', async () => {
  const { db } = test_
  const { restaurantId, kitchenId, actor } = await aRestaurant(db)
  const chef = as(db, actor, arrivalTime)
  const { farmId } = await aFarm(db)
  const productId = await aProduct(db, farmId)
  // one after the other: they are packed from one lot
  const add = async (count: number) => {
    const order = { restaurantId, kitchenId, farmId, on: day, lines: [{ productId }], state: 'delivered' as const }
    for (let made = 0; made < count; made++) await aReceivedOrder(db, order)
  }
  const queriesOf = async (work: () => Promise<unknown>) => {
    test_.queriesSince()
    await work()
    return test_.queriesSince().length
  }
  const page = async () => {
    const { here } = await arrivalsOfDay(chef, day)
    await deliverySlipsOfAll(chef, here)
  }
  await add(2)
  const ofTwo = await queriesOf(page)
  const receive = async () => {
    const { here } = await arrivalsOfDay(chef, day)
    const receipts = here.map(({ id: orderId }) => ({ orderId, lines: [], receivedBy: '葵' }))
    const answer = must(await receiveMany(chef, { receipts, key: aKey() }))
    expect(answer.orders.filter(({ refused }) => refused !== null)).toEqual([])
  }
  const receivingTwo = await queriesOf(receive)
  await add(60)
  expect([ofTwo, await queriesOf(page)]).toEqual([3, 3])
  const ofOne = (receivingTwo - 2) / 2
  expect((await queriesOf(receive)) - 2).toBe(ofOne * 60)
  expect(ofOne).toBeLessThanOrEqual(35)
})
