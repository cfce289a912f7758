import { expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import type { OrderId } from '../../app/kernel/ids.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { closeGroupBuys } from '../../app/modules/group-buying/close-group-buys.server.ts'
import { cancelGroupBuy } from '../../app/modules/group-buying/end-group-buy.server.ts'
import { groupBuy, ownGroupBuys } from '../../app/modules/group-buying/group-queries.server.ts'
import { groupToOpen } from '../../app/modules/group-buying/group-to-open.server.ts'
import { joinGroupBuy, leaveGroupBuy } from '../../app/modules/group-buying/join-group-buy.server.ts'
import { openGroupBuy } from '../../app/modules/group-buying/open-group-buy.server.ts'
import { changeDelivery } from '../../app/modules/ordering/change-delivery.server.ts'
import { cancelOrder } from '../../app/modules/ordering/end-order.server.ts'
import { noteEvents } from '../../app/modules/ordering/fulfilment/tracking/note-events.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { aGroupBuy, aGroupBuyInput } from '../factories/group-buy.ts'
import { aKey, aMarket, aRestaurant, as, type Market } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, fillCart, must, shippingTime, there } from './steps.ts'

const test_ = testDatabase()

/** A neighbour of the market's kitchen, with a name of its own. */
async function aNeighbour(name: string, overrides: { orderLimitYen?: number } = {}) {
  const { actor, kitchenId, restaurantId } = await aRestaurant(test_.db, overrides)
  await test_.db.updateTable('restaurants').set({ name }).where('id', '=', restaurantId).execute()
  return { actor, kitchenId, restaurantId, ctx: as(test_.db, actor) }
}

const join = (ctx: Ctx, code: string, market: Market, qty: number, farm = 0) =>
  joinGroupBuy(ctx, { code, key: aKey(), lines: [{ productId: there(market.farms[farm]).productId, qty }] })

const closing = async (code: string) =>
  (await test_.db.selectFrom('groupBuys').select('closesAt').where('code', '=', code).executeTakeFirstOrThrow())
    .closesAt

/** What is due at the closing of this one, or a little later. */
const close = async (code: string) => {
  const done = await closeGroupBuys({ db: test_.db, now: new Date((await closing(code)).getTime() + 20_000) })
  return done.find((it) => it.code === code)
}

const freightOf = async (ctx: Ctx, id: OrderId) => (await orderDetail(ctx, id)).figures.freightYen
const inCart = async (ctx: Ctx, { kitchenId }: { kitchenId: Market['kitchenId'] }) =>
  (await cartQuote(ctx, kitchenId)).farms.flatMap(({ lines }) => lines.map(({ qty }) => qty))

test('what each kitchen is shown is what it is billed: the parts are the freight of one box, to the yen', async () => {
  const market = await aMarket(test_.db)
  const host = as(test_.db, market.chef)
  const code = await aGroupBuy(test_.db, market, { qty: 2 })
  expect(await inCart(host, market)).toEqual([])
  const alone = await groupBuy(host, { code })
  expect(alone.mine?.freightYen).toBe(alone.mine?.aloneYen)
  const [minato, kumo] = [await aNeighbour('トラットリア みなと'), await aNeighbour('和食 くも')]
  must(await join(minato.ctx, code, market, 1))
  must(await join(kumo.ctx, code, market, 1))
  const shown = await groupBuy(host, { code })
  expect(shown.boxes).toHaveLength(1)
  expect(shown.shared.map(({ name }) => name)).toEqual([
    'ビストロ 灯 神楽坂本店',
    'トラットリア みなと 神楽坂本店',
    '和食 くも 神楽坂本店',
  ])
  const parts = shown.shared.map(({ freightYen }) => freightYen ?? 0)
  expect(parts.reduce<number>((sum, part) => sum + part, 0)).toBe(shown.wholeYen)
  // 36 of 72 size points
  expect(parts[0]).toBe(Math.round(shown.wholeYen / 2))
  expect(shown.mine?.freightYen).toBeLessThan(alone.mine?.freightYen ?? 0)

  expect(await close(code)).toEqual({ code, ending: 'ordered', orders: 3 })
  let total = 0
  for (const [index, ctx] of [host, minato.ctx, kumo.ctx].entries()) {
    const told = await groupBuy(ctx, { code })
    const order = await orderDetail(ctx, there(told.orderId))
    expect(order.figures.freightYen).toBe(parts[index])
    expect(order.parcels.map(({ tracked }) => tracked)).toEqual([index === 0])
    expect(order.shipTo.building).toBe(index === 0 ? '' : 'ビストロ 灯気付')
    expect(order.shipTo.restaurant).toBe(there(shown.shared[index]).name.replace(' 神楽坂本店', ''))
    expect(order.deliveryOn).toBe(aGroupBuyInput.deliveryOn)
    expect(told.shared.map(({ freightYen }) => freightYen)).toEqual(parts)
    total += order.figures.freightYen
  }
  expect(total).toBe(shown.wholeYen)
  expect((await ownGroupBuys(minato.ctx)).map(({ ending, opened }) => [ending, opened])).toEqual([['ordered', false]])
})

