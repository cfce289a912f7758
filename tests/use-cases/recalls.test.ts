import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import type { Channel } from '../../app/kernel/channel.ts'
import type { OrderState } from '../../app/kernel/enums.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import type { KitchenId, LotId, RecallId, RestaurantId } from '../../app/kernel/ids.ts'
import { at } from '../../app/kernel/jst.ts'
import { sendDeliveries } from '../../app/modules/notifications/send-deliveries.server.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { packOrder } from '../../app/modules/ordering/fulfilment/pack-order.server.ts'
import { prepareOrder } from '../../app/modules/ordering/fulfilment/prepare-order.server.ts'
import { shipOrder } from '../../app/modules/ordering/fulfilment/ship-order.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { farmLots, type LotCursor, lotDetail, receivedLots } from '../../app/modules/traceability/lot-lists.server.ts'
import { affectedBy } from '../../app/modules/traceability/recalls/affected.server.ts'
import {
  answerRecall,
  hearAnswer,
  markRecallRead,
} from '../../app/modules/traceability/recalls/answer-recall.server.ts'
import { beginRecall } from '../../app/modules/traceability/recalls/begin-recall.server.ts'
import { closeRecall } from '../../app/modules/traceability/recalls/close-recall.server.ts'
import {
  allRecalls,
  farmRecalls,
  ownRecall,
  recallDetail,
  recallToAnswer,
} from '../../app/modules/traceability/recalls/recall-queries.server.ts'
import { aFarm, aKey, aLot, aMarket, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { writeOrder } from '../factories/sent-order.ts'
import { testDatabase } from '../support/database.ts'
import { withWords } from '../support/mailed.ts'
import { testQueues } from '../support/queues.ts'
import { bringToShipped, must, packingTime, placeAll, shippingTime, there } from './steps.ts'

const test_ = testDatabase()
const queues = testQueues(test_)
const night = at('2026-11-27 02:00')

type Begin = Parameters<typeof beginRecall>[1]
const plain = (lotIds: LotId[], more: Partial<Begin> = {}): Begin => ({
  key: aKey(),
  lotIds,
  reason: '金属の破片が入っているおそれ',
  handling: 'stop',
  instructions: '',
  rehearsal: false,
  ...more,
})

/** Two boxes of carrots of one lot, on their way to the chef. */
async function aSentLot() {
  const { db } = test_
  const market = await aMarket(db)
  const orderId = there((await placeAll(db, market))[0])
  await bringToShipped(db, market, 0, orderId)
  const { actor, farmId, productId } = there(market.farms[0])
  const farm = as(db, actor, night)
  const chef = as(db, market.chef, night)
  const lotId = there((await farmLots(farm, everyLot)).rows[0]).id
  return { market, orderId, lotId, farm, chef, farmId, productId }
}
const everyLot = { words: '', on: null, after: null, limit: 50 }
const count = async (table: string) => Number((await test_.pool.query(`select count(*) from ${table}`)).rows[0].count)

test('a lot is traced to its kitchens, and a kitchen’s goods to their lots', async () => {
  const { farm, chef, lotId, orderId, market } = await aSentLot()
  const { lot, deliveries } = await lotDetail(farm, lotId)
  expect(lot).toMatchObject({ code: '261125', sentQty: 2, restaurants: 1 })
  expect(deliveries).toMatchObject([
    { orderId, kitchenId: market.kitchenId, qty: 2, receivedQty: null, trackingNumbers: ['444413758703'] },
  ])
  expect((await receivedLots(chef, everyLot)).rows).toMatchObject([{ lotId, orderId, qty: 2, name: '人参' }])
  expect((await receivedLots(chef, { ...everyLot, words: '261125' })).rows).toHaveLength(1)
  expect((await receivedLots(chef, { ...everyLot, words: '大根' })).rows).toEqual([])
})

test('lists go on page by page, without a gap and without a repeat', async () => {
  const { db } = test_
  const { farmId, actor } = await aFarm(db)
  const productId = await aProduct(db, farmId)
  for (let day = 10; day < 17; day++) await aLot(db, farmId, productId, `2026-11-${day}`)
  const farm = as(db, actor)
  const whole = (await farmLots(farm, everyLot)).rows.map(({ id }) => id)
  const paged: LotId[] = []
  let after: LotCursor | null = null
  do {
    const { rows, next }: Awaited<ReturnType<typeof farmLots>> = await farmLots(farm, { ...everyLot, after, limit: 3 })
    paged.push(...rows.map(({ id }) => id))
    after = next
  } while (after)
  expect(paged).toEqual(whole)
  expect(whole).toHaveLength(7)
})

test('a recall notifies every member concerned at once, at night too, and waits for each answer', async () => {
  const { farm, chef, lotId } = await aSentLot()
  await test_.pool.query(
    `insert into notification_addresses (id, person_id, channel, address, created_at)
     values (gen_random_uuid(), $1, 'sms', '09000000000', now())`,
    [chef.actor.kind === 'buyer' ? chef.actor.personId : null],
  )
  const { id, restaurants } = must(await beginRecall(farm, plain([lotId])))
  expect(restaurants).toBe(1)
  const mails = await withWords((await test_.pool.query(`select * from mails where template = 'recall_news'`)).rows)
  expect(mails).toHaveLength(1)
  expect(mails[0].subject).toBe('【畝と皿】回収のお願い（人参・ロット261125）')
  expect(mails[0].text).toContain('2箱')
  const rung = await test_.pool.query(
    `select d.due_at, n.path from notification_deliveries d join notifications n on n.id = d.notification_id where n.kind = 'recall'`,
  )
  expect(rung.rows).toEqual([{ due_at: night, path: `/restaurant/recalls/${id}` }])
  const carried: string[] = []
  const sms: Channel = {
    name: 'sms',
    kind: 'kept',
    description: '',
    atOnce: 1,
    send: async ({ title }) => {
      carried.push(title)
      return { end: 'sent' }
    },
  }
  const nothing = { site: 'https://market.example.jp', sign: () => '', sheetOf: async () => new Uint8Array() }
  await queues.run('sms', night, (jobs) => sendDeliveries({ db: test_.db, now: night, ...nothing }, sms, jobs))
  expect(carried).toEqual(['回収のお願い（人参・ロット261125）'])

  expect(await recallToAnswer(chef)).toMatchObject({ id, more: 0 })
  await markRecallRead(chef, { recallId: id })
  must(await answerRecall(chef, { recallId: id, key: aKey(), answer: 'partly_used', note: '1箱は月曜に使いました' }))
  expect(await recallToAnswer(chef)).toBeNull()
  expect((await recallDetail(farm, id)).targets).toMatchObject([
    {
      toldPeople: 1,
      toldAt: night,
      readBy: '灯 料理人',
      answer: 'partly_used',
      note: '1箱は月曜に使いました',
      heard: false,
    },
  ])
  must(await closeRecall(farm, { recallId: id, key: aKey(), report: 'すべての店の品を引き取りました。' }))
  expect(await ownRecall(chef, id)).toMatchObject({ report: 'すべての店の品を引き取りました。', lines: [{ qty: 2 }] })
  expect(await closeRecall(farm, { recallId: id, key: aKey(), report: '再注文' })).toMatchObject({
    refusal: 'closed',
  })
  expect(await answerRecall(chef, { recallId: id, key: aKey(), answer: 'used', note: '' })).toMatchObject({
    refusal: 'closed',
  })
})

test('a rehearsal does all steps without notifying restaurants', async () => {
  const { farm, chef, lotId } = await aSentLot()
  const before = [await count('mails'), await count('notifications'), await count('notification_deliveries')]
  const { id, restaurants } = must(await beginRecall(farm, plain([lotId], { rehearsal: true })))
  expect(restaurants).toBe(1)
  const { restaurantId } = there((await recallDetail(farm, id)).targets[0])
  must(await hearAnswer(farm, { recallId: id, restaurantId, key: aKey(), answer: 'unused', note: '電話で2分' }))
  must(await closeRecall(farm, { recallId: id, key: aKey(), report: '12分で全員に連絡できた' }))
  expect([await count('mails'), await count('notifications'), await count('notification_deliveries')]).toEqual(before)
  expect(await recallDetail(farm, id)).toMatchObject({
    rehearsal: true,
    targets: [{ toldPeople: 0, toldAt: null, heard: true, answer: 'unused' }],
  })
  expect(await recallToAnswer(chef)).toBeNull()
  await expect(ownRecall(chef, id)).rejects.toThrow(NotFound)
  await expect(answerRecall(chef, { recallId: id, key: aKey(), answer: 'unused', note: '' })).rejects.toThrow(NotFound)
  // and the product remains on sale
  expect((await lotDetail(farm, lotId)).lot.recalledAt).toBeNull()
})

/** Every state between an order and a kitchen’s fridge. */
const hasLeft: Partial<Record<OrderState, true>> = { shipped: true, delivered: true, inspected: true, finalized: true }
const states: OrderState[] = [
  'accepted',
  'preparing',
  'partly_shipped',
  'shipped',
  'delivered',
  'inspected',
  'cancelled',
]

test('a recall finds exactly the kitchens that a separate calculation finds', async () => {
  const { db, pool } = test_
  const { farmId, actor } = await aFarm(db)
  const products = [await aProduct(db, farmId), await aProduct(db, farmId), await aProduct(db, farmId)]
  const lots: { id: LotId; product: number }[] = []
  for (const [product, productId] of products.entries())
    for (const day of ['2026-11-20', '2026-11-21', '2026-11-22'])
      lots.push({ id: await aLot(db, farmId, productId, day), product })
  const kitchens: { restaurantId: RestaurantId; kitchenId: KitchenId }[] = []
  for (let index = 0; index < 5; index++) kitchens.push(await aRestaurant(db))

  const anOrder = fc.record({
    kitchen: fc.nat(kitchens.length - 1),
    state: fc.constantFrom(...states),
    day: fc.integer({ min: 10, max: 28 }),
    lines: fc.uniqueArray(
      fc.record({
        product: fc.nat(products.length - 1),
        picks: fc.uniqueArray(fc.record({ lot: fc.nat(2), qty: fc.integer({ min: 1, max: 9 }) }), {
          selector: ({ lot }) => lot,
          minLength: 1,
          maxLength: 3,
        }),
        inPart: fc.boolean(),
      }),
      { selector: ({ product }) => product, minLength: 1, maxLength: 3 },
    ),
  })
  const told = new Map<LotId, Map<KitchenId, number>>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(anOrder, { minLength: 1, maxLength: 8 }),
      fc.subarray(lots, { minLength: 1, maxLength: 4 }),
      async (orders, chosen) => {
        for (const order of orders) {
          const to = there(kitchens[order.kitchen])
          const lines = order.lines.map(({ product, picks, inPart }) => {
            const ofIt = lots.filter((lot) => lot.product === product)
            const named = picks.map(({ lot, qty }) => ({ lotId: there(ofIt[lot]).id, qty }))
            const qty = named.reduce((sum, it) => sum + it.qty, 0)
            const left = hasLeft[order.state] || (order.state === 'partly_shipped' && inPart)
            for (const it of left ? named : []) {
              const byKitchen = told.get(it.lotId) ?? new Map<KitchenId, number>()
              told.set(it.lotId, byKitchen.set(to.kitchenId, (byKitchen.get(to.kitchenId) ?? 0) + it.qty))
            }
            const partQty = order.state === 'partly_shipped' && inPart ? { partQty: qty } : {}
            return { productId: there(products[product]), lots: named, ...partQty }
          })
          await writeOrder(pool, { farmId, ...to, state: order.state, deliveryOn: `2026-11-${order.day}`, lines })
        }
        const expected = new Map<KitchenId, number>()
        for (const { id } of chosen)
          for (const [kitchenId, qty] of told.get(id) ?? [])
            expected.set(kitchenId, (expected.get(kitchenId) ?? 0) + qty)
        const farm = as(db, actor)
        const ids = chosen.map(({ id }) => id)
        const { kitchens: found } = must(await affectedBy(farm, ids))
        expect(new Map(found.map(({ kitchenId, qty }) => [kitchenId, qty]))).toEqual(expected)
        const { id } = must(await beginRecall(farm, plain(ids, { rehearsal: true })))
        const { rows } = await pool.query(
          'select kitchen_id, sum(qty)::int as qty from recall_lines where recall_id = $1 group by kitchen_id',
          [id],
        )
        expect(new Map(rows.map((row) => [row.kitchen_id, row.qty]))).toEqual(expected)
      },
    ),
    { numRuns: 25 },
  )
})

