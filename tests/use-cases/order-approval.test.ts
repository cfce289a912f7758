import { expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import { newId, type PurchaseId } from '../../app/kernel/ids.ts'
import { at, minuteOfDay } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { setCartLine, setShortageInstruction } from '../../app/modules/cart/change-cart.server.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { answerProposal } from '../../app/modules/ordering/answer-proposal.server.ts'
import {
  approvePurchase,
  sendBackPurchase,
  withdrawPurchase,
} from '../../app/modules/ordering/approve-purchase.server.ts'
import { runDueTimers } from '../../app/modules/ordering/fulfilment/run-due-timers.server.ts'
import { farmWaiting, lastSentBack, waitingForApproval } from '../../app/modules/ordering/open-orders.server.ts'
import { historyOfFarm } from '../../app/modules/ordering/order-history.server.ts'
import { orderDetail, ordersOfPurchase } from '../../app/modules/ordering/order-queries.server.ts'
import { placeOrder } from '../../app/modules/ordering/place-order.server.ts'
import { aKey, aMarket, aPerson, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { withWords } from '../support/mailed.ts'
import { fillCart, must, there } from './steps.ts'

const test_ = testDatabase()

/** Two boxes of carrots, by a chef who may order for 1,000 yen alone. */
async function asked() {
  const { db } = test_
  const market = await aMarket(db)
  const limit = yen(1_000)
  await db
    .updateTable('memberships')
    .set({ orderLimitYen: limit })
    .where('personId', '=', market.chef.personId)
    .execute()
  const personId = await aPerson(db, '灯 店長')
  await db
    .insertInto('memberships')
    .values({
      id: newId<'membership'>(),
      personId,
      farmId: null,
      restaurantId: market.chef.restaurantId,
      role: 'owner',
      orderLimitYen: null,
    })
    .execute()
  const chef: BuyerActor = { ...market.chef, orderLimitYen: limit }
  const owner: BuyerActor = { ...market.chef, personId, name: '灯 店長', role: 'owner' }
  const farm = there(market.farms[0])
  const ctx = as(db, chef)
  await fillCart(ctx, market.kitchenId, [[farm.productId, 2]])
  const seen = seenOf(await cartQuote(ctx, market.kitchenId))
  const placed = must(await placeOrder(ctx, { kitchenId: market.kitchenId, key: aKey(), seen, askOwner: true }))
  return { ...placed, market, chef: ctx, owner: as(db, owner), farm, orderId: there(placed.orderIds[0]) }
}

const stockOf = async (productId: string) =>
  (
    await test_.db
      .selectFrom('productStock')
      .select('availableQty')
      .where('productId', '=', productId as never)
      .executeTakeFirstOrThrow()
  ).availableQty

const cartOf = async (ctx: Ctx, kitchenId: Parameters<typeof cartQuote>[1]) =>
  (await cartQuote(ctx, kitchenId)).farms.flatMap(({ lines }) => lines.map(({ qty }) => qty))

const approve = (ctx: Ctx, purchaseId: PurchaseId) => approvePurchase(ctx, { purchaseId, key: aKey() })

test('above the limit an order waits: nothing is reserved, the farm hears nothing, the owners are told', async () => {
  const { pending, orderId, chef, owner, farm, market } = await asked()
  expect(pending).toBe(true)
  expect((await orderDetail(chef, orderId)).state).toBe('pending_approval')
  expect(await stockOf(farm.productId)).toBe(100)
  expect(await cartOf(chef, market.kitchenId)).toEqual([])
  const farmer = as(test_.db, farm.actor)
  await expect(orderDetail(farmer, orderId)).rejects.toThrow(NotFound)
  expect([(await historyOfFarm(farmer)).orders, await farmWaiting(farmer)]).toEqual([[], 0])
  expect(await waitingForApproval(owner)).toMatchObject([{ askedBy: '灯 料理人' }])
  const mails = await test_.db
    .selectFrom('mails')
    .innerJoin('people', 'people.email', 'mails.recipient')
    .select(['people.name', 'template'])
    .where('template', '=', 'approval_asked')
    .execute()
  expect(mails).toContainEqual({ name: '灯 店長', template: 'approval_asked' })
})

test('the owner’s approval takes the stock and places the order with the farm; the member who asked is told', async () => {
  const { purchaseId, orderId, owner, farm } = await asked()
  expect(must(await approve(owner, purchaseId))).toEqual({ purchaseId, approved: 1, lapsed: 0 })
  expect(await stockOf(farm.productId)).toBe(98)
  const detail = await orderDetail(as(test_.db, farm.actor), orderId)
  expect(detail.state).toBe('placed')
  expect(detail.events.map(({ kind, actorKind }) => [kind, actorKind])).toEqual([['order_approved', 'buyer_approver']])
  expect(await waitingForApproval(owner)).toEqual([])
})

test('approved twice at once: one purchase, stock taken once', async () => {
  const { purchaseId, owner, farm } = await asked()
  const done = await Promise.all([approve(owner, purchaseId), approve(owner, purchaseId)])
  expect(done.map((it) => (it.ok ? 'ok' : it.refusal)).sort()).toEqual(['nothing_to_approve', 'ok'])
  expect(await stockOf(farm.productId)).toBe(98)
})

test('approved and sent back at once: one of the two', async () => {
  const { purchaseId, owner, farm } = await asked()
  const done = await Promise.all([
    approve(owner, purchaseId),
    sendBackPurchase(owner, { purchaseId, key: aKey(), reason: '多すぎます' }),
  ])
  expect(done.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await stockOf(farm.productId)).toBe(done[0].ok ? 98 : 100)
})

test('what was sold out or changed its price meanwhile is not ordered', async () => {
  const { db } = test_
  const gone = await asked()
  await db.updateTable('productStock').set({ availableQty: 1 }).where('productId', '=', gone.farm.productId).execute()
  expect(await approve(gone.owner, gone.purchaseId)).toMatchObject({ refusal: 'changed_since_asked' })
  expect((await orderDetail(gone.owner, gone.orderId)).state).toBe('pending_approval')
  const dearer = await asked()
  await db
    .updateTable('products')
    .set({ priceYen: yen(1_600) })
    .where('id', '=', dearer.farm.productId)
    .execute()
  expect(await approve(dearer.owner, dearer.purchaseId)).toMatchObject({ refusal: 'changed_since_asked' })
})

test('the owner’s reason reaches the member who asked: in the notification, and in the cart until they order again', async () => {
  const { purchaseId, number, chef, owner, market } = await asked()
  expect(await lastSentBack(chef, market.kitchenId)).toBeNull()
  must(await sendBackPurchase(owner, { purchaseId, key: aKey(), reason: 'ニンジンは1箱で足ります' }))
  const told = { number, by: '灯 店長', reason: 'ニンジンは1箱で足ります' }
  expect(await lastSentBack(chef, market.kitchenId)).toMatchObject(told)
  expect(await lastSentBack(owner, market.kitchenId)).toBeNull()
  const notices = await test_.db
    .selectFrom('notifications')
    .select(['body', 'path'])
    .where('personId', '=', market.chef.personId)
    .where('key', '=', `purchase:${purchaseId}:back`)
    .execute()
  expect(notices).toEqual([
    { body: '灯 店長 さんが差し戻しました。理由：ニンジンは1箱で足ります', path: '/restaurant/cart' },
  ])
  const seen = seenOf(await cartQuote(chef, market.kitchenId))
  const again = { ...chef, now: at('2026-11-24 11:05') }
  must(await placeOrder(again, { kitchenId: market.kitchenId, key: aKey(), seen, askOwner: true }))
  expect(await lastSentBack(again, market.kitchenId)).toBeNull()
})

test('it is shown for its kitchen only, and until what came back has left the cart', async () => {
  const { purchaseId, chef, owner, market, farm } = await asked()
  must(await sendBackPurchase(owner, { purchaseId, key: aKey(), reason: '多すぎます' }))
  expect(await lastSentBack(chef, newId<'kitchen'>())).toBeNull()
  expect(await lastSentBack(chef, market.kitchenId)).not.toBeNull()
  must(await setCartLine(chef, { kitchenId: market.kitchenId, productId: farm.productId, qty: 0 }))
  expect(await lastSentBack(chef, market.kitchenId)).toBeNull()
})

test('it is over, too, once everything that they order again joins an open order', async () => {
  const { purchaseId, chef, owner, market, farm } = await asked()
  must(await approve(owner, purchaseId))
  await fillCart(chef, market.kitchenId, [[farm.productId, 2]])
  const order = async (ctx: Ctx, askOwner: boolean) =>
    must(
      await placeOrder(ctx, {
        kitchenId: market.kitchenId,
        key: aKey(),
        seen: seenOf(await cartQuote(ctx, market.kitchenId)),
        askOwner,
      }),
    )
  const more = await order({ ...chef, now: at('2026-11-24 11:05') }, true)
  must(await sendBackPurchase(owner, { purchaseId: more.purchaseId, key: aKey(), reason: '多すぎます' }))
  expect(await lastSentBack(chef, market.kitchenId)).toMatchObject({ reason: '多すぎます' })
  await test_.db
    .updateTable('memberships')
    .set({ orderLimitYen: null })
    .where('personId', '=', market.chef.personId)
    .execute()
  const free = { ...as(test_.db, market.chef), now: at('2026-11-24 11:10') }
  expect((await order(free, false)).pending).toBe(false)
  expect(await lastSentBack(free, market.kitchenId)).toBeNull()
})

test('an approved purchase is confirmed by mail like any other, with who approved it', async () => {
  const { purchaseId, number, owner } = await asked()
  must(await approve(owner, purchaseId))
  const stored = await test_.pool.query('select * from mails where key = $1', [`purchase:${purchaseId}:placed`])
  const [mail] = await withWords(stored.rows)
  expect(mail?.subject).toContain(number)
  expect(mail?.text).toContain('灯 店長 さんが承認し、次の内容で農園へ注文しました')
})

test('sent back with a reason, or withdrawn: the goods are in the cart of the member who asked', async () => {
  const back = await asked()
  const input = { purchaseId: back.purchaseId, key: aKey() }
  expect(await sendBackPurchase(back.owner, { ...input, reason: ' ' })).toMatchObject({ refusal: 'reason_missing' })
  must(await sendBackPurchase(back.owner, { ...input, reason: '多すぎます' }))
  expect(await cartOf(back.chef, back.market.kitchenId)).toEqual([2])
  const { state, events } = await orderDetail(back.chef, back.orderId)
  expect([state, events.at(-1)?.reason]).toEqual(['draft', '多すぎます'])

  const taken = await asked()
  must(await withdrawPurchase(taken.chef, { purchaseId: taken.purchaseId, key: aKey() }))
  expect(await cartOf(taken.chef, taken.market.kitchenId)).toEqual([2])
  expect(await approve(taken.owner, taken.purchaseId)).toMatchObject({ refusal: 'nothing_to_approve' })
})

test('without an answer before 締切 it lapses, and a late one is refused', async () => {
  const { purchaseId, orderId, chef, owner, market } = await asked()
  const cutoff = (await orderDetail(chef, orderId)).cutoffAt
  await runDueTimers({ db: test_.db, now: new Date(cutoff.getTime() - 1) })
  expect((await orderDetail(chef, orderId)).state).toBe('pending_approval')
  const late = { ...owner, now: new Date(cutoff.getTime() + 1) }
  expect(await approve(late, purchaseId)).toMatchObject({ refusal: 'too_late' })
  const taken = await runDueTimers({ db: test_.db, now: cutoff })
  expect(taken).toContainEqual({ orderId, took: 'lapse' })
  expect((await orderDetail(chef, orderId)).state).toBe('draft')
  expect(await cartOf({ ...chef, now: at('2026-11-24 11:30') }, market.kitchenId)).toEqual([2])
})

test('staff do not approve their own order, nor does another restaurant see it', async () => {
  const { purchaseId, chef } = await asked()
  await expect(approve(chef, purchaseId)).rejects.toThrow(Forbidden)
  const stranger = await asked()
  await expect(approve(stranger.owner, purchaseId)).rejects.toThrow(NotFound)
})

test('what an owner approves joins the order that is open for the same day, and leaves only its history behind', async () => {
  const { db } = test_
  const it = await asked()
  await fillCart(it.owner, it.market.kitchenId, [[it.farm.productId, 3]])
  const seen = seenOf(await cartQuote(it.owner, it.market.kitchenId))
  const open = must(await placeOrder(it.owner, { kitchenId: it.market.kitchenId, key: aKey(), seen }))
  must(await approvePurchase(it.owner, { purchaseId: it.purchaseId, key: aKey() }))
  const orders = await ordersOfPurchase(it.chef, it.purchaseId)
  expect(orders.map(({ id, state, lines }) => [id, state, lines.length])).toEqual(
    expect.arrayContaining([
      [it.orderId, 'draft', 0],
      [open.orderIds[0], 'placed', 2],
    ]),
  )
  const farmer = as(db, it.farm.actor)
  const { lines, version, parcels } = await orderDetail(farmer, there(open.orderIds[0]))
  expect(lines.map((line) => [line.quantities.ordered?.qty, line.orderedBefore])).toEqual([
    [3, null],
    [2, 0],
  ])
  expect([version, parcels.length > 0]).toEqual([2, true])
  const { rows } = await test_.pool.query('select available_qty n from product_stock where product_id = $1', [
    it.farm.productId,
  ])
  expect(rows[0].n).toBe(95)
})

test('what an owner approves and joins an open order is accepted with it where the farm accepts by itself', async () => {
  const { db } = test_
  const it = await asked()
  await db.updateTable('farms').set({ autoAccept: true }).where('id', '=', it.farm.farmId).execute()
  await fillCart(it.owner, it.market.kitchenId, [[it.farm.productId, 3]])
  const seen = seenOf(await cartQuote(it.owner, it.market.kitchenId))
  const open = must(await placeOrder(it.owner, { kitchenId: it.market.kitchenId, key: aKey(), seen }))
  must(await approve(it.owner, it.purchaseId))
  const { state, lines } = await orderDetail(it.owner, there(open.orderIds[0]))
  expect([state, lines.map((line) => line.quantities.confirmed?.qty)]).toEqual(['accepted', [3, 2]])
})

test('while the farm asks about the open order of that day, its answer comes before the approval', async () => {
  const { db } = test_
  const it = await asked()
  await fillCart(it.owner, it.market.kitchenId, [[it.farm.productId, 3]])
  const asking = { onShortage: 'ask' as const, askUntil: minuteOfDay('20:00') }
  must(
    await setShortageInstruction(it.owner, { kitchenId: it.market.kitchenId, productId: it.farm.productId, ...asking }),
  )
  const seen = seenOf(await cartQuote(it.owner, it.market.kitchenId))
  const open = must(await placeOrder(it.owner, { kitchenId: it.market.kitchenId, key: aKey(), seen }))
  const orderId = there(open.orderIds[0])
  const line = there((await orderDetail(it.owner, orderId)).lines[0])
  const lines = [{ lineId: line.id, qty: 1, reason: 'harvest' as const }]
  must(await acceptOrder(as(db, it.farm.actor), { orderId, key: aKey(), lines }))
  expect(await approve(it.owner, it.purchaseId)).toMatchObject({ ok: false, refusal: 'answer_first' })
  expect((await orderDetail(it.owner, it.orderId)).state).toBe('pending_approval')
  const answers = [{ lineId: line.id, answer: 'take' as const }]
  must(await answerProposal(it.owner, { orderId, key: aKey(), answers }))
  must(await approve(it.owner, it.purchaseId))
  expect((await orderDetail(it.owner, orderId)).lines).toHaveLength(2)
})
