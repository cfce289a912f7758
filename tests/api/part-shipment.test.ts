import { expect, test } from 'vitest'
import { at } from '../../app/kernel/jst.ts'
import { aMarket } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock } = anApi(database)

test('by API a part goes first and the rest later; the money is the same all the time', async () => {
  const market = await aMarket(database.db)
  const farm = there(market.farms[0])
  const chef = await tokenOf(market.chef)
  let farmer = await tokenOf(farm.actor)
  await call('PUT', `/cart/lines/${farm.productId}`, { token: chef, body: { qty: 4 } })
  const { body: cart } = await call('GET', '/cart', { token: chef })
  const { orders } = (await call('POST', '/purchases', { token: chef, body: { seen: cart.seen } })).body
  const path = `/orders/${orders[0].id}`
  await call('POST', `${path}/acceptance`, { token: farmer })
  clock.at = at('2026-11-25 13:00')
  farmer = await tokenOf(farm.actor)
  const packing = (await call('POST', `${path}/preparation`, { token: farmer })).body
  const [lineId, label] = [
    packing.lines[0].id,
    { carrier: 'yamato', trackingNumber: '4444-1375-8703', confirmed: true },
  ]
  const part = {
    lines: [{ lineId, qty: 3, lot: 'today' }],
    parcels: packing.parcels.map(({ id }: { id: string }) => ({ parcelId: id, ...label })),
  }
  const late = await call('POST', `${path}/part-shipment`, { token: farmer, body: { ...part, restOn: '2026-11-30' } })
  expect([late.status, late.body.code]).toEqual([409, 'REST_TOO_LATE'])
  const sent = await call('POST', `${path}/part-shipment`, { token: farmer, body: { ...part, restOn: '2026-11-27' } })
  expect(sent.body).toMatchObject({
    state: 'partly_shipped',
    restOn: '2026-11-27',
    lines: [{ sentFirst: { qty: 3, grams: null } }],
    figures: packing.figures,
  })
  const rest = {
    lines: [{ lineId, qty: 1, lot: 'today' }],
    parcels: sent.body.parcels.flatMap((box: { id: string; trackingNumber: string | null }) =>
      box.trackingNumber === null ? [{ parcelId: box.id, ...label }] : [],
    ),
  }
  const whole = await call('POST', `${path}/rest-shipment`, { token: farmer, body: rest })
  expect(whole.body).toMatchObject({
    state: 'shipped',
    lines: [{ quantities: { shipped: { qty: 4, grams: null } } }],
    figures: packing.figures,
    corrections: [],
  })
  expect((await call('GET', '/claim-limit', { token: farmer })).body).toEqual({ ownYen: null, platformYen: 3_000 })
})
