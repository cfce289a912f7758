import { expect, test } from 'vitest'
import type { OnShortage, ShortageTerms } from '../../app/kernel/enums.ts'
import type { OrderId, ProductId } from '../../app/kernel/ids.ts'
import { at, jstDate, minuteOfDay } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { setShortageInstruction } from '../../app/modules/cart/change-cart.server.ts'
import { holdCart } from '../../app/modules/cart/hold-cart.server.ts'
import { acceptOrder, reportShortage } from '../../app/modules/ordering/accept-order.server.ts'
import { answerProposal, turnDownProposal } from '../../app/modules/ordering/answer-proposal.server.ts'
import { changeOrder } from '../../app/modules/ordering/change-order.server.ts'
import { runDueTimers } from '../../app/modules/ordering/fulfilment/run-due-timers.server.ts'
import { substitutesFor } from '../../app/modules/ordering/offers.server.ts'
import { askedOrders } from '../../app/modules/ordering/open-orders.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { harvestShare, shareHarvest } from '../../app/modules/ordering/share-harvest.server.ts'
import { changeStandingInstruction } from '../../app/modules/ordering/standing-instruction.server.ts'
import { aBird, aKey, aMarket, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()

const rows = async (text: string, values: unknown[] = []) => (await test_.pool.query(text, values)).rows
const stockOf = async (productId: ProductId) =>
  (await rows('select available_qty n from product_stock where product_id = $1', [productId]))[0]?.n

/** Five boxes of carrots and two of leeks, with an instruction for the carrots. */
async function scene(onShortage: OnShortage, terms: Omit<ShortageTerms, 'substitutes'> = {}) {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  const leeks = await aProduct(test_.db, farm.farmId, { name: 'ねぎ' })
  const onions = await aProduct(test_.db, farm.farmId, { name: '玉ねぎ', priceYen: yen(800) })
  const chef = as(test_.db, market.chef)
  await fillCart(chef, market.kitchenId, [
    [farm.productId, 5],
    [leeks, 2],
  ])
  const named = onShortage === 'substitute' ? { substitutes: [onions], ...terms } : terms
  must(
    await setShortageInstruction(chef, {
      kitchenId: market.kitchenId,
      productId: farm.productId,
      onShortage,
      ...named,
    }),
  )
  const { orderIds } = must(await place(chef, market.kitchenId))
  const orderId = there(orderIds[0])
  const { lines } = await orderDetail(chef, orderId)
  const carrots = there(lines.find((line) => line.productId === farm.productId))
  const farmer = as(test_.db, farm.actor)
  const says = (qty: number, substitute: { productId: ProductId; qty: number } | null = null) => [
    { lineId: carrots.id, qty, reason: 'harvest' as const, substitute },
  ]
  return { market, farm, leeks, onions, chef, farmer, orderId, lines, carrots, says }
}
const shown = async (ctx: ReturnType<typeof as>, id: OrderId) => {
  const order = await orderDetail(ctx, id)
  return {
    order,
    state: order.state,
    confirmed: order.lines.map((line) => `${line.name}${line.quantities.confirmed?.qty ?? '?'}`).join(' '),
    told: order.events.map(({ kind, actorKind }) => `${kind}:${actorKind}`),
  }
}
const asking = { askUntil: minuteOfDay('20:00'), otherwise: 'ship_what_there_is' as const }

test('what the chef allowed decides at once: a substitute within its ceiling is a line of its own', async () => {
  const it = await scene('substitute', { substituteMaxYen: yen(1_600) })
  const lines = (await orderDetail(it.farmer, it.orderId)).lines
  const order = (await shown(it.farmer, it.orderId)).order
  expect((await substitutesFor(it.farmer, order, lines)).get(it.carrots.id)).toMatchObject([
    { productId: it.onions, most: 2 },
  ])
  must(
    await acceptOrder(it.farmer, {
      orderId: it.orderId,
      key: aKey(),
      lines: it.says(3, { productId: it.onions, qty: 2 }),
    }),
  )
  const after = await shown(it.chef, it.orderId)
  expect([after.state, after.confirmed]).toEqual(['accepted', '人参3 ねぎ2 玉ねぎ2'])
  expect(after.told).toContain('line_substituted:instruction')
  expect(after.order.lines[2]).toMatchObject({ substituteFor: it.carrots.id, ceilingYen: 1_600 })
  expect([await stockOf(it.farm.productId), await stockOf(it.onions)]).toEqual([97, 98])
})

test('a substitute that others hold while they read the last page stays where it is', async () => {
  const it = await scene('substitute', { substituteMaxYen: yen(1_600), otherwise: 'ship_what_there_is' })
  const { actor, kitchenId } = await aRestaurant(test_.db)
  const other = as(test_.db, actor)
  await fillCart(other, kitchenId, [[it.onions, 99]])
  expect(must(await holdCart(other, { kitchenId })).until).not.toBeNull()
  const offer = { productId: it.onions, qty: 2 }
  const answer = await acceptOrder(it.farmer, { orderId: it.orderId, key: aKey(), lines: it.says(3, offer) })
  expect(answer).toMatchObject({ ok: false, refusal: 'out_of_stock', detail: { products: [it.onions] } })
  expect(await stockOf(it.onions)).toBe(100)
})

test('a substitute that is too dear, or was never named, is not sent, whatever the farm says', async () => {
  const dear = await scene('substitute', { substituteMaxYen: yen(1_599), otherwise: 'ship_what_there_is' })
  const offer = { productId: dear.onions, qty: 2 }
  must(await acceptOrder(dear.farmer, { orderId: dear.orderId, key: aKey(), lines: dear.says(3, offer) }))
  expect((await shown(dear.chef, dear.orderId)).confirmed).toBe('人参3 ねぎ2')
  const other = await scene('substitute', { substituteMaxYen: yen(9_999), otherwise: 'ship_what_there_is' })
  const unnamed = { productId: other.leeks, qty: 1 }
  must(await acceptOrder(other.farmer, { orderId: other.orderId, key: aKey(), lines: other.says(3, unnamed) }))
  expect((await shown(other.chef, other.orderId)).confirmed).toBe('人参3 ねぎ2')
  expect(await stockOf(other.leeks)).toBe(98)
})

test.each([
  ['is sold', 'update product_stock set available_qty = 1 where product_id = $1'],
  ['is held by another restaurant’s checkout', null],
])('what would come instead %s: the farm is told so, and no box of it is lost', async (_, sold) => {
  const it = await scene('substitute', { substituteMaxYen: yen(9_999), otherwise: 'drop_line' })
  if (sold) await rows(sold, [it.onions])
  else {
    await rows('update product_stock set available_qty = 3 where product_id = $1', [it.onions])
    const { actor, kitchenId } = await aRestaurant(test_.db)
    await fillCart(as(test_.db, actor), kitchenId, [[it.onions, 2]])
    await holdCart(as(test_.db, actor), { kitchenId })
  }
  const before = await stockOf(it.onions)
  const offer = { productId: it.onions, qty: 2 }
  const answer = { orderId: it.orderId, key: aKey(), lines: it.says(3, offer) }
  expect(await acceptOrder(it.farmer, answer)).toMatchObject({
    refusal: 'out_of_stock',
    detail: { products: [it.onions] },
  })
  expect([(await shown(it.chef, it.orderId)).state, await stockOf(it.onions)]).toEqual(['placed', before])
})

test('all or nothing: short of one line, the whole order of that farm is off, free, and everything is given back', async () => {
  const it = await scene('all_or_nothing')
  expect(must(await acceptOrder(it.farmer, { orderId: it.orderId, key: aKey(), lines: it.says(4) })).outcome).toBe(
    'end',
  )
  const after = await shown(it.chef, it.orderId)
  expect(after.state).toBe('cancelled')
  expect(after.told.slice(-2)).toEqual(['order_proposed:farm', 'order_turned_down:instruction'])
  expect([await stockOf(it.farm.productId), await stockOf(it.leeks)]).toEqual([100, 100])
})

test.each(['all_or_nothing', 'drop_line'] as const)(
  '%s: an accepted line that was to grow, and cannot, stays as it was accepted',
  async (onShortage) => {
    const it = await scene(onShortage)
    must(await acceptOrder(it.farmer, { orderId: it.orderId, key: aKey(), lines: [] }))
    const more = { orderId: it.orderId, key: aKey(), version: 1, lines: [{ lineId: it.carrots.id, qty: 8 }] }
    must(await changeOrder(it.chef, more))
    must(await acceptOrder(it.farmer, { orderId: it.orderId, key: aKey(), lines: it.says(6) }))
    const after = await shown(it.chef, it.orderId)
    expect([after.state, after.confirmed, await stockOf(it.farm.productId)]).toEqual(['accepted', '人参5 ねぎ2', 95])
  },
)

test('a restaurant that wants to be asked is asked until its deadline; without an answer the order goes on', async () => {
  const it = await scene('ask', asking)
  expect(must(await acceptOrder(it.farmer, { orderId: it.orderId, key: aKey(), lines: it.says(3) })).outcome).toBe(
    'ask',
  )
  const asked = await shown(it.chef, it.orderId)
  expect([asked.state, asked.order.proposalDueAt]).toEqual(['proposed', at('2026-11-24 20:00')])
  expect(await askedOrders(it.chef)).toMatchObject([
    {
      id: it.orderId,
      dueAt: at('2026-11-24 20:00'),
      lines: [{ lineId: it.carrots.id, held: 5, stated: 3 }],
      accept: [{ lineId: it.carrots.id, answer: 'take' }],
    },
  ])
  expect(await rows(`select count(*)::int n from mails where template = 'order_question'`)).toEqual([{ n: 1 }])
  await runDueTimers({ db: test_.db, now: at('2026-11-24 19:59:59') })
  expect((await shown(it.chef, it.orderId)).state).toBe('proposed')
  await runDueTimers({ db: test_.db, now: at('2026-11-24 20:00') })
  const after = await shown(it.chef, it.orderId)
  expect([after.state, after.confirmed, after.order.proposal]).toEqual(['accepted', '人参3 ねぎ2', null])
  expect(await stockOf(it.farm.productId)).toBe(97)
})

test.each([
  [3, 'take', '人参3 ねぎ2'],
  [0, 'drop', '人参0 ねぎ2'],
] as const)(
  'the answers offered at once for %d of five take exactly what the farm proposes',
  async (stated, answer, left) => {
    const it = await scene('ask', asking)
    must(await acceptOrder(it.farmer, { orderId: it.orderId, key: aKey(), lines: it.says(stated) }))
    const [asked] = await askedOrders(it.chef)
    expect(asked?.accept).toEqual([{ lineId: it.carrots.id, answer }])
    must(await answerProposal(it.chef, { orderId: it.orderId, key: aKey(), answers: asked?.accept ?? [] }))
    expect((await shown(it.chef, it.orderId)).confirmed).toBe(left)
  },
)

test('nothing is offered at once where it would end the order', async () => {
  const it = await scene('ask', asking)
  const [leek] = it.lines.filter(({ id }) => id !== it.carrots.id)
  const none = [...it.says(0), { lineId: there(leek).id, qty: 0, reason: 'harvest' as const, substitute: null }]
  must(await acceptOrder(it.farmer, { orderId: it.orderId, key: aKey(), lines: none }))
  expect((await askedOrders(it.chef))[0]?.accept).toBeNull()
})

test.each([
  ['take', 'accepted', '人参3 ねぎ2', 97],
  ['drop', 'accepted', '人参0 ねぎ2', 100],
  ['turn down', 'cancelled', '人参? ねぎ?', 100],
] as const)('the chef who is asked answers: %s', async (answer, state, confirmed, left) => {
  const it = await scene('ask', asking)
  must(await acceptOrder(it.farmer, { orderId: it.orderId, key: aKey(), lines: it.says(3) }))
  const key = aKey()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      answer === 'turn down'
        ? turnDownProposal(it.chef, { orderId: it.orderId, key })
        : answerProposal(it.chef, { orderId: it.orderId, key, answers: [{ lineId: it.carrots.id, answer }] }),
    ),
  )
  expect(answers).toEqual(Array(4).fill({ ok: true, value: { orderId: it.orderId } }))
  const after = await shown(it.chef, it.orderId)
  expect([after.state, after.confirmed, await stockOf(it.farm.productId)]).toEqual([state, confirmed, left])
})

