import { expect, test } from 'vitest'
import { z } from 'zod'
import type { BuyerActor, FarmActor } from '../../app/authorization/actor.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import { newId, type RequestAnswerId, type RequestId } from '../../app/kernel/ids.ts'
import { at, type JstDate, jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { approvePurchase, sendBackPurchase } from '../../app/modules/ordering/approve-purchase.server.ts'
import { historyOfFarm, historyOfRestaurant } from '../../app/modules/ordering/order-history.server.ts'
import { sharedGoods } from '../../app/modules/products/catalog/shared-goods.server.ts'
import { ownGoods } from '../../app/modules/products/own-products.server.ts'
import { acceptAnswer } from '../../app/modules/sourcing/accept-answer.server.ts'
import { answerRequest, declineRequest, withdrawAnswer } from '../../app/modules/sourcing/answer-request.server.ts'
import { type Asked, askRequest, changeRequest } from '../../app/modules/sourcing/ask-request.server.ts'
import { askedRequest, askedRequests, requestsWaiting } from '../../app/modules/sourcing/asked-requests.server.ts'
import {
  closeDueRequests,
  putAwayGoods,
  removeRequest,
  withdrawRequest,
} from '../../app/modules/sourcing/close-request.server.ts'
import { demand } from '../../app/modules/sourcing/demand.server.ts'
import { ownRequest, ownRequests } from '../../app/modules/sourcing/own-requests.server.ts'
import { staffRequests } from '../../app/modules/sourcing/request-queries.server.ts'
import { readForm } from '../../app/web/read-form.server.ts'
import { aFarm, aKey, anAdmin, aPerson, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { withWords } from '../support/mailed.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()
const friday = jstDate('2026-11-27')
const saturday = jstDate('2026-11-28')
// Friday's deliveries leave on Thursday, packed at 14:00; 締切 26 hours before, on Wednesday
const lastOrder = at('2026-11-25 12:00')

const flowers: Asked = {
  words: 'ズッキーニの花',
  category: null,
  qty: 20,
  unit: '本',
  days: [friday],
  ceilingYen: null,
  method: null,
  note: '',
  answerUntil: null,
}

const zucchini = { itemKey: 'zucchini', category: 'fruitveg' as const, name: 'ズッキーニ', seasonMonths: [11] }

async function aScene(facts: { orderLimitYen?: number } = {}) {
  const { db } = test_
  // the farms of the earlier tests are not part of this market
  await db.updateTable('farms').set({ status: 'suspended', statusReason: '前の試し' }).execute()
  const chef = await aRestaurant(db, facts)
  const farm = await aFarm(db, { name: '花の畑' })
  await aProduct(db, farm.farmId, zucchini)
  const other = await aFarm(db, { name: '海の畑' })
  await aProduct(db, other.farmId, { ...zucchini, status: 'paused' })
  const ctx = (now = noon) => as(db, chef.actor, now)
  const of = (it: { actor: FarmActor }, now = noon) => as(db, it.actor, now)
  const ask = (asked: Partial<Asked> = {}, now = noon) =>
    askRequest(ctx(now), { kitchenId: chef.kitchenId, key: aKey(), ...flowers, ...asked })
  return { chef, farm, other, ctx, of, ask }
}

const anOffer = {
  priceYen: yen(80),
  qty: 20,
  deliveryOn: friday as JstDate,
  method: 'conventional',
  temperature: 'chilled',
  boxSize: 60,
  words: '朝5時に摘みます',
} as const

const offer = (actor: FarmActor, requestId: RequestId, more: Partial<typeof anOffer> = {}, now = noon) =>
  answerRequest(as(test_.db, actor, now), { requestId, key: aKey(), ...anOffer, ...more })

/** A request, both farms' answers, and how to accept one as its page shows it. */
async function answered(facts: { orderLimitYen?: number } = {}) {
  const scene = await aScene(facts)
  const { requestId } = must(await scene.ask())
  must(await offer(scene.farm.actor, requestId))
  must(await offer(scene.other.actor, requestId, { priceYen: yen(120) }))
  const shown = () => ownRequest(scene.ctx(), requestId)
  const accept = async (farmId: string, actor: BuyerActor = scene.chef.actor, now = noon) => {
    const { answers } = await shown()
    const answer = there(answers.find(({ farm }) => farm.id === farmId))
    return takes(requestId, answer, actor, now)
  }
  return { ...scene, requestId, shown, accept }
}

const takes = (
  requestId: RequestId,
  { id, version, totalYen }: { id: RequestAnswerId; version: number; totalYen: number },
  actor: BuyerActor,
  now = noon,
  key = aKey(),
) => acceptAnswer(as(test_.db, actor, now), { requestId, answerId: id, version, seenTotalYen: totalYen, key })

async function aColleague({ restaurantId, actor }: { restaurantId: BuyerActor['restaurantId']; actor: BuyerActor }) {
  const personId = await aPerson(test_.db, '二番手')
  await test_.db
    .insertInto('memberships')
    .values({
      id: newId<'membership'>(),
      personId,
      farmId: null,
      restaurantId,
      role: 'owner',
      orderLimitYen: null,
    })
    .execute()
  return { ...actor, personId, role: 'owner', orderLimitYen: null } satisfies BuyerActor
}

const mailsOf = async (id: RequestId) =>
  withWords(
    await test_.db
      .selectFrom('mails')
      .select(['template', 'subject', 'data', 'html', 'text', 'personId'])
      .where('key', 'like', `request:${id}:%`)
      .orderBy('createdAt')
      .orderBy('key')
      .execute(),
  )

const eventsOf = async (id: RequestId) =>
  (
    await test_.pool.query(`select kind from events where kind like 'request%' and data->>'id' = $1 order by seq`, [id])
  ).rows.map(({ kind }) => kind)

test('only the farms that could supply it are told', async () => {
  const { chef, farm, other, of, ask, ctx } = await aScene()
  const carrots = await aFarm(test_.db, { name: '人参だけ' })
  await aProduct(test_.db, carrots.farmId)
  const outOfSeason = await aFarm(test_.db, { name: '夏だけ' })
  await aProduct(test_.db, outOfSeason.farmId, { ...zucchini, seasonMonths: [7] })
  const { requestId, told } = must(await ask())
  expect(told).toBe(2)
  for (const it of [farm, other])
    expect(await askedRequests(of(it))).toMatchObject([
      { id: requestId, words: 'ズッキーニの花', open: true, answer: null },
    ])
  for (const it of [carrots, outOfSeason]) {
    expect(await askedRequests(of(it))).toEqual([])
    await expect(askedRequest(of(it), requestId)).rejects.toThrow(NotFound)
    await expect(offer(it.actor, requestId)).rejects.toThrow(NotFound)
  }
  const notifications = await test_.db
    .selectFrom('notifications')
    .select(['kind', 'path', 'personId'])
    .where('path', '=', `/farmer/requests/${requestId}`)
    .execute()
  expect(new Set(notifications.map(({ personId }) => personId))).toEqual(
    new Set([farm.actor.personId, other.actor.personId]),
  )
  expect(notifications[0]).toMatchObject({ kind: 'request' })
  expect(await requestsWaiting(of(farm))).toBe(1)
  expect(await ownRequests(ctx())).toMatchObject([{ id: requestId, told: 2, offers: 0, by: chef.actor.name }])
  // by default until the last moment of ordering
  expect(await ownRequest(ctx(), requestId)).toMatchObject({ answerUntil: lastOrder, open: true })
})

test('what cannot be asked for says why', async () => {
  const { ask } = await aScene()
  const cases: [Partial<Asked>, string][] = [
    [{ words: ' ' }, 'words_missing'],
    [{ words: 'めずらしいもの' }, 'kind_unknown'],
    [{ words: 'めずらしいもの', category: 'processed' }, 'kind_unknown'],
    [{ unit: '' }, 'unit_missing'],
    [{ days: [jstDate('2026-11-24')] }, 'days_too_far'],
    [{ days: [jstDate('2026-12-08')] }, 'days_too_far'],
    // it is too late to ship anything that arrives tomorrow
    [{ days: [jstDate('2026-11-25')] }, 'nobody_to_ask'],
    [{ words: '桜鯛' }, 'nobody_to_ask'],
    [{ answerUntil: at('2026-11-24 11:10') }, 'until_too_soon'],
  ]
  for (const [asked, refusal] of cases)
    expect([asked, (await ask(asked)) as unknown]).toMatchObject([asked, { refusal }])
})

test('what is missing stands at its field', () => {
  const read = readForm(z.object(askRequest.declaration.input), new FormData())
  expect(read.ok ? {} : read.problem.fields).toMatchObject({
    words: '探している食材を入力してください（例 ズッキーニの花）。',
    qty: '数量は1から9,999までの整数で入力してください（例 20）。',
    unit: '数量の単位を10文字以内で入力してください（例 本）。',
    days: 'お届け希望日を、1つ以上選択してください。',
  })
})

test('boxes of vegetables are asked for, too', async () => {
  const scene = await aScene()
  await aProduct(test_.db, scene.farm.farmId, {
    ...zucchini,
    itemKey: 'vegetable_set',
    category: 'set',
    name: '野菜セット',
  })
  must(await scene.ask({ words: '野菜セット', unit: '箱', qty: 2 }))
})

test('the same key asks once; twenty at a time are enough', async () => {
  const { chef, ctx, ask } = await aScene()
  const key = aKey()
  const again = () => askRequest(ctx(), { kitchenId: chef.kitchenId, key, ...flowers })
  const [one, two] = await Promise.all([again(), again()])
  expect(must(one)).toEqual(must(two))
  for (let count = 1; count < 20; count++) must(await ask())
  expect(await ask()).toMatchObject({ refusal: 'too_many_requests' })
})

test('a request changes until a farm answers, and the farms hear of it', async () => {
  const { farm, ctx, ask } = await aScene()
  const { requestId } = must(await ask())
  const change = (qty: number, version: number) =>
    changeRequest(ctx(), { requestId, key: aKey(), version, ...flowers, qty })
  must(await change(30, 1))
  expect(await change(40, 1)).toMatchObject({ refusal: 'request_changed' })
  expect(await ownRequest(ctx(), requestId)).toMatchObject({ qty: 30, version: 2 })
  expect((await mailsOf(requestId)).filter(({ subject }) => subject.includes('変更されました'))).toHaveLength(2)
  must(await offer(farm.actor, requestId))
  expect(await change(50, 2)).toMatchObject({ refusal: 'answered_already' })
  // and again once the farm has withdrawn its answer
  must(await withdrawAnswer(as(test_.db, farm.actor), { requestId, key: aKey() }))
  must(await change(50, 2))
})

test('an answer that cannot be says why', async () => {
  const { farm, ask } = await aScene()
  const { requestId } = must(await ask())
  const cases: [object, string][] = [
    [{ priceYen: 0 }, 'bad_price'],
    [{ qty: 21 }, 'more_than_asked'],
    [{ deliveryOn: saturday }, 'bad_day'],
    [{ boxSize: 160 }, 'box_too_big'],
    [{ method: 'jas_organic' }, 'method_not_shown'],
    [{ words: '無農薬です' }, 'forbidden_claim'],
    [{ words: '有機栽培です' }, 'organic_without_jas'],
  ]
  for (const [more, refusal] of cases)
    expect([more, (await offer(farm.actor, requestId, more)) as unknown]).toMatchObject([more, { refusal }])
  // on the requested day, but too late for this farm
  expect(await offer(farm.actor, requestId, {}, at('2026-11-25 12:01'))).toMatchObject({ refusal: 'request_expired' })
})

test('the answers stand side by side with what each comes to, the cheapest first', async () => {
  const { farm, other, shown } = await answered()
  const { answers, declined } = await shown()
  expect(declined).toBe(0)
  // 80 yen × 20, 8 %; a cool box of 60 within Kanto is 800 + 250, 10 %
  expect(answers).toMatchObject([
    {
      farm: { id: farm.farmId },
      goodsYen: 1_600,
      freightYen: 1_050,
      taxYen: 128 + 105,
      totalYen: 2_883,
      problem: null,
    },
    { farm: { id: other.farmId }, goodsYen: 2_400, freightYen: 1_050, taxYen: 192 + 105, totalYen: 3_747 },
  ])
})

test('accepting makes exactly one order with these yen, and the others hear that it is over', async () => {
  const { farm, other, ctx, of, requestId, accept, shown } = await answered()
  const { purchaseId, pending } = must(await accept(farm.farmId))
  expect(pending).toBe(false)
  const { orders } = await historyOfRestaurant(ctx())
  expect(orders).toHaveLength(1)
  expect(orders[0]).toMatchObject({
    purchaseId,
    deliveryOn: friday,
    // the farm has committed itself already
    state: 'accepted',
    figures: { totalIncYen: 2_883 },
    lines: [{ name: 'ズッキーニの花', priceYen: 80, quantities: { ordered: { qty: 20 } } }],
  })
  expect((await historyOfFarm(of(farm))).orders).toHaveLength(1)
  expect(await shown()).toMatchObject({ state: 'accepted', purchaseId, open: false })
  expect((await mailsOf(requestId)).filter(({ template }) => template === 'request_closed')).toMatchObject([
    { personId: other.actor.personId, text: expect.stringContaining('他の農園に注文しました') },
  ])
  expect(await eventsOf(requestId)).toEqual([
    'request_asked',
    'request_answered',
    'request_answered',
    'request_accepted',
  ])
  // again, and the other one: it is over
  expect(await accept(other.farmId)).toMatchObject({ refusal: 'request_accepted' })
  expect(await offer(other.actor, requestId)).toMatchObject({ refusal: 'request_accepted' })
  expect((await historyOfRestaurant(ctx())).orders).toHaveLength(1)
})

test('the goods are for this one order: in no list of the farm, shown to nobody else, put away the day after', async () => {
  const { chef, farm, ctx, of, accept } = await answered()
  must(await accept(farm.farmId))
  expect((await ownGoods(of(farm))).map(({ name }) => name)).toEqual(['ズッキーニ'])
  expect(await sharedGoods(ctx())).toEqual([])
  const goods = () =>
    test_.db
      .selectFrom('products')
      .innerJoin('productAudience', 'productAudience.productId', 'products.id')
      .select(['products.id', 'status', 'audience', 'restaurantId'])
      .where('products.farmId', '=', farm.farmId)
      .execute()
  const [made] = await goods()
  expect(made).toMatchObject({ status: 'listed', audience: 'chosen', restaurantId: chef.restaurantId })
  const parts = (now: Date) => ({ db: test_.db, now })
  await putAwayGoods(parts(at('2026-11-27 23:59')))
  expect((await goods())[0]?.status).toBe('listed')
  const [one, two] = await Promise.all([
    putAwayGoods(parts(at('2026-11-28 00:01'))),
    putAwayGoods(parts(at('2026-11-28 00:01'))),
  ])
  expect(one + two).toBeGreaterThan(0)
  expect((await goods())[0]?.status).toBe('archived')
  expect(await putAwayGoods(parts(at('2026-11-28 00:02')))).toBe(0)
  const put = await test_.db
    .selectFrom('events')
    .select('id')
    .where('kind', '=', 'request_goods_put_away')
    .where('aboutProductId', '=', there(made).id)
    .execute()
  expect(put).toHaveLength(1)
})

test('pressed twice it orders once', async () => {
  const { chef, farm, ctx, requestId, shown } = await answered()
  const answer = there((await shown()).answers.find((it) => it.farm.id === farm.farmId))
  const key = aKey()
  const press = () => takes(requestId, answer, chef.actor, noon, key)
  const [one, two] = await Promise.all([press(), press()])
  expect(must(one)).toEqual(must(two))
  expect((await historyOfRestaurant(ctx())).orders).toHaveLength(1)
})

test('two members accept two answers at once: one wins, the other is told that it is done', async () => {
  for (let round = 0; round < 3; round++) {
    const { chef, farm, other, ctx, accept } = await answered()
    const colleague = await aColleague(chef)
    const [one, two] = await Promise.all([accept(farm.farmId), accept(other.farmId, colleague)])
    expect([one, two].filter(({ ok }) => ok)).toHaveLength(1)
    expect([one, two].find(({ ok }) => !ok)).toMatchObject({ refusal: 'request_accepted' })
    expect((await historyOfRestaurant(ctx())).orders).toHaveLength(1)
  }
})

test('accepted in the moment in which the farm withdraws its offer: one of them wins, never both', async () => {
  for (let round = 0; round < 4; round++) {
    const { chef, farm, of, ctx, requestId, shown } = await answered()
    const answer = there((await shown()).answers.find((it) => it.farm.id === farm.farmId))
    const [accepted, taken] = await Promise.all([
      takes(requestId, answer, chef.actor),
      withdrawAnswer(of(farm), { requestId, key: aKey() }),
    ])
    expect([accepted.ok, taken.ok].filter(Boolean)).toHaveLength(1)
    if (accepted.ok) expect(taken).toMatchObject({ refusal: 'request_accepted' })
    else expect(accepted).toMatchObject({ refusal: 'answer_gone' })
    expect((await historyOfRestaurant(ctx())).orders).toHaveLength(accepted.ok ? 1 : 0)
  }
})

test('what the farm changed meanwhile is shown and asked, never ordered unseen', async () => {
  const { chef, farm, ctx, requestId, shown } = await answered()
  const before = there((await shown()).answers[0])
  must(await offer(farm.actor, requestId, { priceYen: yen(90) }))
  expect(await takes(requestId, before, chef.actor)).toMatchObject({ refusal: 'answer_changed' })
  const now = there((await shown()).answers[0])
  expect(await takes(requestId, { ...now, totalYen: now.totalYen - 1 }, chef.actor)).toMatchObject({
    refusal: 'changed',
  })
  expect((await historyOfRestaurant(ctx())).orders).toEqual([])
  must(await takes(requestId, now, chef.actor))
})

test('it joins the order that is open for that day, and the farm answers the whole', async () => {
  const { chef, farm, ctx, requestId, accept, shown } = await answered()
  const carrots = await aProduct(test_.db, farm.farmId, {
    temperature: 'chilled',
    grossGrams: 500 as never,
    sizePoints: 5,
  })
  await fillCart(ctx(), chef.kitchenId, [[carrots, 1]])
  await test_.db.updateTable('carts').set({ wishedOn: friday }).where('kitchenId', '=', chef.kitchenId).execute()
  must(await place(ctx(), chef.kitchenId))
  const [open] = (await historyOfRestaurant(ctx())).orders
  const mine = there((await shown()).answers.find((it) => it.farm.id === farm.farmId))
  expect(mine).toMatchObject({ joins: open?.number })
  must(await accept(farm.farmId))
  const { orders } = await historyOfRestaurant(ctx())
  expect(orders).toHaveLength(1)
  expect(orders[0]).toMatchObject({ state: 'placed', lines: [{ name: '人参' }, { name: 'ズッキーニの花' }] })
  expect(orders[0]?.figures.totalIncYen).toBe((open?.figures.totalIncYen ?? 0) + mine.totalYen)
  expect(await eventsOf(requestId)).toContain('request_accepted')
})

test('below the farm’s minimum it says so, and orders nothing', async () => {
  const { farm, ctx, accept, shown } = await answered()
  await test_.db
    .updateTable('farms')
    .set({ minOrderYen: yen(5_000) })
    .where('id', '=', farm.farmId)
    .execute()
  expect((await shown()).answers.at(-1)).toMatchObject({
    farm: { id: farm.farmId },
    problem: 'below_farm_minimum',
    hindered: expect.stringContaining('最低注文'),
  })
  expect(await accept(farm.farmId)).toMatchObject({ refusal: 'below_farm_minimum' })
  expect((await historyOfRestaurant(ctx())).orders).toEqual([])
})

test('what the farm has agreed with the restaurant for all of its goods counts here too', async () => {
  const { chef, farm, ctx, accept, shown } = await answered()
  await test_.db
    .insertInto('ownPrices')
    .values({
      id: newId<'ownPrice'>(),
      farmId: farm.farmId,
      restaurantId: chef.restaurantId,
      productId: null,
      priceYen: null,
      percentOff: 10,
      fromOn: jstDate('2026-11-01'),
      untilOn: null,
      agreedAt: noon,
      endedAt: null,
    })
    .execute()
  expect((await shown()).answers[0]).toMatchObject({ goodsYen: 1_440 })
  must(await accept(farm.farmId))
  expect((await historyOfRestaurant(ctx())).orders[0]?.figures.goodsYen).toBe(1_440)
})

test('above a member’s limit an owner is asked; their word orders it', async () => {
  const { chef, farm, ctx, of, accept } = await answered({ orderLimitYen: 1_000 })
  const { purchaseId, pending } = must(await accept(farm.farmId))
  expect(pending).toBe(true)
  expect((await historyOfFarm(of(farm))).orders).toEqual([])
  const owner = await aColleague(chef)
  must(await approvePurchase(as(test_.db, owner), { purchaseId, key: aKey() }))
  expect((await historyOfRestaurant(ctx())).orders).toMatchObject([
    { state: 'placed', figures: { totalIncYen: 2_883 } },
  ])
})

test('what the owner sends back lies in the cart, and can be ordered from there', async () => {
  const { chef, farm, ctx, accept } = await answered({ orderLimitYen: 1_000 })
  const { purchaseId } = must(await accept(farm.farmId))
  const owner = await aColleague(chef)
  must(await sendBackPurchase(as(test_.db, owner), { purchaseId, key: aKey(), reason: '高い' }))
  expect(await cartQuote(ctx(), chef.kitchenId)).toMatchObject({
    orderable: true,
    farms: [{ lines: [{ name: 'ズッキーニの花', qty: 20, priceYen: 80 }] }],
  })
})

test('another restaurant’s request and its answers do not exist', async () => {
  const { farm, requestId, shown } = await answered()
  const stranger = await aRestaurant(test_.db)
  const ctx = as(test_.db, stranger.actor)
  const answer = there((await shown()).answers[0])
  await expect(ownRequest(ctx, requestId)).rejects.toThrow(NotFound)
  await expect(takes(requestId, answer, stranger.actor)).rejects.toThrow(NotFound)
  await expect(withdrawRequest(ctx, { requestId, key: aKey() })).rejects.toThrow(NotFound)
  // an answer to another request of the same restaurant
  const mine = await answered()
  await expect(takes(mine.requestId, answer, mine.chef.actor)).rejects.toThrow(NotFound)
  await expect(askedRequest(as(test_.db, farm.actor), newId<'request'>())).rejects.toThrow(NotFound)
})

test('with no answer it is over when the time for answers is; the chef is told', async () => {
  const { ctx, farm, ask } = await aScene()
  const { requestId } = must(await ask({ answerUntil: at('2026-11-24 22:00') }))
  const close = (now: Date) => closeDueRequests({ db: test_.db, now })
  const state = async () => (await ownRequest(ctx(), requestId)).state
  await close(at('2026-11-24 22:00'))
  expect(await state()).toBe('open')
  const [one, two] = await Promise.all([close(at('2026-11-24 22:01')), close(at('2026-11-24 22:01'))])
  expect(one + two).toBeGreaterThan(0)
  expect(await state()).toBe('expired')
  expect(await offer(farm.actor, requestId, {}, at('2026-11-24 22:02'))).toMatchObject({ refusal: 'request_expired' })
  expect((await mailsOf(requestId)).filter(({ template }) => template === 'request_closed')).toHaveLength(1)
  expect((await eventsOf(requestId)).filter((kind) => kind === 'request_expired')).toHaveLength(1)
})

test('with an answer the chef may still choose after the service, until nothing can be ordered any more', async () => {
  const { chef, farm, ctx, of, ask } = await aScene()
  const { requestId } = must(await ask({ answerUntil: at('2026-11-24 18:00') }))
  must(await offer(farm.actor, requestId))
  const late = at('2026-11-24 23:30')
  await closeDueRequests({ db: test_.db, now: late })
  expect(await offer(farm.actor, requestId, { priceYen: yen(200) }, late)).toMatchObject({ refusal: 'answers_over' })
  const { answers, state } = await ownRequest(ctx(late), requestId)
  expect(state).toBe('open')
  // a minute too late, also before the job has run
  expect(await takes(requestId, there(answers[0]), chef.actor, at('2026-11-25 12:01'))).toMatchObject({
    refusal: 'request_expired',
  })
  must(await takes(requestId, there(answers[0]), chef.actor, late))
  expect((await historyOfFarm(of(farm))).orders).toHaveLength(1)
})

test('an offer that the farm withdraws after the time for answers closes the request', async () => {
  const { farm, ctx, of, ask } = await aScene()
  const { requestId } = must(await ask({ answerUntil: at('2026-11-24 18:00') }))
  must(await offer(farm.actor, requestId))
  must(await withdrawAnswer(of(farm, at('2026-11-24 20:00')), { requestId, key: aKey() }))
  await closeDueRequests({ db: test_.db, now: at('2026-11-24 20:01') })
  expect((await ownRequest(ctx(), requestId)).state).toBe('expired')
})

test('the chef withdraws a request: the farms that answered are told, and a farm that answers later is refused', async () => {
  const { farm, other, ctx, of, ask } = await aScene()
  const { requestId } = must(await ask())
  must(await offer(farm.actor, requestId))
  must(await declineRequest(of(other), { requestId, key: aKey() }))
  must(await withdrawRequest(ctx(), { requestId, key: aKey() }))
  expect(await offer(farm.actor, requestId)).toMatchObject({ refusal: 'request_withdrawn' })
  expect(await withdrawRequest(ctx(), { requestId, key: aKey() })).toMatchObject({ refusal: 'request_withdrawn' })
  expect((await mailsOf(requestId)).filter(({ template }) => template === 'request_closed')).toMatchObject([
    { personId: farm.actor.personId },
  ])
})

test('staff remove what is not a request, with a reason that the chef reads', async () => {
  const { chef, farm, ctx, ask } = await aScene()
  const { requestId } = must(await ask())
  must(await offer(farm.actor, requestId))
  const staff = as(test_.db, await anAdmin(test_.db))
  expect(await removeRequest(staff, { requestId, key: aKey(), reason: ' ' })).toMatchObject({
    refusal: 'reason_missing',
  })
  must(await removeRequest(staff, { requestId, key: aKey(), reason: '食材ではない広告でした' }))
  expect(await ownRequest(ctx(), requestId)).toMatchObject({
    state: 'removed',
    removedReason: '食材ではない広告でした',
  })
  const told = (await mailsOf(requestId)).filter(({ template }) => template === 'request_closed')
  expect(new Set(told.map(({ personId }) => personId))).toEqual(new Set([farm.actor.personId, chef.actor.personId]))
  // the reason is between staff and the restaurant
  expect(told.filter(({ text }) => text.includes('広告'))).toMatchObject([{ personId: chef.actor.personId }])
  const wish = { state: 'removed', words: 'ズッキーニ', after: null } as const
  expect((await staffRequests(staff, wish)).requests.map(({ id }) => id)).toContain(requestId)
  expect((await staffRequests(staff, { ...wish, state: 'open' })).requests.map(({ id }) => id)).not.toContain(requestId)
})

test('a requester who left the restaurant is no longer notified: the owners are, because prices are in it', async () => {
  const { chef, farm, ask } = await aScene()
  const { requestId } = must(await ask({ answerUntil: at('2026-11-24 22:00') }))
  const owner = await aColleague(chef)
  await test_.db.deleteFrom('memberships').where('personId', '=', chef.actor.personId).execute()
  must(await offer(farm.actor, requestId))
  await closeDueRequests({ db: test_.db, now: at('2026-11-25 12:01') })
  const told = (await mailsOf(requestId)).filter(({ personId }) => personId !== farm.actor.personId)
  const ofShop = told.filter(({ template }) => template !== 'request_asked')
  expect(ofShop.map(({ template, personId }) => [template, personId])).toEqual([
    ['request_answered', owner.personId],
    ['request_closed', owner.personId],
  ])
})

test('what a farm can no longer answer does not wait for it', async () => {
  const { farm, other, of, ask } = await aScene()
  const { requestId: over } = must(await ask({ answerUntil: at('2026-11-24 18:00') }))
  must(await offer(other.actor, over))
  const late = of(farm, at('2026-11-24 18:01'))
  const { requestId: waits } = must(await ask({}, at('2026-11-24 10:00')))
  expect((await askedRequests(late)).map(({ id }) => id)).toEqual([waits, over])
  expect(await requestsWaiting(late)).toBe(1)
  await test_.db.updateTable('restaurants').set({ status: 'suspended', statusReason: '試し' }).execute()
  expect(await askedRequests(late)).toEqual([])
  expect(await requestsWaiting(late)).toBe(0)
})

test('one request that cannot be closed does not delay the others', async () => {
  const { ctx, ask } = await aScene()
  const until = at('2026-11-24 18:00')
  const { requestId: broken } = must(await ask({ answerUntil: until, note: 'こわれた' }))
  const { requestId } = must(await ask({ answerUntil: at('2026-11-24 18:30') }))
  await test_.pool.query(`alter table requests add constraint broken check (note <> 'こわれた' or state = 'open')`)
  await expect(closeDueRequests({ db: test_.db, now: at('2026-11-24 19:00') })).rejects.toThrow('1 requests')
  await test_.pool.query('alter table requests drop constraint broken')
  expect((await ownRequest(ctx(), broken)).state).toBe('open')
  expect((await ownRequest(ctx(), requestId)).state).toBe('expired')
})

test('farms are told so often a day and no more, by asking and by changing', async () => {
  const { ctx, ask } = await aScene()
  const { requestId } = must(await ask())
  const change = (version: number) =>
    changeRequest(ctx(), { requestId, key: aKey(), version, ...flowers, qty: version })
  must(await change(1))
  await test_.db.updateTable('requests').set({ version: 60 }).where('id', '=', requestId).execute()
  expect(await change(60)).toMatchObject({ refusal: 'asked_too_often' })
  must(await withdrawRequest(ctx(), { requestId, key: aKey() }))
  expect(await ask()).toMatchObject({ refusal: 'asked_too_often' })
  must(await ask({ days: [saturday] }, at('2026-11-25 11:01')))
})

test('one-off products do not count as the farm’s season', async () => {
  const { farm, accept, ask } = await answered()
  must(await accept(farm.farmId))
  await putAwayGoods({ db: test_.db, now: at('2026-11-28 00:01') })
  // its own zucchini are of another kind now; the only one left of the kind is the order of November
  await test_.db
    .updateTable('products')
    .set({ itemKey: 'cucumber', name: '胡瓜', seasonMonths: [] })
    .where('farmId', '=', farm.farmId)
    .where('name', '=', 'ズッキーニ')
    .execute()
  const june = at('2027-06-14 10:00')
  const { requestId } = must(await ask({ days: [jstDate('2027-06-18')] }, june))
  expect((await askedRequests(as(test_.db, farm.actor, june))).map(({ id }) => id)).toEqual([requestId])
})

test('what chefs look for is told from three shops on, and never what fewer asked for', async () => {
  await test_.pool.query(`update requests set closed_at = '2025-01-01' where closed_at is not null`)
  const { farm, of } = await aScene()
  const shown = async () => (await demand(of(farm, at('2026-11-26 12:00')))).kinds
  const closed = async (words: string) => {
    const { ctx, ask } = await aScene()
    const { requestId } = must(await ask({ words }))
    must(await withdrawRequest(ctx(), { requestId, key: aKey() }))
  }
  await closed('ズッキーニの花')
  await closed('ズッキーニ')
  expect(await shown()).toEqual([])
  await closed('クルジェット')
  expect(await shown()).toEqual([
    {
      name: 'ズッキーニ',
      category: 'fruitveg',
      requests: 3,
      shops: 3,
      ordered: 0,
      byMonth: [{ month: '2026-11', requests: 3 }],
      byRegion: [{ region: '関東', requests: 3 }],
    },
  ])
  // a restaurant elsewhere, and one more in the region: that region is not published
  const { chef, ctx, ask } = await aScene()
  await test_.db.updateTable('kitchens').set({ prefectureCode: '27' }).where('id', '=', chef.kitchenId).execute()
  const { requestId } = must(await ask({ words: 'ズッキーニ' }))
  must(await withdrawRequest(ctx(), { requestId, key: aKey() }))
  expect(await shown()).toMatchObject([{ requests: 4, shops: 4, byRegion: [{ region: '関東', requests: 3 }] }])
})

test('pages send as many queries with one answer as with many', async () => {
  const queriesOf = async (page: () => Promise<unknown>) => {
    test_.queriesSince()
    await page()
    return test_.queriesSince().length
  }
  const { farm, other, ctx, of, ask } = await aScene()
  const { requestId } = must(await ask())
  must(await offer(farm.actor, requestId))
  const counts = async () => {
    const figures: number[] = []
    for (const page of [
      () => ownRequests(ctx()),
      () => ownRequest(ctx(), requestId),
      () => askedRequests(of(farm)),
      () => askedRequest(of(farm), requestId),
      () => demand(of(farm)),
    ])
      figures.push(await queriesOf(page))
    return figures
  }
  expect(await counts()).toEqual([1, 8, 1, 5, 1])
  must(await offer(other.actor, requestId))
  for (let more = 0; more < 3; more++) must(await ask())
  expect(await counts()).toEqual([1, 8, 1, 5, 1])
})