test('what is shown with tax is the bill of the order, and it can be shipped: one box with a number, the rest in it', async () => {
  const market = await aMarket(test_.db)
  const host = as(test_.db, market.chef)
  const code = await aGroupBuy(test_.db, market)
  const neighbour = await aNeighbour('トラットリア みなと')
  must(await join(neighbour.ctx, code, market, 3))
  const totals = [
    (await groupBuy(host, { code })).mine?.totalYen,
    (await groupBuy(neighbour.ctx, { code })).mine?.totalYen,
  ]
  await close(code)
  for (const [index, ctx] of [host, neighbour.ctx].entries()) {
    const orderId = there((await groupBuy(ctx, { code })).orderId)
    expect((await orderDetail(ctx, orderId)).figures.totalIncYen).toBe(totals[index])
    await bringToShipped(test_.db, market, 0, orderId)
    const { state, figures, parcels } = await orderDetail(ctx, orderId)
    expect([state, figures.totalIncYen]).toEqual(['shipped', totals[index]])
    expect(parcels.every(({ unused }) => !unused)).toBe(true)
    expect(there(parcels[0]).trackingNumber === null).toBe(index === 1)
  }
})

test('too few kitchens: no restaurant’s order is placed, and the goods are in the carts again', async () => {
  const market = await aMarket(test_.db)
  const host = as(test_.db, market.chef)
  const code = await aGroupBuy(test_.db, market, { leastKitchens: 3 })
  const neighbour = await aNeighbour('トラットリア みなと')
  must(await join(neighbour.ctx, code, market, 4))
  expect(await close(code)).toEqual({ code, ending: 'too_few', orders: 0 })
  expect(await close(code)).toBeUndefined()
  expect([await inCart(host, market), await inCart(neighbour.ctx, neighbour)]).toEqual([[2], [4]])
  const told = await groupBuy(neighbour.ctx, { code })
  expect([told.ending, told.orderId, told.isOpen]).toEqual(['too_few', null, false])
  const mails = await test_.db
    .selectFrom('mails')
    .select('template')
    .where('template', 'like', 'group_buy_%')
    .where('createdAt', '>=', await closing(code))
    .execute()
  expect(mails.map(({ template }) => template)).toEqual(['group_buy_ended', 'group_buy_ended'])
})

test('a box that needs one kitchen is ordered also without neighbours', async () => {
  const market = await aMarket(test_.db)
  const host = as(test_.db, market.chef)
  const code = await aGroupBuy(test_.db, market, { leastKitchens: 1 })
  const { mine } = await groupBuy(host, { code })
  expect(await close(code)).toMatchObject({ ending: 'ordered', orders: 1 })
  expect(await freightOf(host, there((await groupBuy(host, { code })).orderId))).toBe(mine?.aloneYen)
})

