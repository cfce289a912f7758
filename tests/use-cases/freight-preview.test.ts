import { expect, test } from 'vitest'
import { freightPreview } from '../../app/modules/products/price-band.server.ts'
import { aMarket, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()

test('the advice beside a price begins with the prefecture that most last orders went to, else 東京; any can be asked for', async () => {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  const farmer = as(test_.db, farm.actor)
  const chef = as(test_.db, market.chef)
  const laneTo = async (to: Parameters<typeof freightPreview>[1]) => {
    const { to: shown, rates } = await freightPreview(farmer, to)
    return [shown, there(rates).lane.destination]
  }
  expect(await laneTo(null)).toEqual(['13', 'kanto'])
  expect(await laneTo('47')).toEqual(['47', 'okinawa'])
  await fillCart(chef, market.kitchenId, [[farm.productId, 1]])
  const { orderIds } = must(await place(chef, market.kitchenId))
  await test_.pool.query(
    `update orders set ship_to = jsonb_set(ship_to, '{prefectureCode}', '"27"') where id = any($1::uuid[])`,
    [orderIds],
  )
  expect(await laneTo(null)).toEqual(['27', 'kansai'])
  // what another farm has sold is not counted
  expect((await freightPreview(as(test_.db, there(market.farms[1]).actor), null)).to).toBe('13')
})
