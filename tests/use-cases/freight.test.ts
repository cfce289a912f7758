import { expect, test } from 'vitest'
import type { OnShortage } from '../../app/kernel/enums.ts'
import { grams } from '../../app/kernel/grams.ts'
import type { ParcelId } from '../../app/kernel/ids.ts'
import { at, jstDate, minuteOfDay } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { setShortageInstruction } from '../../app/modules/cart/change-cart.server.ts'
import { acceptOrder, reportShortage } from '../../app/modules/ordering/accept-order.server.ts'
import { answerProposal } from '../../app/modules/ordering/answer-proposal.server.ts'
import { changeOrder } from '../../app/modules/ordering/change-order.server.ts'
import { dropRest } from '../../app/modules/ordering/fulfilment/drop-rest.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { shipOrder } from '../../app/modules/ordering/fulfilment/ship-order.server.ts'
import { shipPart } from '../../app/modules/ordering/fulfilment/ship-part.server.ts'
import { keepOrder } from '../../app/modules/ordering/keep-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { undoAnswer } from '../../app/modules/ordering/undo-answer.server.ts'
import { promiseHarvest, withdrawHarvest } from '../../app/modules/products/harvest/harvest.server.ts'
import { aKey, aMarket, aProduct, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, fillCart, must, packingTime, place, shippingTime, there } from './steps.ts'

const test_ = testDatabase()

/** Five boxes of carrots, which need two parcels; three need one. */
async function scene(onShortage: OnShortage = 'ship_what_there_is', { freeFrom = null as number | null } = {}) {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  if (freeFrom !== null)
    await test_.pool.query('update farms set free_freight_from_yen = $1 where id = $2', [freeFrom, farm.farmId])
  const chef = as(test_.db, market.chef)
  const freightOf = async (qty: number) => {
    await fillCart(chef, market.kitchenId, [[farm.productId, qty]])
    const { farms } = await cartQuote(chef, market.kitchenId)
    return { boxes: there(farms[0]).parcels.length, yen: there(farms[0]).freightYen }
  }
  const of3 = await freightOf(3)
  const of5 = await freightOf(5)
  const heavy = await aProduct(test_.db, farm.farmId, {
    name: 'かぼちゃ',
    grossGrams: grams(12_000),
    priceYen: yen(100),
  })
  const instruction = {
    kitchenId: market.kitchenId,
    productId: farm.productId,
    onShortage,
    ...(onShortage === 'ask' && { askUntil: minuteOfDay('20:00'), otherwise: 'drop_line' as const }),
    ...(onShortage === 'substitute' && {
      substitutes: [heavy],
      substituteMaxYen: yen(9_999),
      otherwise: 'drop_line' as const,
    }),
  } as const
  must(await setShortageInstruction(chef, instruction))
  const orderId = there(must(await place(chef, market.kitchenId)).orderIds[0])
  const seen = () => orderDetail(as(test_.db, market.chef, arrivalTime), orderId)
  const placed = await seen()
  const line = there(placed.lines[0]).id
  const farmer = (moment?: Date) => as(test_.db, farm.actor, moment)
  const less = (qty: number) => ({ orderId, key: aKey(), lines: [{ lineId: line, qty, reason: 'harvest' as const }] })
  const packed = (qty: number) => ({
    orderId,
    key: aKey(),
    lines: [{ lineId: line, qty, grams: null, reason: qty < 5 ? ('harvest' as const) : null, lot: 'today' as const }],
  })
  const label = (parcelId: ParcelId) => ({
    parcelId,
    carrier: 'yamato' as const,
    trackingNumber: '4444-1375-8703',
    confirmed: true,
  })
  const money = async () => {
    const { parcels, figures, lines } = await seen()
    return { boxes: parcels.filter(({ unused }) => !unused).length, yen: figures.freightYen, lines: lines.length }
  }
  const billed = async () => {
    must(await receiveOrder(as(test_.db, market.chef, arrivalTime), { orderId, key: aKey(), lines: [] }))
    const { figures, state } = await seen()
    expect(state).toBe('finalized')
    const { rows } = await test_.pool.query('select total_inc_yen n from orders where id = $1', [orderId])
    expect(rows[0].n).toBe(figures.totalIncYen)
    return figures
  }
  return {
    market,
    farm,
    chef,
    heavy,
    orderId,
    line,
    placed,
    farmer,
    less,
    packed,
    label,
    money,
    billed,
    of3,
    of5,
    seen,
  }
}
const parcelsOf = async (it: Awaited<ReturnType<typeof scene>>) => (await it.seen()).parcels

test('five boxes need more parcels than three, or nothing below is tested', async () => {
  const { of3, of5, money } = await scene()
  expect([of3.boxes, of5.boxes, of5.yen > of3.yen]).toEqual([1, 2, true])
  expect(await money()).toMatchObject(of5)
})

