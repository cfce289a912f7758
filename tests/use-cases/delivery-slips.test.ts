import { expect, test } from 'vitest'
import { NotFound } from '../../app/kernel/errors.ts'
import { grams } from '../../app/kernel/grams.ts'
import type { OrderId } from '../../app/kernel/ids.ts'
import {
  deliverySlipsOf,
  issueDeliverySlip,
  settleShippedSlips,
} from '../../app/modules/issued-documents/delivery-slip.server.ts'
import type { DeliverySlipContent } from '../../app/modules/issued-documents/document-content.ts'
import { findDocuments } from '../../app/modules/issued-documents/find-documents.server.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { shipOrder } from '../../app/modules/ordering/fulfilment/ship-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { aKey, aMarket, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, must, packingTime, placeAll, shippingTime, there } from './steps.ts'

const test_ = testDatabase()

/** The farm of two birds that are sold by weight, which is packing its order. */
async function packing() {
  const market = await aMarket(test_.db)
  const orderId = there((await placeAll(test_.db, market))[2])
  const farm = there(market.farms[2])
  const farmer = as(test_.db, farm.actor, packingTime)
  must(await acceptOrder(as(test_.db, farm.actor), { orderId, key: aKey(), lines: [] }))
  must(await prepareOrder(farmer, { orderId, key: aKey() }))
  return { market, farm, farmer, orderId, chef: as(test_.db, market.chef, arrivalTime) }
}
type Packing = Awaited<ReturnType<typeof packing>>

async function pack({ farmer, orderId }: Packing, weight: number) {
  const { lines } = await orderDetail(farmer, orderId)
  const line = there(lines[0])
  const packed = { lineId: line.id, qty: 2, grams: grams(weight), reason: null, lot: 'today' as const }
  must(await packOrder(farmer, { orderId, key: aKey(), lines: [packed] }))
}

async function ship({ farm, orderId }: Packing) {
  const farmer = as(test_.db, farm.actor, shippingTime)
  const { parcels } = await orderDetail(farmer, orderId)
  const labels = parcels.map(({ id }) => ({
    parcelId: id,
    carrier: 'yamato' as const,
    trackingNumber: '4444-1375-8703',
    confirmed: true,
  }))
  must(await shipOrder(farmer, { orderId, key: aKey(), parcels: labels }))
}

const settle = () => settleShippedSlips({ db: test_.db, now: shippingTime })

const slipsOf = (orderId: OrderId) =>
  test_.db
    .selectFrom('issuedDocuments as d')
    .leftJoin('issuedDocuments as before', 'before.id', 'd.supersedes')
    .select(['d.id', 'd.number', 'd.content', 'd.totalYen', 'before.number as replaces'])
    .where('d.orderId', '=', orderId)
    .where('d.kind', '=', 'delivery_slip')
    .orderBy('d.ordinal')
    .execute()

const contentOf = async (orderId: OrderId): Promise<DeliverySlipContent> => {
  const content = (await slipsOf(orderId)).at(-1)?.content
  if (content?.kind !== 'delivery_slip') throw new Error('no slip')
  return content
}

test('the slip is issued once everything is packed, and says seller, origin, lot, weight and tax', async () => {
  const it = await packing()
  const { farmer, orderId, farm } = it
  expect(await issueDeliverySlip(farmer, { orderId, key: aKey() })).toMatchObject({ refusal: 'weight_missing' })
  await pack(it, 3_700)
  const key = aKey()
  const slip = must(await issueDeliverySlip(farmer, { orderId, key }))
  expect(slip.number).toMatch(/^N2026-\d{6}$/)
  expect(must(await issueDeliverySlip(farmer, { orderId, key }))).toEqual(slip)
  expect(must(await issueDeliverySlip(farmer, { orderId, key: aKey() }))).toEqual(slip)
  const order = await orderDetail(farmer, orderId)
  const content = await contentOf(orderId)
  expect(content).toMatchObject({ order: order.number, totalYen: order.figures.totalIncYen })
  expect(content.perRate).toEqual(order.figures.perRate)
  expect(content.lines).toMatchObject([{ qty: 2, grams: 3_700, lots: ['261125'] }])
  expect(content.lines[0]?.origin).toMatch(/[都道府県]$/)
  const { name } = await test_.db
    .selectFrom('farms')
    .select('name')
    .where('id', '=', farm.farmId)
    .executeTakeFirstOrThrow()
  expect(content.issuer.name).toContain(name)
  expect(await deliverySlipsOf(farmer, order)).toMatchObject([slip])
})

