import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { carrierTrackingOf } from '../../app/infra/tracking/carrier-tracking.server.ts'
import { at } from '../../app/kernel/jst.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { shipOrder } from '../../app/modules/ordering/fulfilment/ship-order.server.ts'
import { noteParcelState } from '../../app/modules/ordering/fulfilment/tracking/note-parcel-state.server.ts'
import { takeParcelMessages } from '../../app/modules/ordering/fulfilment/tracking/take-messages.server.ts'
import { trackParcels } from '../../app/modules/ordering/fulfilment/tracking/track-parcels.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { orderExceptions } from '../../app/modules/ordering/staff-exceptions.server.ts'
import { action } from '../../app/routes/public/parcel-webhook.ts'
import { aKey, aMarket, anAdmin, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fakeCarrier, signed, stated, trackingSecret } from '../support/fake-carrier.ts'
import { pageContext } from '../support/page-context.ts'
import { fillCart, must, packingTime, place, shippingTime, there } from './steps.ts'

const test_ = testDatabase()
let carrier: Awaited<ReturnType<typeof fakeCarrier>>
beforeAll(async () => {
  carrier = await fakeCarrier()
})
afterAll(() => carrier.end())
// each test has the road to itself
beforeEach(() => test_.pool.query('update parcel_watches set ask_at = null'))

const tracking = () => there(carrierTrackingOf({ TRACKING_URL: carrier.url, TRACKING_SECRET: trackingSecret }))
const ask = (now: string) => trackParcels({ db: test_.db, now: at(now), tracking: tracking() })

let count = 50_000_000_000
const aNumber = () => {
  count += 1
  return `${count}${count % 7}`
}

/** An order of two parcels that left on the 25th, and is promised for the 26th. */
async function onTheRoad() {
  const { db } = test_
  const market = await aMarket(db)
  const farm = there(market.farms[0])
  const chef = as(db, market.chef)
  await fillCart(chef, market.kitchenId, [[farm.productId, 5]])
  const orderId = there(must(await place(chef, market.kitchenId)).orderIds[0])
  const farmer = as(db, farm.actor, packingTime)
  must(await acceptOrder(as(db, farm.actor), { orderId, key: aKey(), lines: [] }))
  must(await prepareOrder(farmer, { orderId, key: aKey() }))
  const { lines, parcels } = await orderDetail(farmer, orderId)
  const packed = lines.map(({ id, quantities }) => ({
    lineId: id,
    qty: quantities.confirmed?.qty ?? 0,
    grams: null,
    reason: null,
    lot: 'today' as const,
  }))
  must(await packOrder(farmer, { orderId, key: aKey(), lines: packed }))
  const numbers = parcels.map(aNumber)
  const sent = parcels.map(({ id }, index) => ({
    parcelId: id,
    carrier: 'yamato' as const,
    trackingNumber: there(numbers[index]),
  }))
  must(await shipOrder(as(db, farm.actor, shippingTime), { orderId, key: aKey(), parcels: sent }))
  const [first = '', second = ''] = numbers
  return {
    orderId,
    first,
    second,
    parcelIds: parcels.map(({ id }) => id),
    order: (now = '2026-11-26 10:00') => orderDetail(as(db, market.chef, at(now)), orderId),
    staff: as(db, await anAdmin(db), at('2026-11-26 13:00')),
    told: async () =>
      (
        await test_.pool.query<{ key: string }>(
          `select key from mails where key like 'parcel:%' and data ->> 'number' = $1`,
          [(await orderDetail(as(db, market.chef), orderId)).number],
        )
      ).rows.map(({ key }) => key.replace(/^parcel:[^:]+:/, '').replace(/:[0-9a-f-]{36}$/, ':farm')),
  }
}

test('a parcel moves through its states; once all are delivered the order is, and the inspection begins', async () => {
  const it = await onTheRoad()
  carrier.says(it.first, ['荷物受付', '2026-11-25 17:00', '帯広営業所'], ['輸送中', '2026-11-25 22:00'])
  expect(await ask('2026-11-25 17:00')).toBeNull()
  expect(await ask('2026-11-25 18:30')).toEqual({ asked: 2, news: 1, late: 0 })
  expect((await it.order()).parcels.map(({ progress }) => progress?.state)).toEqual(['handed_over', undefined])
  expect(carrier.asked.at(-1)).toMatchObject({ carrier: 'yamato', authorization: `Bearer ${trackingSecret}` })

  carrier.says(it.first, ['配達中', '2026-11-26 08:00'], ['配達完了', '2026-11-26 09:10', '神楽坂センター'])
  expect(await ask('2026-11-26 09:30')).toMatchObject({ asked: 2, news: 3 })
  expect(await it.order()).toMatchObject({ state: 'shipped' })

  carrier.says(it.second, ['配達完了（宅配ボックス）', '2026-11-26 10:00'])
  expect(await ask('2026-11-26 10:31')).toMatchObject({ asked: 1, news: 1 })
  const order = await it.order()
  expect(order).toMatchObject({ state: 'delivered', deliveredAt: at('2026-11-26 10:31') })
  expect(order.events.at(-1)).toMatchObject({ kind: 'order_delivered', actorKind: 'carrier' })
  expect(order.parcelEvents.map(({ words }) => words)).toEqual([
    '荷物受付',
    '輸送中',
    '配達中',
    '配達完了',
    '配達完了（宅配ボックス）',
  ])
  // no parcel is under way any more: no carrier is asked
  const before = carrier.asked.length
  expect(await ask('2026-11-26 12:00')).toBeNull()
  expect(carrier.asked).toHaveLength(before)
  expect(await it.told()).toEqual([])
})

