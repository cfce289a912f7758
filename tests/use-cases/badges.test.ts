import type { Updateable } from 'kysely'
import { expect, test } from 'vitest'
import type { BuyerActor } from '../../app/authorization/actor.ts'
import type { Database } from '../../app/infra/db/schema.ts'
import { NotFound } from '../../app/kernel/errors.ts'
import { newId } from '../../app/kernel/ids.ts'
import { addMinutes, at, jstDate, momentOf } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { newFileKey } from '../../app/modules/photos/file-key.server.ts'
import { farmRecord } from '../../app/modules/products/catalog/farm-record.server.ts'
import { badgeWords } from '../../app/modules/traceability/badges/drawings/badge-labels.ts'
import { renewBadges } from '../../app/modules/traceability/badges/renew-badges.server.tsx'
import { badgeAtAddress, badgesOfShop } from '../../app/modules/traceability/badges/shop-badges.server.ts'
import { showFarms } from '../../app/modules/traceability/badges/show-farms.server.ts'
import { aFarm, aKey, aMarket, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aReceivedOrder, type ReceivedLineRow } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { arrivalTime, bringToShipped, must, placeAll, there } from './steps.ts'

const database = testDatabase()
const today = at('2026-11-24 11:00')

/** A restaurant that has received three deliveries of one farm and two of another. */
async function fiveDeliveries() {
  const { db } = database
  const shop = await aRestaurant(db)
  const sato = await aFarm(db, { name: '佐藤農園' })
  const hidamari = await aFarm(db, { name: 'ひだまり農場' })
  const carrots = await aProduct(db, sato.farmId)
  const greens = await aProduct(db, hidamari.farmId)
  for (const on of ['2026-09-10', '2026-10-10', '2026-11-10'])
    await aReceivedOrder(db, { ...shop, farmId: sato.farmId, on, lines: [{ productId: carrots }] })
  for (const on of ['2026-10-11', '2026-11-11'])
    await aReceivedOrder(db, { ...shop, farmId: hidamari.farmId, on, lines: [{ productId: greens }] })
  return { shop, sato, hidamari, carrots, greens }
}

test('three received deliveries of a farm are a badge; two are progress', async () => {
  const { shop, sato, hidamari, greens } = await fiveDeliveries()
  const ctx = as(database.db, shop.actor, today)
  const { earned } = await badgesOfShop(ctx)
  const farms = there(earned.find(({ rule }) => rule === 'farms'))
  expect(farms).toMatchObject({ from: '2026-08-24', until: '2026-12-10', shop: 'ビストロ 灯' })
  expect(farms.farms).toMatchObject([{ farmId: sato.farmId, deliveries: 3, place: '千葉・匝瑳', shown: true }])

  await aReceivedOrder(database.db, {
    ...shop,
    farmId: hidamari.farmId,
    on: '2026-11-20',
    lines: [{ productId: greens }],
  })
  const again = there((await badgesOfShop(ctx)).earned.find(({ rule }) => rule === 'farms'))
  expect(again.farms.map(({ name }) => name).sort()).toEqual(['ひだまり農場', '佐藤農園'])
  expect(again.token).toBe(farms.token)
})

test('guests see the farms that the shop shows, and no others', async () => {
  const { shop, sato, hidamari, greens } = await fiveDeliveries()
  await aReceivedOrder(database.db, {
    ...shop,
    farmId: hidamari.farmId,
    on: '2026-11-20',
    lines: [{ productId: greens }],
  })
  const ctx = as(database.db, shop.actor, today)
  const { token } = there((await badgesOfShop(ctx)).earned.find(({ rule }) => rule === 'farms'))
  must(await showFarms(ctx, { token, farmIds: [hidamari.farmId], key: aKey() }))
  const seen = there(await badgeAtAddress({ db: database.db, now: today }, token))
  expect(seen).toMatchObject({ state: 'valid', badge: { farms: [{ farmId: hidamari.farmId }] } })
  expect(JSON.stringify(seen)).not.toContain(sato.farmId)
})

