import { expect, test } from 'vitest'
import { NotFound } from '../../app/kernel/errors.ts'
import type { RequestId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { setHub } from '../../app/modules/admin/organisations/set-hub.server.ts'
import { chooseRun } from '../../app/modules/cart/choose-run.server.ts'
import { declineOrder } from '../../app/modules/ordering/end-order.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { noFarmWish } from '../../app/modules/products/catalog/farm-filter.ts'
import { type FarmPage, farmsAtHand, listFarms } from '../../app/modules/products/catalog/farm-list.server.ts'
import { marketFacts } from '../../app/modules/products/catalog/market-facts.server.ts'
import { noWish } from '../../app/modules/products/catalog/product-filter.ts'
import { farmDetail, productDetail } from '../../app/modules/products/catalog/product-page.server.ts'
import { publicAddresses } from '../../app/modules/products/catalog/public-addresses.server.ts'
import { farmShareCard } from '../../app/modules/products/catalog/share-card.server.ts'
import { farmsNamed, suggestions } from '../../app/modules/products/catalog/suggestions.server.ts'
import { namesIn } from '../../app/modules/products/catalog/wish-names.server.ts'
import { publicFarm } from '../../app/modules/products/farm-page/public-farm.server.ts'
import { moveGoods } from '../../app/modules/products/keep-products.server.ts'
import { farmVoices } from '../../app/modules/reviews/voices.server.ts'
import { inviteFarm, joinRun, openRun } from '../../app/modules/runs/keep-runs.server.ts'
import { runDetail } from '../../app/modules/runs/run-queries.server.ts'
import { acceptAnswer } from '../../app/modules/sourcing/accept-answer.server.ts'
import { answerRequest, withdrawAnswer } from '../../app/modules/sourcing/answer-request.server.ts'
import { askRequest } from '../../app/modules/sourcing/ask-request.server.ts'
import { ownRequest } from '../../app/modules/sourcing/own-requests.server.ts'
import { badgesOfShop } from '../../app/modules/traceability/badges/shop-badges.server.ts'
import { aFarm, aKey, aMarket, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { aRunInput } from '../factories/run.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()

async function aHub() {
  const farm = await aFarm(test_.db, { name: 'みなみ農協', kana: 'ミナミノウキョウ' })
  const staff = as(test_.db, await anAdmin(test_.db))
  const set = (isHub: boolean) => setHub(staff, { key: aKey(), farmId: farm.farmId, isHub })
  return { ...farm, set, ctx: as(test_.db, farm.actor) }
}

test('a hub is on no public page, and becomes a farm again', async () => {
  const hub = await aHub()
  const visitor = as(test_.db, { kind: 'visitor' })
  const isListed = async () => {
    let after: FarmPage['next'] = null
    do {
      const page: FarmPage = await listFarms(visitor, { ...noFarmWish, after }, null)
      if (page.farms.some(({ id }) => id === hub.farmId)) return true
      after = page.next
    } while (after)
    return false
  }
  expect(await isListed()).toBe(true)
  must(await hub.set(true))
  must(await hub.set(true))
  expect(await isListed()).toBe(false)
  await expect(publicFarm(visitor, hub.farmId)).rejects.toThrow(NotFound)
  must(await hub.set(false))
  expect(await isListed()).toBe(true)
  const events = await test_.pool.query('select kind from events where about_farm_id = $1 order by seq', [hub.farmId])
  expect(events.rows.map(({ kind }) => kind)).toEqual(['hub_set', 'hub_ended'])
})

test('neither the sitemap, the suggestions, the names and the counts nor a sharing picture shows a hub', async () => {
  const hub = await aHub()
  const paused = await aProduct(test_.db, hub.farmId, { status: 'paused' })
  const visitor = as(test_.db, { kind: 'visitor' })
  const id = hub.farmId
  const lists = {
    sitemap: async () => (await publicAddresses(visitor)).includes(`/restaurant/farmers/${id}`),
    suggestionsByName: async () => (await suggestions(visitor, 'みなみ農')).some(({ to }) => to.endsWith(id)),
    suggestionsByReading: async () => (await suggestions(visitor, 'みなみのう')).some(({ to }) => to.endsWith(id)),
    named: async () => (await farmsNamed(visitor, 'みなみ農')).some((farm) => farm.id === id),
    namedByReading: async () => (await farmsNamed(visitor, 'みなみのう')).some((farm) => farm.id === id),
    name: async () => 'farm' in (await namesIn(visitor, { ...noWish, farmId: id }, null)),
    atHand: async () => (await farmsAtHand(visitor, [], id)).some((farm) => farm.id === id),
  }
  const pages = {
    farm: () => farmDetail(visitor, id, null),
    picture: () => farmShareCard(visitor, id),
    reviews: () => farmVoices(visitor, id),
    product: () => productDetail(visitor, paused, null),
  }
  const shown = async () => {
    const found: Record<string, boolean> = {}
    for (const [name, has] of Object.entries(lists)) found[name] = await has()
    for (const [name, page] of Object.entries(pages))
      found[name] = await page().then(
        () => true,
        (error) => {
          if (error instanceof NotFound) return false
          throw error
        },
      )
    return found
  }
  const everywhere = (is: boolean) =>
    Object.fromEntries([...Object.keys(lists), ...Object.keys(pages)].map((name) => [name, is]))
  expect(await shown()).toEqual(everywhere(true))
  const { farms: counted } = await marketFacts(visitor)
  must(await hub.set(true))
  expect(await shown()).toEqual(everywhere(false))
  expect((await marketFacts(visitor)).farms).toBe(counted - 1)
})

test('what is kept in memory hears that a farm has become a hub', async () => {
  const hub = await aHub()
  const client = await test_.pool.connect()
  const heard: string[] = []
  client.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`))
  try {
    await client.query('listen public_pages; listen catalogue')
    must(await hub.set(true))
    await expect.poll(() => heard).toEqual(expect.arrayContaining(['public_pages ', `catalogue farm:${hub.farmId}`]))
  } finally {
    client.removeAllListeners('notification')
    await client.query('unlisten *')
    client.release()
  }
})

test('a hub is not asked for what chefs look for, and neither answers nor is ordered from', async () => {
  const hub = await aHub()
  await aProduct(test_.db, hub.farmId, {
    itemKey: 'zucchini',
    category: 'fruitveg',
    status: 'paused',
    seasonMonths: [11],
  })
  const farm = await aFarm(test_.db)
  await aProduct(test_.db, farm.farmId, { itemKey: 'zucchini', category: 'fruitveg', seasonMonths: [11] })
  const shop = await aRestaurant(test_.db)
  const chef = as(test_.db, shop.actor)
  const friday = jstDate('2026-11-27')
  const ask = async () => {
    const asked = { words: 'ズッキーニの花', category: null, qty: 20, unit: '本', days: [friday], ceilingYen: null }
    const open = { ...asked, method: null, note: '', answerUntil: null }
    return must(await askRequest(chef, { kitchenId: shop.kitchenId, key: aKey(), ...open })).requestId
  }
  const told = async (requestId: RequestId) =>
    (await test_.db.selectFrom('requestFarms').select('farmId').where('requestId', '=', requestId).execute()).map(
      (row) => row.farmId,
    )
  const requestId = await ask()
  expect(await told(requestId)).toContain(hub.farmId)
  const answer = () =>
    answerRequest(hub.ctx, {
      ...{ requestId, key: aKey(), priceYen: yen(80), qty: 20, deliveryOn: friday },
      ...{ method: 'conventional', temperature: 'chilled', boxSize: 60 },
    })

  must(await hub.set(true))
  expect(await told(await ask())).not.toContain(hub.farmId)
  expect(await answer()).toMatchObject({ refusal: 'hub_sells_nothing' })
  must(await hub.set(false))
  must(await answer())
  expect(await hub.set(true)).toMatchObject({ refusal: 'offers_open' })
  must(await withdrawAnswer(hub.ctx, { requestId, key: aKey() }))
  const [marked, answered] = await Promise.all([hub.set(true), answer()])
  expect([marked.ok, answered.ok].filter(Boolean)).toHaveLength(1)
  if (marked.ok) expect(answered).toMatchObject({ refusal: 'hub_sells_nothing' })
  else expect(marked).toMatchObject({ refusal: 'offers_open' })

  must(await hub.set(false))
  must(await answer())
  const { answers } = await ownRequest(chef, requestId)
  const { id: answerId, version, totalYen } = there(answers.find((it) => it.farm.id === hub.farmId))
  // an answer older than the mark
  await test_.pool.query('update farms set is_hub = true where id = $1', [hub.farmId])
  expect(
    await acceptAnswer(chef, { requestId, answerId, version, seenTotalYen: there(totalYen), key: aKey() }),
  ).toMatchObject({ refusal: 'farm_closed' })
  const listed = await test_.pool.query(`select id from products where farm_id = $1 and status = 'listed'`, [
    hub.farmId,
  ])
  expect(listed.rows).toEqual([])
})

test('a hub sells nothing: what sells is no hub, and of both at once one is refused', async () => {
  const hub = await aHub()
  const id = await aProduct(test_.db, hub.farmId)
  expect(await hub.set(true)).toMatchObject({ refusal: 'sells_goods' })
  await test_.db.updateTable('products').set({ status: 'paused' }).where('id', '=', id).execute()
  const list = () => moveGoods(hub.ctx, { id, move: 'list' })
  const [marked, listed] = await Promise.all([hub.set(true), list()])
  expect([marked.ok, listed.ok].filter(Boolean)).toHaveLength(1)
  if (marked.ok) expect(listed).toMatchObject({ refusal: 'hub_sells_nothing' })
  else expect(marked).toMatchObject({ refusal: 'sells_goods' })
})

test('with open orders it becomes no hub, and of an order and the mark at once one is refused', async () => {
  const hub = await aHub()
  const shop = await aRestaurant(test_.db)
  const chef = as(test_.db, shop.actor)
  const id = await aProduct(test_.db, hub.farmId)
  const pause = () => test_.db.updateTable('products').set({ status: 'paused' }).where('id', '=', id).execute()
  await fillCart(chef, shop.kitchenId, [[id, 2]])
  const orderId = there(must(await place(chef, shop.kitchenId)).orderIds[0])
  await pause()
  expect(await hub.set(true)).toMatchObject({ refusal: 'hub_with_orders' })
  must(await declineOrder(hub.ctx, { orderId, reason: 'その他', key: aKey() }))
  must(await hub.set(true))

  must(await hub.set(false))
  await test_.db.updateTable('products').set({ status: 'listed' }).where('id', '=', id).execute()
  await fillCart(chef, shop.kitchenId, [[id, 1]])
  const [placed, marked] = await Promise.all([place(chef, shop.kitchenId), pause().then(() => hub.set(true))])
  expect([placed.ok, marked.ok].filter(Boolean)).toHaveLength(1)
})

test('a hub that sold before stands on no badge', async () => {
  const hub = await aHub()
  const shop = await aRestaurant(test_.db)
  const id = await aProduct(test_.db, hub.farmId, { status: 'paused' })
  for (const on of ['2026-09-10', '2026-10-10', '2026-11-10'])
    await aReceivedOrder(test_.db, { ...shop, farmId: hub.farmId, on, lines: [{ productId: id }] })
  const ctx = as(test_.db, shop.actor, at('2026-11-24 11:00'))
  const named = async () =>
    (await badgesOfShop(ctx)).earned.flatMap(({ farms }) => farms).some(({ farmId }) => farmId === hub.farmId)
  expect(await named()).toBe(true)
  must(await hub.set(true))
  expect(await named()).toBe(false)
})

test('a hub drives for farms, and what they owe it is paid like everything else', async () => {
  const market = await aMarket(test_.db)
  const hub = await aHub()
  must(await hub.set(true))
  const { runId } = must(await openRun(hub.ctx, { ...aRunInput, leadDays: 1, cutoffDays: 2, key: aKey() }))
  expect((await runDetail(hub.ctx, runId)).near.map(({ id }) => id)).not.toContain(hub.farmId)
  const other = await aHub()
  must(await other.set(true))
  const invite = { runId, farmId: other.farmId, stop: 1, key: aKey() }
  expect(await inviteFarm(hub.ctx, invite)).toMatchObject({ refusal: 'farm_unknown' })
  const chef = as(test_.db, market.chef)
  const riders = market.farms.slice(0, 2)
  for (const { farmId, productId, actor } of riders) {
    must(await inviteFarm(hub.ctx, { runId, farmId, stop: 1, key: aKey() }))
    must(await joinRun(as(test_.db, actor), { runId, key: aKey() }))
    await fillCart(chef, market.kitchenId, [[productId, 2]])
    must(await chooseRun(chef, { kitchenId: market.kitchenId, farmId, runId }))
  }
  const { orderIds } = must(await place(chef, market.kitchenId))
  let owed = 0
  for (const [index, { farmId }] of riders.entries()) {
    const orders = await Promise.all(orderIds.map((id) => orderDetail(chef, id)))
    const { id: orderId, figures } = there(orders.find((order) => order.farmId === farmId))
    owed += figures.freightYen + Math.floor(figures.freightYen / 10)
    await bringToShipped(test_.db, market, index, orderId)
    must(await receiveOrder(as(test_.db, market.chef, arrivalTime), { orderId, key: aKey(), lines: [] }))
  }
  const { rows } = await test_.pool.query(
    `select coalesce(-sum(yen), 0)::int as yen from ledger_postings where account = 'payable' and farm_id = $1`,
    [hub.farmId],
  )
  expect(owed).toBeGreaterThan(1_900)
  expect(rows).toEqual([{ yen: owed }])
})
