import { expect, test } from 'vitest'
import { at } from '../../app/kernel/jst.ts'
import { badgeAtAddress, badgesOfShop } from '../../app/modules/badges/shop-badges.server.ts'
import { showFarms } from '../../app/modules/badges/show-farms.server.ts'
import { aFarm, aKey, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { must, there } from './steps.ts'

const database = testDatabase()
const today = at('2026-11-24 11:00')

/** A restaurant that has received three deliveries of one farm and two of another. */
async function fiveDeliveries() {
  const { db } = database
  const shop = await aRestaurant(db)
  const sato = await aFarm(db, { name: '佐藤農園' })
  const hidamari = await aFarm(db, { name: 'ひだまり農場' })
  const carrots = await aProduct(db, sato.farmId)
  const greens = await aProduct(db, hidamari.farmId)
  for (const on of ['2026-09-10', '2026-10-10', '2026-11-10'])
    await aReceivedOrder(db, { ...shop, farmId: sato.farmId, on, lines: [{ productId: carrots }] })
  for (const on of ['2026-10-11', '2026-11-11'])
    await aReceivedOrder(db, { ...shop, farmId: hidamari.farmId, on, lines: [{ productId: greens }] })
  return { shop, sato, hidamari, carrots, greens }
}

test('three received deliveries of a farm are a badge; two are progress', async () => {
  const { shop, sato, hidamari, greens } = await fiveDeliveries()
  const ctx = as(database.db, shop.actor, today)
  const { earned } = await badgesOfShop(ctx)
  const farms = there(earned.find(({ rule }) => rule === 'farms'))
  expect(farms).toMatchObject({ from: '2026-08-24', until: '2026-12-10', shop: 'ビストロ 灯' })
  expect(farms.farms).toMatchObject([{ farmId: sato.farmId, deliveries: 3, place: '千葉・匝瑳', shown: true }])

  await aReceivedOrder(database.db, {
    ...shop,
    farmId: hidamari.farmId,
    on: '2026-11-20',
    lines: [{ productId: greens }],
  })
  const again = there((await badgesOfShop(ctx)).earned.find(({ rule }) => rule === 'farms'))
  expect(again.farms.map(({ name }) => name).sort()).toEqual(['ひだまり農場', '佐藤農園'])
  expect(again.token).toBe(farms.token)
})

test('guests see the farms that the shop shows, and no others', async () => {
  const { shop, sato, hidamari, greens } = await fiveDeliveries()
  await aReceivedOrder(database.db, {
    ...shop,
    farmId: hidamari.farmId,
    on: '2026-11-20',
    lines: [{ productId: greens }],
  })
  const ctx = as(database.db, shop.actor, today)
  const { token } = there((await badgesOfShop(ctx)).earned.find(({ rule }) => rule === 'farms'))
  must(await showFarms(ctx, { token, farmIds: [hidamari.farmId] }, aKey()))
  const seen = there(await badgeAtAddress({ db: database.db, now: today }, token))
  expect(seen).toMatchObject({ state: 'valid', badge: { farms: [{ farmId: hidamari.farmId }] } })
  expect(JSON.stringify(seen)).not.toContain(sato.farmId)
})

test('a badge whose farm is suspended is gone at once, and its address says when it was valid', async () => {
  const { shop, sato } = await fiveDeliveries()
  const ctx = as(database.db, shop.actor, today)
  const { token } = there((await badgesOfShop(ctx)).earned.find(({ rule }) => rule === 'farms'))
  await database.db
    .updateTable('farms')
    .set({ status: 'suspended', status_reason: '確認中' })
    .where('id', '=', sato.farmId)
    .execute()
  expect((await badgesOfShop(ctx)).earned.map(({ rule }) => rule)).not.toContain('farms')
  expect(await badgeAtAddress({ db: database.db, now: today }, token)).toMatchObject({
    state: 'ended',
    shop: 'ビストロ 灯',
  })
})