test('while the farm waits for an answer nothing joins the order, and no second one of that day is made', async () => {
  const it = await scene('ask', asking)
  must(await acceptOrder(it.farmer, { orderId: it.orderId, key: aKey(), lines: it.says(3) }))
  const { kitchenId } = it.market
  await fillCart(it.chef, kitchenId, [[it.onions, 1]])
  expect((await cartQuote(it.chef, kitchenId)).farms).toMatchObject([
    { problem: 'answer_first', joins: { orderId: it.orderId, asked: true } },
  ])
  expect(await place(it.chef, kitchenId)).toMatchObject({ ok: false })
  const answers = [{ lineId: it.carrots.id, answer: 'take' as const }]
  must(await answerProposal(it.chef, { orderId: it.orderId, key: aKey(), answers }))
  must(await place(it.chef, kitchenId))
  expect((await shown(it.chef, it.orderId)).order.lines.map(({ name }) => name)).toContain('玉ねぎ')
  expect(await rows('select count(*)::int n from orders where kitchen_id = $1', [kitchenId])).toEqual([{ n: 1 }])
})

test('the chef answers while the timer decides: one of them counts, and the stock is right', async () => {
  const it = await scene('ask', asking)
  must(await acceptOrder(it.farmer, { orderId: it.orderId, key: aKey(), lines: it.says(3) }))
  const now = at('2026-11-24 20:00')
  const [answer] = await Promise.all([
    answerProposal(as(test_.db, it.market.chef, now), {
      orderId: it.orderId,
      key: aKey(),
      answers: [{ lineId: it.carrots.id, answer: 'drop' }],
    }),
    runDueTimers({ db: test_.db, now }),
  ])
  const { confirmed } = await shown(it.chef, it.orderId)
  expect(confirmed).toBe(answer.ok ? '人参0 ねぎ2' : '人参3 ねぎ2')
  expect(await stockOf(it.farm.productId)).toBe(answer.ok ? 100 : 97)
})

