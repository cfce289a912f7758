import { encode } from 'iconv-lite'
import { expect, test } from 'vitest'
import type { FarmActor } from '../../app/authorization/actor.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import type { OrderId, ParcelId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { arrangeParcels, parcelArrangement } from '../../app/modules/ordering/fulfilment/arrange-parcels.server.ts'
import type { ArrangedParcel } from '../../app/modules/ordering/fulfilment/arrange-parcels.ts'
import { importLabels } from '../../app/modules/ordering/fulfilment/labels/import-labels.server.ts'
import { labelDay, labelFileOfDay } from '../../app/modules/ordering/fulfilment/labels/label-day.server.ts'
import { shipLabelled } from '../../app/modules/ordering/fulfilment/labels/ship-labelled.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { shipOrder } from '../../app/modules/ordering/fulfilment/ship-order.server.ts'
import { freightOfParcels } from '../../app/modules/ordering/order.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { dayOrders } from '../../app/modules/packing-papers/day-orders.server.ts'
import { aKey, aMarket, aPerson, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, packingTime, placeAll, shippingTime, there } from './steps.ts'

const test_ = testDatabase()

/** Accepted, and the packing list is open: 2 boxes of one line, in one parcel. */
async function inPacking() {
  const { db } = test_
  const market = await aMarket(db)
  const orderId = there((await placeAll(db, market))[0])
  const farmer = there(market.farms[0]).actor
  must(await acceptOrder(as(db, farmer), { orderId, key: aKey(), lines: [] }))
  must(await prepareOrder(as(db, farmer, packingTime), { orderId, key: aKey() }))
  const order = await orderDetail(as(db, farmer, packingTime), orderId)
  const line = there(order.lines[0])
  const parcel = there(order.parcels[0])
  const { temperature } = line
  const one = (parcelId: ParcelId | null, qty: number, over: Partial<ArrangedParcel> = {}): ArrangedParcel => ({
    ...{ parcelId, name: '', temperature, sizeClass: 80 as const },
    contents: qty > 0 ? [{ lineId: line.id, qty }] : [],
    ...over,
  })
  return { market, orderId, farmer, order, line, parcel, one }
}

const arrange = (farmer: FarmActor, orderId: OrderId, parcels: ArrangedParcel[], version = 0, key = aKey()) =>
  arrangeParcels(as(test_.db, farmer, packingTime), { orderId, version, parcels, key })
const read = (farmer: FarmActor, orderId: OrderId) => orderDetail(as(test_.db, farmer, packingTime), orderId)
const used = ({ parcels }: Awaited<ReturnType<typeof read>>) => parcels.filter(({ unused }) => !unused)

test('the farm adds a parcel and names both, and the restaurant pays what it agreed to', async () => {
  const { market, orderId, farmer, order, parcel, one, line } = await inPacking()
  const agreed = freightOfParcels(order.parcels)
  expect(agreed).toBeGreaterThan(0)
  const proposed = await parcelArrangement(as(test_.db, farmer, packingTime), orderId)
  expect(proposed).toMatchObject({
    ...{ version: 0, proposed: true },
    parcels: [{ id: parcel.id, contents: [{ lineId: line.id, qty: 2 }] }],
  })
  const key = aKey()
  const parcels = [one(parcel.id, 1, { name: '1箱目の青い箱' }), one(null, 1, { name: '予備', sizeClass: 160 })]
  if (line.temperature !== 'ambient') throw new Error('160 is for parcels without cooling')
  const said = await arrange(farmer, orderId, parcels, 0, key)
  expect(said).toMatchObject({ ok: true, value: { version: 1 } })
  expect(await arrange(farmer, orderId, parcels, 0, key)).toEqual(said)
  const after = await orderDetail(as(test_.db, market.chef, packingTime), orderId)
  expect(after.parcels).toMatchObject([
    { name: '1箱目の青い箱', byFarm: false, contents: [{ lineId: line.id, qty: 1 }] },
    { name: '予備', byFarm: true, sizeClass: 160, freightYen: 0, contents: [{ lineId: line.id, qty: 1 }] },
  ])
  expect(after.figures.freightYen).toBe(order.figures.freightYen)
  expect(after.events.at(-1)?.kind).toBe('parcels_arranged')
})