test('less is accepted: the freight is that of what ships, on the slip and on the bill', async () => {
  const it = await scene()
  must(await acceptOrder(it.farmer(), it.less(3)))
  expect(await it.money()).toMatchObject(it.of3)
  must(await prepareOrder(it.farmer(packingTime), { orderId: it.orderId, key: aKey() }))
  must(await packOrder(it.farmer(packingTime), it.packed(3)))
  const sent = (await parcelsOf(it)).filter(({ unused }) => !unused).map(({ id }) => it.label(id))
  must(await shipOrder(it.farmer(shippingTime), { orderId: it.orderId, key: aKey(), parcels: sent }))
  const { goodsYen, freightYen, totalIncYen } = await it.billed()
  expect([goodsYen, freightYen]).toEqual([4_500, it.of3.yen])
  expect(totalIncYen).toBe(4_500 + Math.floor(4_500 * 0.08) + it.of3.yen + Math.floor(it.of3.yen * 0.1))
})

test('less than it had accepted: the freight follows', async () => {
  const it = await scene()
  must(await acceptOrder(it.farmer(), { orderId: it.orderId, key: aKey(), lines: [] }))
  must(await reportShortage(it.farmer(), it.less(3)))
  expect(await it.money()).toMatchObject(it.of3)
})

test('found while packing: a box is not needed, packed again it is, and what has shipped is what is billed', async () => {
  const it = await scene()
  must(await acceptOrder(it.farmer(), { orderId: it.orderId, key: aKey(), lines: [] }))
  must(await prepareOrder(it.farmer(packingTime), { orderId: it.orderId, key: aKey() }))
  must(await packOrder(it.farmer(packingTime), it.packed(3)))
  expect(await it.money()).toMatchObject({ boxes: 1 })
  must(await packOrder(it.farmer(packingTime), it.packed(5)))
  expect(await it.money()).toMatchObject(it.of5)
  must(await packOrder(it.farmer(packingTime), it.packed(3)))
  const [first] = await parcelsOf(it)
  must(
    await shipOrder(it.farmer(shippingTime), {
      orderId: it.orderId,
      key: aKey(),
      parcels: [it.label(there(first).id)],
    }),
  )
  expect((await it.billed()).freightYen).toBe(it.of3.yen)
})

test('a farm that sends a box that was not needed pays for it, and its number is kept', async () => {
  const it = await scene()
  must(await acceptOrder(it.farmer(), it.less(3)))
  must(await prepareOrder(it.farmer(packingTime), { orderId: it.orderId, key: aKey() }))
  must(await packOrder(it.farmer(packingTime), it.packed(3)))
  // labels that a device without network has kept since the order came
  const parcels = it.placed.parcels.map(({ id }) => it.label(id))
  must(await shipOrder(it.farmer(shippingTime), { orderId: it.orderId, key: aKey(), parcels }))
  expect((await parcelsOf(it)).map(({ trackingNumber }) => trackingNumber !== null)).toEqual([true, true])
  expect((await it.billed()).freightYen).toBe(it.of3.yen)
})

test('what joins an order of which less was accepted costs what its slip grows by', async () => {
  const it = await scene()
  must(await acceptOrder(it.farmer(), it.less(3)))
  const before = (await it.seen()).figures.totalIncYen
  await fillCart(it.chef, it.market.kitchenId, [[it.farm.productId, 2]])
  const { totalYen } = await cartQuote(it.chef, it.market.kitchenId)
  must(await place(it.chef, it.market.kitchenId))
  expect((await it.seen()).figures.totalIncYen - before).toBe(totalYen)
  expect(await it.money()).toMatchObject(it.of5)
})

test('what was free of freight stays free, although less is bought', async () => {
  const it = await scene('ship_what_there_is', { freeFrom: 7_000 })
  expect(it.placed.figures.freightYen).toBe(0)
  must(await acceptOrder(it.farmer(), it.less(3)))
  expect(await it.money()).toMatchObject({ boxes: 1, yen: 0 })
})

test('free freight survives whatever follows the shortage: a change, a refused increase, and what joins', async () => {
  const it = await scene('ship_what_there_is', { freeFrom: 7_000 })
  must(await acceptOrder(it.farmer(), it.less(3)))
  const version = async () => (await it.seen()).version
  const change = async (qty: number) =>
    changeOrder(it.chef, {
      orderId: it.orderId,
      key: aKey(),
      version: await version(),
      lines: [{ lineId: it.line, qty }],
    })
  must(await change(4))
  expect(await it.money()).toMatchObject({ yen: 0 })
  must(await keepOrder(it.farmer(), { orderId: it.orderId, key: aKey() }))
  expect((await it.seen()).lines[0]?.quantities.confirmed?.qty).toBe(3)
  expect(await it.money()).toMatchObject({ yen: 0 })
  await fillCart(it.chef, it.market.kitchenId, [[it.farm.productId, 1]])
  expect((await cartQuote(it.chef, it.market.kitchenId)).farms[0]?.freightYen).toBe(0)
  must(await place(it.chef, it.market.kitchenId))
  expect(await it.money()).toMatchObject({ yen: 0 })
  // what the restaurant itself takes away counts: five were ordered, three came, and of these two are left
  must(await change(2))
  expect((await it.money()).yen).toBeGreaterThan(0)
})