test('a message twice, late and out of order moves nothing back', async () => {
  const it = await onTheRoad()
  const take = (number: string, ...events: Parameters<typeof stated>[0][]) =>
    takeParcelMessages({ db: test_.db, now: at('2026-11-26 12:00') }, [
      {
        carrier: 'yamato',
        number,
        events: events.map((event) => ({ words: event[0], state: null, place: '', at: at(event[1]) })),
      },
    ])
  expect(await take(it.first, ['配達中', '2026-11-26 08:00'])).toEqual({ news: 1, unknown: 0 })
  expect(await take(it.first, ['輸送中', '2026-11-25 22:00'])).toEqual({ news: 1, unknown: 0 })
  expect(await take(it.first, ['輸送中', '2026-11-25 22:00'])).toEqual({ news: 0, unknown: 0 })
  expect(await take(it.first, ['何かの印', '2026-11-26 11:00'])).toEqual({ news: 1, unknown: 0 })
  // of another parcel, which had the number months ago; of a clock that is wrong; of nobody
  expect(await take(it.first, ['配達完了', '2026-06-01 11:00'], ['配達完了', '2027-11-26 11:00'])).toEqual({
    news: 0,
    unknown: 0,
  })
  expect(await take(aNumber(), ['配達完了', '2026-11-26 11:00'])).toEqual({ news: 0, unknown: 1 })
  const [first, second] = (await it.order()).parcels
  expect([first?.progress?.state, second?.progress]).toEqual(['out_for_delivery', null])
  // of the same minute the one further on counts, whichever comes first
  await take(it.second, ['配達完了', '2026-11-26 09:00'], ['配達中', '2026-11-26 09:00'])
  expect((await it.order()).parcels[1]?.progress?.state).toBe('delivered')
})

test('two processes at once ask once, note once and deliver once', async () => {
  const it = await onTheRoad()
  for (const number of [it.first, it.second]) carrier.says(number, ['配達完了', '2026-11-26 09:00'])
  const before = carrier.asked.length
  const done = await Promise.all(Array.from({ length: 6 }, () => ask('2026-11-26 09:30')))
  expect(done.reduce((sum, it) => sum + (it?.news ?? 0), 0)).toBe(2)
  expect(
    carrier.asked
      .slice(before)
      .flatMap(({ numbers }) => numbers)
      .toSorted(),
  ).toEqual([it.first, it.second].toSorted())
  const message = { carrier: 'yamato' as const, number: it.first }
  const delivered = [{ words: '配達完了', state: null, place: '', at: at('2026-11-26 09:00') }]
  const again = await Promise.all(
    Array.from({ length: 4 }, () =>
      takeParcelMessages({ db: test_.db, now: at('2026-11-26 10:00') }, [{ ...message, events: delivered }]),
    ),
  )
  expect(again.map(({ news }) => news)).toEqual([0, 0, 0, 0])
  const { events, state } = await it.order()
  expect([state, events.filter(({ kind }) => kind === 'order_delivered').length]).toEqual(['delivered', 1])
})

test('the parcels of a process that crashes are left to the next one', async () => {
  const it = await onTheRoad()
  for (const number of [it.first, it.second]) carrier.says(number, ['配達完了', '2026-11-26 09:00'])
  // it crashed after it had claimed them, and before it stored anything
  const dies = { ...tracking(), eventsOf: () => Promise.reject(new Error('killed')) }
  await expect(trackParcels({ db: test_.db, now: at('2026-11-26 09:30'), tracking: dies })).rejects.toThrow()
  expect(await ask('2026-11-26 09:40')).toBeNull()
  expect(await ask('2026-11-26 09:46')).toMatchObject({ asked: 2, news: 2 })
  expect(await it.order()).toMatchObject({ state: 'delivered' })
})

test('a carrier that does not answer is asked again, and loses nothing', async () => {
  const it = await onTheRoad()
  carrier.breaks(true)
  await expect(ask('2026-11-26 09:30')).rejects.toThrow('a carrier did not answer')
  carrier.breaks(false)
  carrier.says(it.first, ['輸送中', '2026-11-26 08:00'])
  expect(await ask('2026-11-26 09:50')).toMatchObject({ asked: 2, news: 1 })
})