test('restaurants join, change and leave until the closing, and only the host can call it off', async () => {
  const market = await aMarket(test_.db)
  const host = as(test_.db, market.chef)
  const code = await aGroupBuy(test_.db, market)
  const neighbour = await aNeighbour('トラットリア みなと')
  const { ctx } = neighbour
  expect(must(await join(ctx, code, market, 4)).joined).toBe(true)
  expect(must(await join(ctx, code, market, 1)).joined).toBe(false)
  expect((await groupBuy(ctx, { code })).goods.map(({ qty }) => qty)).toEqual([1])
  expect(await join(ctx, code, market, 0)).toMatchObject({ refusal: 'nothing_chosen' })
  must(await leaveGroupBuy(ctx, { code, key: aKey() }))
  expect(await leaveGroupBuy(ctx, { code, key: aKey() })).toMatchObject({ refusal: 'not_joined' })
  expect((await groupBuy(host, { code })).shared).toHaveLength(1)
  must(await join(ctx, code, market, 4))
  expect(await leaveGroupBuy(host, { code, key: aKey() })).toMatchObject({ refusal: 'opener_stays' })
  await expect(cancelGroupBuy(ctx, { code, key: aKey() })).rejects.toThrow(NotFound)
  await expect(groupBuy(ctx, { code: 'AAAAAAAAAA' })).rejects.toThrow(NotFound)
  const late = { ...ctx, now: await closing(code) }
  expect(await join(late, code, market, 5)).toMatchObject({ refusal: 'closed' })
  expect(await leaveGroupBuy(late, { code, key: aKey() })).toMatchObject({ refusal: 'closed' })
  must(await cancelGroupBuy(host, { code, key: aKey() }))
  expect(await cancelGroupBuy(host, { code, key: aKey() })).toMatchObject({ refusal: 'closed' })
  expect([await inCart(host, market), await inCart(ctx, neighbour)]).toEqual([[2], [4]])
})

test('a kitchen for which nothing can be ordered is left out and told; the others divide the freight', async () => {
  const market = await aMarket(test_.db)
  const host = as(test_.db, market.chef)
  const code = await aGroupBuy(test_.db, market)
  const [minato, kumo] = [await aNeighbour('トラットリア みなと'), await aNeighbour('和食 くも')]
  must(await join(minato.ctx, code, market, 3))
  must(await join(kumo.ctx, code, market, 40))
  // between joining and the closing another sale takes what was there
  const { productId } = there(market.farms[0])
  await test_.db.updateTable('productStock').set({ availableQty: 10 }).where('productId', '=', productId).execute()
  expect(await close(code)).toMatchObject({ ending: 'ordered', orders: 2 })
  const told = await groupBuy(kumo.ctx, { code })
  expect([told.orderId, told.refused]).toEqual([null, 'out_of_stock'])
  expect(await inCart(kumo.ctx, kumo)).toEqual([40])
  const ids = [there((await groupBuy(host, { code })).orderId), there((await groupBuy(minato.ctx, { code })).orderId)]
  const freights = [await freightOf(host, there(ids[0])), await freightOf(minato.ctx, there(ids[1]))]
  expect(freights.reduce((sum, part) => sum + part, 0)).toBe(told.wholeYen)
})

test('everyone joins at once and it is closed twice at once: each kitchen has one order', async () => {
  const market = await aMarket(test_.db)
  const code = await aGroupBuy(test_.db, market)
  const neighbours = await Promise.all(Array.from({ length: 6 }, (_, index) => aNeighbour(`店 ${index}`)))
  const key = aKey()
  const [first] = neighbours
  const twice = () =>
    joinGroupBuy(there(first).ctx, { code, key, lines: [{ productId: there(market.farms[0]).productId, qty: 1 }] })
  await Promise.all([twice(), twice(), ...neighbours.slice(1).map(({ ctx }) => join(ctx, code, market, 1))])
  const shown = await groupBuy(as(test_.db, market.chef), { code })
  expect(shown.shared).toHaveLength(7)
  const closed = await Promise.all([close(code), close(code)])
  expect(closed.filter((it) => it !== undefined)).toEqual([{ code, ending: 'ordered', orders: 7 }])
  const orders = await test_.db
    .selectFrom('orders')
    .select('id')
    .where('farmId', '=', there(market.farms[0]).farmId)
    .execute()
  expect(orders).toHaveLength(7)
})