test('the same recall pressed twice at once is one; by two helpers the second is told that it is done', async () => {
  const { farm, lotId } = await aSentLot()
  const pressed = plain([lotId])
  const twice = await Promise.all([beginRecall(farm, pressed), beginRecall(farm, pressed)])
  expect(twice[0]).toEqual(twice[1])
  const other = await aSentLot()
  const helper: Ctx = {
    ...other.farm,
    actor: { ...there(other.market.farms[0]).actor, personId: await aHelper(), role: 'staff' },
  }
  const key = aKey()
  const both = await Promise.all([other.farm, helper].map((ctx) => beginRecall(ctx, plain([other.lotId], { key }))))
  expect(both.filter(({ ok }) => ok)).toHaveLength(1)
  expect(both.find(({ ok }) => !ok)).toMatchObject({ refusal: 'recalled_already', detail: { code: '261125' } })
})

async function aHelper() {
  const { actor } = await aFarm(test_.db)
  return actor.personId
}

test('an answer given twice with one key stands once; another one is newer, and both stay', async () => {
  const { farm, chef, lotId } = await aSentLot()
  const { id } = must(await beginRecall(farm, plain([lotId])))
  const said = { recallId: id, key: aKey(), answer: 'unused' as const, note: '' }
  await Promise.all([answerRecall(chef, said), answerRecall(chef, said)])
  must(await answerRecall(chef, { ...said, key: aKey(), answer: 'discarded' }))
  const { rows } = await test_.pool.query('select answer from recall_answers where recall_id = $1 order by id', [id])
  expect(rows.map(({ answer }) => answer)).toEqual(['unused', 'discarded'])
  expect((await ownRecall(chef, id)).answer).toBe('discarded')
})