test('less than it had accepted: covered at once, and all stock is accounted for', async () => {
  const it = await scene('ship_what_there_is')
  must(await acceptOrder(it.farmer, { orderId: it.orderId, key: aKey(), lines: [] }))
  const late = as(test_.db, it.farm.actor, at('2026-11-25 09:00'))
  must(await reportShortage(late, { orderId: it.orderId, key: aKey(), lines: it.says(2) }))
  const after = await shown(it.chef, it.orderId)
  expect([after.state, after.confirmed, await stockOf(it.farm.productId)]).toEqual(['accepted', '人参2 ねぎ2', 98])
  expect(after.told).toContain('order_covered:farm')
  expect(await reportShortage(late, { orderId: it.orderId, key: aKey(), lines: it.says(3) })).toMatchObject({
    refusal: 'more_than_ordered',
  })
})

test('what the restaurant allows in general comes with each new line; its tolerance narrows what weighs', async () => {
  const market = await aMarket(test_.db)
  const chef = as(test_.db, market.chef)
  const standing = {
    onShortage: 'ask',
    ...asking,
    tolerancePercent: 3,
    partWaitDays: 2,
    partFreight: false,
  } as const
  must(await changeStandingInstruction(chef, { ...standing, key: aKey(), version: 0 }))
  expect(await changeStandingInstruction(chef, { ...standing, key: aKey(), version: 0 })).toMatchObject({
    refusal: 'changed_meanwhile',
  })
  const birds = there(market.farms[2])
  await fillCart(chef, market.kitchenId, [[birds.productId, 1]])
  const { farms } = await cartQuote(chef, market.kitchenId)
  expect(farms[0]?.lines[0]).toMatchObject({
    onShortage: 'ask',
    shortageTerms: asking,
    // 1.8 kg and 3 %, and not the 10 % of the product
    ceilingYen: Math.floor((1_854 * 2_400) / 1_000),
  })
})