test('an added parcel takes over the freight of one that is removed', async () => {
  const { orderId, farmer, order, parcel, one } = await inPacking()
  must(await arrange(farmer, orderId, [one(parcel.id, 1), one(null, 1)]))
  const added = there((await read(farmer, orderId)).parcels[1])
  must(await arrange(farmer, orderId, [one(added.id, 2)], 1))
  const after = await read(farmer, orderId)
  expect(after.parcels.map(({ unused }) => unused)).toEqual([true, false])
  expect(freightOfParcels(after.parcels)).toBe(freightOfParcels(order.parcels))
  // and back again
  must(await arrange(farmer, orderId, [one(parcel.id, 2)], 2))
  expect(freightOfParcels((await read(farmer, orderId)).parcels)).toBe(freightOfParcels(order.parcels))
})

test('what lies in the parcels is what ships, in parcels that may carry it', async () => {
  const { market, orderId, farmer, parcel, one, line } = await inPacking()
  const refusal = async (...parcels: ArrangedParcel[]) => {
    const said = await arrange(farmer, orderId, parcels)
    return said.ok ? null : said.refusal
  }
  expect(await refusal(one(parcel.id, 1))).toBe('parcel_sum')
  expect(await refusal(one(parcel.id, 2), one(null, 1))).toBe('parcel_sum')
  expect(await refusal(one(parcel.id, 2, { temperature: 'frozen' }))).toBe('parcel_temperature')
  expect(await refusal(one(parcel.id, 2, { temperature: 'chilled', sizeClass: 160 }))).toBe('parcel_too_large')
  expect(await refusal(one(parcel.id, 1), one(parcel.id, 1))).toBe('unknown_parcel')
  const foreign = there((await orderDetail(as(test_.db, market.chef), await otherOrder())).parcels[0])
  expect(await refusal(one(foreign.id, 2))).toBe('unknown_parcel')
  expect((await read(farmer, orderId)).parcels).toMatchObject([{ contents: [] }])
  await expect(arrange(there(market.farms[1]).actor, orderId, [one(parcel.id, 2)])).rejects.toThrow(NotFound)
  expect(line.temperature).toBe('ambient')

  async function otherOrder(): Promise<OrderId> {
    const { rows } = await test_.pool.query('select id from orders where restaurant_id = $1 and id <> $2', [
      market.chef.restaurantId,
      orderId,
    ])
    return there(rows[0]).id
  }
})

test('of two members who save at the same moment one is refused, and nothing is packed twice', async () => {
  const { orderId, farmer, parcel, one } = await inPacking()
  const colleague = { ...farmer, personId: await aPerson(test_.db, '同僚'), name: '同僚' }
  const said = await Promise.all([
    arrange(farmer, orderId, [one(parcel.id, 1), one(null, 1, { name: '甲' })]),
    arrange(colleague, orderId, [one(parcel.id, 1), one(null, 1, { name: '乙' })]),
  ])
  expect(said.filter(({ ok }) => ok)).toHaveLength(1)
  expect(said.find(({ ok }) => !ok)).toMatchObject({ refusal: 'changed_meanwhile' })
  const { parcels } = await read(farmer, orderId)
  expect(parcels).toHaveLength(2)
  expect(parcels.flatMap(({ contents }) => contents).reduce((sum, { qty }) => sum + qty, 0)).toBe(2)
})

test('less is packed later: the sum stays what ships, and the farm keeps its parcels', async () => {
  const { orderId, farmer, parcel, one, line } = await inPacking()
  must(await arrange(farmer, orderId, [one(parcel.id, 1), one(null, 1)]))
  must(
    await packOrder(as(test_.db, farmer, packingTime), {
      ...{ orderId, key: aKey() },
      lines: [{ lineId: line.id, qty: 1, grams: null, reason: 'harvest', lot: 'today' }],
    }),
  )
  const after = await read(farmer, orderId)
  expect(used(after).map(({ contents }) => contents)).toEqual([[{ lineId: line.id, qty: 1 }], []])
})

