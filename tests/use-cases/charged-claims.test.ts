import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Actor } from '../../app/authorization/actor.ts'
import type { CostBearer } from '../../app/kernel/enums.ts'
import type { OrderId } from '../../app/kernel/ids.ts'
import { addHours, at } from '../../app/kernel/jst.ts'
import { yen } from '../../app/kernel/yen.ts'
import { acceptOrder } from '../../app/modules/ordering/accept-order.server.ts'
import { makeAdjustment } from '../../app/modules/ordering/adjustments/make-adjustment.server.ts'
import { recordAllMissingCharges } from '../../app/modules/ordering/charges/record-charges.server.ts'
import { answerClaim, escalateClaim, takeOffer } from '../../app/modules/ordering/claims/answer-claim.server.ts'
import { claimsOfOrder } from '../../app/modules/ordering/claims/claim-queries.server.ts'
import { decideClaim } from '../../app/modules/ordering/claims/decide-claim.server.ts'
import { runDueClaims } from '../../app/modules/ordering/claims/run-due-claims.server.ts'
import { sendParcelBack } from '../../app/modules/ordering/claims/send-back.server.ts'
import { answerCancel, askToCancel } from '../../app/modules/ordering/end-order.server.ts'
import { receiveOrder } from '../../app/modules/ordering/fulfilment/receive-order.server.ts'
import { runDueTimers } from '../../app/modules/ordering/fulfilment/run-due-timers.server.ts'
import { orderDetail } from '../../app/modules/ordering/order-queries.server.ts'
import { aKey, aMarket, anAdmin, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { aDraftPhoto, arrivalTime, bringToShipped, fillCart, must, place, there } from './steps.ts'

const test_ = testDatabase()
const rows = async (text: string, values: unknown[] = []) => (await test_.pool.query(text, values)).rows
const later = (hours: number) => addHours(arrivalTime, hours)
const by = (actor: Actor, moment = later(1)) => as(test_.db, actor, moment)

/** Boxes of carrots at ¥1,500 on their way; `total`: the bill with tax if all of them are kept. */
async function shipped(qty = 4) {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  await rows('update farms set claim_auto_yen = 0 where id = $1', [farm.farmId])
  const chef = as(test_.db, market.chef)
  await fillCart(chef, market.kitchenId, [[farm.productId, qty]])
  const orderId = there(must(await place(chef, market.kitchenId)).orderIds[0])
  await bringToShipped(test_.db, market, 0, orderId)
  const staff = await anAdmin(test_.db)
  const order = await orderDetail(by(staff), orderId)
  return { market, farm, staff, orderId, qty, total: order.figures.totalIncYen, lineId: there(order.lines[0]).id }
}
type Shipped = Awaited<ReturnType<typeof shipped>>

const receive = async ({ market, orderId, lineId }: Shipped, usable: number | null) => {
  const chef = by(market.chef, arrivalTime)
  const key = aKey()
  if (usable === null) return must(await receiveOrder(chef, { orderId, key, lines: [] }))
  const photos = [await aDraftPhoto(test_.db, key, market.chef.personId)]
  const said = { verdict: 'damaged', qty: usable, grams: null, note: '', wish: 'credit', photos } as const
  return must(await receiveOrder(chef, { orderId, key, lines: [{ lineId, ...said }] }))
}

const claimOf = async ({ market, orderId }: Shipped) =>
  there((await claimsOfOrder(by(market.chef, later(2)), orderId))[0]).id

/** The farm declines, and staff grant a share of what was bad, at the cost of `borneBy`. */
async function decide(it: Shipped, borneBy: CostBearer, percent = 50) {
  const claimId = await claimOf(it)
  const declined = { kind: 'none', percent: 0, words: '送ったときは何ともなかった' } as const
  must(await answerClaim(by(it.farm.actor), { claimId, key: aKey(), ...declined }))
  must(await escalateClaim(by(it.market.chef, later(2)), { claimId, key: aKey(), words: '写真のとおりです' }))
  const decided = { kind: 'credit', percent, words: '写真で確認', borneBy } as const
  must(await decideClaim(by(it.staff, later(3)), { claimId, key: aKey(), ...decided }))
  await runDueClaims({ db: test_.db, now: later(3 + 72) })
}

const closingDay = at('2026-12-04 00:00')
const makeFinal = () => runDueTimers({ db: test_.db, now: closingDay })

const chargesOf = async (orderId: OrderId) =>
  (
    await rows(
      'select kind, total_yen::int, farm_yen::int, fee_yen::int from charges where order_id = $1 order by at, kind desc',
      [orderId],
    )
  ).map((row) => [row.kind, row.total_yen, row.farm_yen, row.fee_yen])
const balanceOf = async (orderId: OrderId) =>
  Object.fromEntries(
    (
      await rows(
        `select p.account, sum(p.yen)::int as yen from ledger_postings p join ledger_entries e on e.id = p.entry_id
           join charges c on e.event_key = 'charge:' || c.event_key where c.order_id = $1 group by 1`,
        [orderId],
      )
    ).map(({ account, yen }) => [account, yen]),
  )
const catchUp = () => recordAllMissingCharges({ db: test_.db, now: later(1) })

test.each([
  ['farm', -1_620, 540],
  ['carrier', 0, 720],
  ['platform', 0, 720],
] as const)('a claim that the %s bears, settled before the bill is final', async (borneBy, farmLoses, fee) => {
  const it = await shipped()
  await receive(it, 2)
  await decide(it, borneBy)
  expect(await chargesOf(it.orderId)).toEqual([['sale', it.total - 1_620, it.total + farmLoses, fee]])
  expect(await balanceOf(it.orderId)).toEqual({
    receivable: it.total - 1_620,
    payable: fee - (it.total + farmLoses),
    fees: -fee,
    ...(borneBy !== 'farm' && { claim_costs: 1_620 }),
  })
})

test.each([
  ['farm', -1_620, -180],
  ['carrier', 0, 0],
  ['platform', 0, 0],
] as const)('a claim that the %s bears, settled after the bill was final', async (borneBy, farmYen, fee) => {
  const it = await shipped()
  await receive(it, 2)
  await makeFinal()
  expect(await chargesOf(it.orderId)).toEqual([['sale', it.total, it.total, 720]])
  await decide(it, borneBy)
  // by the clock of these steps the decision comes before the closing day that made the bill final
  expect(await chargesOf(it.orderId)).toEqual([
    ['adjustment', -1_620, farmYen, fee],
    ['sale', it.total, it.total, 720],
  ])
})

test.each([
  ['carrier', 0],
  ['platform', 0],
  ['farm', 0],
] as const)('boxes that come back at the cost of the %s', async (borneBy, billed) => {
  const it = await shipped()
  must(await sendParcelBack(by(it.staff), { orderId: it.orderId, key: aKey(), why: 'absent', reason: '三度とも不在' }))
  const decided = { kind: 'credit', percent: 100, words: '写真で確認', borneBy } as const
  must(await decideClaim(by(it.staff, later(2)), { claimId: await claimOf(it), key: aKey(), ...decided }))
  await runDueClaims({ db: test_.db, now: later(2 + 72) })
  // the party at fault pays what the farm has sent, freight included; a farm at fault earns nothing
  expect(await chargesOf(it.orderId)).toEqual(borneBy === 'farm' ? [] : [['sale', billed, it.total, 720]])
})

test('the fee of a late cancellation is the farm’s, without tax and commission', async () => {
  const market = await aMarket(test_.db)
  const farm = there(market.farms[0])
  await rows('update farms set late_cancel_percent = 30 where id = $1', [farm.farmId])
  await fillCart(as(test_.db, market.chef), market.kitchenId, [[farm.productId, 2]])
  const orderId = there(must(await place(as(test_.db, market.chef), market.kitchenId)).orderIds[0])
  must(await acceptOrder(as(test_.db, farm.actor), { orderId, key: aKey(), lines: [] }))
  must(await askToCancel(as(test_.db, market.chef, at('2026-11-24 12:30')), { orderId, key: aKey(), reason: '休業' }))
  must(await answerCancel(as(test_.db, farm.actor, at('2026-11-24 13:00')), { orderId, key: aKey(), agree: true }))
  expect(await chargesOf(orderId)).toEqual([['cancel_fee', 900, 900, 0]])
  expect(await balanceOf(orderId)).toEqual({ receivable: 900, payable: -900 })
})

test('a free replacement changes no amounts', async () => {
  const it = await shipped()
  await receive(it, 2)
  const claimId = await claimOf(it)
  const again = { kind: 'replacement', percent: 100, words: '' } as const
  must(await answerClaim(by(it.farm.actor), { claimId, key: aKey(), ...again }))
  must(await takeOffer(by(it.market.chef, later(2)), { claimId, key: aKey() }))
  expect(await chargesOf(it.orderId)).toEqual([['sale', it.total, it.total, 720]])
  const [replacement] = await rows('select id from orders where claim_id = $1', [claimId])
  expect(await chargesOf(replacement.id)).toEqual([])
})

test('orders that became final before there were charges are found, once', async () => {
  const it = await shipped()
  await receive(it, null)
  const written = await chargesOf(it.orderId)
  const tables = ['ledger_postings', 'ledger_entries', 'charges']
  for (const table of tables) await rows(`alter table ${table} disable trigger user`)
  await rows(
    `with gone as (delete from charges where order_id = $1 returning event_key),
          entries as (select id from ledger_entries where event_key in (select 'charge:' || event_key from gone)),
          postings as (delete from ledger_postings where entry_id in (select id from entries))
     delete from ledger_entries where id in (select id from entries)`,
    [it.orderId],
  )
  for (const table of tables) await rows(`alter table ${table} enable trigger user`)
  expect(await chargesOf(it.orderId)).toEqual([])
  expect(await catchUp()).toBe(1)
  expect(await chargesOf(it.orderId)).toEqual(written)
  expect(await catchUp()).toBe(0)
})

const aLife = fc.record({
  qty: fc.integer({ min: 2, max: 6 }),
  bad: fc.integer({ min: 0, max: 2 }),
  late: fc.boolean(),
  borneBy: fc.constantFrom<CostBearer[]>('farm', 'carrier', 'platform'),
  percent: fc.integer({ min: 1, max: 100 }),
  corrections: fc.array(fc.integer({ min: -400, max: -1 }), { maxLength: 2 }),
})

test('whatever happens to an order: the books balance at every step, and nothing is written twice', async () => {
  await fc.assert(
    fc.asyncProperty(aLife, async ({ qty, bad, late, borneBy, percent, corrections }) => {
      const it = await shipped(qty)
      const check = async () => {
        expect(await catchUp()).toBe(0)
        const [all] = await rows('select coalesce(sum(yen), 0)::int as yen from ledger_postings')
        expect(all.yen).toBe(0)
        const [owed] = await rows(
          `select (coalesce(o.total_inc_yen, 0) + coalesce(o.cancel_fee_yen, 0) + coalesce(
             (select sum(corrected.yen) from (
                select sum(l.yen) + trunc(sum(l.yen) * l.tax_percent / 100.0) as yen
                  from adjustments a join adjustment_lines l on l.adjustment_id = a.id
                 where a.order_id = o.id group by a.id, l.tax_percent) corrected), 0))::int as yen
           from orders o where id = $1`,
          [it.orderId],
        )
        const [earned] = await rows(
          'select coalesce(sum(fee_yen - farm_yen), 0)::int as yen from charges where order_id = $1',
          [it.orderId],
        )
        const { receivable = 0, payable = 0 } = await balanceOf(it.orderId)
        expect({ receivable, payable }).toEqual({ receivable: owed.yen, payable: earned.yen })
      }
      await check()
      await receive(it, bad === 0 ? null : qty - bad)
      if (bad > 0 && late) await makeFinal()
      await check()
      if (bad > 0) await decide(it, borneBy, percent)
      await check()
      for (const correction of corrections) {
        const lines = [{ lineId: it.lineId, yen: yen(correction) }]
        must(
          await makeAdjustment(by(it.staff, later(200)), { orderId: it.orderId, key: aKey(), lines, reason: '訂正' }),
        )
        await check()
      }
      // whatever the order of events, the fee is that of all that the farm earned
      const granted = (
        await rows('select coalesce(sum(yen), 0)::int yen from claim_entries where order_id = $1', [it.orderId])
      )[0].yen
      const goods = qty * 1_500 - (borneBy === 'farm' ? granted : 0) + corrections.reduce((sum, one) => sum + one, 0)
      const [fee] = await rows('select sum(fee_yen)::int yen from charges where order_id = $1', [it.orderId])
      expect(fee.yen).toBe(Math.floor((goods * 12) / 100))
    }),
    { numRuns: 8 },
  )
}, 120_000)
