import { expect, test } from 'vitest'
import { newId, type StandingOrderId } from '../../app/kernel/ids.ts'
import { at, jstDate, type Weekday } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { setWishedDay } from '../../app/modules/cart/change-cart.server.ts'
import { historyOfRestaurant } from '../../app/modules/ordering/order-history.server.ts'
import { makeList, setShoppingListLine } from '../../app/modules/shopping-lists/change-list.server.ts'
import { runStandingOrders } from '../../app/modules/shopping-lists/run-standing.server.ts'
import {
  changeStanding,
  endStanding,
  makeStanding,
  pauseStanding,
  skipStanding,
  standingOrders,
  unskipStanding,
} from '../../app/modules/shopping-lists/standing-orders.server.ts'
import { aFarm, aKey, aProduct, aRestaurant, as, noon } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { withWords } from '../support/mailed.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()

// Tuesday noon. For Friday 11-27 the farm ships on Thursday, 締切 is Wednesday 12:00: announced on Tuesday at 18:00,
// ordered on Wednesday at 9:00.
const friday = jstDate('2026-11-27')
const told = at('2026-11-24 18:00')
const orders = at('2026-11-25 09:00')

type Given = { ceilingYen?: number; weekdays?: Weekday[]; orderLimitYen?: number; stock?: number }

async function aStanding({ ceilingYen = 100_000, weekdays = [5], orderLimitYen, stock = 100 }: Given = {}) {
  const farm = await aFarm(test_.db)
  const chef = await aRestaurant(test_.db, orderLimitYen === undefined ? {} : { orderLimitYen })
  const carrots = await aProduct(test_.db, farm.farmId, { stock })
  const leaves = await aProduct(test_.db, farm.farmId, { name: '小松菜', stock, priceYen: yen(300) })
  const ctx = (now = noon) => as(test_.db, chef.actor, now)
  const { kitchenId } = chef
  const { listId } = must(await makeList(ctx(), { kitchenId, key: aKey(), name: '金曜', weekdays }))
  must(await setShoppingListLine(ctx(), { listId, productId: carrots, qty: 2, learns: true }))
  must(await setShoppingListLine(ctx(), { listId, productId: leaves, qty: 4, learns: true }))
  const { id } = must(await makeStanding(ctx(), { kitchenId, key: aKey(), listId, weekdays, ceilingYen }))
  const shown = async (now = noon) => there((await standingOrders(ctx(now), kitchenId)).find((it) => it.id === id))
  const placed = async () => (await historyOfRestaurant(ctx(orders))).orders
  return { id, chef, ctx, kitchenId, listId, farm, carrots, leaves, shown, placed }
}

/** What the job does at a moment, for this standing order. */
const run = async (id: StandingOrderId, now: Date) =>
  (await runStandingOrders({ db: test_.db, now }))
    .filter((step) => step.id === id)
    .map(({ day, did }) => `${day} ${did}`)

const mailsOf = async (id: StandingOrderId) =>
  withWords(
    await test_.db
      .selectFrom('mails')
      .select(['template', 'recipient', 'subject', 'data', 'html', 'text'])
      .where('key', 'like', `standing:${id}:%`)
      .orderBy('createdAt')
      .execute(),
  )

test('it notifies on the evening before, orders in time, once each, and continues with the next week', async () => {
  const { id, shown, placed } = await aStanding()
  expect((await shown()).days.map((day) => [day.deliveryOn, day.state])).toEqual([
    ['2026-11-27', 'planned'],
    ['2026-12-04', 'planned'],
    ['2026-12-11', 'planned'],
    ['2026-12-18', 'planned'],
  ])
  expect((await shown()).days[0]).toMatchObject({ noticeAt: told, orderAt: orders, cutoffAt: at('2026-11-25 12:00') })
  expect(await run(id, noon)).toEqual([])
  expect(await run(id, told)).toEqual(['2026-11-27 told'])
  expect(await run(id, told)).toEqual([])
  expect(await placed()).toEqual([])
  expect(await run(id, orders)).toEqual(['2026-11-27 ordered'])
  expect(await run(id, orders)).toEqual([])
  const [order] = await placed()
  expect(order).toMatchObject({ state: 'placed', deliveryOn: '2026-11-27', slot: 'am' })
  expect(order?.lines.map(({ name, quantities }) => `${name} ${quantities.ordered?.qty}`)).toEqual([
    '人参 2',
    '小松菜 4',
  ])
  const mails = await mailsOf(id)
  expect(mails.map(({ template }) => template)).toEqual(['standing_before', 'standing_ordered'])
  expect(mails[0]?.text).toMatch(/人参（佐藤農園）/)
  expect(await shown(orders)).toMatchObject({
    days: [{ deliveryOn: '2026-12-04' }, {}, {}],
    runs: [{ deliveryOn: friday, outcome: 'ordered', leftOut: [] }],
  })
})

