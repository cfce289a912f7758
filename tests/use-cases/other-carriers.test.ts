import { expect, test } from 'vitest'
import { carriers } from '../../app/kernel/enums.ts'
import { newId } from '../../app/kernel/ids.ts'
import { jstDate, type MinuteOfDay } from '../../app/kernel/jst.ts'
import { carrierWord, chosenCarrier } from '../../app/modules/delivery/carrier-word.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { handOverOrder } from '../../app/modules/ordering/fulfilment/hand-over.server.ts'
import { chooseCarrier } from '../../app/modules/ordering/fulfilment/labels/label-settings.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { shipOrder } from '../../app/modules/ordering/fulfilment/ship-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { aKey, aMarket, as, type Market } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, must, packingTime, placeAll, shippingTime, there } from './steps.ts'

const test_ = testDatabase()

/** The order of carrots, packed and waiting for its numbers. */
async function packed(market: Market) {
  const orderId = there((await placeAll(test_.db, market))[0])
  const { actor } = there(market.farms[0])
  must(await acceptOrder(as(test_.db, actor), { orderId, key: aKey(), lines: [] }))
  must(await prepareOrder(as(test_.db, actor, packingTime), { orderId, key: aKey() }))
  const { lines } = await orderDetail(as(test_.db, actor, packingTime), orderId)
  must(
    await packOrder(as(test_.db, actor, packingTime), {
      orderId,
      key: aKey(),
      lines: lines.map(({ id }) => ({ lineId: id, qty: 2, grams: null, lot: 'today' as const, reason: null })),
    }),
  )
  const farmer = as(test_.db, actor, shippingTime)
  const parcels = (await orderDetail(farmer, orderId)).parcels
  type Said = { carrier: string; trackingPage?: string; trackingNumber?: string }
  const ship = ({ trackingNumber = '123-4567-890', ...said }: Said, key = aKey()) =>
    shipOrder(farmer, {
      ...{ orderId, key },
      parcels: parcels.map(({ id }) => ({ parcelId: id, trackingNumber, confirmed: true, ...said })),
    })
  return { orderId, farmer, ship }
}

test('a parcel leaves with a carrier that is stated by its name, and both sides read name, number and page', async () => {
  const market = await aMarket(test_.db)
  const { orderId, farmer, ship } = await packed(market)
  expect((await orderDetail(farmer, orderId)).proposedCarriers).toEqual([])
  const said = { carrier: ' 西濃運輸　', trackingPage: 'https://track.example.co.jp/?no={n}' }
  const key = aKey()
  must(await ship(said, key))
  must(await ship(said, key))
  const { parcels } = await orderDetail(as(test_.db, market.chef, shippingTime), orderId)
  expect(parcels[0]).toMatchObject({
    ...{ carrier: '西濃運輸', trackingNumber: '1234567890' },
    trackingUrl: 'https://track.example.co.jp/?no=1234567890',
  })
  const { rows } = await test_.pool.query(
    'select 1 from parcel_watches w join parcels p on p.id = w.parcel_id where p.order_id = $1',
    [orderId],
  )
  expect(rows).toEqual([])
})

test('the name is stated once: the next order knows it with its page, which the farm can also take away', async () => {
  const market = await aMarket(test_.db)
  must(await (await packed(market)).ship({ carrier: '赤帽', trackingPage: 'https://akabou.example.jp/' }))
  const next = await packed(market)
  expect((await orderDetail(next.farmer, next.orderId)).proposedCarriers).toEqual([
    { carrier: '赤帽', trackingPage: 'https://akabou.example.jp/' },
  ])
  expect((await orderDetail(as(test_.db, market.chef, shippingTime), next.orderId)).proposedCarriers).toEqual([])
  must(await next.ship({ carrier: '赤帽' }))
  const seen = async (id: typeof next.orderId) => (await orderDetail(next.farmer, id)).parcels[0]?.trackingUrl
  expect(await seen(next.orderId)).toBe('https://akabou.example.jp/')
  const last = await packed(market)
  must(await last.ship({ carrier: '赤帽', trackingPage: '' }))
  expect([await seen(last.orderId), await seen(next.orderId)]).toEqual([null, 'https://akabou.example.jp/'])
})

