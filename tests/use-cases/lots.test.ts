import { expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import type { LotId, OrderId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import type { PackedLine } from '../../app/modules/ordering/fulfilment/decide-packing.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { shipOrder } from '../../app/modules/ordering/fulfilment/ship-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { lotsOf, todaysLot } from '../../app/modules/traceability/lot.server.ts'
import { usualLot } from '../../app/modules/traceability/usual-lot.ts'
import { aFarm, aKey, aLot, aMarket, aProduct, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, packingTime, placeAll, shippingTime, there } from './steps.ts'

const test_ = testDatabase()

test('the harvest of the same day next year is another lot; twice the same day is one', async () => {
  const { db } = test_
  const { farmId, actor } = await aFarm(db)
  const productId = await aProduct(db, farmId)
  const harvest = (moment: string) => todaysLot(as(db, actor, at(moment)), farmId, productId)
  const first = await harvest('2026-11-21 06:00')
  expect(await harvest('2026-11-21 16:00')).toBe(first)
  expect(await harvest('2027-11-21 06:00')).not.toBe(first)
  const { rows } = await test_.pool.query('select code from lots where product_id = $1 order by code', [productId])
  expect(rows.map(({ code }) => code)).toEqual(['261121', '271121'])
})

test('lots to pack from are those of 30 days; of what is stored for long the newest', async () => {
  const { db } = test_
  const { farmId, actor } = await aFarm(db)
  const [carrots, onions] = [await aProduct(db, farmId), await aProduct(db, farmId)]
  const days = ['2026-11-24', '2026-10-25', '2026-10-24', '2025-11-24']
  for (const day of days) await aLot(db, farmId, carrots, day)
  for (const day of ['2026-06-10', '2026-06-20']) await aLot(db, farmId, onions, day)
  const lots = await lotsOf(as(db, actor), [carrots, onions])
  const harvests = (of: typeof carrots) => lots.get(of)?.map(({ harvestedOn }) => harvestedOn)
  expect(harvests(carrots)).toEqual([jstDate('2026-11-24'), jstDate('2026-10-25')])
  expect(harvests(onions)).toEqual([jstDate('2026-06-20')])
})

/** Three bundles of komatsuna, accepted and being packed. */
async function aPacking() {
  const { db } = test_
  const market = await aMarket(db)
  const orderId = there((await placeAll(db, market))[1])
  const { actor, farmId, productId } = there(market.farms[1])
  must(await acceptOrder(as(db, actor), { orderId, key: aKey(), lines: [] }))
  const ctx = as(db, actor, packingTime)
  must(await prepareOrder(ctx, { orderId, key: aKey() }))
  const { lines } = await orderDetail(ctx, orderId)
  const lineId = there(lines[0]).id
  const pack = (qty: number, lot: LotId | 'today' | null, reason: PackedLine['reason'] = null) =>
    packOrder(ctx, { orderId, key: aKey(), lines: [{ lineId, qty, grams: null, reason, lot }] })
  const named = async () =>
    (await test_.pool.query('select qty from line_lots where order_line_id = $1', [lineId])).rows.map(({ qty }) => qty)
  return { ctx: as(db, actor, shippingTime), orderId, lineId, farmId, productId, pack, named }
}

async function ship(ctx: Ctx, orderId: OrderId) {
  const { parcels } = await orderDetail(ctx, orderId)
  return shipOrder(ctx, {
    orderId,
    key: aKey(),
    parcels: parcels.map(({ id }) => ({
      parcelId: id,
      carrier: 'yamato',
      trackingNumber: '444413758703',
      confirmed: true,
    })),
  })
}

test('packing again without a word about the lot leaves the named one, with the new quantity', async () => {
  const { ctx, orderId, pack, named } = await aPacking()
  must(await pack(3, 'today'))
  must(await pack(2, null, 'quality'))
  expect(await named()).toEqual([2])
  must(await pack(0, null, 'quality'))
  expect(await named()).toEqual([])
  must(await pack(3, 'today'))
  expect(await named()).toEqual([3])
  must(await ship(ctx, orderId))
})

test('what was named once today is offered for the next order of the product, and asked again tomorrow', async () => {
  const { ctx, productId, pack } = await aPacking()
  const offered = async (day: string) =>
    usualLot((await lotsOf(ctx, [productId])).get(productId) ?? [], jstDate(day))?.harvestedOn ?? null
  const [today, tomorrow] = ['2026-11-25', '2026-11-26']
  expect(await offered(today)).toBeNull()
  must(await pack(3, 'today'))
  expect(await offered(today)).toBe(today)
  expect(await offered(tomorrow)).toBeNull()
})

test('a lot named once may be named again, however old', async () => {
  const { productId, farmId, lineId, pack, named } = await aPacking()
  must(await pack(3, 'today'))
  const old = await aLot(test_.db, farmId, productId, '2026-09-01')
  expect(await pack(3, old)).toMatchObject({ ok: false, refusal: 'lot_unknown' })
  await test_.pool.query('update line_lots set lot_id = $1 where order_line_id = $2', [old, lineId])
  must(await pack(2, old, 'quality'))
  expect(await named()).toEqual([2])
})

test('goods without a named harvest do not leave: the lots add up to what goes', async () => {
  const { ctx, orderId, lineId, pack } = await aPacking()
  must(await pack(3, 'today'))
  await test_.pool.query('update line_lots set qty = 2 where order_line_id = $1', [lineId])
  expect(await ship(ctx, orderId)).toEqual({ ok: false, refusal: 'lot_missing', detail: { line: lineId } })
})