test('the chef’s own cart stays as it was', async () => {
  const { id, ctx, kitchenId, carrots } = await aStanding()
  await fillCart(ctx(), kitchenId, [[carrots, 1]])
  await run(id, told)
  await run(id, orders)
  expect(await cartQuote(ctx(), kitchenId)).toMatchObject({ lineCount: 1, farms: [{ lines: [{ qty: 1 }] }] })
})

test('many workers in the same minute notify once and order once', async () => {
  const { id, placed } = await aStanding()
  const workers = (now: Date) => Promise.all(Array.from({ length: 6 }, () => run(id, now)))
  expect((await workers(told)).flat()).toEqual(['2026-11-27 told'])
  // the second request gets the response of the first
  expect(new Set((await workers(orders)).flat())).toEqual(new Set(['2026-11-27 ordered']))
  expect(await placed()).toHaveLength(1)
  expect(await mailsOf(id)).toHaveLength(2)
})

test('a skipped day is neither notified nor ordered, and skipping can be undone', async () => {
  const { id, ctx, shown, placed } = await aStanding()
  must(await skipStanding(ctx(), { id, day: friday }))
  must(await skipStanding(ctx(), { id, day: friday }))
  expect((await shown()).days[0]).toMatchObject({ deliveryOn: friday, state: 'skipped' })
  expect(await run(id, orders)).toEqual([])
  must(await unskipStanding(ctx(orders), { id, day: friday }))
  expect(await run(id, orders)).toEqual(['2026-11-27 told', '2026-11-27 ordered'])
  expect(await placed()).toHaveLength(1)
  expect(await skipStanding(ctx(orders), { id, day: friday })).toMatchObject({
    refusal: 'day_not_skippable',
  })
})

test('told already, and skipped in the same moment as it orders: one of them wins, never both', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, ctx, placed } = await aStanding()
    await run(id, told)
    const [, skipped] = await Promise.all([run(id, orders), skipStanding(ctx(orders), { id, day: friday })])
    expect(await placed()).toHaveLength(skipped.ok ? 0 : 1)
  }
})

test.each<[string, Weekday[], string]>([
  ['a day of another weekday', [5], '2026-11-26'],
  ['a day that is past', [5], '2026-11-20'],
])('%s cannot be skipped', async (_, weekdays, day) => {
  const { id, ctx } = await aStanding({ weekdays })
  const asked = { id, day: jstDate(day) }
  expect(await skipStanding(ctx(), asked)).toMatchObject({ refusal: 'day_not_skippable' })
})

test('while paused it does nothing; resumed it continues; ended it is gone', async () => {
  const { id, ctx, shown, placed, kitchenId } = await aStanding()
  must(await pauseStanding(ctx(), { id, paused: true }))
  expect(await run(id, orders)).toEqual([])
  expect(await shown()).toMatchObject({ paused: true })
  must(await pauseStanding(ctx(orders), { id, paused: false }))
  must(await pauseStanding(ctx(orders), { id, paused: false }))
  expect(await run(id, orders)).toEqual(['2026-11-27 told', '2026-11-27 ordered'])
  must(await endStanding(ctx(orders), { id }))
  expect(await run(id, at('2026-12-02 09:00'))).toEqual([])
  expect(await standingOrders(ctx(orders), kitchenId)).toEqual([])
  await expect(pauseStanding(ctx(orders), { id, paused: true })).rejects.toThrow()
  expect(await placed()).toHaveLength(1)
})

test('what cannot be ordered is left out, with why, in the notice and afterwards', async () => {
  const { id, carrots, placed, shown } = await aStanding()
  await test_.db
    .updateTable('products')
    .set({ seasonMonths: [7] })
    .where('id', '=', carrots)
    .execute()
  await run(id, told)
  await run(id, orders)
  expect((await placed())[0]?.lines.map(({ name }) => name)).toEqual(['小松菜'])
  expect((await shown(orders)).runs).toMatchObject([{ leftOut: [{ name: '人参', why: 'out_of_season' }] }])
  for (const { text } of await mailsOf(id)) expect(text).toMatch(/旬ではありません/)
})