test('a substitute that needs more boxes does not make the freight dearer', async () => {
  const it = await scene('substitute')
  const offer = it.less(4).lines.map((line) => ({ ...line, substitute: { productId: it.heavy, qty: 6 } }))
  must(await acceptOrder(it.farmer(), { orderId: it.orderId, key: aKey(), lines: offer }))
  expect(await it.money()).toMatchObject({ lines: 2, yen: it.of5.yen })
})

test('a rest that never leaves costs no freight', async () => {
  const it = await scene()
  must(await acceptOrder(it.farmer(), { orderId: it.orderId, key: aKey(), lines: [] }))
  must(await prepareOrder(it.farmer(packingTime), { orderId: it.orderId, key: aKey() }))
  const parcels = it.placed.parcels.map(({ id }) => it.label(id))
  const part = { ...it.packed(3), parcels, restOn: it.placed.deliveryOn }
  must(await shipPart(it.farmer(shippingTime), part))
  expect((await it.money()).yen).toBe(it.of5.yen)
  must(await dropRest(it.farmer(shippingTime), { orderId: it.orderId, key: aKey(), reason: '霜' }))
  expect((await it.money()).yen).toBe(it.of3.yen)
})

test('every line that is asked about is answered; the instruction is an answer of its own', async () => {
  const it = await scene('ask')
  must(await acceptOrder(it.farmer(), it.less(3)))
  const answer = (answers: { lineId: typeof it.line; answer: 'take' | 'drop' | 'instruction' }[]) =>
    answerProposal(it.chef, { orderId: it.orderId, key: aKey(), answers })
  expect(await answer([])).toMatchObject({ refusal: 'answer_missing', detail: { line: it.line } })
  must(await answer([{ lineId: it.line, answer: 'instruction' }]))
  // the only line is dropped
  expect((await it.seen()).state).toBe('cancelled')
})

test('an answer can be taken back until its time is over: quantities, stock and freight are as before', async () => {
  const it = await scene('ask')
  const stock = async () =>
    (await test_.pool.query('select available_qty n from product_stock where product_id = $1', [it.farm.productId]))
      .rows[0].n
  must(await acceptOrder(it.farmer(), it.less(3)))
  const before = await stock()
  const answer = (key = aKey()) =>
    answerProposal(it.chef, { orderId: it.orderId, key, answers: [{ lineId: it.line, answer: 'take' }] })
  must(await answer())
  expect([await it.money(), await stock()]).toMatchObject([it.of3, before + 2])
  const key = aKey()
  const undone = await Promise.all([1, 2].map(() => undoAnswer(it.chef, { orderId: it.orderId, key })))
  expect(undone.map(({ ok }) => ok)).toEqual([true, true])
  const open = await it.seen()
  expect(open).toMatchObject({ state: 'proposed', proposalDueAt: at('2026-11-24 20:00') })
  expect(open.lines.map(({ quantities }) => quantities.confirmed?.qty)).toEqual([5])
  expect([await it.money(), await stock()]).toMatchObject([it.of5, before])
  must(await answer())
  expect([await it.money(), await stock()]).toMatchObject([it.of3, before + 2])
  const late = { orderId: it.orderId, key: aKey() }
  expect(await undoAnswer(as(test_.db, it.market.chef, at('2026-11-24 20:01')), late)).toMatchObject({
    refusal: 'too_late',
  })
})

test('the boxes come back as they were ordered, not as the catalogue would have them today', async () => {
  const it = await scene('ask', { freeFrom: 7_000 })
  must(await acceptOrder(it.farmer(), it.less(3)))
  const before = (await parcelsOf(it)).map(({ sizeClass, freightYen, waived }) => [sizeClass, freightYen, waived])
  const answers = [{ lineId: it.line, answer: 'take' as const }]
  must(await answerProposal(it.chef, { orderId: it.orderId, key: aKey(), answers }))
  await test_.pool.query('update products set gross_grams = 24000, size_points = 12 where id = $1', [it.farm.productId])
  must(await undoAnswer(it.chef, { orderId: it.orderId, key: aKey() }))
  const after = await parcelsOf(it)
  expect(after.map(({ sizeClass, freightYen, waived }) => [sizeClass, freightYen, waived])).toEqual(before)
  const { rows } = await test_.pool.query('select short_goods_yen n from orders where id = $1', [it.orderId])
  expect(rows[0].n).toBe(0)
})