test('a threshold of free freight and a least order count for the whole box', async () => {
  const market = await aMarket(test_.db)
  const host = as(test_.db, market.chef)
  // にの畑 takes orders from 1,000 yen on; さんの鶏舎 sends freely from 20,000
  const code = await aGroupBuy(test_.db, market, { farm: 2, qty: 3 })
  expect((await groupBuy(host, { code })).waived).toBe(false)
  const neighbour = await aNeighbour('トラットリア みなと')
  must(await join(neighbour.ctx, code, market, 3, 2))
  const shown = await groupBuy(neighbour.ctx, { code })
  expect([shown.waived, shown.wholeYen, shown.mine?.freightYen]).toEqual([true, 0, 0])
  await close(code)
  const order = await orderDetail(host, there((await groupBuy(host, { code })).orderId))
  expect([order.figures.freightYen, order.parcels.every(({ waived }) => waived)]).toEqual([0, true])

  await test_.db
    .updateTable('farms')
    .set({ minOrderYen: yen(9_000) })
    .where('id', '=', there(market.farms[1]).farmId)
    .execute()
  const small = await aGroupBuy(test_.db, market, { farm: 1, qty: 2 })
  must(await join(neighbour.ctx, small, market, 1, 1))
  expect((await groupBuy(host, { code: small })).missingToMinimumYen).toBe(2_400)
  expect(await close(small)).toMatchObject({ ending: 'below_minimum', orders: 0 })
})

test('an order in the box is not moved or cancelled freely, because the others count on it', async () => {
  const market = await aMarket(test_.db)
  const code = await aGroupBuy(test_.db, market)
  const { ctx } = await aNeighbour('トラットリア みなと')
  must(await join(ctx, code, market, 1))
  await close(code)
  const orderId = there((await groupBuy(ctx, { code })).orderId)
  const later = { ...ctx, now: new Date((await closing(code)).getTime() + 60_000) }
  const order = await orderDetail(later, orderId)
  expect(await cancelOrder(later, { orderId, key: aKey() })).toMatchObject({ ok: false, refusal: 'too_late' })
  const wish = { orderId, key: aKey(), version: order.version, slot: '14-16' as const }
  expect(await changeDelivery(later, wish)).toMatchObject({ ok: false, refusal: 'shared_box' })
  const locked = await test_.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  expect(locked.way?.kind).toBe('shared')
  expect(order.cutoffAt <= later.now).toBe(true)
})

test('what cannot be in the box is refused with its reason, and nothing is kept of it', async () => {
  const market = await aMarket(test_.db)
  const host = as(test_.db, market.chef)
  const { kitchenId } = market
  const { farmId, productId } = there(market.farms[0])
  const open = (more: Partial<typeof aGroupBuyInput>) =>
    openGroupBuy(host, { kitchenId, farmId, ...aGroupBuyInput, ...more, key: aKey() })
  expect(await open({})).toMatchObject({ refusal: 'nothing_chosen' })
  await fillCart(host, kitchenId, [[productId, 2]])
  expect(await open({ deliveryOn: '2026-11-24' as typeof aGroupBuyInput.deliveryOn })).toMatchObject({
    refusal: 'day_impossible',
  })
  expect(await open({ closeHours: 72 })).toMatchObject({ refusal: 'closes_too_soon' })
  expect(await inCart(host, market)).toEqual([2])
  const offer = await groupToOpen(host, { kitchenId, farmId })
  expect(offer.previews.map(({ more }) => more)).toEqual([1, 2])
  expect(there(offer.previews[1]).yen).toBeLessThan(offer.aloneYen)
  const code = must(await open({})).code
  const poor = await aNeighbour('小料理 月', { orderLimitYen: 2_000 })
  expect(await join(poor.ctx, code, market, 5)).toMatchObject({ refusal: 'over_order_limit' })
  expect(await join(poor.ctx, code, market, 101)).toMatchObject({ refusal: 'out_of_stock' })
  expect(await join(poor.ctx, code, market, 1, 1)).toMatchObject({ refusal: 'nothing_chosen' })
  expect((await groupBuy(host, { code })).shared).toHaveLength(1)
})

