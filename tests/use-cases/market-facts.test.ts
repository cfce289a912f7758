import { expect, test } from 'vitest'
import { ordersUnderWay } from '../../app/modules/ordering/staff-counts.server.ts'
import { marketFacts } from '../../app/modules/products/catalog/market-facts.server.ts'
import { aFarm, aLot, aMarket, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { bringToShipped, placeAll, there } from './steps.ts'

const test_ = testDatabase()
const visitor = () => as(test_.db, { kind: 'visitor' })

test('the home page shows the numbers of approved farms, restaurants and prefectures', async () => {
  const before = await marketFacts(visitor())
  await aFarm(test_.db, { prefectureCode: '01' })
  await aFarm(test_.db, { prefectureCode: '01' })
  await aFarm(test_.db, { prefectureCode: '47', status: 'suspended', statusReason: '許可の期限切れ' })
  await aRestaurant(test_.db)
  await aRestaurant(test_.db, { approved: false })
  const after = await marketFacts(visitor())
  expect(after.farms - before.farms).toBe(2)
  expect(after.restaurants - before.restaurants).toBe(1)
  expect(after.farmsIn).toContainEqual({ code: '01', farms: 2 })
  expect(after.farmsIn.map(({ code }) => code)).not.toContain('47')
  expect(after.farmsIn.reduce((sum, { farms }) => sum + farms, 0)).toBe(after.farms)
})

test('the home page shows what was harvested today or yesterday, one of each kind, six at most', async () => {
  const { farmId } = await aFarm(test_.db)
  const harvested = async (harvestedOn: string, overrides: Parameters<typeof aProduct>[2] = {}) => {
    const productId = await aProduct(test_.db, farmId, overrides)
    await aLot(test_.db, farmId, productId, harvestedOn)
    return productId
  }
  const old = await harvested('2026-11-22', { category: 'fish' })
  const tomorrow = await harvested('2026-11-25', { category: 'egg' })
  const hidden = await harvested('2026-11-24', { category: 'rice', status: 'paused' })
  for (let index = 0; index < 8; index++) await harvested('2026-11-24')
  const leaf = await harvested('2026-11-23', { category: 'leaf' })
  const { harvest } = await marketFacts(visitor())
  const ids = harvest.map(({ id }) => id)
  expect(ids).toHaveLength(6)
  expect(ids).toContain(leaf)
  for (const absent of [old, tomorrow, hidden]) expect(ids).not.toContain(absent)
  expect(JSON.stringify(harvest)).not.toMatch(/price|yen/i)
})

test('the home page takes one query, however much there is', async () => {
  test_.queriesSince()
  await marketFacts(visitor())
  expect(test_.queriesSince()).toHaveLength(1)
})

test('staff see where the open orders stand, with one query', async () => {
  const staff = await anAdmin(test_.db)
  const market = await aMarket(test_.db)
  const [first] = await placeAll(test_.db, market)
  await bringToShipped(test_.db, market, 0, there(first))
  test_.queriesSince()
  const now = await ordersUnderWay(as(test_.db, staff))
  expect(test_.queriesSince()).toHaveLength(1)
  expect(now.placed).toBeGreaterThanOrEqual(2)
  expect(now.shipped).toBeGreaterThanOrEqual(1)
  expect(now.delivered).toBeUndefined()
})