test('the share of two kitchens in two prefectures is not said of one, whichever farms are shown', async () => {
  const { db, pool } = database
  const shop = await aRestaurant(db)
  const kumamoto = newId<'kitchen'>()
  await pool.query(
    `insert into kitchens (id, restaurant_id, name, postal_code, prefecture_code, city, street, building, place, phone,
                           receiving_weekdays, receiving_note, default_slot)
     select $1, restaurant_id, '熊本店', postal_code, '43', city, street, building, place, phone,
            receiving_weekdays, receiving_note, default_slot from kitchens where id = $2`,
    [kumamoto, shop.kitchenId],
  )
  const [ome, yatsushiro] = [
    await aFarm(db, { prefectureCode: '13', place: '青梅' }),
    await aFarm(db, { prefectureCode: '43', place: '八代' }),
  ]
  for (const [farm, kitchenId] of [
    [ome, shop.kitchenId],
    [yatsushiro, kumamoto],
  ] as const) {
    const productId = await aProduct(db, farm.farmId)
    for (const on of ['2026-10-10', '2026-11-10'])
      await aReceivedOrder(db, { ...shop, kitchenId, farmId: farm.farmId, on, lines: [{ productId }] })
  }
  const ctx = as(db, shop.actor, today)
  const { token } = there((await badgesOfShop(ctx)).earned.find(({ rule }) => rule === 'prefecture'))
  must(await showFarms(ctx, { token, farmIds: [yatsushiro.farmId], key: aKey() }))
  const seen = there(await badgeAtAddress({ db, now: today }, token))
  expect(seen.state === 'valid' && badgeWords(seen.badge)?.whole).toBe('100%が地元の食材')
})

test('a badge whose farm is suspended is gone at once, and its address says when it was valid', async () => {
  const { shop, sato } = await fiveDeliveries()
  const ctx = as(database.db, shop.actor, today)
  const { token } = there((await badgesOfShop(ctx)).earned.find(({ rule }) => rule === 'farms'))
  await database.db
    .updateTable('farms')
    .set({ status: 'suspended', statusReason: '確認中' })
    .where('id', '=', sato.farmId)
    .execute()
  expect((await badgesOfShop(ctx)).earned.map(({ rule }) => rule)).not.toContain('farms')
  expect(await badgeAtAddress({ db: database.db, now: today }, token)).toMatchObject({
    state: 'ended',
    shop: 'ビストロ 灯',
  })
})

/** A restaurant whose three deliveries are 有機JAS of a certified farm. */
async function organicDeliveries() {
  const { db } = database
  const shop = await aRestaurant(db)
  const admin = await anAdmin(db)
  const farm = await aFarm(db)
  const documentId = newId<'document'>()
  await db
    .insertInto('documents')
    .values({
      id: documentId,
      kind: 'certificate',
      draftHash: null,
      farmId: farm.farmId,
      restaurantId: null,
      fileKey: newFileKey(),
      mediaType: 'application/pdf',
      fileName: '認証書.pdf',
      byteCount: 1,
      number: '12-345',
      authority: '認証協会',
      issuedOn: jstDate('2026-01-01'),
      expiresOn: jstDate('2026-12-31'),
      addedAt: today,
      removedAt: null,
      checkedAt: today,
      checkedBy: admin.adminId,
    })
    .execute()
  await db.insertInto('farmMethods').values({ farmId: farm.farmId, method: 'jas_organic', documentId }).execute()
  const productId = await aProduct(db, farm.farmId, { method: 'jas_organic' })
  const orders = []
  for (const on of ['2026-09-10', '2026-10-10', '2026-11-10'])
    orders.push(await aReceivedOrder(db, { ...shop, farmId: farm.farmId, on, lines: [{ productId }] }))
  return { shop, farm, documentId, productId, orders }
}

const earnedBy = async (actor: BuyerActor, now = today) =>
  (await badgesOfShop(as(database.db, actor, now))).earned.map(({ rule }) => rule)

test('有機JAS: gone when the certificate is withdrawn, has expired, is not checked, or stood for other goods', async () => {
  const { db } = database
  const { shop, farm, documentId, productId } = await organicDeliveries()
  expect(await earnedBy(shop.actor)).toContain('organic')
  const withDocument = async (set: Updateable<Database['documents']>) => {
    const before = await db.selectFrom('documents').selectAll().where('id', '=', documentId).executeTakeFirstOrThrow()
    await db.updateTable('documents').set(set).where('id', '=', documentId).execute()
    const earned = await earnedBy(shop.actor)
    await db.updateTable('documents').set(before).where('id', '=', documentId).execute()
    return earned
  }
  expect(await withDocument({ removedAt: today })).not.toContain('organic')
  expect(await withDocument({ expiresOn: jstDate('2026-11-23') })).not.toContain('organic')
  expect(await withDocument({ checkedAt: null, checkedBy: null })).not.toContain('organic')
  expect(await withDocument({ issuedOn: jstDate('2026-11-20') })).not.toContain('organic')
  expect(await earnedBy(shop.actor)).toContain('organic')
  // what was ordered as conventional does not become organic by a later statement of the farm
  const carrots = await aProduct(db, farm.farmId, { method: 'conventional' })
  for (let n = 0; n < 9; n++)
    await aReceivedOrder(db, { ...shop, farmId: farm.farmId, on: '2026-11-11', lines: [{ productId: carrots }] })
  await db.updateTable('products').set({ method: 'jas_organic' }).where('id', '=', carrots).execute()
  expect(await earnedBy(shop.actor)).not.toContain('organic')
  await db.updateTable('products').set({ method: 'conventional' }).where('id', '=', productId).execute()
  await db.deleteFrom('farmMethods').where('farmId', '=', farm.farmId).execute()
  expect(await earnedBy(shop.actor)).not.toContain('organic')
})

