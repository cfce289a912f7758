import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderId, OrderLineId } from '../../app/kernel/ids.ts'
import { newId } from '../../app/kernel/ids.ts'
import { addDays, type JstDate, jstDate, momentOf } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { renewBadges } from '../../app/modules/traceability/badges/renew-badges.server.tsx'
import { badgeAtAddress, badgesOfShop } from '../../app/modules/traceability/badges/shop-badges.server.ts'
import { aFarm, aKey, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aReceivedOrder } from '../factories/received.ts'
import { testDatabase } from '../support/database.ts'
import { there } from './steps.ts'

const database = testDatabase()

/** Events on real rows; all but the first kind of delivery do not count. */
const happening = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('right' as const),
      farm: fc.nat(1),
      yen: fc.integer({ min: 100, max: 9_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('refused', 'free', 'unnamed', 'uninspected'), farm: fc.nat(1) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('corrected' as const), of: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disputed' as const), of: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('suspended', 'lifted'), farm: fc.nat(1) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('passed' as const), days: fc.integer({ min: 1, max: 30 }) }) },
)
type Happening = typeof happening extends fc.Arbitrary<infer It> ? It : never

/** A simple ledger: one line for each delivery. */
type Entry = {
  farm: number
  day: JstDate
  yen: number
  named: boolean
  orderId: OrderId
  lineId: OrderLineId
  gone: boolean
}

async function aHistory() {
  const { db } = database
  const shop = await aRestaurant(db)
  // the first is in the kitchen's own prefecture
  const farms = [await aFarm(db, { prefectureCode: '13' }), await aFarm(db, { prefectureCode: '43' })]
  const products = await Promise.all(farms.map(({ farmId }) => aProduct(db, farmId)))
  const trading = [true, true]
  const book: Entry[] = []
  let today = jstDate('2026-09-29')

  async function take(it: Happening): Promise<void> {
    if (it.kind === 'passed') today = addDays(today, 'days' in it ? it.days : 0)
    else if (it.kind === 'suspended' || it.kind === 'lifted') {
      const farm = 'farm' in it ? it.farm : 0
      trading[farm] = it.kind === 'lifted'
      const set = { status: trading[farm] ? 'approved' : 'suspended', statusReason: '確認中' } as const
      await db.updateTable('farms').set(set).where('id', '=', there(farms[farm]).farmId).execute()
    } else if ('of' in it) {
      const entry = book.filter(({ gone }) => !gone)[it.of % Math.max(1, book.filter(({ gone }) => !gone).length)]
      if (!entry) return
      entry.gone = true
      await (it.kind === 'corrected' ? correctToNothing(entry) : dispute(entry))
    } else await receive(it)
  }

  async function receive(it: Extract<Happening, { farm: number }>): Promise<void> {
    const [farm, productId] = [there(farms[it.farm]), there(products[it.farm])]
    const price = 'yen' in it ? it.yen : 1_000
    const line = {
      productId,
      yen: price,
      received: it.kind === 'refused' ? 0 : 1,
      lot: it.kind !== 'unnamed',
      free: it.kind === 'free',
    }
    const state = it.kind === 'uninspected' ? ('delivered' as const) : ('finalized' as const)
    const made = await aReceivedOrder(db, { ...shop, farmId: farm.farmId, on: today, state, lines: [line] })
    if (it.kind === 'right' || it.kind === 'unnamed') {
      const about = { farm: it.farm, day: today, yen: price, named: it.kind === 'right', gone: false }
      book.push({ ...about, orderId: made.orderId, lineId: there(made.lineIds[0]) })
    }
  }

  async function correctToNothing({ orderId, lineId, yen: amount }: Entry): Promise<void> {
    const id = newId<'adjustment'>()
    const { id: eventId } = await db
      .selectFrom('events')
      .select('id')
      .where('orderId', '=', orderId)
      .limit(1)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('adjustments')
      .values({
        id,
        number: aKey(),
        orderId,
        correctsId: null,
        claimId: null,
        reason: '返品',
        eventId,
        at: momentOf(today, 700),
      })
      .execute()
    await db
      .insertInto('adjustmentLines')
      .values({ adjustmentId: id, orderLineId: lineId, yen: yen(-amount), taxPercent: 8 })
      .execute()
  }

  const dispute = ({ orderId, lineId }: Entry) =>
    database.pool.query(
      `insert into claims (id, number, order_id, order_line_id, farm_id, restaurant_id, state, reason, qty, amount_yen, wish,
         automatic_yen, large_yen, rate_below_threshold, opened_at, timer_at)
       select gen_random_uuid(), number || '-C1', id, $2, farm_id, restaurant_id, 'opened', 'damaged', 1, 1, 'credit',
         0, 10000, true, now(), now() from orders where id = $1`,
      [orderId, lineId],
    )

  /** What the ledger proves, calculated in the simplest way. */
  function proven() {
    const young = book.filter(({ gone, day }) => !gone && today <= threeMonthsLater(day))
    const of = (farm: number) => young.filter((it) => it.farm === farm && it.named)
    const qualifying = [0, 1].filter((farm) => trading[farm] && of(farm).length >= 3)
    const sum = (entries: readonly Entry[]) => entries.reduce((all, it) => all + it.yen, 0)
    const local = trading[0] ? sum(of(0)) : 0
    const enough = young.filter(({ named }) => named).length >= 3
    return {
      farms: qualifying.map((farm) => there(farms[farm]).farmId).sort(),
      prefecture: enough && local * 2 >= sum(young),
    }
  }

  return { shop, take, proven, now: () => momentOf(today, 23 * 60) }
}

function threeMonthsLater(day: JstDate): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  for (let d = date; ; d--) {
    const it = new Date(Date.UTC(year, month + 2, d))
    if (it.getUTCDate() === d) return it.toISOString().slice(0, 10)
  }
}

