import { expect, test } from 'vitest'
import type { OrderId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'
import { acceptOrder, reportShortage } from '../../app/modules/ordering/accept-order.server.ts'
import {
  answerReschedule,
  changeDelivery,
  deliveryChoices,
  withdrawReschedule,
} from '../../app/modules/ordering/change-delivery.server.ts'
import { changeOrder } from '../../app/modules/ordering/change-order.server.ts'
import { askToCancel, cancelOrder } from '../../app/modules/ordering/end-order.server.ts'
import { runDueTimers } from '../../app/modules/ordering/fulfilment/run-due-timers.server.ts'
import { tellOrderNews } from '../../app/modules/ordering/order-digest.server.tsx'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { promiseHarvest, withdrawHarvest } from '../../app/modules/products/harvest/harvest.server.ts'
import { addVacation } from '../../app/modules/products/vacation/vacations.server.ts'
import { aKey, aMarket, aProduct, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { withWords } from '../support/mailed.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()
const rows = async (text: string, values: unknown[] = []) => (await test_.pool.query(text, values)).rows

/** Arrives on Thursday 26th, leaves on Wednesday; 締切 is Tuesday 12:00. It is Tuesday 11:00. */
const [thursday, friday, sunday] = ['2026-11-26', '2026-11-27', '2026-11-29'].map((day) => jstDate(day)) as [
  ReturnType<typeof jstDate>,
  ReturnType<typeof jstDate>,
  ReturnType<typeof jstDate>,
]
const afterCutoff = at('2026-11-24 13:00')

async function carrots({ accepted = false, autoAccept = false } = {}) {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  if (autoAccept) await rows('update farms set auto_accept = true where id = $1', [farm.farmId])
  const chef = as(test_.db, market.chef)
  await fillCart(chef, market.kitchenId, [[farm.productId, 2]])
  const orderId = there(must(await place(chef, market.kitchenId)).orderIds[0])
  const farmer = as(test_.db, farm.actor)
  if (accepted) must(await acceptOrder(farmer, { orderId, key: aKey(), lines: [] }))
  return { market, farm, chef, farmer, orderId }
}
type Scene = Awaited<ReturnType<typeof carrots>>
const move = (it: Pick<Scene, 'chef' | 'orderId'>, more: object = {}) =>
  changeDelivery(it.chef, { orderId: it.orderId, version: 1, key: aKey(), deliveryOn: friday, ...more })
const shown = (it: Pick<Scene, 'chef'>, orderId: OrderId) => orderDetail(it.chef, orderId)

test('before the farm has answered, day, slot and note change at once, with the moments of that day', async () => {
  const it = await carrots()
  const before = await shown(it, it.orderId)
  expect(before).toMatchObject({ deliveryOn: thursday, slot: 'am' })
  const choices = await deliveryChoices(it.chef, before)
  expect([choices.otherDay, choices.sameDay]).toEqual(['change', 'change'])
  expect(choices.days.find(({ deliveryOn }) => deliveryOn === sunday)).toMatchObject({ reason: 'kitchen_closed' })
  expect(must(await move(it, { slot: '14-16', note: '裏口へ' }))).toMatchObject({ version: 2, asked: false })
  const after = await shown(it, it.orderId)
  expect(after).toMatchObject({
    state: 'placed',
    deliveryOn: friday,
    shipOn: thursday,
    slot: '14-16',
    note: '裏口へ',
    version: 2,
    cutoffAt: at('2026-11-25 12:00'),
    answerDueAt: at('2026-11-25 14:00'),
    packAt: at('2026-11-26 14:00'),
    figures: before.figures,
  })
  expect(after.events.at(-1)).toMatchObject({
    kind: 'order_changed',
    data: { delivery: { deliveryOn: [thursday, friday], slot: ['am', '14-16'], note: ['', '裏口へ'] } },
  })
  // the timer follows the new day
  const [row] = await rows('select timer_at from orders where id = $1', [it.orderId])
  expect(row?.timer_at).toEqual(at('2026-11-25 14:00'))
  // the farm answers the version that it sees
  const old = { orderId: it.orderId, version: 1, key: aKey(), lines: [] }
  expect(await acceptOrder(it.farmer, old)).toMatchObject({ refusal: 'changed_meanwhile' })
  must(await acceptOrder(it.farmer, { ...old, version: 2, key: aKey() }))
})

test.each([
  ['a day on which the kitchen is closed', { deliveryOn: sunday }, 'day_impossible', { reason: 'kitchen_closed' }],
  ['a day out of reach', { deliveryOn: jstDate('2026-11-24') }, 'day_impossible', { reason: 'lead_days' }],
  ['a day after the last that is offered', { deliveryOn: jstDate('2027-03-01') }, 'day_impossible', undefined],
  ['what it is', { deliveryOn: thursday, slot: 'am', note: '' }, 'nothing_changed', undefined],
  ['a version that is not the current one', { version: 7 }, 'changed_meanwhile', undefined],
] as const)('a change to %s is refused, and leaves no trace', async (_, wish, refusal, detail) => {
  const it = await carrots()
  const before = await shown(it, it.orderId)
  const refused = await move(it, wish)
  expect(refused).toMatchObject({ ok: false, refusal, ...(detail && { detail }) })
  expect(await shown(it, it.orderId)).toEqual(before)
})

test("the farm's vacation closes a day for a placed order, too", async () => {
  const it = await carrots()
  must(await addVacation(it.farmer, { from: thursday, to: sunday, key: aKey(), note: '', orders: [] }))
  const wish = { deliveryOn: jstDate('2026-11-30') }
  expect(await move(it, wish)).toMatchObject({ refusal: 'day_impossible', detail: { reason: 'farm_vacation' } })
})

test('another order of that farm on that day: refused in words, because boxes are packed together', async () => {
  const it = await carrots()
  await fillCart(it.chef, it.market.kitchenId, [[it.farm.productId, 1]])
  await rows('update carts set wished_on = $2 where kitchen_id = $1', [it.market.kitchenId, friday])
  const other = there(must(await place(it.chef, it.market.kitchenId)).orderIds[0])
  expect(other).not.toBe(it.orderId)
  expect(await move(it)).toMatchObject({ refusal: 'day_impossible', detail: { reason: 'other_order' } })
  must(await cancelOrder(it.chef, { orderId: other, key: aKey() }))
  must(await move(it))
})

test('an accepted order: slot and note at once, another day is asked for, and the farm answers', async () => {
  const it = await carrots({ accepted: true })
  expect(must(await move(it, { deliveryOn: undefined, slot: '18-20' }))).toMatchObject({ version: 2, asked: false })
  expect(await shown(it, it.orderId)).toMatchObject({ state: 'accepted', slot: '18-20', deliveryOn: thursday })
  expect(must(await move(it, { version: 2 }))).toMatchObject({ version: 2, asked: true })
  expect(await shown(it, it.orderId)).toMatchObject({
    state: 'accepted',
    deliveryOn: thursday,
    reschedule: { deliveryOn: friday, slot: '18-20' },
  })
  expect(await move(it, { version: 2 })).toMatchObject({ refusal: 'reschedule_asked_already' })
  must(await answerReschedule(it.farmer, { orderId: it.orderId, key: aKey(), agree: true }))
  expect(await shown(it, it.orderId)).toMatchObject({
    state: 'accepted',
    deliveryOn: friday,
    packAt: at('2026-11-26 14:00'),
    version: 3,
    reschedule: null,
  })
})

test('the farm sends it as it is, or does not answer: nothing changes', async () => {
  const it = await carrots({ accepted: true })
  must(await move(it))
  must(await answerReschedule(it.farmer, { orderId: it.orderId, key: aKey(), agree: false }))
  expect(await shown(it, it.orderId)).toMatchObject({ deliveryOn: thursday, reschedule: null, version: 1 })
  must(await move(it))
  await runDueTimers({ ...test_, now: at('2026-11-25 14:00') })
  expect(await shown(it, it.orderId)).toMatchObject({ state: 'preparing', deliveryOn: thursday, reschedule: null })
})

test('the farm hears of each step by mail and where it rings, and the restaurant of the answer', async () => {
  const it = await carrots({ accepted: true })
  await tellOrderNews({ db: test_.db, now: noon })
  await rows('delete from mails')
  const subjects = async () => {
    await tellOrderNews({ db: test_.db, now: noon })
    const mails = await withWords(await rows('select * from mails order by key'))
    await rows('delete from mails')
    return mails.map(({ subject }) => subject.replace('【畝と皿】', '').replace(/（.*/, ''))
  }
  must(await move(it, { deliveryOn: undefined, note: '裏口へ' }))
  expect(await subjects()).toEqual(['時間帯・備考が変更されました'])
  must(await move(it, { version: 2 }))
  expect(await subjects()).toEqual(['お届けの変更依頼が届いています'])
  must(await withdrawReschedule(it.chef, { orderId: it.orderId, key: aKey() }))
  expect(await subjects()).toEqual(['お届けの変更依頼が取り下げられました'])
  for (const agree of [false, true]) {
    must(await move(it, { version: 2 }))
    await subjects()
    must(await answerReschedule(it.farmer, { orderId: it.orderId, key: aKey(), agree }))
    const [subject, ...more] = await subjects()
    expect([subject, more]).toEqual([
      agree ? '農園がお届けの変更を承諾しました' : '農園は、お届けを変更せずに出荷します',
      [],
    ])
  }
  const rung = await rows('select title from notifications where person_id = $1', [it.farm.actor.personId])
  expect(rung.map(({ title }) => title).join()).toContain('お届けの変更依頼が届いています')
})

test('what was asked for can be withdrawn, and asked again differently', async () => {
  const it = await carrots({ accepted: true })
  must(await move(it))
  must(await withdrawReschedule(it.chef, { orderId: it.orderId, key: aKey() }))
  const late = { orderId: it.orderId, key: aKey(), agree: true }
  expect(await answerReschedule(it.farmer, late)).toMatchObject({ refusal: 'reschedule_not_asked' })
  must(await move(it, { deliveryOn: jstDate('2026-11-28') }))
  expect((await shown(it, it.orderId)).reschedule).toMatchObject({ deliveryOn: '2026-11-28' })
})

test('the farm agrees to the request that it saw, and to no other that came since', async () => {
  const it = await carrots({ accepted: true })
  must(await move(it))
  const seen = there((await shown(it, it.orderId)).reschedule).id
  must(await withdrawReschedule(it.chef, { orderId: it.orderId, key: aKey() }))
  must(await move(it, { deliveryOn: jstDate('2026-11-28') }))
  const agree = (rescheduleId: typeof seen) =>
    answerReschedule(it.farmer, { orderId: it.orderId, key: aKey(), agree: true, rescheduleId })
  expect(await agree(seen)).toMatchObject({ refusal: 'changed_meanwhile' })
  expect((await shown(it, it.orderId)).deliveryOn).toBe(thursday)
  must(await agree(there((await shown(it, it.orderId)).reschedule).id))
  expect(await shown(it, it.orderId)).toMatchObject({ id: it.orderId, deliveryOn: '2026-11-28' })
})

test('a request to cancel waits for its own answer, whatever is asked and refused of the delivery', async () => {
  const it = await carrots({ accepted: true })
  const [chef, farmer] = [as(test_.db, it.market.chef, afterCutoff), as(test_.db, it.farm.actor, afterCutoff)]
  const asked = { chef, orderId: it.orderId }
  must(await askToCancel(chef, { orderId: it.orderId, key: aKey() }))
  const waits = async () => expect((await shown(it, it.orderId)).cancelAskedAt).toEqual(afterCutoff)
  must(await move(asked))
  await waits()
  must(await withdrawReschedule(chef, { orderId: it.orderId, key: aKey() }))
  await waits()
  must(await move(asked))
  must(await answerReschedule(farmer, { orderId: it.orderId, key: aKey(), agree: false }))
  await waits()
})

test('the tax of the goods follows the day, and not what the farm states about its product later', async () => {
  const it = await carrots()
  const before = await shown(it, it.orderId)
  await rows(`update products set tax_kind = 'standard' where id = $1`, [it.farm.productId])
  must(await move(it))
  expect((await shown(it, it.orderId)).figures).toEqual(before.figures)
})

test('after 締切 everything is asked for; before the farm has accepted it is too late', async () => {
  const it = await carrots({ accepted: true })
  const late = { ...it, chef: as(test_.db, it.market.chef, afterCutoff) }
  expect(must(await move(late, { deliveryOn: undefined, note: '冷蔵庫へ' })).asked).toBe(true)
  const farmer = as(test_.db, it.farm.actor, afterCutoff)
  must(await answerReschedule(farmer, { orderId: it.orderId, key: aKey(), agree: true }))
  expect(await shown(it, it.orderId)).toMatchObject({ note: '冷蔵庫へ', deliveryOn: thursday })
  const placed = await carrots()
  const tooLate = { ...placed, chef: as(test_.db, placed.market.chef, afterCutoff) }
  expect(await move(tooLate)).toMatchObject({ refusal: 'too_late' })
})

test('the farm agrees after the boxes of that day were packed: too late', async () => {
  const it = await carrots({ accepted: true })
  // on Wednesday morning an earlier day than the order's is over
  must(await move(it, { deliveryOn: jstDate('2026-11-30') }))
  await rows(
    `update orders set reschedule = jsonb_set(reschedule, '{packAt}', '"2026-11-24T02:30:00.000Z"') where id = $1`,
    [it.orderId],
  )
  const farmer = as(test_.db, it.farm.actor, at('2026-11-24 11:31'))
  const answer = await answerReschedule(farmer, { orderId: it.orderId, key: aKey(), agree: true })
  expect(answer).toMatchObject({ refusal: 'too_late' })
})

test('another order came for the day before the farm agrees: the farm is told so, and the order stays', async () => {
  const it = await carrots({ accepted: true })
  must(await move(it))
  await fillCart(it.chef, it.market.kitchenId, [[it.farm.productId, 1]])
  await rows('update carts set wished_on = $2 where kitchen_id = $1', [it.market.kitchenId, friday])
  must(await place(it.chef, it.market.kitchenId))
  const answer = await answerReschedule(it.farmer, { orderId: it.orderId, key: aKey(), agree: true })
  expect(answer).toMatchObject({ refusal: 'reschedule_impossible' })
  expect((await shown(it, it.orderId)).deliveryOn).toBe(thursday)
})

test('a farm that accepts automatically has accepted the new day at once', async () => {
  const it = await carrots({ autoAccept: true })
  expect((await shown(it, it.orderId)).state).toBe('accepted')
  expect(must(await move(it)).asked).toBe(false)
  expect(await shown(it, it.orderId)).toMatchObject({ state: 'accepted', deliveryOn: friday })
})

test('what grew after the acceptance is answered before the day changes', async () => {
  const it = await carrots({ accepted: true })
  const line = there((await shown(it, it.orderId)).lines[0])
  const more = [{ lineId: line.id, qty: 5 }]
  must(await changeOrder(it.chef, { orderId: it.orderId, version: 1, key: aKey(), lines: more }))
  expect(await move(it, { version: 2 })).toMatchObject({ refusal: 'growth_unanswered' })
  must(await move(it, { version: 2, deliveryOn: undefined, note: '急ぎません' }))
})

test('a request outlives a shortage of the farm, and moves what is left', async () => {
  const it = await carrots({ accepted: true })
  const line = there((await shown(it, it.orderId)).lines[0])
  must(await move(it))
  const less = [{ lineId: line.id, qty: 1, reason: 'harvest' as const }]
  must(await reportShortage(it.farmer, { orderId: it.orderId, key: aKey(), lines: less }))
  must(await answerReschedule(it.farmer, { orderId: it.orderId, key: aKey(), agree: true }))
  expect(await shown(it, it.orderId)).toMatchObject({
    deliveryOn: friday,
    lines: [{ quantities: { confirmed: { qty: 1 } } }],
  })
})

/** Two windows of one product: Wednesday only, and Thursday to Friday. */
async function harvests({ second = 3, accepted = false } = {}) {
  const it = await carrots()
  must(await cancelOrder(it.chef, { orderId: it.orderId, key: aKey() }))
  const productId = await aProduct(test_.db, it.farm.farmId, { sellsFrom: 'harvest', stock: 0 })
  const promise = (from: string, to: string, qty: number) =>
    promiseHarvest(it.farmer, {
      productId,
      key: aKey(),
      from: jstDate(from),
      to: jstDate(to),
      leastQty: qty,
      mostQty: qty,
      confidence: 'high',
      note: '',
    })
  const first = must(await promise('2026-11-25', '2026-11-25', 5)).id
  const next = must(await promise('2026-11-26', '2026-11-27', second)).id
  await fillCart(it.chef, it.market.kitchenId, [[productId, 3]])
  const orderId = there(must(await place(it.chef, it.market.kitchenId)).orderIds[0])
  if (accepted) must(await acceptOrder(it.farmer, { orderId, key: aKey(), lines: [] }))
  const held = async () => ({
    first: (await rows('select reserved_qty n from harvest_windows where id = $1', [first]))[0].n,
    next: (await rows('select reserved_qty n from harvest_windows where id = $1', [next]))[0].n,
    stock: (await rows('select available_qty n from product_stock where product_id = $1', [productId]))[0].n,
    entries: (
      await rows('select sum(delta)::int n from stock_entries where product_id = $1 and order_line_id is not null', [
        productId,
      ])
    )[0].n,
    lines: await rows(
      `select window_id, r.qty from harvest_reservations r join order_lines l on l.id = r.order_line_id where l.order_id = $1`,
      [orderId],
    ),
  })
  return { ...it, orderId, productId, first, next, held }
}

test('what was reserved moves to the harvest of the new day, and back with it', async () => {
  const it = await harvests()
  expect(await it.held()).toMatchObject({ first: 3, next: 0, stock: 5 })
  must(await move(it))
  expect(await it.held()).toEqual({
    first: 0,
    next: 3,
    stock: 5,
    entries: -3,
    lines: [{ window_id: it.next, qty: 3 }],
  })
  must(await move(it, { version: 2, deliveryOn: thursday }))
  expect(await it.held()).toMatchObject({ first: 3, next: 0, stock: 5, lines: [{ window_id: it.first, qty: 3 }] })
  must(await cancelOrder(it.chef, { orderId: it.orderId, key: aKey() }))
  expect(await it.held()).toMatchObject({ first: 0, next: 0, stock: 8, entries: 0 })
})

test('of a line that was cancelled nothing is held, wherever its harvest ends', async () => {
  const it = await harvests()
  const carrot = { orderId: it.orderId, productId: it.farm.productId }
  await fillCart(it.chef, it.market.kitchenId, [[carrot.productId, 2]])
  must(await place(it.chef, it.market.kitchenId))
  const line = there((await shown(it, it.orderId)).lines.find(({ productId }) => productId === it.productId))
  const none = [{ lineId: line.id, qty: 0 }]
  must(await changeOrder(it.chef, { orderId: it.orderId, version: 2, key: aKey(), lines: none }))
  must(await move(it, { version: 3, deliveryOn: friday }))
  expect(await it.held()).toMatchObject({ first: 0, next: 0, stock: 8, entries: 0, lines: [] })
  must(await move(it, { version: 4, deliveryOn: jstDate('2026-11-30') }))
})

test('a harvest that is too small for the new day refuses it, and the old one is kept', async () => {
  const it = await harvests({ second: 2 })
  const before = await it.held()
  expect(await move(it)).toMatchObject({ refusal: 'day_impossible', detail: { reason: 'no_harvest' } })
  expect(await it.held()).toEqual(before)
})

test('the harvest of that day is sold before the farm agrees: the farm is told so, and the order stays', async () => {
  const it = await harvests({ accepted: true })
  must(await move(it))
  const before = await it.held()
  must(await withdrawHarvest(it.farmer, { id: it.next }))
  const answer = await answerReschedule(it.farmer, { orderId: it.orderId, key: aKey(), agree: true })
  expect(answer).toMatchObject({ refusal: 'reschedule_impossible', detail: { products: [it.productId] } })
  expect(await it.held()).toMatchObject({ first: before.first, next: 0 })
  expect((await shown(it, it.orderId)).deliveryOn).toBe(thursday)
})

test('the same key changes once; another wish with it is refused', async () => {
  const it = await carrots()
  const key = aKey()
  expect(must(await move(it, { key }))).toEqual(must(await move(it, { key })))
  expect(await move(it, { key, slot: 'none' })).toMatchObject({ refusal: 'key_reused' })
  expect((await shown(it, it.orderId)).version).toBe(2)
})

test('two changes at once: one day wins, and the other is refused', async () => {
  const it = await harvests()
  const days = [friday, jstDate('2026-11-28')]
  const answers = await Promise.all(days.map((deliveryOn) => move(it, { deliveryOn })))
  expect(answers.map((answer) => (answer.ok ? 'ok' : answer.refusal)).toSorted()).toEqual(['changed_meanwhile', 'ok'])
  expect(await it.held()).toMatchObject({ first: 0, next: 3, stock: 5 })
})

test('the change and the acceptance at once: whichever is first, the farm has promised only what it saw', async () => {
  for (const swapped of [false, true]) {
    const it = await carrots()
    const accept = () => acceptOrder(it.farmer, { orderId: it.orderId, version: 1, key: aKey(), lines: [] })
    const change = () => move(it)
    const [accepted, changed] = swapped
      ? await Promise.all([change(), accept()]).then(([b, a]) => [a, b] as const)
      : await Promise.all([accept(), change()])
    const after = await shown(it, it.orderId)
    if (accepted.ok) {
      expect(changed).toMatchObject({ ok: true, value: { asked: true } })
      expect(after).toMatchObject({ state: 'accepted', deliveryOn: thursday, reschedule: { deliveryOn: friday } })
    } else {
      expect([accepted.refusal, must(changed).asked]).toEqual(['changed_meanwhile', false])
      expect(after).toMatchObject({ state: 'placed', deliveryOn: friday })
    }
  }
})

test('an order for the new day and the change to it, at once: never two orders of one farm on one day', async () => {
  const it = await carrots()
  await fillCart(it.chef, it.market.kitchenId, [[it.farm.productId, 1]])
  await rows('update carts set wished_on = $2 where kitchen_id = $1', [it.market.kitchenId, friday])
  await Promise.all([place(it.chef, it.market.kitchenId), move(it)])
  const days = await rows('select delivery_on::text, count(*)::int n from orders where kitchen_id = $1 group by 1', [
    it.market.kitchenId,
  ])
  expect(days.map(({ n }) => n)).toEqual(days.map(() => 1))
})