test('a parcel is shipped with its goods, and papers and labels state its contents', async () => {
  const { orderId, farmer, parcel, one, line } = await inPacking()
  must(await arrange(farmer, orderId, [one(parcel.id, 2, { name: '本体' }), one(null, 0, { name: '空' })]))
  must(
    await packOrder(as(test_.db, farmer, packingTime), {
      ...{ orderId, key: aKey() },
      lines: [{ lineId: line.id, qty: 2, grams: null, reason: null, lot: 'today' }],
    }),
  )
  const [full, empty] = used(await read(farmer, orderId))
  const day = await dayOrders(as(test_.db, farmer, packingTime), jstDate('2026-11-25'))
  expect(there(day.orders[0]).boxes).toMatchObject([{ name: '本体', contents: [{ qty: 2 }] }, { contents: [] }])
  const file = await labelFileOfDay(as(test_.db, farmer, packingTime), {
    day: jstDate('2026-11-25'),
    carrier: 'yamato',
  })
  const rows = new TextDecoder('shift_jis').decode(file.bytes).trim().split('\r\n')
  expect(rows.map((row) => row.includes(line.name))).toEqual([true, false])
  const ship = (unused: ParcelId, sent: ParcelId) =>
    shipOrder(as(test_.db, farmer, shippingTime), {
      ...{ orderId, key: aKey() },
      parcels: [
        { parcelId: unused, unused: true },
        { parcelId: sent, carrier: 'yamato', trackingNumber: '444413758703' },
      ],
    })
  expect(await ship(there(full).id, there(empty).id)).toMatchObject({ refusal: 'parcel_holds_goods' })
  expect(await ship(there(empty).id, there(full).id)).toMatchObject({ ok: true })
  expect(await arrange(farmer, orderId, [one(parcel.id, 2)], 1)).toMatchObject({ refusal: 'wrong_state' })
})

test('after its number has arrived a parcel keeps it under a new name, and one that is removed leaves without being sent', async () => {
  const { orderId, farmer, parcel, one, line } = await inPacking()
  must(await arrange(farmer, orderId, [one(parcel.id, 1), one(null, 1, { name: '予備' })]))
  const ids = used(await read(farmer, orderId)).map(({ id }) => id)
  const numbers = ['444413758703', '444413758714']
  const keys = there((await labelDay(as(test_.db, farmer, packingTime), null)).orders[0]).parcels
  const text = ['お客様管理番号,伝票番号', ...keys.map((it, at) => `${it.customerNumber},${numbers[at]}`)].join('\r\n')
  const file = Buffer.from(encode(text, 'cp932')).toString('base64')
  const take = () =>
    importLabels(as(test_.db, farmer, packingTime), { file, fileName: 'hakko.csv', confirmed: [], key: aKey() })
  expect(must(await take())).toMatchObject({ written: 2, unknown: 0 })

  must(await arrange(farmer, orderId, [one(there(ids[0]), 2, { name: '本体' })], 1))
  const parcelAt = async (at: number) => (await read(farmer, orderId)).parcels.find(({ id }) => id === ids[at])
  expect(await parcelAt(0)).toMatchObject({ name: '本体', unused: false, label: { trackingNumber: numbers[0] } })
  // its number stays known, so that the file that came back twice changes nothing
  expect(await parcelAt(1)).toMatchObject({ unused: true, label: { trackingNumber: numbers[1] } })
  expect(must(await take())).toMatchObject({ written: 0, same: 2, unknown: 0 })

  must(
    await packOrder(as(test_.db, farmer, packingTime), {
      ...{ orderId, key: aKey() },
      lines: [{ lineId: line.id, qty: 2, grams: null, reason: null, lot: 'today' }],
    }),
  )
  const left = must(await shipLabelled(as(test_.db, farmer, shippingTime), { day: jstDate('2026-11-25'), key: aKey() }))
  expect(left.orders).toMatchObject([{ orderId, refused: null }])
  expect(await parcelAt(0)).toMatchObject({ trackingNumber: numbers[0] })
  expect(await parcelAt(1)).toMatchObject({ unused: true, trackingNumber: null })
})
