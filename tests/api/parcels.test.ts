import { expect, test } from 'vitest'
import { at } from '../../app/kernel/jst.ts'
import { aKey, aMarket } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock } = anApi(database)

test('by API a farm arranges the parcels of an order, once, and the restaurant reads what lies in which', async () => {
  const market = await aMarket(database.db)
  const [farm, other] = [there(market.farms[0]), there(market.farms[1])]
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
  const read = await call('GET', `${path}/parcels`, { token: farmer })
  expect(read.body).toMatchObject({ version: 0, proposed: true })
  const lineId = packing.lines[0].id
  const first = { parcelId: read.body.parcels[0].id, name: '常温1', temperature: 'ambient', sizeClass: 100 }
  const second = { name: '常温2', temperature: 'ambient', sizeClass: 60 }
  const body = {
    version: 0,
    parcels: [
      { ...first, contents: [{ lineId, qty: 3 }] },
      { ...second, contents: [{ lineId, qty: 1 }] },
    ],
  }
  const key = aKey()
  const put = () => call('PUT', `${path}/parcels`, { token: farmer, body, key })
  const [said, again] = [await put(), await put()]
  expect(said).toMatchObject({
    status: 200,
    body: { version: 1, proposed: false, parcels: [{ name: '常温1' }, { name: '常温2', contents: [{ qty: 1 }] }] },
  })
  expect(again.body).toEqual(said.body)
  expect((await call('PUT', `${path}/parcels`, { token: farmer, body, key: aKey() })).body).toMatchObject({
    code: 'CHANGED_MEANWHILE',
  })
  const short = { version: 1, parcels: [{ ...first, contents: [{ lineId, qty: 3 }] }] }
  expect(await call('PUT', `${path}/parcels`, { token: farmer, body: short, key: aKey() })).toMatchObject({
    status: 409,
    body: { code: 'PARCEL_SUM' },
  })
  const foreign = await tokenOf(other.actor)
  expect((await call('PUT', `${path}/parcels`, { token: foreign, body, key: aKey() })).status).toBe(404)
  expect((await call('GET', `${path}/parcels`, { token: foreign })).status).toBe(404)
  const seen = await call('GET', path, { token: await tokenOf(market.chef) })
  expect(seen.body).toMatchObject({
    figures: packing.figures,
    parcels: [
      { name: '常温1', byFarm: false, contents: [{ lineId, qty: 3 }] },
      { name: '常温2', byFarm: true, freightYen: 0, contents: [{ lineId, qty: 1 }] },
    ],
  })
})