test('after every step of a random history of real orders no badge says more, or less, than the lots that were received', async () => {
  let badges = 0
  for (const log of fc.sample(fc.array(happening, { minLength: 18, maxLength: 24 }), { numRuns: 4, seed: 46 })) {
    const history = await aHistory()
    const tokens = new Set<string>()
    for (const it of log) {
      await history.take(it)
      const { earned } = await badgesOfShop(as(database.db, history.shop.actor, history.now()))
      const known = history.proven()
      const farms = earned.find(({ rule }) => rule === 'farms')?.farms.map(({ farmId }) => farmId) ?? []
      expect(farms.sort(), JSON.stringify(it)).toEqual(known.farms)
      const rules = earned.map(({ rule }) => rule)
      expect(rules.includes('prefecture'), JSON.stringify(it)).toBe(known.prefecture)
      for (const { token } of earned) tokens.add(token)
      for (const token of tokens) {
        const seen = await badgeAtAddress({ db: database.db, now: history.now() }, token)
        expect(seen?.state).toBe(earned.some((badge) => badge.token === token) ? 'valid' : 'ended')
      }
    }
    badges += tokens.size
    // the stored history agrees: granted and ended alternate, and the last entry is the current state
    await database.db
      .insertInto('badgeChecks')
      .values({ restaurantId: history.shop.restaurantId, farmId: null })
      .execute()
    await renewBadges({ db: database.db, now: history.now() })
    const { earned } = await badgesOfShop(as(database.db, history.shop.actor, history.now()))
    const stands = await database.db
      .selectFrom('badgeTurns')
      .innerJoin('badges', 'badges.id', 'badgeId')
      .select(['rule', 'kind'])
      .distinctOn('badgeId')
      .where('restaurantId', '=', history.shop.restaurantId)
      .orderBy('badgeId')
      .orderBy('ordinal', 'desc')
      .execute()
    expect(stands.flatMap(({ rule, kind }) => (kind === 'granted' ? [rule] : [])).sort()).toEqual(
      earned.map(({ rule }) => rule).sort(),
    )
  }
  expect(badges).toBeGreaterThanOrEqual(4)
})
