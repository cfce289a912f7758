import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { detailAnswer, summaryAnswer } from '../../app/api/operations/order-answer.ts'
import type { FarmActor } from '../../app/authorization/actor.ts'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import { newId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { personalData } from '../../app/modules/admin/personal-data.server.ts'
import { actorOf, openSession } from '../../app/modules/identity/session-store.server.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { answerCancel, askToCancel } from '../../app/modules/ordering/end-order.server.ts'
import { instructionText } from '../../app/modules/ordering/instruction.ts'
import { substitutesFor } from '../../app/modules/ordering/offers.server.ts'
import { farmWork } from '../../app/modules/ordering/open-orders.server.ts'
import { tellOrderNews } from '../../app/modules/ordering/order-digest.server.tsx'
import { historyOfFarm } from '../../app/modules/ordering/order-history.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { harvestShare } from '../../app/modules/ordering/share-harvest.server.ts'
import { QuantityTable } from '../../app/modules/ordering/ui/quantity-table.tsx'
import { changeMember } from '../../app/modules/organisations/members/change-member.server.ts'
import { productDetail } from '../../app/modules/products/catalog/product-page.server.ts'
import { oneOfOwnGoods } from '../../app/modules/products/own-products.server.ts'
import { agreeOwnPrice, endOwnPrice, ownPricesOf } from '../../app/modules/products/prices/own-prices.server.ts'
import { regulars } from '../../app/modules/products/prices/regulars.server.ts'
import { acceptAnswer } from '../../app/modules/sourcing/accept-answer.server.ts'
import { answerRequest } from '../../app/modules/sourcing/answer-request.server.ts'
import { askRequest } from '../../app/modules/sourcing/ask-request.server.ts'
import { askedRequest, askedRequests } from '../../app/modules/sourcing/asked-requests.server.ts'
import { ownRequest } from '../../app/modules/sourcing/own-requests.server.ts'
import { aKey, aMarket, aPerson, aProduct, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, placeAll, there } from './steps.ts'

const test_ = testDatabase()
/** After 締切. */
const late = at('2026-11-24 12:30')

/** Every amount in an answer that is more than nothing, by its name. */
function amountsIn(answer: unknown): string[] {
  const found: string[] = []
  JSON.stringify(answer, (name, value: unknown) => {
    if (/(yen|price)$/i.test(name) && typeof value === 'number' && value !== 0) found.push(name)
    if (typeof value === 'string' && /[¥￥]\d/.test(value)) found.push(value)
    return value
  })
  return found
}

async function aFarmWithHelper() {
  const { db } = test_
  const market = await aMarket(db)
  const [orderId] = await placeAll(db, market)
  const owner: FarmActor = {
    ...there(market.farms[0]).actor,
    session: { key: 'k', authTime: noon, aal: 1 },
  }
  const personId = await aPerson(db, '手伝い 太郎')
  const membershipId = newId<'membership'>()
  const member = { id: membershipId, personId, farmId: owner.farmId, restaurantId: null, orderLimitYen: null }
  await db
    .insertInto('memberships')
    .values({ ...member, role: 'staff', rights: 'all' })
    .execute()
  const helper = async () => {
    const from = { who: { personId }, channel: 'cookie', ip: null, userAgent: null } as const
    return as(db, await actorOf({ db, now: noon }, await openSession({ db, now: noon }, from), 'cookie'))
  }
  const ofOrder = async (ctx: Awaited<ReturnType<typeof helper>>) => ({
    order: await orderDetail(ctx, there(orderId)),
    work: await farmWork(ctx, (await orderDetail(ctx, there(orderId))).shipOn),
    past: await historyOfFarm(ctx),
  })
  return { owner, membershipId, personId, helper, ofOrder, market, orderId: there(orderId) }
}

test('a helper sees orders without money, until the owner lets them; the API answers null in its place', async () => {
  const { owner, membershipId, helper, ofOrder } = await aFarmWithHelper()
  await test_.pool.query('update orders set short_goods_yen = 1234')
  const before = await ofOrder(await helper())
  expect(before.order.lines.length).toBeGreaterThan(0)
  expect(before.order.commission).toBeNull()
  expect(amountsIn(before)).toEqual([])
  expect(detailAnswer(before.order)).toMatchObject({ figures: null, lines: [{ priceYen: null, amountYen: null }] })
  expect(before.work.map(summaryAnswer)).toMatchObject([{ figures: null, parcels: [{ freightYen: null }] }])

  expect(amountsIn(await ofOrder(as(test_.db, owner)))).not.toEqual([])
  const change = { membershipId, role: 'staff', rights: 'all', orderLimitYen: null } as const
  must(await changeMember(as(test_.db, owner), { ...change, seesMoney: true }))
  const after = await ofOrder(await helper())
  expect(after.order.commission).not.toBeNull()
  expect(detailAnswer(after.order).figures?.totalIncYen).toBeGreaterThan(0)

  must(await changeMember(as(test_.db, owner), change))
  expect(amountsIn(await ofOrder(await helper()))).toEqual([])
})

test('the limit of a substitute stays hidden, in the lines, the history and the sharing; what can be sent does not', async () => {
  const { db } = test_
  const { owner, helper, market, orderId } = await aFarmWithHelper()
  const onions = await aProduct(db, owner.farmId, { name: '玉ねぎ', itemKey: 'onion', priceYen: yen(1_000) })
  const line = there((await orderDetail(as(db, owner), orderId)).lines[0])
  await test_.pool.query(`update order_lines set on_shortage = 'substitute', shortage_terms = $2 where id = $1`, [
    line.id,
    JSON.stringify({ substitutes: [onions], substituteMaxYen: 2_345, otherwise: 'drop_line' }),
  ])
  const shareOf = async (ctx: Ctx) =>
    harvestShare(ctx, { productId: line.productId, shipOn: (await orderDetail(ctx, orderId)).shipOn, available: 1 })
  const shown = async (ctx: Ctx) => {
    const order = await orderDetail(ctx, orderId)
    return { order, api: detailAnswer(order), share: await shareOf(ctx) }
  }
  expect(JSON.stringify(await shown(as(db, owner)))).toContain('2345')
  const hidden = await shown(await helper())
  expect(amountsIn(hidden)).toEqual([])
  const said = there(hidden.share.lines.find(({ lineId }) => lineId === line.id)).instruction
  expect(instructionText(said)).toBe('指定の代替品を上限額まで。ない場合は、この商品をキャンセルする')
  const offered = [...(await substitutesFor(await helper(), hidden.order, hidden.order.lines)).values()].flat()
  expect(offered).toMatchObject([{ productId: onions, most: 2 }])

  const shortage = { lineId: line.id, qty: 1, reason: 'harvest', substitute: { productId: onions, qty: 1 } } as const
  must(await acceptOrder(as(db, owner), { orderId, key: aKey(), lines: [shortage] }))
  expect(amountsIn((await orderDetail(as(db, owner), orderId)).events)).not.toEqual([])
  expect(amountsIn(await orderDetail(await helper(), orderId))).toEqual([])
  expect(market.farms).toHaveLength(3)
})

test('a regular’s own price is for those who see money, and so is its history on the product', async () => {
  const { db } = test_
  const { owner, helper, market } = await aFarmWithHelper()
  const { restaurantId } = market.chef
  const productId = there(market.farms[0]).productId
  const priced = { restaurantId, of: { productId, priceYen: yen(1_234) }, from: jstDate('2026-11-24'), until: null }
  const { id } = must(await agreeOwnPrice(as(db, owner), { ...priced, key: aKey() }))
  const historyOf = async (ctx: Ctx) => (await oneOfOwnGoods(ctx, productId)).past.map(({ kind }) => kind)
  expect(await historyOf(as(db, owner))).toEqual(['own_price_agreed'])

  const ctx = await helper()
  expect(await regulars(ctx)).toMatchObject([{ id: restaurantId, ownPrices: 1 }])
  await expect(ownPricesOf(ctx, restaurantId)).rejects.toThrow(NotFound)
  await expect(agreeOwnPrice(ctx, { ...priced, key: aKey() })).rejects.toThrow(NotFound)
  await expect(endOwnPrice(ctx, { id })).rejects.toThrow(NotFound)
  expect(await historyOf(ctx)).toEqual([])
  expect((await ownPricesOf(as(db, owner), restaurantId)).held).toHaveLength(1)
})

test('the price of an answer to a request is for those who see money, and so is the product of its order', async () => {
  const { db } = test_
  const { owner, helper, market } = await aFarmWithHelper()
  const { chef, kitchenId } = market
  await aProduct(db, owner.farmId, { name: 'ズッキーニ', itemKey: 'zucchini', category: 'fruitveg' })
  const wish = { words: 'ズッキーニの花', category: null, qty: 20, unit: '本', days: [jstDate('2026-11-27')] }
  const open = { ceilingYen: null, method: null, note: '', answerUntil: null }
  const { requestId } = must(await askRequest(as(db, chef), { kitchenId, key: aKey(), ...wish, ...open }))
  const box = { method: 'conventional', temperature: 'chilled', boxSize: 60, words: '' } as const
  const offer = { priceYen: yen(81), qty: 20, deliveryOn: jstDate('2026-11-27'), ...box }
  must(await answerRequest(as(db, owner), { requestId, key: aKey(), ...offer }))
  const asked = async (ctx: Ctx) => [await askedRequest(ctx, requestId), await askedRequests(ctx)]
  expect(amountsIn(await asked(as(db, owner)))).toEqual(['priceYen', 'price', 'priceYen'])
  expect(amountsIn(await asked(await helper()))).toEqual([])

  const { answers } = await ownRequest(as(db, chef), requestId)
  const { id: answerId, version, totalYen: seenTotalYen } = there(answers[0])
  must(await acceptAnswer(as(db, chef), { requestId, answerId, version, seenTotalYen, key: aKey() }))
  const made = await db.selectFrom('requestAnswers').select('productId').where('id', '=', answerId).executeTakeFirst()
  const productId = there(made?.productId)
  expect(await oneOfOwnGoods(as(db, owner), productId)).toMatchObject({ priceYen: 81 })
  await expect(oneOfOwnGoods(await helper(), productId)).rejects.toThrow(NotFound)
  await expect(productDetail(await helper(), productId, null)).rejects.toThrow(NotFound)
})

test('nothing about the money of orders is sent to a helper, and their own data have none', async () => {
  const { db } = test_
  const { personId, helper, market, orderId } = await aFarmWithHelper()
  must(await acceptOrder(await helper(), { orderId, key: aKey(), lines: [] }))
  must(await askToCancel(as(db, market.chef, late), { orderId, key: aKey() }))
  must(await answerCancel({ ...(await helper()), now: late }, { orderId, agree: true, key: aKey() }))
  await tellOrderNews({ db, now: late })
  const sent = await test_.pool.query('select * from notifications where person_id = $1', [personId])
  expect(sent.rows).toEqual([])
  const mailed = await test_.pool.query('select * from mails where recipient = $1', [`${personId}@example.jp`])
  expect(mailed.rows).toEqual([])
  const { history } = await personalData(await helper())
  expect(history.length).toBeGreaterThan(0)
  expect(amountsIn(history)).toEqual([])
})

test('the table of quantities leaves out prices and amounts where money is not shown', async () => {
  const { owner, orderId } = await aFarmWithHelper()
  const { lines } = await orderDetail(as(test_.db, owner), orderId)
  const table = (moneyShown: boolean) =>
    renderToStaticMarkup(createElement(QuantityTable, { lines, reader: 'farm', moneyShown }))
  expect(table(true)).toMatch(/[¥￥]/)
  expect(table(false)).not.toMatch(/[¥￥円]/)
})