test.each<[string, Partial<ReceivedLineRow>, 'inspected' | 'finalized' | 'delivered']>([
  ['refused at the door', { received: 0 }, 'finalized'],
  ['without a lot', { lot: false }, 'finalized'],
  ['sent for nothing', { free: true }, 'finalized'],
  ['delivered, and not inspected yet', {}, 'delivered'],
])('a delivery counts in no badge when it was %s', async (_, line, state) => {
  const { shop, hidamari, greens } = await fiveDeliveries()
  const third = { ...shop, farmId: hidamari.farmId, on: '2026-11-20' }
  const farmsOf = async () =>
    there((await badgesOfShop(as(database.db, shop.actor, today))).earned.find(({ rule }) => rule === 'farms')).farms
      .length
  await aReceivedOrder(database.db, { ...third, state, lines: [{ productId: greens, ...line }] })
  expect(await farmsOf()).toBe(1)
  await aReceivedOrder(database.db, { ...third, state: 'inspected', lines: [{ productId: greens }] })
  expect(await farmsOf()).toBe(2)
})

test('a delivery that was corrected to nothing, or whose goods are disputed, counts no more', async () => {
  const { db } = database
  const { shop, orders } = await organicDeliveries()
  const { orderId, lineIds } = there(orders[0])
  expect(await earnedBy(shop.actor)).toContain('farms')
  const { eventId } = await db
    .selectFrom('quantityEntries')
    .select('eventId')
    .where('orderLineId', '=', there(lineIds[0]))
    .limit(1)
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async (tx) => {
    const id = newId<'adjustment'>()
    const adjustment = { id, number: aKey(), orderId, correctsId: null, claimId: null, reason: '返品' }
    await tx
      .insertInto('adjustments')
      .values({ ...adjustment, eventId, at: today })
      .execute()
    await tx
      .insertInto('adjustmentLines')
      .values({ adjustmentId: id, orderLineId: there(lineIds[0]), yen: yen(-1_000), taxPercent: 8 })
      .execute()
  })
  expect(await earnedBy(shop.actor)).toEqual([])
})

test('the job records what was granted and what ended, and notifies the owners once', async () => {
  const { db } = database
  const { shop, sato } = await fiveDeliveries()
  await db.updateTable('memberships').set({ role: 'owner' }).where('restaurantId', '=', shop.restaurantId).execute()
  const asked = { restaurantId: shop.restaurantId }
  await db.insertInto('badgeChecks').values([asked, asked]).execute()
  const told = async () =>
    (
      await db
        .selectFrom('mails')
        .innerJoin('people', 'people.email', 'mails.recipient')
        .select('mails.template')
        .where('people.id', '=', shop.actor.personId)
        .orderBy('mails.createdAt')
        .execute()
    ).map(({ template }) => template)
  await Promise.all([renewBadges({ db, now: today }), renewBadges({ db, now: today })])
  const granted = await told()
  expect(new Set(granted)).toEqual(new Set(['badge_granted']))
  await renewBadges({ db, now: today })
  expect(await told()).toEqual(granted)

  // a suspended farm, and the end of a day, are detected automatically
  await db
    .updateTable('farms')
    .set({ status: 'suspended', statusReason: '確認中' })
    .where('id', '=', sato.farmId)
    .execute()
  await renewBadges({ db, now: addMinutes(today, 1) })
  expect((await told()).slice(granted.length)).toContain('badge_ended')
  const turns = await db
    .selectFrom('badgeTurns')
    .innerJoin('badges', 'badges.id', 'badgeId')
    .select(['ordinal', 'kind', 'fromOn', 'untilOn'])
    .where('restaurantId', '=', shop.restaurantId)
    .where('rule', '=', 'farms')
    .orderBy('ordinal')
    .execute()
  expect(turns).toMatchObject([
    { kind: 'granted', fromOn: '2026-11-24', untilOn: '2026-12-10' },
    { kind: 'ended', fromOn: '2026-11-24', untilOn: '2026-11-24' },
  ])
  await expect(db.updateTable('badgeTurns').set({ kind: 'granted' }).execute()).rejects.toThrow('append-only')
})

