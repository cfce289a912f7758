import { expect, test } from 'vitest'
import { newId } from '../../app/kernel/ids.ts'
import { aMarket } from '../factories/market.ts'
import { aRun } from '../factories/run.ts'
import { testDatabase } from '../support/database.ts'
import { there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf } = anApi(database)

test('by API a chef chooses a run and sees the shared freight, and only the runner what is loaded', async () => {
  const market = await aMarket(database.db)
  const runId = await aRun(database.db, market)
  const chef = await tokenOf(market.chef)
  const [runner, rider] = [there(market.farms[0]), there(market.farms[1])]
  for (const { farmId, productId } of [runner, rider]) {
    await call('PUT', `/cart/lines/${productId}`, { token: chef, body: { qty: 2 } })
    const chosen = await call('PUT', `/cart/farms/${farmId}/run`, { token: chef, body: { runId } })
    expect(chosen.status).toBe(200)
  }
  const strange = await call('PUT', `/cart/farms/${runner.farmId}/run`, { token: chef, body: { runId: newId() } })
  expect(strange.status).toBe(404)
  const { body: cart } = await call('GET', '/cart', { token: chef })
  expect(cart.freightYen).toBe(1_900)
  for (const { runs, freightYen } of cart.farms)
    expect(runs).toMatchObject({ runs: [{ runId, chosen: true }], shared: { yen: freightYen, farms: 2 } })
  const { orders } = (await call('POST', '/purchases', { token: chef, body: { seen: cart.seen } })).body
  const path = `/farm/runs/${runId}/days/${orders[0].deliveryOn}`
  const loaded = await call('GET', path, { token: await tokenOf(runner.actor) })
  expect(loaded.body.rides.map((ride: { boxes: number }) => ride.boxes)).toEqual([1, 1])
  expect((await call('GET', path, { token: await tokenOf(rider.actor) })).status).toBe(404)
  const labels = await call('GET', `${path}/labels?sheet=a4_24`, { token: await tokenOf(runner.actor) })
  expect(Buffer.from(labels.bytes.subarray(0, 5)).toString()).toBe('%PDF-')
  expect((await call('GET', `${path}/labels`, { token: await tokenOf(rider.actor) })).status).toBe(404)
  const fees = await call('GET', '/farm/shipping/freight?to=13&postalCode=162-0825&size=100', {
    token: await tokenOf(runner.actor),
  })
  expect(fees.body).toMatchObject({ ways: [] })
  expect((await call('GET', path, { token: chef })).status).toBeGreaterThanOrEqual(403)
  const { body } = await call('GET', '/farm/runs', { token: await tokenOf(rider.actor) })
  expect(body.runs).toMatchObject([{ id: runId, own: false, state: 'joined', runner: 'いちの畑' }])
})