/** Orders of this many boxes of one harvest, one restaurant each. */
async function harvestOf(wanted: readonly number[]) {
  const { db } = test_
  const market = await aMarket(db)
  const farm = there(market.farms[0])
  const orders = []
  for (const [index, qty] of wanted.entries()) {
    const { actor, kitchenId } = await aRestaurant(db)
    const chef = as(db, actor, new Date(noon.getTime() + index * 60_000))
    await fillCart(chef, kitchenId, [[farm.productId, qty]])
    orders.push({ chef, orderId: there(must(await place(chef, kitchenId)).orderIds[0]) })
  }
  const question = { productId: farm.productId, shipOn: jstDate('2026-11-25') }
  return { farm, farmer: as(db, farm.actor, at('2026-11-24 11:30')), orders, question }
}

test('a short harvest is divided as shown, once, also when two members confirm it at the same time', async () => {
  const it = await harvestOf([6, 6, 6])
  must(await acceptOrder(it.farmer, { orderId: there(it.orders[0]).orderId, key: aKey(), lines: [] }))
  const question = { ...it.question, available: 10 }
  const preview = await harvestShare(it.farmer, question)
  // all three are new here: a tenth of ten for the first of them, and the rest in order of arrival
  expect(preview.lines.map(({ allocated }) => allocated.qty).sort()).toEqual([0, 4, 6])
  const pressed = await Promise.all(
    Array.from({ length: 3 }, () => shareHarvest(it.farmer, { ...question, key: aKey() })),
  )
  expect(pressed.filter((answer) => answer.ok)).toHaveLength(1)
  expect(pressed.flatMap((answer) => (answer.ok ? [] : [answer.refusal]))).toEqual(['enough_for_all', 'enough_for_all'])
  const [a, b, c] = await Promise.all(it.orders.map(({ chef, orderId }) => shown(chef, orderId)))
  expect([a?.confirmed, b?.confirmed, c?.state]).toEqual(['人参6', '人参4', 'declined'])
  // what was never harvested is not put on sale again
  expect(await stockOf(it.farm.productId)).toBe(82)
})

