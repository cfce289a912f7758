import { expect, test } from 'vitest'
import { at } from '../../app/kernel/jst.ts'
import { aFarm, aMarket } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock } = anApi(database)

test('by API a farm states what its depot told it, asks for a pick-up, and cancels it', async () => {
  const market = await aMarket(database.db)
  const farm = there(market.farms[0])
  const chef = await tokenOf(market.chef)
  await call('PUT', `/cart/lines/${farm.productId}`, { token: chef, body: { qty: 2 } })
  const { body: cart } = await call('GET', '/cart', { token: chef })
  const { orders } = (await call('POST', '/purchases', { token: chef, body: { seen: cart.seen } })).body
  await call('POST', `/orders/${orders[0].id}/acceptance`, { token: await tokenOf(farm.actor) })
  clock.at = at('2026-11-25 13:00')
  const token = await tokenOf(farm.actor)

  const settings = { carrier: 'yamato', cutoff: '25:00', depotEmail: 'depot@', depotPhone: '0267-12-3456', version: 0 }
  const wrong = await call('PUT', '/farm/pickups/settings', { token, body: settings })
  expect([wrong.status, wrong.body.detail.issues.map(({ path }: { path: string }) => path)]).toEqual([
    422,
    expect.arrayContaining([expect.stringMatching(/cutoff/), expect.stringMatching(/depotEmail/)]),
  ])
  const right = { ...settings, cutoff: '17:30', depotEmail: 'depot@example.jp' }
  expect((await call('PUT', '/farm/pickups/settings', { token, body: right })).body).toEqual({ version: 1 })

  const body = { day: '2026-11-25', carrier: 'yamato' }
  expect((await call('POST', '/farm/pickups', { token, body })).body).toEqual({ mailed: true, again: false })
  expect((await call('POST', '/farm/pickups', { token, body })).body).toEqual({ mailed: true, again: true })
  const { body: day } = await call('GET', '/farm/pickups?day=2026-11-25', { token })
  expect(day).toMatchObject({
    day: '2026-11-25',
    pickups: [{ carrier: 'yamato', booked: { mailed: true, same: true } }],
  })
  expect(day.settings[0]).toMatchObject({ carrier: 'yamato', cutoff: '17:30', version: 1 })
  const stranger = await tokenOf((await aFarm(database.db)).actor)
  expect((await call('POST', '/farm/pickups', { token: stranger, body })).body).toMatchObject({ code: 'PICKUP_EMPTY' })
  expect((await call('POST', '/farm/pickups', { token: await tokenOf(market.chef), body })).status).toBe(403)
  expect((await call('POST', '/farm/pickups/cancellation', { token, body })).body).toEqual({ mailed: true })
})
