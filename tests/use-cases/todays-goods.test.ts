import { expect, test } from 'vitest'
import { at } from '../../app/kernel/jst.ts'
import { badgeAtAddress, badgesOfShop } from '../../app/modules/traceability/badges/shop-badges.server.ts'
import { showFarms } from '../../app/modules/traceability/badges/show-farms.server.ts'
import { todaysGoods } from '../../app/modules/traceability/badges/todays-goods.server.ts'
import { aFarm, aKey, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { must, there } from './steps.ts'

const database = testDatabase()
const now = at('2026-11-24 11:00')

test('本日の産地 is what came last from the farms that are shown, without untraceable goods', async () => {
  const { db } = database
  const shop = await aRestaurant(db)
  const sato = await aFarm(db, { name: '佐藤農園' })
  const hidamari = await aFarm(db, { name: 'ひだまり農場' })
  const [carrots, leeks, greens] = [
    await aProduct(db, sato.farmId),
    await aProduct(db, sato.farmId),
    await aProduct(db, hidamari.farmId),
  ]
  for (const on of ['2026-10-10', '2026-11-10', '2026-11-20'])
    await aReceivedOrder(db, { ...shop, farmId: hidamari.farmId, on, lines: [{ productId: greens }] })
  for (const on of ['2026-10-11', '2026-11-11', '2026-11-23'])
    await aReceivedOrder(db, {
      ...shop,
      farmId: sato.farmId,
      on,
      lines: [{ productId: carrots }, { productId: leeks, lot: false }],
    })
  const ctx = as(db, shop.actor, now)
  const { token, ...badge } = there((await badgesOfShop(ctx)).earned.find(({ rule }) => rule === 'farms'))
  expect(await todaysGoods(ctx, { token, ...badge })).toEqual({
    on: '2026-11-23',
    goods: [{ name: '人参', place: '千葉・匝瑳' }],
  })

  must(await showFarms(ctx, { token, farmIds: [hidamari.farmId], key: aKey() }))
  const seen = there(await badgeAtAddress({ db, now }, token))
  if (seen.state !== 'valid') throw new Error('ended')
  expect(await todaysGoods(ctx, seen.badge)).toEqual({
    on: '2026-11-20',
    goods: [{ name: '人参', place: '千葉・匝瑳' }],
  })

  await db.updateTable('products').set({ audience: 'chosen' }).where('id', '=', greens).execute()
  expect(await todaysGoods(ctx, seen.badge)).toEqual({ on: '2026-11-20', goods: [] })
})

test('the same choice sent twice, or under the same key, leaves the same farms shown', async () => {
  const { db } = database
  const shop = await aRestaurant(db)
  const farms = [await aFarm(db, { name: '一の農園' }), await aFarm(db, { name: '二の農園' })]
  for (const { farmId } of farms) {
    const productId = await aProduct(db, farmId)
    for (const on of ['2026-10-10', '2026-11-10', '2026-11-20'])
      await aReceivedOrder(db, { ...shop, farmId, on, lines: [{ productId }] })
  }
  const ctx = as(db, shop.actor, now)
  const shown = async () =>
    there((await badgesOfShop(ctx)).earned.find(({ rule }) => rule === 'farms')).farms.filter((farm) => farm.shown)
  const { token } = there((await badgesOfShop(ctx)).earned.find(({ rule }) => rule === 'farms'))
  const farmIds = farms.slice(0, 1).map(({ farmId }) => farmId)
  const key = aKey()
  for (const again of [key, key, aKey()]) must(await showFarms(ctx, { token, farmIds, key: again }))
  expect((await shown()).map(({ farmId }) => farmId)).toEqual(farmIds)
})