test('what was packed from a recalled lot does not leave: it is packed anew of another harvest', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const orderId = there((await placeAll(db, market))[0])
  const { actor, farmId, productId } = there(market.farms[0])
  must(await acceptOrder(as(db, actor), { orderId, key: aKey(), lines: [] }))
  const packing = as(db, actor, packingTime)
  must(await prepareOrder(packing, { orderId, key: aKey() }))
  const { lines, parcels } = await orderDetail(packing, orderId)
  const lineId = there(lines[0]).id
  const earlier = await aLot(db, farmId, productId, '2026-11-23')
  const pack = (lot: LotId | 'today') =>
    packOrder(packing, { orderId, key: aKey(), lines: [{ lineId, qty: 2, grams: null, reason: null, lot }] })
  const sent = parcels.map(({ id }) => ({
    parcelId: id,
    carrier: 'yamato' as const,
    trackingNumber: '444413758703',
    confirmed: true,
  }))
  const ship = () => shipOrder(as(db, actor, shippingTime), { orderId, key: aKey(), parcels: sent })
  must(await pack('today'))
  const lotId = there((await orderDetail(packing, orderId)).lots.get(lineId)?.[0]).lotId
  expect(must(await affectedBy(packing, [lotId]))).toMatchObject({ kitchens: [], packed: 1 })
  must(await beginRecall(packing, plain([lotId])))
  expect(await ship()).toMatchObject({ refusal: 'lot_recalled' })
  expect(await pack('today')).toMatchObject({ refusal: 'lot_recalled' })
  must(await pack(earlier))
  must(await ship())
})

