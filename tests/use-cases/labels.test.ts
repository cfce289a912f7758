import { decode, encode } from 'iconv-lite'
import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import type { OrderId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { parseCsv } from '../../app/kernel/read-csv.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { importLabels, planLabelImport } from '../../app/modules/ordering/fulfilment/labels/import-labels.server.ts'
import {
  labelDay,
  labelFileOfDay,
  parcelsOfDay,
} from '../../app/modules/ordering/fulfilment/labels/label-day.server.ts'
import {
  chooseCarrier,
  labelSettings,
  saveLabelSettings,
} from '../../app/modules/ordering/fulfilment/labels/label-settings.server.ts'
import { parcelList } from '../../app/modules/ordering/fulfilment/labels/parcel-list.ts'
import { shipLabelled } from '../../app/modules/ordering/fulfilment/labels/ship-labelled.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { shipOrder } from '../../app/modules/ordering/fulfilment/ship-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { aFarm, aKey, aMarket, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, packingTime, place, shippingTime, there } from './steps.ts'

const test_ = testDatabase()
const day = jstDate('2026-11-25')

/** An accepted order of five boxes of carrots, which leave in two parcels on the 25th. */
async function scene() {
  const { db } = test_
  const market = await aMarket(db)
  const farm = there(market.farms[0])
  const chef = as(db, market.chef)
  await fillCart(chef, market.kitchenId, [[farm.productId, 5]])
  const orderId = there(must(await place(chef, market.kitchenId)).orderIds[0])
  must(await acceptOrder(as(db, farm.actor), { orderId, key: aKey(), lines: [] }))
  const farmer = (moment = packingTime, actor: Actor = farm.actor) => as(db, actor, moment)
  const parcels = async () => there((await labelDay(farmer(), day)).orders.find((it) => it.id === orderId)).parcels
  const keys = (await parcels()).map(({ customerNumber }) => customerNumber)
  return { db, market, farm, orderId, farmer, parcels, keys }
}

/** What a program of a carrier writes back. */
const returned = (rows: readonly (readonly [key: string, number: string])[], fileName = 'hakko.csv') => ({
  file: Buffer.from(
    encode(['お客様管理番号,伝票番号', ...rows.map((cells) => cells.join(','))].join('\r\n'), 'cp932'),
  ).toString('base64'),
  fileName,
})
/** Twelve digits with the right last one. */
let count = 40_000_000_000
const aNumber = () => {
  count += 1
  return `${count}${count % 7}`
}

async function pack(it: Awaited<ReturnType<typeof scene>>, orderId: OrderId = it.orderId) {
  must(await prepareOrder(it.farmer(), { orderId, key: aKey() }))
  const { lines } = await orderDetail(it.farmer(), orderId)
  must(
    await packOrder(it.farmer(), {
      orderId,
      key: aKey(),
      lines: lines.map((line) => ({
        lineId: line.id,
        qty: line.quantities.confirmed?.qty ?? 0,
        grams: null,
        reason: null,
        lot: 'today' as const,
      })),
    }),
  )
}

test('the parcels of a day go out as a file, come back with numbers, and leave in one press', async () => {
  const it = await scene()
  const { orders, days } = await labelDay(it.farmer(), null)
  expect(days).toEqual([{ day, parcels: 2 }])
  expect(orders).toMatchObject([
    { id: it.orderId, carrier: 'yamato', restaurant: 'ビストロ 灯', kitchen: '神楽坂本店' },
  ])
  expect(orders[0]?.parcels.map(({ label }) => label)).toEqual([null, null])

  const { bytes, fileName } = await labelFileOfDay(it.farmer(), { day, carrier: 'yamato' })
  expect(fileName).toBe('labels-yamato-2026-11-25.csv')
  const rows = parseCsv(decode(Buffer.from(bytes), 'cp932'))
  expect(rows.map((row) => [row.length, row[0]])).toEqual(it.keys.map((key) => [97, key]))

  const numbers = [aNumber(), aNumber()]
  // the program fills the fourth column of the same rows
  rows.forEach((row, index) => {
    row[3] = numbers[index] ?? ''
  })
  const text = rows.map((row) => row.join(',')).join('\r\n')
  const file = { file: Buffer.from(encode(text, 'cp932')).toString('base64'), fileName: 'hakko.csv' }
  expect(await planLabelImport(it.farmer(), file)).toMatchObject({
    ok: true,
    carrier: 'yamato',
    rows: [{ what: 'new' }, { what: 'new' }],
  })
  expect(must(await importLabels(it.farmer(), { ...file, key: aKey(), confirmed: [] }))).toEqual({
    written: 2,
    same: 0,
    blank: 0,
    unknown: 0,
    left: 0,
  })
  expect((await it.parcels()).map(({ label }) => label?.trackingNumber)).toEqual(numbers)
  await expect(labelFileOfDay(it.farmer(), { day, carrier: 'yamato' })).rejects.toThrow(NotFound)
  expect((await labelFileOfDay(it.farmer(), { day, carrier: 'yamato', again: true })).bytes).toEqual(bytes)

  const press = async () => must(await shipLabelled(it.farmer(shippingTime), { day, key: 'press-0001' })).orders
  expect(await press()).toMatchObject([{ orderId: it.orderId, refused: expect.stringContaining('受注確定') }])
  await pack(it)
  expect(await press()).toMatchObject([{ orderId: it.orderId, refused: null }])
  expect(await press()).toEqual([])
  const shipped = await orderDetail(it.farmer(shippingTime), it.orderId)
  expect(shipped.state).toBe('shipped')
  expect(shipped.parcels.map(({ carrier, trackingNumber }) => [carrier, trackingNumber])).toEqual(
    numbers.map((number) => ['yamato', number]),
  )
})

test('the same file twice, and two at once, write every number once', async () => {
  const it = await scene()
  const file = returned(it.keys.map((key) => [key, aNumber()]))
  const send = (key = aKey()) => importLabels(it.farmer(), { ...file, key, confirmed: [] })
  const key = aKey()
  const done = (await Promise.all([send(), send(), send(key), send(key)])).map(must)
  expect(done.map(({ written }) => written).sort()).toEqual(expect.arrayContaining([0, 2]))
  expect(done.reduce((sum, { written }) => sum + (written > 0 ? 1 : 0), 0)).toBeLessThanOrEqual(2)
  expect(must(await send())).toMatchObject({ written: 0, same: 2 })
  const { rows } = await test_.pool.query(
    `select count(*)::int as labels, count(distinct file_id)::int as files from parcel_labels
     where parcel_id in (select id from parcels where order_id = $1)`,
    [it.orderId],
  )
  expect(rows).toEqual([{ labels: 2, files: 1 }])
})

test('unknown rows and those of another farm are listed alike, and nothing of them is told', async () => {
  const it = await scene()
  const other = await scene()
  const number = aNumber()
  const rows = [
    [other.keys[0] ?? '', number],
    ['U99999-1-1', number],
    ['なし', number],
    [it.keys[0] ?? '', ''],
  ] as const
  const plan = await planLabelImport(it.farmer(), returned(rows))
  expect(plan).toMatchObject({
    rows: [
      { what: 'unknown', parcel: null },
      { what: 'unknown', parcel: null },
      { what: 'unknown', parcel: null },
      { what: 'blank' },
    ],
  })
  expect(must(await importLabels(it.farmer(), { ...returned(rows), key: aKey(), confirmed: [2, 3, 4] }))).toMatchObject(
    {
      written: 0,
      unknown: 3,
      blank: 1,
    },
  )
  expect((await other.parcels()).map(({ label }) => label)).toEqual([null, null])
})

test('what is asked about is written only when it is confirmed', async () => {
  const it = await scene()
  const [first = '', second = ''] = it.keys
  const number = aNumber()
  const wrong = `${number.slice(0, 11)}${(Number(number[11]) + 1) % 10}`
  const file = returned([
    [first, wrong],
    [second, number],
    [first, number],
  ])
  const questions = async () => {
    const plan = await planLabelImport(it.farmer(), file)
    return plan.ok ? plan.rows.map((row) => [row.line, row.what, ...row.questions]) : plan.why
  }
  expect(await questions()).toEqual([
    [2, 'asked', 'check_digit'],
    [3, 'new'],
    [4, 'asked', 'other_number', 'taken'],
  ])
  expect(must(await importLabels(it.farmer(), { ...file, key: aKey(), confirmed: [] }))).toMatchObject({
    written: 1,
    left: 2,
  })
  expect((await it.parcels()).map(({ label }) => label?.trackingNumber)).toEqual([undefined, number])
  must(await importLabels(it.farmer(), { ...file, key: aKey(), confirmed: [2] }))
  expect((await it.parcels()).map(({ label }) => label?.trackingNumber)).toEqual([wrong, number])
})

test('a file that cannot be read, or whose columns are unknown, is refused; columns are remembered', async () => {
  const it = await scene()
  const bad = { file: Buffer.from('管理番号,追跡番号\nU1,8.1E+11').toString('base64'), fileName: 'x.csv' }
  expect(await importLabels(it.farmer(), { ...bad, key: aKey(), confirmed: [] })).toMatchObject({
    refusal: 'unreadable',
  })
  const [key = ''] = it.keys
  const own = { file: Buffer.from(`メモ,A,B\nx,${key},${aNumber()}\n`).toString('base64'), fileName: 'x.csv' }
  expect(await importLabels(it.farmer(), { ...own, key: aKey(), confirmed: [] })).toMatchObject({
    refusal: 'columns_unknown',
  })
  const said = { carrier: 'japanpost', customerNumberColumn: 1, trackingNumberColumn: 2 } as const
  expect(
    await importLabels(it.farmer(), { ...own, ...said, trackingNumberColumn: 1, key: aKey(), confirmed: [] }),
  ).toMatchObject({ refusal: 'same_column' })
  expect(must(await importLabels(it.farmer(), { ...own, ...said, key: aKey(), confirmed: [] }))).toMatchObject({
    written: 1,
  })
  expect((await it.parcels())[0]?.label?.carrier).toBe('japanpost')
  expect(await planLabelImport(it.farmer(), own)).toMatchObject({ ok: true, carrier: 'japanpost' })
})

test('the list for a carrier by name comes back with its numbers, which leave with its name', async () => {
  const it = await scene()
  must(await chooseCarrier(it.farmer(), { orderId: it.orderId, carrier: '赤帽 八代', key: aKey() }))
  const list = parcelList(day, await parcelsOfDay(it.farmer(), { day, carrier: '赤帽 八代' }))
  const numbers = ['赤帽-001', 'AB-12 34', 'CD5678']
  const filled = (said: readonly string[]) => ({
    file: Buffer.from(
      new TextDecoder()
        .decode(list.bytes)
        .split('\r\n')
        .map((line, index) => (index > 0 && line ? `${line}${said[index - 1] ?? ''}` : line))
        .join('\r\n'),
    ).toString('base64'),
    fileName: list.fileName,
  })
  expect(must(await importLabels(it.farmer(), { ...filled(numbers.slice(0, 2)), confirmed: [], key: aKey() }))).toEqual(
    {
      ...{ written: 1, same: 0, blank: 0, unknown: 0, left: 1 },
    },
  )
  const whole = filled(numbers.slice(1))
  expect(must(await importLabels(it.farmer(), { ...whole, confirmed: [2, 3], key: aKey() }))).toMatchObject({
    written: 2,
  })
  expect(must(await importLabels(it.farmer(), { ...whole, confirmed: [], key: aKey() }))).toMatchObject({ same: 2 })
  expect((await it.parcels()).map(({ label }) => label)).toEqual([
    { carrier: '赤帽 八代', trackingNumber: 'AB1234' },
    { carrier: '赤帽 八代', trackingNumber: 'CD5678' },
  ])
  await pack(it)
  expect(must(await shipLabelled(it.farmer(shippingTime), { day, key: aKey() })).orders).toMatchObject([
    { refused: null },
  ])
  const { parcels } = await orderDetail(it.farmer(shippingTime), it.orderId)
  expect(parcels.map(({ carrier, trackingNumber }) => [carrier, trackingNumber])).toEqual([
    ['赤帽 八代', 'AB1234'],
    ['赤帽 八代', 'CD5678'],
  ])
})

test('a farm has a usual carrier, and another one for an order', async () => {
  const it = await scene()
  const settings = {
    carrier: 'sagawa' as const,
    yamatoCode: '0120000000',
    yamatoFreightCode: '02',
    sagawaCode: '123',
    japanpostChilled: '3',
    japanpostFrozen: '',
    japanpostEvening: '57',
    version: 0,
  }
  expect(must(await saveLabelSettings(it.farmer(), { ...settings, key: aKey() }))).toEqual({ version: 1 })
  expect(await saveLabelSettings(it.farmer(), { ...settings, key: aKey() })).toMatchObject({
    refusal: 'changed_meanwhile',
  })
  expect((await labelDay(it.farmer(), day)).orders[0]?.carrier).toBe('sagawa')
  must(await chooseCarrier(it.farmer(), { orderId: it.orderId, carrier: 'japanpost', key: aKey() }))
  expect((await labelDay(it.farmer(), day)).orders[0]?.carrier).toBe('japanpost')
  expect(await labelSettings(it.farmer())).toMatchObject({
    carrier: 'sagawa',
    version: 1,
    contracts: { japanpost: { stated: { chilled: '3', frozen: '', evening: '57' } } },
  })
})

test('an overdue parcel leaves today', async () => {
  const it = await scene()
  const later = as(test_.db, it.farm.actor, new Date(packingTime.getTime() + 48 * 3_600_000))
  expect((await labelDay(later, null)).days).toEqual([{ day: jstDate('2026-11-27'), parcels: 2 }])
  const { bytes } = await labelFileOfDay(later, { day: jstDate('2026-11-27'), carrier: 'sagawa' }).catch(() =>
    labelFileOfDay(later, { day: jstDate('2026-11-27'), carrier: 'yamato' }),
  )
  expect(parseCsv(decode(Buffer.from(bytes), 'cp932'))[0]?.[4]).toBe('2026/11/27')
})

test('another farm sees none of it, and a helper who only looks changes nothing', async () => {
  const it = await scene()
  const stranger = (await aFarm(test_.db)).actor
  expect((await labelDay(it.farmer(packingTime, stranger), day)).orders).toEqual([])
  await expect(
    chooseCarrier(it.farmer(packingTime, stranger), { orderId: it.orderId, carrier: 'sagawa', key: aKey() }),
  ).rejects.toThrow(NotFound)
  const looks = it.farmer(packingTime, { ...it.farm.actor, role: 'staff', rights: 'see' })
  expect((await labelDay(looks, day)).orders).toHaveLength(1)
  await expect(importLabels(looks, { ...returned([]), key: aKey(), confirmed: [] })).rejects.toThrow(Forbidden)
  await expect(shipLabelled(looks, { day, key: 'looks-0001' })).rejects.toThrow(Forbidden)
})

test('a typed number with a wrong last digit, or that another box has, is asked about', async () => {
  const it = await scene()
  await pack(it)
  const [first, second] = await it.parcels()
  const number = aNumber()
  const ship = (said: readonly { trackingNumber: string; confirmed?: boolean }[]) =>
    shipOrder(it.farmer(shippingTime), {
      orderId: it.orderId,
      key: aKey(),
      parcels: [first, second].map((box, index) => ({
        parcelId: there(box).id,
        carrier: 'yamato' as const,
        ...there(said[index]),
      })),
    })
  const wrong = `${number.slice(0, 11)}${(Number(number[11]) + 1) % 10}`
  expect(await ship([{ trackingNumber: number }, { trackingNumber: wrong }])).toMatchObject({
    refusal: 'tracking_check_digit',
    detail: { parcel: second?.id },
  })
  expect(await ship([{ trackingNumber: number }, { trackingNumber: number }])).toMatchObject({
    refusal: 'tracking_twice',
    detail: { parcel: second?.id },
  })
  must(await ship([{ trackingNumber: number }, { trackingNumber: wrong, confirmed: true }]))

  const taken = await test_.pool.query('select tracking_number from parcels where order_id = $1 order by ordinal', [
    it.orderId,
  ])
  expect(taken.rows).toEqual([{ tracking_number: number }, { tracking_number: wrong }])
})
