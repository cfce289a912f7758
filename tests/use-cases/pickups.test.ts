import { expect, test } from 'vitest'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { AnyCarrierIn } from '../../app/modules/delivery/any-carrier.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { labelDay, parcelsOfDay } from '../../app/modules/ordering/fulfilment/labels/label-day.server.ts'
import { chooseCarrier } from '../../app/modules/ordering/fulfilment/labels/label-settings.server.ts'
import {
  bookPickup,
  cancelPickup,
  pickupsOfDay,
} from '../../app/modules/ordering/fulfilment/pickup/book-pickup.server.ts'
import {
  pickupSettingsOf,
  savePickupSettings,
} from '../../app/modules/ordering/fulfilment/pickup/pickup-settings.server.ts'
import { aKey, aMarket, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()
const day = jstDate('2026-11-25')
const carrier = 'yamato' as const
let depots = 0

/** A farm with two parcels for the 25th, whose depot reads mails. */
async function scene({ mail = true } = {}) {
  const { db } = test_
  const market = await aMarket(db)
  const farm = there(market.farms[0])
  const chef = as(db, market.chef)
  const order = async () => {
    await fillCart(chef, market.kitchenId, [[farm.productId, 5]])
    const orderId = there(must(await place(chef, market.kitchenId)).orderIds[0])
    must(await acceptOrder(as(db, farm.actor), { orderId, key: aKey(), lines: [] }))
  }
  await order()
  const farmer = (now = '2026-11-25 11:00') => as(db, farm.actor, at(now))
  const depotEmail = mail ? `depot-${depots++}@example.jp` : ''
  const settings = { carrier, cutoff: 17 * 60, depotEmail, depotPhone: '0155-12-3456', regular: false }
  must(await savePickupSettings(farmer(), { ...settings, version: 0, key: aKey() }))
  const mails = async () =>
    (
      await test_.pool.query<{ data: { asked: string; parcels: [string, string][] } }>(
        'select data from mails where recipient = $1 order by created_at, id',
        [depotEmail],
      )
    ).rows.map(({ data }) => data)
  const booked = async () => there((await pickupsOfDay(farmer(), day)).pickups[0]).booked
  return { db, farm, farmer, order, settings, mails, booked }
}

test('a pick-up is asked for by mail, with what waits by size and temperature', async () => {
  const it = await scene()
  const before = there((await pickupsOfDay(it.farmer(), day)).pickups[0])
  expect(before).toMatchObject({ carrier, booked: null, until: at('2026-11-25 17:00') })
  expect(before.parcels.reduce((sum, { count }) => sum + count, 0)).toBe(2)
  expect(must(await bookPickup(it.farmer(), { day, carrier, key: aKey() }))).toEqual({ mailed: true, again: false })
  expect(await it.booked()).toMatchObject({ mailed: true, same: true, parcels: before.parcels })
  const [mail] = await it.mails()
  expect(mail).toMatchObject({
    asked: 'booked',
    day: '11月25日(水)',
    parcels: expect.arrayContaining([[expect.stringMatching(/サイズ$/), '1個口']]),
  })
})

test('it is requested once, however many members press and how often; other parcels are a change', async () => {
  const it = await scene()
  const key = aKey()
  const press = (key = aKey()) => bookPickup(it.farmer(), { day, carrier, key })
  const done = (await Promise.all([press(), press(), press(key), press(key)])).map(must)
  expect(done.filter(({ again }) => !again).length).toBeGreaterThan(0)
  expect(await it.mails()).toHaveLength(1)
  await test_.pool.query(
    `update parcels set size_class = 60 where order_id in (select id from orders where farm_id = $1)`,
    [it.farm.farmId],
  )
  expect(await it.booked()).toMatchObject({ same: false })
  must(await press())
  expect((await it.mails()).map(({ asked }) => asked)).toEqual(['booked', 'changed'])
  expect(await it.booked()).toMatchObject({ same: true })
})

test('it can be cancelled, and asked for again', async () => {
  const it = await scene()
  expect(await cancelPickup(it.farmer(), { day, carrier, key: aKey() })).toMatchObject({ refusal: 'pickup_not_booked' })
  must(await bookPickup(it.farmer(), { day, carrier, key: aKey() }))
  must(await cancelPickup(it.farmer(), { day, carrier, key: aKey() }))
  expect(await it.booked()).toBeNull()
  must(await bookPickup(it.farmer(), { day, carrier, key: aKey() }))
  expect((await it.mails()).map(({ asked }) => asked)).toEqual(['booked', 'cancelled', 'booked'])
})

test('after the hour of the depot it says what can be done; up to it, inclusive, it is taken', async () => {
  const it = await scene()
  const late = await bookPickup(it.farmer('2026-11-25 17:01'), { day, carrier, key: aKey() })
  expect(late).toMatchObject({ refusal: 'pickup_too_late' })
  if (!late.ok)
    expect(bookPickup.declaration.refusals.text(late.refusal, late.detail)).toMatch(
      /17:00に締め切りました。営業所（0155-12-3456）に電話で相談するか、営業所に持ち込んでください/,
    )
  expect(await it.mails()).toEqual([])
  must(await bookPickup(it.farmer('2026-11-25 17:00'), { day, carrier, key: aKey() }))
})

test('without an address it is noted only; a regular pick-up is not asked for; no parcels, no pick-up', async () => {
  const it = await scene({ mail: false })
  expect(must(await bookPickup(it.farmer(), { day, carrier, key: aKey() }))).toEqual({ mailed: false, again: false })
  must(await savePickupSettings(it.farmer(), { ...it.settings, regular: true, version: 1, key: aKey() }))
  expect(await bookPickup(it.farmer(), { day, carrier, key: aKey() })).toMatchObject({ refusal: 'pickup_regular' })
  expect(await bookPickup(it.farmer(), { day, carrier: 'sagawa', key: aKey() })).toMatchObject({
    refusal: 'pickup_empty',
  })
  expect(await savePickupSettings(it.farmer(), { ...it.settings, version: 1, key: aKey() })).toMatchObject({
    refusal: 'changed_meanwhile',
  })
  expect((await pickupSettingsOf(it.db, it.farm.farmId)).map(({ cutoffMinute }) => cutoffMinute)).toEqual([
    1_020, 720, 1_020,
  ])
})

test('a depot gets ten mails a day from all farms together', async () => {
  const it = await scene()
  for (let n = 0; n < 5; n++) {
    must(await bookPickup(it.farmer(), { day, carrier, key: aKey() }))
    must(await cancelPickup(it.farmer(), { day, carrier, key: aKey() }))
  }
  expect(await bookPickup(it.farmer(), { day, carrier, key: aKey() })).toMatchObject({ refusal: 'pickup_mail_limit' })
  expect(await it.mails()).toHaveLength(10)
})

test('a carrier that is known by its name alone is asked by mail as well, for the orders that are meant for it', async () => {
  const it = await scene()
  const [order] = (await labelDay(it.farmer(), day)).orders
  const choose = (carrier: string) => chooseCarrier(it.farmer(), { orderId: there(order).id, carrier, key: aKey() })
  const named = '赤帽 北九州'
  must(await choose(named))
  const found = there((await pickupsOfDay(it.farmer(), day)).pickups[0])
  expect(found).toMatchObject({
    carrier: named,
    until: at('2026-11-25 17:00'),
    settings: { depotEmail: '', version: 0 },
  })
  const depotEmail = 'akabo@example.jp'
  const stated = { carrier: named, cutoff: 12 * 60, depotEmail, depotPhone: '093-000-0000', regular: false }
  must(await savePickupSettings(it.farmer(), { ...stated, version: 0, key: aKey() }))
  const book = (farmer = it.farmer()) => bookPickup(farmer, { day, carrier: named, key: aKey() })
  expect(await book(it.farmer('2026-11-25 12:01'))).toMatchObject({ refusal: 'pickup_too_late' })
  const done = (await Promise.all([book(), book()])).map(must)
  expect(done.filter(({ again }) => !again)).toHaveLength(1)
  const { rows } = await test_.pool.query("select data->>'customerCode' as code from mails where recipient = $1", [
    depotEmail,
  ])
  expect(rows).toEqual([{ code: '' }])
  expect(await bookPickup(it.farmer(), { day, carrier, key: aKey() })).toMatchObject({ refusal: 'pickup_empty' })
  // the list of what it carries, and nothing for a program that it does not have
  const listed = await parcelsOfDay(it.farmer(), { day, carrier: named })
  expect(listed.map(({ shipment }) => shipment.orderNumber)).toEqual(listed.map(() => there(order).number))
  expect(listed).toHaveLength(there(order).parcels.length)
  expect(await parcelsOfDay(it.farmer(), { day, carrier })).toEqual([])
  expect(there((await labelDay(it.farmer(), day)).orders[0]).parcels.flatMap(({ notices }) => notices)).toEqual([])
})

test('what a form or a program states as a carrier is one that we know by any of its names, or a name', () => {
  const read = (text: string) => AnyCarrierIn.safeParse(text)
  expect(read('クロネコヤマト').data).toBe('yamato')
  expect(read(' 西濃運輸 ').data).toBe('西濃運輸')
  for (const wrong of ['', 'other', 'あ'.repeat(41), 'https://example.jp']) expect(read(wrong).success).toBe(false)
})