test('goods that leave as a recall begins are either found by it or kept back', async () => {
  const { db } = test_
  for (let round = 0; round < 4; round++) {
    const market = await aMarket(db)
    const orderId = there((await placeAll(db, market))[0])
    const { actor } = there(market.farms[0])
    must(await acceptOrder(as(db, actor), { orderId, key: aKey(), lines: [] }))
    const packing = as(db, actor, packingTime)
    must(await prepareOrder(packing, { orderId, key: aKey() }))
    const { lines, parcels } = await orderDetail(packing, orderId)
    const lineId = there(lines[0]).id
    const line = { lineId, qty: 2, grams: null, reason: null, lot: 'today' as const }
    must(await packOrder(packing, { orderId, key: aKey(), lines: [line] }))
    const lotId = there((await orderDetail(packing, orderId)).lots.get(lineId)?.[0]).lotId
    const sent = parcels.map(({ id }) => ({
      parcelId: id,
      carrier: 'yamato' as const,
      trackingNumber: '444413758703',
      confirmed: true,
    }))
    const [shipped, begun] = await Promise.all([
      shipOrder(as(db, actor, shippingTime), { orderId, key: aKey(), parcels: sent }),
      beginRecall(packing, plain([lotId])),
    ])
    expect(must(begun).restaurants).toBe(shipped.ok ? 1 : 0)
    if (!shipped.ok) expect(shipped.refusal).toBe('lot_recalled')
  }
})

