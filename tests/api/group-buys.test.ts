import { expect, test } from 'vitest'
import { aGroupBuyInput } from '../factories/group-buy.ts'
import { aKey, aMarket, aRestaurant } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { there } from '../use-cases/steps.ts'
import { anApi } from './support.ts'

const database = testDatabase()
const { call, tokenOf } = anApi(database)

test('by API a chef opens a box, a neighbour joins and leaves, and each sees its part of the freight', async () => {
  const market = await aMarket(database.db)
  const { farmId, productId } = there(market.farms[0])
  const chef = await tokenOf(market.chef)
  const neighbour = await tokenOf((await aRestaurant(database.db)).actor)
  await call('PUT', `/cart/lines/${productId}`, { token: chef, body: { qty: 2 } })
  const made = await call('POST', '/group-buys', { token: chef, key: aKey(), body: { farmId, ...aGroupBuyInput } })
  expect(made.status).toBe(201)
  const path = `/group-buys/${made.body.code}`
  const goods = { lines: [{ productId, qty: 1 }] }
  const joined = await call('PUT', `${path}/goods`, { token: neighbour, key: aKey(), body: goods })
  expect(joined).toMatchObject({ status: 200, body: { joined: true } })
  const { body } = await call('GET', path, { token: neighbour })
  expect(body.shared.map(({ isMine }: { isMine: boolean }) => isMine)).toEqual([false, true])
  const sum = body.shared.reduce((all: number, { freightYen }: { freightYen: number }) => all + freightYen, 0)
  expect(sum).toBe(body.wholeYen)
  expect(body.mine.freightYen).toBe(body.shared[1].freightYen)
  expect(body.goods).toMatchObject([{ productId, qty: 1 }])
  // what others buy, and at which price, is not told
  expect(JSON.stringify(body.shared)).not.toContain(productId)
  expect((await call('POST', `${path}/leaving`, { token: neighbour, key: aKey() })).status).toBe(200)
  const strange = await call('POST', `${path}/cancellation`, { token: neighbour, key: aKey() })
  expect(strange.status).toBe(404)
  expect((await call('POST', `${path}/cancellation`, { token: chef, key: aKey() })).status).toBe(200)
  const { body: list } = await call('GET', '/group-buys', { token: chef })
  expect(list.groupBuys).toMatchObject([{ code: made.body.code, ending: 'cancelled', opened: true }])
  expect((await call('GET', '/group-buys/AAAAAAAAAA', { token: chef })).status).toBe(404)
})