test('a restaurant that is not approved or has not joined sees nothing of it', async () => {
  const market = await aMarket(test_.db)
  const code = await aGroupBuy(test_.db, market)
  const waiting = await aRestaurant(test_.db, { approved: false })
  await expect(groupBuy(as(test_.db, waiting.actor), { code })).rejects.toThrow(NotFound)
  const { ctx } = await aNeighbour('トラットリア みなと')
  expect(await ownGroupBuys(ctx)).toEqual([])
})

test('the goods of the neighbours are delivered with the box that the carrier has delivered', async () => {
  const market = await aMarket(test_.db)
  const host = as(test_.db, market.chef)
  const code = await aGroupBuy(test_.db, market)
  const [minato, kumo] = [await aNeighbour('トラットリア みなと'), await aNeighbour('和食 くも')]
  for (const { ctx } of [minato, kumo]) must(await join(ctx, code, market, 3))
  await close(code)
  const orderOf = async (ctx: Ctx) => there((await groupBuy(ctx, { code })).orderId)
  const ids = [await orderOf(host), await orderOf(minato.ctx), await orderOf(kumo.ctx)] as const
  // the farm forgot to say that the last one was in it
  for (const id of ids.slice(0, 2)) await bringToShipped(test_.db, market, 0, id)
  const { parcels } = await orderDetail(host, ids[0])
  const said = (words: string) =>
    parcels.map(({ id }) => ({
      parcel: { parcelId: id, orderId: ids[0], carrier: 'yamato' as const, shippedAt: shippingTime },
      events: [{ words, state: null, place: '', at: arrivalTime }],
    }))
  const states = async () =>
    Promise.all([host, minato.ctx, kumo.ctx].map(async (ctx, at) => (await orderDetail(ctx, there(ids[at]))).state))
  const before = (await states())[2]
  await noteEvents({ db: test_.db, now: arrivalTime }, said('配達中'), 'webhook')
  expect(await states()).toEqual(['shipped', 'shipped', before])
  await noteEvents({ db: test_.db, now: arrivalTime }, said('配達完了'), 'webhook')
  expect(await states()).toEqual(['delivered', 'delivered', before])
})

test('a look asks once more for each further kitchen, and shows at once what has changed for another one', async () => {
  const market = await aMarket(test_.db)
  const host = as(test_.db, market.chef)
  const code = await aGroupBuy(test_.db, market)
  const look = async () => {
    test_.queriesSince()
    const { shared } = await groupBuy(host, { code })
    return { kitchens: shared.length, statements: test_.queriesSince().length }
  }
  const joined = async (name: string) => {
    const neighbour = await aNeighbour(name)
    must(await join(neighbour.ctx, code, market, 1))
    return neighbour
  }
  const minato = await joined('トラットリア みなと')
  const two = await look()
  for (const name of ['和食 くも', '鮨 なぎ', '焼鳥 とり', '蕎麦 そら']) await joined(name)
  expect(await look()).toEqual({ kitchens: 6, statements: two.statements + 4 })
  const { boxes } = await groupBuy(host, { code })
  must(await join(minato.ctx, code, market, 9))
  expect((await groupBuy(host, { code })).boxes).not.toEqual(boxes)
  const partOfMinato = async () =>
    (await groupBuy(host, { code })).shared.find(({ kitchenId }) => kitchenId === minato.kitchenId)?.freightYen
  expect(await partOfMinato()).toBeGreaterThan(0)
  const { restaurantId } = minato
  const status = { status: 'suspended', statusReason: '取引の停止' } as const
  await test_.db.updateTable('restaurants').set(status).where('id', '=', restaurantId).execute()
  expect(await partOfMinato()).toBeNull()
})