test('a parcel that is not out for delivery when its slot ends is told once, to both sides and to staff', async () => {
  const it = await onTheRoad()
  carrier.says(it.first, ['輸送中', '2026-11-25 22:00'])
  carrier.says(it.second, ['配達中', '2026-11-26 10:00'])
  const due = (await it.order()).slot === 'am' ? '12:30' : '21:30'
  await ask('2026-11-26 10:00')
  expect(await it.told()).toEqual([])
  expect(await ask(`2026-11-26 ${due}`)).toMatchObject({ late: 1 })
  expect((await it.told()).toSorted()).toEqual(['late:farm', 'late:restaurant', 'late:staff'])
  expect(await Promise.all([ask('2026-11-27 09:00'), ask('2026-11-27 09:00')])).toEqual(
    expect.arrayContaining([expect.objectContaining({ late: 0 })]),
  )
  expect(await it.told()).toHaveLength(3)
  const mine = async () => (await orderExceptions(it.staff)).find(({ id }) => id === it.orderId)?.kind
  expect(await mine()).toBe('parcel_late')
  for (const number of [it.first, it.second]) carrier.says(number, ['配達完了', '2026-11-27 10:00'])
  await ask('2026-11-27 15:00')
  expect(await mine()).toBeUndefined()
})

test('a parcel that comes back is told once, and staff are asked to end the order', async () => {
  const it = await onTheRoad()
  carrier.says(it.first, ['持戻（住所不明）', '2026-11-26 09:00'], ['返品', '2026-11-26 12:00'])
  carrier.says(it.second, ['配達中', '2026-11-26 09:00'])
  await ask('2026-11-26 12:30')
  expect((await it.told()).toSorted()).toEqual(['returned:farm', 'returned:restaurant', 'returned:staff'])
  carrier.says(it.first, ['返品完了', '2026-11-27 12:00'])
  await ask('2026-11-27 15:00')
  expect(await it.told()).toHaveLength(3)
  expect((await orderExceptions(it.staff)).find(({ id }) => id === it.orderId)?.kind).toBe('parcel_back')
})

test('without a service staff note what they read, and the same follows', async () => {
  const it = await onTheRoad()
  const off = await trackParcels({ db: test_.db, now: at('2026-11-27 12:00'), tracking: null })
  expect(off).toBeNull()
  expect(await it.told()).toEqual([])
  const [first, second] = it.parcelIds.map((parcelId) => ({ parcelId, reason: '配送会社のページで確認' }))
  const key = aKey()
  const note = () => noteParcelState(it.staff, { ...there(first), state: 'delivered', key })
  expect((await Promise.all([note(), note()])).map(({ ok }) => ok)).toEqual([true, true])
  expect(
    await noteParcelState(it.staff, { ...there(first), reason: ' ', state: 'delivered', key: aKey() }),
  ).toMatchObject({
    refusal: 'reason_missing',
  })
  expect((await it.order()).state).toBe('shipped')
  must(await noteParcelState(it.staff, { ...there(second), state: 'delivered', key: aKey() }))
  const { state, parcelEvents, events } = await it.order()
  expect([state, parcelEvents.map(({ byStaff }) => byStaff)]).toEqual(['delivered', [true, true]])
  expect(events.filter(({ kind }) => kind === 'parcel_state_noted')).toHaveLength(2)
})

test('the webhook takes only what is signed', async () => {
  const it = await onTheRoad()
  const post = (body: string, signature: string | null) => {
    const url = new URL('http://localhost:3000/webhooks/parcels')
    const headers = { ...(signature && { 'x-signature': signature }) }
    const now = at('2026-11-26 12:00')
    const context = pageContext({ db: test_.db, now, actor: { kind: 'visitor' }, tracking: tracking() })
    const request = new Request(url, { method: 'POST', body, headers })
    return action({ request, context, params: {}, url, pattern: '/webhooks/parcels' })
  }
  const number = `${it.first.slice(0, 4)}-${it.first.slice(4)}`
  const body = JSON.stringify({
    parcels: [{ carrier: 'yamato', number, events: [stated(['配達中', '2026-11-26 08:00'])] }],
  })
  expect((await post(body, null)).status).toBe(403)
  expect((await post(body, signed(`${body} `))).status).toBe(403)
  expect((await post('{}', signed('{}'))).status).toBe(400)
  expect(await (await post(body, signed(body))).json()).toEqual({ news: 1, unknown: 0 })
  expect(await (await post(body, signed(body))).json()).toEqual({ news: 0, unknown: 0 })
  expect((await it.order()).parcels[0]?.progress?.state).toBe('out_for_delivery')
})

test('without parcels it takes two statements, and with parcels without news four, however many', async () => {
  await ask('2026-11-28 09:00')
  test_.queriesSince()
  expect(await ask('2026-11-28 09:05')).toBeNull()
  expect(test_.queriesSince()).toHaveLength(2)
  const it = await onTheRoad()
  carrier.says(it.first, ['輸送中', '2026-11-25 22:00'])
  await ask('2026-11-26 08:00')
  test_.queriesSince()
  expect(await ask('2026-11-26 09:01')).toEqual({ asked: 2, news: 0, late: 0 })
  expect(test_.queriesSince()).toHaveLength(4)
})