test('a member of two restaurants is told of the goods of each', async () => {
  const { db } = test_
  const market = await aMarket(db)
  const { actor, farmId, productId } = there(market.farms[0])
  const lotId = await aLot(db, farmId, productId, '2026-11-23')
  const { personId } = market.chef
  for (const place of [await aRestaurant(db), await aRestaurant(db)]) {
    const { restaurantId, kitchenId } = place
    await db.updateTable('memberships').set({ personId }).where('restaurantId', '=', restaurantId).execute()
    const lines = [{ productId, lots: [{ lotId, qty: 3 }] }]
    const to = { farmId, restaurantId, kitchenId, state: 'delivered' as const, deliveryOn: '2026-11-25' }
    await writeOrder(test_.pool, { ...to, lines })
  }
  const { id } = must(await beginRecall(as(db, actor, night), plain([lotId])))
  const heard = await test_.pool.query(
    `select (select count(*)::int from mails where key like 'event:' || event_id || ':%') as mails,
            (select count(*)::int from notifications where person_id = $2 and kind = 'recall') as notifications
       from recalls where id = $1`,
    [id, personId],
  )
  expect(heard.rows).toEqual([{ mails: 2, notifications: 2 }])
})

test('staff begin a recall in the farm’s place, with a reason that stays', async () => {
  const { farm, lotId } = await aSentLot()
  const staff = as(test_.db, await anAdmin(test_.db), night)
  expect(await beginRecall(staff, plain([lotId]))).toMatchObject({ refusal: 'behalf_missing' })
  const { id } = must(await beginRecall(staff, plain([lotId], { behalfReason: '農園と連絡がつかないため' })))
  expect(await recallDetail(farm, id)).toMatchObject({
    begunBy: '運営 運営 係',
    behalfReason: '農園と連絡がつかないため',
  })
  const told = await test_.pool.query('select path, title from notifications where person_id = $1', [
    farm.actor.kind === 'farm' ? farm.actor.personId : null,
  ])
  expect(told.rows).toContainEqual({
    path: `/farmer/recalls/${id}`,
    title: '運営が、農園に代わって回収を開始しました',
  })
  expect((await allRecalls(staff)).map((it) => it.id)).toContain(id)
  expect(await farmRecalls(farm)).toHaveLength(1)
})

test.each([
  [{ lotIds: [] }, 'no_lots'],
  [{ reason: '　' }, 'reason_missing'],
])('a recall with %j is refused: %s', async (wrong, refusal) => {
  const { farm, lotId } = await aSentLot()
  expect(await beginRecall(farm, plain([lotId], wrong))).toMatchObject({ ok: false, refusal })
})

test('staff cannot mix the lots of two farms, and a farm does not find another’s', async () => {
  const [one, two] = [await aSentLot(), await aSentLot()]
  const staff = as(test_.db, await anAdmin(test_.db), night)
  const mixed = plain([one.lotId, two.lotId], { behalfReason: '電話' })
  expect(await beginRecall(staff, mixed)).toMatchObject({ refusal: 'several_farms' })
  await expect(beginRecall(one.farm, plain([one.lotId, two.lotId]))).rejects.toThrow(NotFound)
  const nobody = '00000000-0000-7000-8000-000000000000' as RecallId
  await expect(recallDetail(one.farm, nobody)).rejects.toThrow(NotFound)
})

test('tracing and recalls ask the database a few times, however many rows there are', async () => {
  const { farm, chef, lotId } = await aSentLot()
  const { id } = must(await beginRecall(farm, plain([lotId])))
  const queries = async (ask: () => Promise<unknown>) => {
    test_.queriesSince()
    await ask()
    return test_.queriesSince().length
  }
  expect(await queries(() => farmLots(farm, everyLot))).toBe(1)
  expect(await queries(() => lotDetail(farm, lotId))).toBe(2)
  expect(await queries(() => receivedLots(chef, everyLot))).toBe(1)
  expect(await queries(() => recallDetail(farm, id))).toBe(3)
  expect(await queries(() => ownRecall(chef, id))).toBe(1)
  // shown on every page of the restaurant
  expect(await queries(() => recallToAnswer(chef))).toBe(1)
})
