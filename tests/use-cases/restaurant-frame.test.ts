import { expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import { newId } from '../../app/kernel/ids.ts'
import { myRestaurant } from '../../app/modules/identity/me.server.ts'
import { liveFacts } from '../../app/modules/messaging/conversation-queries.server.ts'
import { restaurantFrame } from '../../app/modules/messaging/restaurant-frame.server.ts'
import { sendMessage } from '../../app/modules/messaging/send-message.server.ts'
import { nextToInspect } from '../../app/modules/ordering/open-orders.server.ts'
import { keptIds, setFavourite } from '../../app/modules/products/catalog/favourites.server.ts'
import { beginRecall } from '../../app/modules/traceability/recalls/begin-recall.server.ts'
import { recallToAnswer } from '../../app/modules/traceability/recalls/recall-queries.server.ts'
import { aKey, aMarket, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, must, placeAll, there } from './steps.ts'

const test_ = testDatabase()

/** What the same queries say one by one. */
async function oneByOne(actor: BuyerActor) {
  const ctx = as(test_.db, actor, arrivalTime)
  return {
    restaurant: await myRestaurant(ctx),
    recall: await recallToAnswer(ctx),
    receiving: (await nextToInspect(ctx))?.waiting ?? 0,
    live: await liveFacts(ctx),
    favourites: (await keptIds(ctx)).toSorted(),
  }
}

async function together(actor: BuyerActor) {
  const frame = await restaurantFrame(as(test_.db, actor, arrivalTime))
  return { ...frame, favourites: frame.favourites.toSorted() }
}

test('the frame of a page says in one query what its parts say, to each restaurant its own', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const { actor: neighbour } = await aRestaurant(db)
  const [first] = await placeAll(db, market)
  await bringToShipped(db, market, 0, there(first))
  const farm = there(market.farms[0])
  const chef = as(db, market.chef, arrivalTime)
  must(await setFavourite(chef, { it: { farmId: farm.farmId }, kept: true }))
  must(await setFavourite(chef, { it: { productId: farm.productId }, kept: true }))
  const words = { other: market.chef.restaurantId, key: aKey(), text: '明日お届けします', photos: [] }
  must(await sendMessage(as(db, farm.actor, arrivalTime), { ...words, orderId: null, productId: null }))
  const { rows: lots } = await test_.pool.query('select id from lots where farm_id = $1', [farm.farmId])
  const recall = { key: aKey(), lotIds: [lots[0].id], reason: '異物', handling: 'stop' as const, instructions: '' }
  must(await beginRecall(as(db, farm.actor, arrivalTime), { ...recall, rehearsal: false }))
  await test_.pool.query('update recall_targets set told_at = now()')

  const seen = await together(market.chef)
  expect(seen).toEqual(await oneByOne(market.chef))
  expect(seen).toMatchObject({ receiving: 1, live: { unread: 1 } })
  expect(seen.favourites).toHaveLength(2)
  expect(seen.recall).not.toBeNull()

  expect(await together(neighbour)).toEqual(await oneByOne(neighbour))
  expect(await together(neighbour)).toMatchObject({ receiving: 0, live: { unread: 0 }, recall: null, favourites: [] })

  const { chef: owner } = market
  const viewed = { impersonationId: newId<'impersonation'>(), adminId: newId<'admin'>(), adminName: '運営' }
  const shown: BuyerActor = { ...owner, impersonatedBy: { ...viewed, until: arrivalTime } }
  expect(await together(shown)).toEqual(await oneByOne(shown))
  expect(await together(shown)).toMatchObject({ receiving: 1, live: { unread: 0 } })

  test_.queriesSince()
  await together(market.chef)
  expect(test_.queriesSince()).toHaveLength(1)
})