/** One order with two lines of carrots: five, and two more with a different instruction. */
async function twoLines(first: OnShortage, second: OnShortage) {
  const it = await scene(first)
  await fillCart(it.chef, it.market.kitchenId, [[it.farm.productId, 2]])
  const wish = { kitchenId: it.market.kitchenId, productId: it.farm.productId, onShortage: second }
  must(await setShortageInstruction(it.chef, { ...wish, ...asking }))
  expect(must(await place(it.chef, it.market.kitchenId)).orderIds).toEqual([it.orderId])
  const question = { productId: it.farm.productId, shipOn: jstDate('2026-11-25') }
  return { ...it, question }
}

test('an order with two lines of the product answers once for both: a question about one is not overruled by the other', async () => {
  const it = await twoLines('ask', 'ship_what_there_is')
  const done = must(await shareHarvest(it.farmer, { ...it.question, available: 3, key: aKey() }))
  expect(done).toEqual({ shortened: 0, asked: 1, ended: 0, late: 0 })
  const { order, state } = await shown(it.chef, it.orderId)
  expect([state, order.proposal?.lines.map(({ stated }) => stated)]).toEqual(['proposed', [3, 0]])
})

test('an order that its first line has ended stays ended, whatever its second line would say', async () => {
  const it = await twoLines('all_or_nothing', 'ship_what_there_is')
  const done = must(await shareHarvest(it.farmer, { ...it.question, available: 4, key: aKey() }))
  expect(done).toEqual({ shortened: 0, asked: 0, ended: 1, late: 0 })
  expect((await shown(it.chef, it.orderId)).state).toBe('cancelled')
})

