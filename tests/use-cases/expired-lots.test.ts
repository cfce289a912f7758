import { expect, test } from 'vitest'
import type { LotId } from '../../app/kernel/ids.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { shipOrder } from '../../app/modules/ordering/fulfilment/ship-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { aKey, aMarket, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, packingTime, placeAll, shippingTime, there } from './steps.ts'

const test_ = testDatabase()

test('a lot whose best-before day is over is neither packed nor shipped; on its last day it is', async () => {
  const market = await aMarket(test_.db)
  const orderId = there((await placeAll(test_.db, market))[0])
  const { actor } = there(market.farms[0])
  const packer = as(test_.db, actor, packingTime)
  must(await acceptOrder(as(test_.db, actor), { orderId, key: aKey(), lines: [] }))
  must(await prepareOrder(packer, { orderId, key: aKey() }))
  const { lines, parcels } = await orderDetail(packer, orderId)
  const line = there(lines[0])
  const pack = (lot: LotId | 'today') =>
    packOrder(packer, {
      ...{ orderId, key: aKey() },
      lines: [{ lineId: line.id, qty: 2, grams: null, reason: null, lot }],
    })
  const keepsUntil = (day: string) =>
    test_.pool.query(`update lots set harvested_on = '2026-11-20', best_before_on = $1`, [day])
  must(await pack('today'))
  const { lotId } = there((await orderDetail(packer, orderId)).lots.get(line.id)?.[0])
  await keepsUntil('2026-11-24')
  expect(await pack(lotId)).toMatchObject({ refusal: 'lot_expired', detail: { line: line.id } })
  const ship = () =>
    shipOrder(as(test_.db, actor, shippingTime), {
      ...{ orderId, key: aKey() },
      parcels: parcels.map(({ id }) => ({
        ...{ parcelId: id, carrier: 'yamato' as const, trackingNumber: '444413758703', confirmed: true },
      })),
    })
  expect(await ship()).toMatchObject({ refusal: 'lot_expired', detail: { line: line.id } })
  await keepsUntil('2026-11-25')
  must(await pack(lotId))
  must(await ship())
})