test('less than usual is ordered where there is less, and it is said', async () => {
  const { id, leaves, placed } = await aStanding()
  await test_.db.updateTable('productStock').set({ availableQty: 3 }).where('productId', '=', leaves).execute()
  await run(id, told)
  await run(id, orders)
  expect((await placed())[0]?.lines.map(({ quantities }) => quantities.ordered?.qty)).toEqual([2, 3])
  expect((await mailsOf(id))[1]?.text).toMatch(/在庫が少ないため、4から/)
})

test('of nothing there is no order and no fee, and that is told', async () => {
  const { id, placed, shown, carrots, leaves, chef } = await aStanding()
  await run(id, told)
  await test_.db.updateTable('products').set({ status: 'paused' }).where('id', 'in', [carrots, leaves]).execute()
  expect(await run(id, orders)).toEqual(['2026-11-27 nothing'])
  expect(await placed()).toEqual([])
  const bought = test_.db.selectFrom('purchases').select('id').where('restaurantId', '=', chef.restaurantId)
  expect(await bought.execute()).toEqual([])
  expect((await mailsOf(id)).map(({ template }) => template)).toEqual(['standing_before', 'standing_ordered'])
  expect((await shown(orders)).runs).toMatchObject([{ outcome: 'nothing', purchaseId: null, leftOut: [{}, {}] }])
})

test('a farm that takes a holiday after the notice: nothing is ordered, and that is told', async () => {
  const { id, farm, placed } = await aStanding()
  await run(id, told)
  await test_.db
    .insertInto('farmVacations')
    .values({
      id: newId<'vacation'>(),
      farmId: farm.farmId,
      fromOn: jstDate('2026-11-25'),
      toOn: jstDate('2026-11-30'),
      note: '',
    })
    .execute()
  expect(await run(id, orders)).toEqual(['2026-11-27 nothing'])
  expect(await placed()).toEqual([])
})

test('never above the ceiling: the last lines of the list are left out', async () => {
  const { id, ctx, kitchenId, listId, carrots, leaves, placed, shown } = await aStanding()
  await fillCart(ctx(), kitchenId, [
    [carrots, 2],
    [leaves, 4],
  ])
  const ceilingYen = (await cartQuote(ctx(), kitchenId)).ceilingTotalYen - 1
  must(await changeStanding(ctx(), { id, version: 1, listId, weekdays: [5], ceilingYen }))
  await run(id, told)
  await run(id, orders)
  const [order] = await placed()
  expect(order?.figures.totalIncYen).toBeLessThanOrEqual(ceilingYen)
  expect(order?.lines.map(({ name }) => name)).toEqual(['人参'])
  expect((await shown(orders)).runs).toMatchObject([{ leftOut: [{ name: '小松菜', why: 'above_ceiling' }] }])
})

test('above the limit of the member in whose name it orders, an owner is asked, and no stock is taken', async () => {
  const { id, placed, carrots, shown } = await aStanding({ orderLimitYen: 1_000 })
  await run(id, told)
  expect(await run(id, orders)).toEqual(['2026-11-27 asked'])
  expect((await placed()).map(({ state }) => state)).toEqual(['pending_approval'])
  expect((await shown(orders)).runs).toMatchObject([{ outcome: 'asked' }])
  const stock = await test_.db
    .selectFrom('productStock')
    .select('availableQty')
    .where('productId', '=', carrots)
    .executeTakeFirst()
  expect(stock?.availableQty).toBe(100)
})

test('what is ordered by hand for the same day is joined', async () => {
  const { id, ctx, kitchenId, carrots, placed } = await aStanding()
  await fillCart(ctx(), kitchenId, [[carrots, 1]])
  must(await setWishedDay(ctx(), { kitchenId, day: friday }))
  must(await place(ctx(), kitchenId))
  await run(id, told)
  expect(await run(id, orders)).toEqual(['2026-11-27 ordered'])
  const all = await placed()
  expect(all).toHaveLength(1)
  expect(all[0]?.lines.map(({ name, quantities }) => `${name} ${quantities.ordered?.qty}`)).toEqual([
    '人参 3',
    '小松菜 4',
  ])
})

