import { expect, test } from 'vitest'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import type { OrderId, RunId } from '../../app/kernel/ids.ts'
import { jstDate } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { cartQuote } from '../../app/modules/cart/cart-queries.server.ts'
import { chooseRun } from '../../app/modules/cart/choose-run.server.ts'
import { runWays } from '../../app/modules/cart/run-ways.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { changeOrder } from '../../app/modules/ordering/change-order.server.ts'
import { cancelOrder } from '../../app/modules/ordering/end-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { placeOrder } from '../../app/modules/ordering/place-order.server.ts'
import { runLabels } from '../../app/modules/packing-papers/run-labels.server.ts'
import { endRun, inviteFarm, joinRun, leaveRun, openRun } from '../../app/modules/runs/keep-runs.server.ts'
import { ridesOfDay, runDetail, runsOfFarm, upcomingLoads } from '../../app/modules/runs/run-queries.server.ts'
import { loader as labelsPdf } from '../../app/routes/farm/runs/run-labels-pdf.ts'
import { drawDayPapers } from '../../app/web/draw-papers.server.ts'
import { aFarm, aKey, aMarket, aProduct, aRestaurant, as, type Market } from '../factories/market.ts'
import { aRun, aRunInput } from '../factories/run.ts'
import { testDatabase } from '../support/database.ts'
import { pageContext } from '../support/page-context.ts'
import { textOfPdf } from '../support/pdf-picture.ts'
import { fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()
const day = jstDate('2026-11-26')

/** A market whose three farms ride by one run, with their goods in the chef's cart. */
async function aShared(more: Partial<typeof aRunInput> = {}) {
  const market = await aMarket(test_.db)
  const runId = await aRun(test_.db, market, more)
  return { ...market, runId, chefs: as(test_.db, market.chef) }
}
type Shared = Awaited<ReturnType<typeof aShared>>

/** Puts so many of the farm's goods into the cart and chooses the run for them. */
async function ride({ chefs, kitchenId, farms, runId }: Shared, index: number, qty: number): Promise<void> {
  const { farmId, productId } = there(farms[index])
  await fillCart(chefs, kitchenId, [[productId, qty]])
  must(await chooseRun(chefs, { kitchenId, farmId, runId }))
}

const freightOf = async ({ chefs }: Shared, orderId: OrderId) =>
  (await orderDetail(chefs, orderId)).parcels.reduce((sum, { freightYen, coolYen }) => sum + freightYen + coolYen, 0)

const takenOn = async (runId: RunId) =>
  (await test_.db.selectFrom('runDays').select('takenPoints').where('runId', '=', runId).executeTakeFirst())
    ?.takenPoints ?? 0

test('three farms by one run share one freight by size points, to the yen, and the cart says so before', async () => {
  const it = await aShared()
  await ride(it, 0, 2)
  const alone = there((await cartQuote(it.chefs, it.kitchenId)).farms[0])
  expect(alone.freightYen).toBe(1_900)
  // 「同じ便であと2農園: 送料 ¥1,900 → ¥634」
  expect(runWays(alone)?.shared).toMatchObject({ yen: 1_900, farms: 1, next: { farms: 2, yen: 634 } })
  await ride(it, 1, 2)
  await ride(it, 2, 2)
  const quote = await cartQuote(it.chefs, it.kitchenId)
  // 36, 36 and 20 points
  const freights = new Map(quote.farms.map(({ farmId, freightYen }) => [farmId, freightYen]))
  expect(it.farms.map(({ farmId }) => freights.get(farmId)).toSorted()).toEqual([413, 743, 744].toSorted())
  expect(quote.freightYen).toBe(1_900)
  const { orderIds } = must(await place(it.chefs, it.kitchenId))
  const agreed = await Promise.all(orderIds.map((id) => freightOf(it, id)))
  expect(agreed.reduce((sum, part) => sum + part, 0)).toBe(1_900)
  expect(await takenOn(it.runId)).toBe(92)
})

test('a later order lowers what the earlier one pays, the sum stays, and leaving raises nothing', async () => {
  const it = await aShared()
  await ride(it, 0, 2)
  const first = there(must(await place(it.chefs, it.kitchenId)).orderIds[0])
  expect(await freightOf(it, first)).toBe(1_900)
  await ride(it, 1, 2)
  const second = there(must(await place(it.chefs, it.kitchenId)).orderIds[0])
  expect([await freightOf(it, first), await freightOf(it, second)]).toEqual([950, 950])
  must(await cancelOrder(it.chefs, { orderId: second, key: aKey() }))
  expect(await freightOf(it, first)).toBe(950)
  expect(await takenOn(it.runId)).toBe(36)
  must(await cancelOrder(it.chefs, { orderId: first, key: aKey() }))
  expect(await takenOn(it.runId)).toBe(0)
})

test('goods of one farm that are ordered again join their order on the van', async () => {
  const it = await aShared()
  await ride(it, 0, 2)
  const first = there(must(await place(it.chefs, it.kitchenId)).orderIds[0])
  await ride(it, 0, 3)
  expect(there((await cartQuote(it.chefs, it.kitchenId)).farms[0]).freightYen).toBe(0)
  expect(must(await place(it.chefs, it.kitchenId)).orderIds).toEqual([first])
  expect([await freightOf(it, first), await takenOn(it.runId)]).toEqual([1_900, 90])
  // by the carrier it is another order
  const { farmId, productId } = there(it.farms[0])
  await fillCart(it.chefs, it.kitchenId, [[productId, 1]])
  must(await chooseRun(it.chefs, { kitchenId: it.kitchenId, farmId, runId: null }))
  expect(must(await place(it.chefs, it.kitchenId)).orderIds).not.toEqual([first])
})

test('changing an order takes and gives back places, and pays by the points', async () => {
  const it = await aShared({ capacityPoints: 100, minimumYen: yen(0) })
  await ride(it, 0, 2)
  const orderId = there(must(await place(it.chefs, it.kitchenId)).orderIds[0])
  const lineId = there((await orderDetail(it.chefs, orderId)).lines[0]).id
  const change = (version: number, qty: number) =>
    changeOrder(it.chefs, { orderId, key: aKey(), version, lines: [{ lineId, qty }] })
  expect(await change(1, 6)).toMatchObject({ ok: false, refusal: 'run_full' })
  must(await change(1, 5))
  expect([await freightOf(it, orderId), await takenOn(it.runId)]).toEqual([900, 90])
  must(await change(2, 1))
  expect([await freightOf(it, orderId), await takenOn(it.runId)]).toEqual([180, 18])
})

test('many kitchens at once: only as many join as there is room for, and the rest is refused', async () => {
  const it = await aShared({ capacityPoints: 3 * 36 })
  const { farmId, productId } = there(it.farms[0])
  const kitchens = await Promise.all(Array.from({ length: 8 }, () => aRestaurant(test_.db)))
  for (const { actor, kitchenId } of kitchens) {
    await fillCart(as(test_.db, actor), kitchenId, [[productId, 2]])
    must(await chooseRun(as(test_.db, actor), { kitchenId, farmId, runId: it.runId }))
  }
  // all have seen the same day: a cart that is read once the van is full offers the next one
  const seen = await Promise.all(
    kitchens.map(async ({ actor, kitchenId }) => seenOf(await cartQuote(as(test_.db, actor), kitchenId))),
  )
  const placed = await Promise.all(
    kitchens.map(({ actor, kitchenId }, index) =>
      placeOrder(as(test_.db, actor), { kitchenId, key: aKey(), seen: there(seen[index]) }),
    ),
  )
  expect(placed.filter(({ ok }) => ok)).toHaveLength(3)
  for (const refused of placed.filter(({ ok }) => !ok))
    expect(['run_full', 'changed', 'not_orderable']).toContain(refused.ok ? null : refused.refusal)
  expect(await takenOn(it.runId)).toBe(3 * 36)
})

test('a day on which the run does not come, or is full, has its reason, and another chef sees no run elsewhere', async () => {
  const it = await aShared({ weekdays: [4], capacityPoints: 36 })
  await ride(it, 0, 2)
  const reasons = async () =>
    there((await cartQuote(it.chefs, it.kitchenId)).farms[0]).days.map((one) =>
      one.possible ? 'possible' : one.reason,
    )
  expect(await reasons()).toEqual(expect.arrayContaining(['no_run', 'possible']))
  must(await place(it.chefs, it.kitchenId))
  const other = await aRestaurant(test_.db)
  const there_ = as(test_.db, other.actor)
  const { farmId, productId } = there(it.farms[0])
  await fillCart(there_, other.kitchenId, [[productId, 2]])
  must(await chooseRun(there_, { kitchenId: other.kitchenId, farmId, runId: it.runId }))
  const days = there((await cartQuote(there_, other.kitchenId)).farms[0]).days
  expect(days.find(({ deliveryOn }) => deliveryOn === day)).toMatchObject({ possible: false, reason: 'run_full' })
  await test_.db.updateTable('kitchens').set({ prefectureCode: '27' }).where('id', '=', other.kitchenId).execute()
  expect(there((await cartQuote(there_, other.kitchenId)).farms[0]).run).toBeNull()
  await expect(chooseRun(there_, { kitchenId: other.kitchenId, farmId, runId: it.runId })).rejects.toThrow(NotFound)
})

test('a run is opened once, a farm rides after it agreed, and leaves when it wants', async () => {
  const market: Market = await aMarket(test_.db)
  const [runner, other] = [there(market.farms[0]), there(market.farms[1])]
  const key = aKey()
  const input = { ...aRunInput, key }
  const { runId } = must(await openRun(as(test_.db, runner.actor), input))
  expect(must(await openRun(as(test_.db, runner.actor), input)).runId).toBe(runId)
  expect(await openRun(as(test_.db, runner.actor), { ...aRunInput, key: aKey(), areas: '月' })).toMatchObject({
    refusal: 'area_wrong',
  })
  expect(await joinRun(as(test_.db, other.actor), { runId, key: aKey() })).toMatchObject({ refusal: 'not_invited' })
  const invite = () => inviteFarm(as(test_.db, runner.actor), { runId, farmId: other.farmId, stop: 1, key: aKey() })
  must(await invite())
  expect(await invite()).toMatchObject({ refusal: 'farm_on_run' })
  const states = async () => (await runsOfFarm(as(test_.db, other.actor))).map(({ state, own }) => [state, own])
  expect(await states()).toEqual([['invited', false]])
  must(await joinRun(as(test_.db, other.actor), { runId, key: aKey() }))
  expect(await states()).toEqual([['joined', false]])
  must(await leaveRun(as(test_.db, other.actor), { runId, key: aKey() }))
  expect(await states()).toEqual([])
  must(await invite())
  must(await endRun(as(test_.db, runner.actor), { runId, key: aKey() }))
  expect(await joinRun(as(test_.db, other.actor), { runId, key: aKey() })).toMatchObject({ refusal: 'run_ended' })
  expect(await leaveRun(as(test_.db, runner.actor), { runId, key: aKey() })).toMatchObject({ refusal: 'not_invited' })
})

test('only the runner sees the run as a whole: what rides by stop, without prices', async () => {
  const it = await aShared()
  await ride(it, 0, 2)
  await ride(it, 1, 2)
  must(await place(it.chefs, it.kitchenId))
  const [runner, other] = [there(it.farms[0]), there(it.farms[1])]
  const rides = await ridesOfDay(as(test_.db, runner.actor), it.runId, jstDate('2026-11-25'))
  expect(rides.map(({ farm, boxes, points, place: at }) => [farm, boxes, points, at])).toEqual([
    ['いちの畑', 1, 36, '道の駅'],
    ['にの畑', 1, 36, '道の駅'],
  ])
  expect(await upcomingLoads(as(test_.db, runner.actor))).toMatchObject([
    { runId: it.runId, deliveryOn: '2026-11-25', boxes: 2, kitchens: 1 },
  ])
  expect(await upcomingLoads(as(test_.db, other.actor))).toEqual([])
  const stranger = await aFarm(test_.db)
  await aProduct(test_.db, stranger.farmId)
  for (const actor of [other.actor, stranger.actor]) {
    await expect(ridesOfDay(as(test_.db, actor), it.runId, day)).rejects.toThrow(NotFound)
    await expect(runDetail(as(test_.db, actor), it.runId)).rejects.toThrow(NotFound)
    await expect(endRun(as(test_.db, actor), { runId: it.runId, key: aKey() })).rejects.toThrow(NotFound)
  }
  const helper = { ...runner.actor, rights: 'see' as const }
  await expect(endRun(as(test_.db, helper), { runId: it.runId, key: aKey() })).rejects.toThrow(Forbidden)
})

test('orders of one product that are placed and cancelled at once lock in one order', async () => {
  const it = await aShared({ capacityPoints: 9_999 })
  const { farmId, productId } = there(it.farms[0])
  const kitchens = await Promise.all(Array.from({ length: 6 }, () => aRestaurant(test_.db)))
  const fill = async ({ actor, kitchenId }: (typeof kitchens)[number]) => {
    await fillCart(as(test_.db, actor), kitchenId, [[productId, 1]])
    must(await chooseRun(as(test_.db, actor), { kitchenId, farmId, runId: it.runId }))
  }
  await Promise.all(kitchens.map(fill))
  const order = async ({ actor, kitchenId }: (typeof kitchens)[number]) =>
    there(must(await place(as(test_.db, actor), kitchenId)).orderIds[0])
  const [early, late] = [kitchens.slice(0, 3), kitchens.slice(3)]
  const placed: { actor: (typeof kitchens)[number]['actor']; orderId: OrderId }[] = []
  for (const kitchen of early) placed.push({ actor: kitchen.actor, orderId: await order(kitchen) })
  await Promise.all([
    ...late.map(order),
    ...placed.map(async ({ actor, orderId }) => must(await cancelOrder(as(test_.db, actor), { orderId, key: aKey() }))),
  ])
  expect(await takenOn(it.runId)).toBe(3 * 18)
})

test('the runner prints one set of labels for the boxes of all farms, by stop, and no other farm does', async () => {
  const it = await aShared({ stops: [...aRunInput.stops, { ...there(aRunInput.stops[0]), place: '農協の集荷場' }] })
  const [runner, other] = [there(it.farms[0]), there(it.farms[1])]
  // the second farm hands over at the second stop, and is last
  await test_.db.updateTable('runFarms').set({ stop: 2 }).where('farmId', '=', other.farmId).execute()
  for (const index of [1, 0, 2]) await ride(it, index, 2)
  const { orderIds } = must(await place(it.chefs, it.kitchenId))
  const orders = await Promise.all(orderIds.map((id) => orderDetail(it.chefs, id)))
  const labels = async (actor = runner.actor) => {
    const chosen = {
      day: there(orders[0]).deliveryOn,
      sheet: 'a4_12' as const,
      start: 1,
      rightTenths: 0,
      downTenths: 0,
    }
    const tools = { origin: 'https://une-to-sara.example', draw: drawDayPapers }
    return (await textOfPdf(await runLabels(as(test_.db, actor), { runId: it.runId, ...chosen }, tools))).replaceAll(
      /\s/g,
      '',
    )
  }
  expect(await labels()).toContain('印刷する書類はありません')
  for (const { actor, farmId } of [runner, other]) {
    const { id: orderId } = there(orders.find((order) => order.farmId === farmId))
    must(await acceptOrder(as(test_.db, actor), { orderId, lines: [], key: aKey() }))
  }
  const text = await labels()
  const [first, second] = [text.indexOf('いちの畑'), text.indexOf('にの畑')]
  expect([first > 0, second > first, text.includes('さんの畑')]).toEqual([true, true, false])
  expect(text).toContain('農協の集荷場')
  expect(text).not.toMatch(/[¥円]/)
  await expect(labels(other.actor)).rejects.toThrow(NotFound)
})

test('an address of labels that cannot be printed says what is wrong with it', async () => {
  const it = await aShared()
  const context = pageContext(as(test_.db, there(it.farms[0]).actor))
  const asked = async (query: string, id: string = it.runId) => {
    const url = new URL(`/farmer/runs/${id}/labels.pdf?${query}`, 'https://market.example.jp')
    return labelsPdf({
      context,
      params: { id },
      request: new Request(url),
      url,
      pattern: '/farmer/runs/:id/labels.pdf',
    })
  }
  const wrong = await asked('start=99&sheet=a5')
  expect([wrong.status, wrong.headers.get('content-type')]).toEqual([422, 'text/plain; charset=utf-8'])
  const lines = (await wrong.text()).split('\n')
  expect(lines.map((line) => line.split('：')[0]).toSorted()).toEqual(['ラベル用紙', '印刷を開始する位置'])
  expect(lines.join()).toMatch(/位置：.*枚目/)
  expect((await asked('start=2&sheet=a4_24')).headers.get('content-type')).toBe('application/pdf')
  await expect(asked('', 'no-run')).rejects.toMatchObject({ init: { status: 404 } })
})