test('a badge whose deliveries are too old has ended on the day it said', async () => {
  const { db } = database
  const { shop } = await fiveDeliveries()
  const ctx = as(db, shop.actor, today)
  const { token, until } = there((await badgesOfShop(ctx)).earned.find(({ rule }) => rule === 'farms'))
  const last = momentOf(until, 23 * 60 + 59)
  expect(await badgeAtAddress({ db, now: last }, token)).toMatchObject({ state: 'valid' })
  const ended = { state: 'ended', from: '2026-11-24', until }
  expect(await badgeAtAddress({ db, now: addMinutes(last, 1) }, token)).toMatchObject(ended)
  await renewBadges({ db, now: addMinutes(last, 1) })
  expect(await badgeAtAddress({ db, now: addMinutes(last, 3 * 1440) }, token)).toMatchObject(ended)
})

test('the same choice sent twice at once is made once, and a user of another restaurant cannot choose', async () => {
  const { db } = database
  const { shop, sato, hidamari, greens } = await fiveDeliveries()
  await aReceivedOrder(db, { ...shop, farmId: hidamari.farmId, on: '2026-11-20', lines: [{ productId: greens }] })
  const ctx = as(db, shop.actor, today)
  const { token } = there((await badgesOfShop(ctx)).earned.find(({ rule }) => rule === 'farms'))
  const key = aKey()
  const twice = await Promise.all([1, 2].map(() => showFarms(ctx, { token, farmIds: [sato.farmId], key })))
  const others = await Promise.all(
    [sato.farmId, hidamari.farmId].map((id) => showFarms(ctx, { token, farmIds: [id], key: aKey() })),
  )
  expect([...twice, ...others].every(({ ok }) => ok)).toBe(true)
  const events = await db
    .selectFrom('events')
    .select('data')
    .where('kind', '=', 'badge_farms_chosen')
    .where('aboutRestaurantId', '=', shop.restaurantId)
    .execute()
  expect(events.length).toBeLessThanOrEqual(3)
  const shown = there((await badgesOfShop(ctx)).earned.find(({ rule }) => rule === 'farms')).farms.filter(
    (it) => it.shown,
  )
  expect(shown).toHaveLength(1)
  const stranger = await aRestaurant(db)
  await expect(
    showFarms(as(db, stranger.actor, today), { token, farmIds: [sato.farmId], key: aKey() }),
  ).rejects.toThrow(NotFound)
})

test('a farm: verified origin, rates of 90 days from ten orders on, certificates with issuer and end; one query', async () => {
  const { db } = database
  const { shop, farm, productId } = await organicDeliveries()
  const recordOf = () => farmRecord(as(db, shop.actor, today), farm.farmId)
  expect(await recordOf()).toMatchObject({
    orders: 3,
    asked: 3,
    answerPercent: null,
    fillPercent: null,
    verifiedLots: 3,
  })
  for (let day = 1; day <= 7; day++)
    await aReceivedOrder(db, { ...shop, farmId: farm.farmId, on: `2026-11-0${day}`, lines: [{ productId }] })
  database.queriesSince()
  expect(await recordOf()).toMatchObject({
    orders: 10,
    answerPercent: 100,
    fillPercent: 100,
    verifiedLots: 10,
    certificates: [{ authority: '認証協会', number: '12-345', expiresOn: '2026-12-31', method: 'jas_organic' }],
  })
  expect(database.queriesSince()).toHaveLength(1)
  const later = await farmRecord(as(db, shop.actor, at('2027-01-01 10:00')), farm.farmId)
  expect([later.verifiedLots, later.certificates]).toEqual([null, []])
})

test('a delivered order counts from its inspection, which queues the job', async () => {
  const { db } = database
  const market = await aMarket(db)
  const orderId = there((await placeAll(db, market))[0])
  await bringToShipped(db, market, 0, orderId)
  const chef = as(db, market.chef, arrivalTime)
  const nearest = async () => (await badgesOfShop(chef)).progress.find(({ rule }) => rule === 'farms')?.nearest
  expect(await nearest()).toBeNull()
  must(await receiveOrder(chef, { orderId, key: aKey(), lines: [] }))
  expect(await nearest()).toEqual({ name: 'いちの畑', deliveries: 1 })
  const { restaurantId } = market.chef
  const asked = await db.selectFrom('badgeChecks').select('dueAt').where('restaurantId', '=', restaurantId).execute()
  expect(asked.length).toBeGreaterThan(0)
})

test('a page of badges costs three queries, an address three', async () => {
  const { shop } = await fiveDeliveries()
  const ctx = as(database.db, shop.actor, today)
  const { token } = there((await badgesOfShop(ctx)).earned[0])
  database.queriesSince()
  await badgesOfShop(ctx)
  expect(database.queriesSince()).toHaveLength(3)
  await badgeAtAddress({ db: database.db, now: today }, token)
  expect(database.queriesSince()).toHaveLength(3)
})