test('two standing orders for the last of the stock at the same moment: never more than there is', async () => {
  const first = await aStanding({ stock: 3 })
  const chef = await aRestaurant(test_.db)
  const ctx = as(test_.db, chef.actor)
  const { kitchenId } = chef
  const { listId } = must(await makeList(ctx, { kitchenId, key: aKey(), name: '金曜', weekdays: [5] }))
  must(await setShoppingListLine(ctx, { listId, productId: first.carrots, qty: 2, learns: true }))
  const second = must(await makeStanding(ctx, { kitchenId, key: aKey(), listId, weekdays: [5], ceilingYen: 100_000 }))
  await run(first.id, told)
  await Promise.all([run(first.id, orders), run(second.id, orders), run(second.id, orders)])
  const { sum } = await test_.db
    .selectFrom('orderLines')
    .select(({ fn }) => fn.sum<number>('orderedQty').as('sum'))
    .where('productId', '=', first.carrots)
    .executeTakeFirstOrThrow()
  expect(Number(sum)).toBe(3)
})

test('after a change it orders in the name of the member who changed it; an outdated page changes nothing', async () => {
  const { id, ctx, listId, shown, chef } = await aStanding()
  const colleague = await aRestaurant(test_.db)
  await test_.db
    .updateTable('memberships')
    .set({ restaurantId: chef.restaurantId })
    .where('personId', '=', colleague.actor.personId)
    .execute()
  await test_.db.updateTable('people').set({ name: '宮下 栞' }).where('id', '=', colleague.actor.personId).execute()
  const other = as(test_.db, { ...chef.actor, personId: colleague.actor.personId })
  must(await changeStanding(other, { id, version: 1, listId, weekdays: [2, 5], ceilingYen: 5_000 }))
  expect(await shown()).toMatchObject({ by: '宮下 栞', weekdays: [2, 5], ceilingYen: 5_000, version: 2 })
  const late = { id, version: 1, listId, weekdays: [1 as const], ceilingYen: 1 }
  expect(await changeStanding(ctx(), late)).toMatchObject({ refusal: 'changed_meanwhile' })
})

test('when no member is left in whose name it could order, it is paused and the owners are told', async () => {
  const { id, chef, shown, placed } = await aStanding()
  const owner = await aRestaurant(test_.db)
  const row = { restaurantId: chef.restaurantId, role: 'owner' as const }
  await test_.db.updateTable('memberships').set(row).where('personId', '=', owner.actor.personId).execute()
  await test_.db.deleteFrom('memberships').where('personId', '=', chef.actor.personId).execute()
  expect(await run(id, told)).toEqual([])
  expect(await run(id, orders)).toEqual([])
  expect(await shown()).toMatchObject({ paused: true })
  expect(await placed()).toEqual([])
  expect((await mailsOf(id)).map(({ template }) => template)).toEqual(['standing_stopped'])
})

test('a restaurant that is suspended orders nothing', async () => {
  const { id, chef, placed } = await aStanding()
  await test_.db
    .updateTable('restaurants')
    .set({ status: 'suspended', statusReason: '許可の期限切れ' })
    .where('id', '=', chef.restaurantId)
    .execute()
  expect(await run(id, told)).toEqual([])
  expect(await run(id, orders)).toEqual([])
  expect(await placed()).toEqual([])
})

test.each([
  [{ weekdays: [] as Weekday[], ceilingYen: 1_000 }, 'weekday_missing'],
  [{ weekdays: [5 as const], ceilingYen: 0 }, 'bad_ceiling'],
  [{ weekdays: [5 as const], ceilingYen: 1.5 }, 'bad_ceiling'],
  [{ weekdays: [5 as const], ceilingYen: 10_000_001 }, 'bad_ceiling'],
])('%j is refused', async (wanted, refusal) => {
  const { ctx, kitchenId, listId } = await aStanding()
  expect(await makeStanding(ctx(), { kitchenId, key: aKey(), listId, ...wanted })).toMatchObject({ refusal })
})

test('pressed twice with one key there is one', async () => {
  const { ctx, kitchenId, listId } = await aStanding()
  const asked = { kitchenId, key: aKey(), listId, weekdays: [2 as const], ceilingYen: 9_000 }
  const [first, second] = await Promise.all([makeStanding(ctx(), asked), makeStanding(ctx(), asked)])
  expect(first).toEqual(second)
  expect(await standingOrders(ctx(), kitchenId)).toHaveLength(2)
})