test('an order is proposed with the carrier that was chosen for it, not with the one used last', async () => {
  const market = await aMarket(test_.db)
  must(await (await packed(market)).ship({ carrier: '赤帽', trackingPage: 'https://akabou.example.jp/' }))
  const { orderId, farmer } = await packed(market)
  const proposed = async () => (await orderDetail(farmer, orderId)).proposedCarriers.map(({ carrier }) => carrier)
  expect(await proposed()).toEqual(['赤帽'])
  must(await chooseCarrier(farmer, { orderId, key: aKey(), carrier: '西濃運輸' }))
  expect(await proposed()).toEqual(['西濃運輸', '赤帽'])
  must(await chooseCarrier(farmer, { orderId, key: aKey(), carrier: 'sagawa' }))
  expect(await proposed()).toEqual(['sagawa', '赤帽'])
})

test('the page that is stated with one box holds for the others of that carrier', async () => {
  const { orderId, farmer } = await packed(await aMarket(test_.db))
  await test_.pool.query(
    `insert into parcels select (jsonb_populate_record(p, jsonb_build_object('id', $2::text, 'ordinal', 99))).* from parcels p where order_id = $1`,
    [orderId, newId<'parcel'>()],
  )
  const { parcels } = await orderDetail(farmer, orderId)
  const label = { carrier: '赤帽', confirmed: true }
  const pages = ['https://akabou.example.jp/', '']
  must(
    await shipOrder(farmer, {
      ...{ orderId, key: aKey() },
      parcels: parcels.map(({ id }, index) => ({
        ...{ ...label, parcelId: id, trackingNumber: `123-${index}` },
        trackingPage: pages[index] ?? '',
      })),
    }),
  )
  const sent = await orderDetail(farmer, orderId)
  expect(sent.parcels.map(({ trackingUrl }) => trackingUrl)).toEqual([pages[0], pages[0]])
})

test('without a name, with a number that is none, or with a page that is none it does not leave', async () => {
  const { ship, farmer, orderId } = await packed(await aMarket(test_.db))
  expect(await ship({ carrier: 'other' })).toMatchObject({ refusal: 'carrier_unnamed' })
  expect(await ship({ carrier: 'あ'.repeat(41) })).toMatchObject({ refusal: 'carrier_unnamed' })
  expect(await ship({ carrier: 'ヤマト\u200b運輸' })).toMatchObject({ refusal: 'carrier_unnamed' })
  expect(await ship({ carrier: '西濃運輸', trackingNumber: 'なし' })).toMatchObject({
    refusal: 'tracking_number_wrong',
  })
  expect(await ship({ carrier: '西濃運輸', trackingPage: 'javascript:alert(1)' })).toMatchObject({
    refusal: 'tracking_page_wrong',
  })
  // a carrier that we know by its Japanese name keeps its rules
  expect(await ship({ carrier: 'ヤマト運輸' })).toMatchObject({ refusal: 'tracking_not_12_digits' })
  expect((await orderDetail(farmer, orderId)).state).toBe('preparing')
})

test('two orders of one farm that leave at once keep one carrier', async () => {
  const market = await aMarket(test_.db)
  const two = [await packed(market), await packed(market)]
  for (const done of await Promise.all(two.map(({ ship }) => ship({ carrier: '福山通運' })))) must(done)
  const { rows } = await test_.pool.query('select carrier from used_carriers where farm_id = $1', [
    there(market.farms[0]).farmId,
  ])
  expect(rows).toEqual([{ carrier: '福山通運' }])
})

test('its delivery is not for the farm to record, as with every carrier', async () => {
  const { orderId, ship, farmer } = await packed(await aMarket(test_.db))
  must(await ship({ carrier: '西濃運輸' }))
  const said = { orderId, key: aKey(), day: jstDate('2026-11-26'), time: (9 * 60) as MinuteOfDay, receivedBy: '小川' }
  expect(await handOverOrder({ ...farmer, now: arrivalTime }, said)).toMatchObject({
    refusal: 'handed_over_by_carrier',
  })
})

test('what a form chooses: one that we know, one by its name, or what is typed beside it', () => {
  expect(chosenCarrier('sagawa', '')).toBe('sagawa')
  expect(chosenCarrier('西濃運輸', '')).toBe('西濃運輸')
  expect(chosenCarrier('other', ' ﾔﾏﾄ運輸 ')).toBe('yamato')
  for (const carrier of carriers) expect(chosenCarrier('other', carrierWord[carrier])).toBe(carrier)
  expect(['Yamato', '佐川', 'ゆうパック'].map((name) => chosenCarrier(name, ''))).toEqual([...carriers])
  expect(chosenCarrier('other', '  ')).toBe('other')
})
