import { expect, test } from 'vitest'
import { at } from '../../app/kernel/jst.ts'
import { aMarket } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { textOfPdf } from '../support/pdf-picture.ts'
import { there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock } = anApi(database)

test('by API a farm issues the slips of a day and fetches its papers as one PDF; other callers cannot', async () => {
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
  const body = {
    ...{ day: packing.shipOn, parts: ['slips'], sheet: 'a4_24', start: 1, rightTenths: 0, downTenths: 0 },
  }
  const early = await call('POST', '/farm/papers', { token: farmer, body })
  expect(early.body).toMatchObject({ orders: 1, withoutSlip: [orders[0].id], missing: [{ kinds: ['lot'] }] })
  const lines = [{ lineId: packing.lines[0].id, qty: 4, lot: 'today' }]
  expect((await call('POST', `${path}/packing`, { token: farmer, body: { lines } })).status).toBe(200)
  const done = await call('POST', '/farm/papers', { token: farmer, body })
  expect([done.status, done.body]).toEqual([200, { orders: 1, withoutSlip: [], missing: [] }])
  const pdf = await call('GET', `/farm/papers/${packing.shipOn}?parts=orders,slips`, { token: farmer })
  expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const text = (await textOfPdf(pdf.bytes)).replaceAll(/\s/g, '')
  expect(text).toContain('納品書')
  expect(text).not.toContain('（商品別）')
  expect((await call('GET', `/farm/papers/${packing.shipOn}`, { token: await tokenOf(market.chef) })).status).toBe(403)
  expect((await call('GET', `/farm/papers/${packing.shipOn}?parts=money`, { token: farmer })).status).toBe(422)
  expect((await call('GET', `/farm/papers/${packing.shipOn}?rightTenths=99`, { token: farmer })).status).toBe(422)
})