test('what is packed otherwise is on a new slip, which replaces the first; the box says what left', async () => {
  const it = await packing()
  const { farmer, orderId } = it
  await pack(it, 3_700)
  const first = must(await issueDeliverySlip(farmer, { orderId, key: aKey() }))
  await pack(it, 3_650)
  const second = must(await issueDeliverySlip(farmer, { orderId, key: aKey() }))
  await ship(it)
  await settle()
  const slips = await slipsOf(orderId)
  expect(slips.map(({ number, replaces }) => [number, replaces])).toEqual([
    [first.number, null],
    [second.number, first.number],
  ])
  expect((await contentOf(orderId)).lines[0]?.grams).toBe(3_650)
})

test('an order that left without one gets it from the job, once, also with two jobs at once', async () => {
  const market = await aMarket(test_.db)
  const orderId = there((await placeAll(test_.db, market))[0])
  await bringToShipped(test_.db, market, 0, orderId)
  await Promise.all([settle(), settle()])
  await settle()
  expect(await slipsOf(orderId)).toHaveLength(1)
  const found = await findDocuments(as(test_.db, there(market.farms[0]).actor), {
    ...{ from: null, to: null, least: null, most: null, name: '', kind: 'delivery_slip', after: null, limit: 10 },
  })
  expect(found.rows).toHaveLength(1)
})

test('a shortage that is found at the kitchen does not change the slip', async () => {
  const it = await packing()
  const { orderId, chef, farm } = it
  await pack(it, 3_700)
  await ship(it)
  await settle()
  const before = await slipsOf(orderId)
  const { lines } = await orderDetail(chef, orderId)
  const short = { lineId: there(lines[0]).id, verdict: 'short' as const, qty: 1, grams: grams(1_800) }
  must(await receiveOrder(chef, { orderId, key: aKey(), lines: [short] }))
  await settle()
  must(await issueDeliverySlip(as(test_.db, farm.actor, arrivalTime), { orderId, key: aKey() }))
  expect(await slipsOf(orderId)).toEqual(before)
})

test('two members of the farm at once issue one slip', async () => {
  const it = await packing()
  await pack(it, 3_700)
  const issued = await Promise.all(
    [1, 2, 3].map(() => issueDeliverySlip(it.farmer, { orderId: it.orderId, key: aKey() })),
  )
  expect(new Set(issued.map((one) => must(one).number)).size).toBe(1)
})

test('for other organisations the order does not exist; a helper who sees no money gets no slip; the restaurant cannot issue it', async () => {
  const it = await packing()
  const { market, orderId, farm } = it
  await pack(it, 3_700)
  const stranger = as(test_.db, there(market.farms[0]).actor, packingTime)
  await expect(issueDeliverySlip(stranger, { orderId, key: aKey() })).rejects.toThrow(NotFound)
  await expect(issueDeliverySlip(it.chef, { orderId, key: aKey() })).rejects.toThrow()
  must(await issueDeliverySlip(it.farmer, { orderId, key: aKey() }))
  const helper = as(test_.db, { ...farm.actor, role: 'staff', rights: 'pack', seesMoney: false }, packingTime)
  expect(await deliverySlipsOf(helper, await orderDetail(helper, orderId))).toEqual([])
  await expect(issueDeliverySlip(helper, { orderId, key: aKey() })).rejects.toThrow()
})