test('what was harvested for a line and is not wanted short is for sale again; what never grew is not', async () => {
  const it = await scene('drop_line')
  const question = { productId: it.farm.productId, shipOn: jstDate('2026-11-25') }
  must(await shareHarvest(it.farmer, { ...question, available: 3, key: aKey() }))
  expect((await shown(it.chef, it.orderId)).confirmed).toBe('人参0 ねぎ2')
  expect(await stockOf(it.farm.productId)).toBe(98)
})

test('what is kept for a restaurant that has been asked is not promised to others meanwhile', async () => {
  const it = await harvestOf([6, 6])
  const [asked, other] = [there(it.orders[0]), there(it.orders[1])]
  await rows(`update order_lines set on_shortage = 'ask', shortage_terms = '{}' where order_id = $1`, [asked.orderId])
  const { lines } = await orderDetail(it.farmer, asked.orderId)
  const says = [{ lineId: there(lines[0]).id, qty: 4, reason: 'harvest' as const }]
  expect(must(await acceptOrder(it.farmer, { orderId: asked.orderId, key: aKey(), lines: says })).outcome).toBe('ask')
  const question = { ...it.question, available: 7 }
  expect(await harvestShare(it.farmer, question)).toMatchObject({
    wanted: 6,
    kept: 4,
    lines: [{ allocated: { qty: 3 } }],
  })
  must(await shareHarvest(it.farmer, { ...question, key: aKey() }))
  expect((await shown(other.chef, other.orderId)).confirmed).toBe('人参3')
})

test.each([
  [18, 'enough_for_all'],
  [-1, 'bad_quantity'],
  [1.5, 'bad_quantity'],
])('%s boxes of 18 are not divided: %s', async (available, refusal) => {
  const it = await harvestOf([6, 12])
  expect(await shareHarvest(it.farmer, { ...it.question, available, key: aKey() })).toMatchObject({ refusal })
})

test('goods by weight keep their instruction and their ceiling on the line', async () => {
  const market = await aMarket(test_.db)
  const birds = there(market.farms[2])
  const quails = await aBird(test_.db, birds.farmId, { name: 'うずら' })
  const chef = as(test_.db, market.chef)
  await fillCart(chef, market.kitchenId, [[birds.productId, 2]])
  const wish = { kitchenId: market.kitchenId, productId: birds.productId, onShortage: 'substitute' as const }
  expect(await setShortageInstruction(chef, wish)).toMatchObject({ refusal: 'no_substitute' })
  expect(await setShortageInstruction(chef, { ...wish, substitutes: [quails] })).toMatchObject({
    refusal: 'no_ceiling',
  })
  // a product of another farm is not a substitute
  const foreign = { substitutes: [there(market.farms[0]).productId], substituteMaxYen: yen(5_000) }
  expect(await setShortageInstruction(chef, { ...wish, ...foreign })).toMatchObject({ refusal: 'no_substitute' })
  must(await setShortageInstruction(chef, { ...wish, substitutes: [quails], substituteMaxYen: yen(5_000) }))
})

test('the substitute is sold while the chef is asked about another line: the earlier instruction decides', async () => {
  const it = await scene('substitute', { substituteMaxYen: yen(9_999), otherwise: 'ship_what_there_is' })
  const leeks = there((await orderDetail(it.chef, it.orderId)).lines.find((line) => line.productId === it.leeks))
  await rows(`update order_lines set on_shortage = 'ask', shortage_terms = '{"otherwise":"drop_line"}' where id = $1`, [
    leeks.id,
  ])
  const lines = [
    ...it.says(3, { productId: it.onions, qty: 2 }),
    { lineId: leeks.id, qty: 1, reason: 'harvest' as const },
  ]
  expect(must(await acceptOrder(it.farmer, { orderId: it.orderId, key: aKey(), lines })).outcome).toBe('ask')
  await rows('update product_stock set available_qty = 1 where product_id = $1', [it.onions])
  await runDueTimers({ db: test_.db, now: at('2026-11-25 12:00') })
  const after = await shown(it.chef, it.orderId)
  expect([after.confirmed, await stockOf(it.onions)]).toEqual(['人参3 ねぎ0', 1])
})