test('a closed harvest still serves its existing orders: an answer is taken back', async () => {
  for (const closes of ['before the answer', 'after the answer']) {
    const it = await harvested()
    if (closes === 'before the answer') must(await withdrawHarvest(it.farmer, { id: it.id }))
    must(await it.answer())
    if (closes === 'after the answer') must(await withdrawHarvest(it.farmer, { id: it.id }))
    must(await undoAnswer(it.chef, { orderId: it.orderId, key: aKey() }))
    expect([closes, await it.held()]).toEqual([closes, { reserved: 5, line: 5, stock: 0 }])
    must(await it.answer())
    expect([closes, await it.held()]).toEqual([closes, { reserved: 3, line: 3, stock: 0 }])
  }
})

/** Five of a harvest of eight are ordered, and the farm says that there are three. */
async function harvested() {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  const [chef, farmer] = [as(test_.db, market.chef), as(test_.db, farm.actor)]
  const productId = await aProduct(test_.db, farm.farmId, { sellsFrom: 'harvest', stock: 0 })
  const days = { from: jstDate('2026-11-25'), to: jstDate('2026-11-27') }
  const expected = { leastQty: 8, mostQty: 8, confidence: 'high', note: '' } as const
  const { id } = must(await promiseHarvest(farmer, { productId, key: aKey(), ...days, ...expected }))
  await fillCart(chef, market.kitchenId, [[productId, 5]])
  const asking = { onShortage: 'ask', askUntil: minuteOfDay('20:00'), otherwise: 'drop_line' } as const
  must(await setShortageInstruction(chef, { kitchenId: market.kitchenId, productId, ...asking }))
  const orderId = there(must(await place(chef, market.kitchenId)).orderIds[0])
  const lineId = there((await orderDetail(chef, orderId)).lines[0]).id
  const lines = [{ lineId, qty: 3, reason: 'weather' as const }]
  must(await acceptOrder(farmer, { orderId, key: aKey(), lines }))
  return {
    chef,
    farmer,
    id,
    orderId,
    answer: () => answerProposal(chef, { orderId, key: aKey(), answers: [{ lineId, answer: 'take' }] }),
    held: async () => {
      const { rows } = await test_.pool.query(
        `select w.reserved_qty as reserved, r.qty as line, s.available_qty as stock
           from harvest_windows w join harvest_reservations r on r.window_id = w.id
           join product_stock s on s.product_id = w.product_id where w.id = $1`,
        [id],
      )
      return rows[0]
    },
  }
}

test('what was accepted before an increase is still accepted once an answer is taken back', async () => {
  const it = await scene('ask')
  const answer = (said: 'take' | 'instruction') =>
    answerProposal(it.chef, { orderId: it.orderId, key: aKey(), answers: [{ lineId: it.line, answer: said }] })
  const change = (qty: number, version: number) =>
    changeOrder(it.chef, { orderId: it.orderId, key: aKey(), version, lines: [{ lineId: it.line, qty }] })
  must(await change(3, 1))
  must(await acceptOrder(it.farmer(), { orderId: it.orderId, key: aKey(), lines: [] }))
  must(await change(5, 2))
  must(await acceptOrder(it.farmer(), it.less(4)))
  must(await answer('take'))
  must(await undoAnswer(it.chef, { orderId: it.orderId, key: aKey() }))
  // their instruction is to drop a line that is short: not what was accepted
  must(await answer('instruction'))
  const { state, lines } = await it.seen()
  expect([state, lines[0]?.quantities.confirmed?.qty]).toEqual(['accepted', 3])
})

test('an answer is final once something else has happened, or if a timer gave it', async () => {
  const it = await scene('ask')
  const undo = () => undoAnswer(it.chef, { orderId: it.orderId, key: aKey() })
  expect(await undo()).toMatchObject({ refusal: 'wrong_state' })
  must(await acceptOrder(it.farmer(), it.less(3)))
  const answers = [{ lineId: it.line, answer: 'take' as const }]
  must(await answerProposal(it.chef, { orderId: it.orderId, key: aKey(), answers }))
  must(await reportShortage(it.farmer(), it.less(2)))
  expect((await it.seen()).state).toBe('proposed')
  must(await answerProposal(it.chef, { orderId: it.orderId, key: aKey(), answers }))
  must(await prepareOrder(it.farmer(packingTime), { orderId: it.orderId, key: aKey() }))
  expect(await undo()).toMatchObject({ refusal: 'wrong_state' })
})
