import { expect, test } from 'vitest'
import { aMarket } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, placeAll, there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf, clock } = anApi(database)

test('by API the day is read and received in one go, and each order is answered by itself', async () => {
  const market = await aMarket(database.db)
  const [first, second, notShipped] = (await placeAll(database.db, market)).map(there)
  for (const index of [0, 1]) await bringToShipped(database.db, market, index, there([first, second][index]))
  clock.at = arrivalTime
  const token = await tokenOf(market.chef)
  const day = (await call('GET', '/arrivals?day=2026-11-26', { token })).body
  expect(day.here.map(({ id }: { id: string }) => id).sort()).toEqual([first, second].sort())
  expect([day.late, day.waiting, day.done]).toEqual([[], [], []])
  const receipts = [first, second, notShipped].map((orderId) => ({ orderId, receivedBy: '小川 葵' }))
  const received = await call('POST', '/arrivals/receipts', { token, body: { receipts } })
  expect(received.body.orders).toEqual([
    { orderId: first, refused: null },
    { orderId: second, refused: null },
    { orderId: notShipped, refused: expect.stringMatching(/。$/) },
  ])
  const twice = await call('POST', '/arrivals/receipts', { token, body: { receipts: [receipts[0], receipts[0]] } })
  expect(twice.status).toBe(422)
  const farmer = await tokenOf(there(market.farms[0]).actor)
  expect((await call('GET', '/arrivals', { token: farmer })).status).toBe(403)
})
