import { beforeAll, expect, test } from 'vitest'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { Forbidden, NotFound } from '../../app/kernel/errors.ts'
import { newId } from '../../app/kernel/ids.ts'
import { at, jstDate } from '../../app/kernel/jst.ts'

import { recordEvent } from '../../app/modules/audit-log/record-event.server.ts'
import { closeFarms, closeMonths, farmsDue } from '../../app/modules/payouts/close-farms.server.ts'
import {
  ownNextPayout,
  ownSales,
  salesBreakdown,
  statementDetail,
  yearFigures,
} from '../../app/modules/payouts/farm-sales.server.ts'
import {
  answerObjection,
  confirmSilent,
  confirmStatement,
  objectToSlip,
} from '../../app/modules/payouts/objections.server.ts'
import type { SalesSpan } from '../../app/modules/payouts/sales-span.ts'
import { loader as breakdownCsv } from '../../app/routes/farm/sales/breakdown-csv.ts'
import { aFarmCharge } from '../factories/farm-charge.ts'
import { aFarm, aKey, anAdmin, aProduct, aRestaurant, as } from '../factories/market.ts'
import { aBankAccount, aStatement } from '../factories/statements.ts'
import { testDatabase } from '../support/database.ts'
import { pageContext } from '../support/page-context.ts'
import { must } from './steps.ts'

const test_ = testDatabase()
const terms = { payDay: 15 }
const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
const system = { kind: 'system' } as const
const fourth = at('2026-12-04 04:00')

let shop: Awaited<ReturnType<typeof aRestaurant>>
let staff: Awaited<ReturnType<typeof anAdmin>>
beforeAll(async () => {
  shop = await aRestaurant(test_.db)
  staff = await anAdmin(test_.db)
})

/** A farm whose deliveries are charged: day and goods in yen. */
async function aFarmWith(...sales: readonly (readonly [on: string, goods: number])[]) {
  const farm = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farm.farmId)
  const sell = (on: string, goods: number) =>
    aFarmCharge(test_.db, { ...farm, productId, restaurantId: shop.restaurantId, kitchenId: shop.kitchenId, on, goods })
  for (const [on, goods] of sales) await sell(on, goods)
  return { ...farm, sell, me: (now = fourth) => as(test_.db, farm.actor, now) }
}
type AFarm = Awaited<ReturnType<typeof aFarmWith>>

const closing = (now = fourth) => closeFarms({ db: test_.db, now, actor: system }, operator)
const close = async (now = fourth) => (await closing(now)).issued
const statementsOf = (farmId: AFarm['farmId']) =>
  test_.db
    .selectFrom('issuedDocuments')
    .selectAll()
    .where('farmId', '=', farmId)
    .where('kind', '=', 'statement')
    .orderBy('toOn')
    .execute()
const onlyStatement = async ({ farmId }: AFarm) => {
  const [found] = await statementsOf(farmId)
  if (!found) throw new Error('no statement')
  return found
}
const detailOf = async (farm: AFarm) => statementDetail(farm.me(), (await onlyStatement(farm)).id)
const firstSlip = async (farm: AFarm) => (await detailOf(farm)).content.slips[0]?.number ?? ''

async function balance(farmId: AFarm['farmId']): Promise<number> {
  const rows = await test_.db
    .selectFrom('ledgerPostings')
    .select('yen')
    .where('account', '=', 'payable')
    .where('farmId', '=', farmId)
    .execute()
  return rows.reduce((sum, { yen }) => sum - yen, 0)
}

test('a month is closed once: its slips, the fee and its tax, the pay day, the ledger and the mail', async () => {
  const farm = await aFarmWith(['2026-11-03', 60_000], ['2026-11-30', 40_000], ['2026-12-01', 7_000])
  // is used from a day before the pay day on
  await aBankAccount(test_.db, farm, at('2026-12-14 09:00'))
  expect(await close()).toBe(1)
  expect(await close()).toBe(0)
  const it = await onlyStatement(farm)
  expect(it).toMatchObject({ fromOn: '2026-11-01', toOn: '2026-11-30', dueOn: '2026-12-15', totalYen: 94_800 })
  const { content } = await detailOf(farm)
  expect(content.slips.map(({ suppliedOn, lines }) => [suppliedOn, lines.map(({ yen }) => yen)])).toEqual([
    ['2026-11-03', [60_000]],
    ['2026-11-30', [40_000]],
  ])
  expect(content).toMatchObject({ grossYen: 108_000, fee: { baseYen: 12_000, taxYen: 1_200 }, netYen: 94_800 })
  expect(content.account).toBe('三井住友 大阪本店 普通 ****001')
  // what is closed is what is owed; the delivery of December is not closed yet
  expect(await balance(farm.farmId)).toBe(94_800 + 7_560 - 840)
  const mails = await test_.db
    .selectFrom('mails')
    .select('subject')
    .where('template', '=', 'statement_issued')
    .execute()
  expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringContaining('2026年11月分の支払通知書'))
})

test('a statement names no account that is not used by its pay day, nor one to which nothing is paid', async () => {
  const [late, blocked] = [await aFarmWith(['2026-11-05', 10_000]), await aFarmWith(['2026-11-05', 10_000])]
  await aBankAccount(test_.db, late, at('2026-12-16 09:00'))
  await aBankAccount(test_.db, blocked, at('2026-11-01 09:00'))
  await test_.db.updateTable('bankAccounts').set({ blockedAt: fourth }).where('farmId', '=', blocked.farmId).execute()
  expect(await close()).toBe(2)
  for (const farm of [late, blocked]) expect((await detailOf(farm)).content.account).toBe(null)
})

test('two runs that close at once make one statement, and each charge is in one', async () => {
  const farm = await aFarmWith(['2026-11-05', 10_000])
  const made = await Promise.all([close(), close(), close()])
  expect(made.toSorted()).toEqual([0, 0, 1])
  expect(await statementsOf(farm.farmId)).toHaveLength(1)
})

test('a month is not closed before its orders are final: what becomes final on its third day is paid with it', async () => {
  const farm = await aFarmWith(['2026-11-05', 10_000])
  for (const early of ['2026-12-01 09:00', '2026-12-03 23:59']) expect(await close(at(early))).toBe(0)
  await farm.sell('2026-11-30', 5_000)
  expect(await close()).toBe(1)
  expect((await onlyStatement(farm)).content).toMatchObject({ slips: [{}, {}] })
})

test('of a statement that was replaced neither the payout nor the fee is counted beside the new one', async () => {
  const farm = await aFarmWith()
  const wrong = await aStatement(test_.db, farm.farmId, 5_000, { feeYen: 700 })
  const right = await aStatement(test_.db, farm.farmId, 4_000, { feeYen: 600, supersedes: wrong })
  const me = farm.me(at('2026-11-24 10:00'))
  expect(await ownNextPayout(me, operator.farmTerms)).toMatchObject({ documentId: right, yen: 4_000 })
  expect((await yearFigures(me, 2026)).map(({ feeYen }) => feeYen)).toContain(600)
})

test('a farm whose statement cannot be written is named, and the others have theirs', async () => {
  const broken = await aFarmWith(['2026-11-05', 10_000])
  const farm = await aFarmWith(['2026-11-05', 10_000])
  const rename = (name: string) => test_.db.updateTable('farms').set({ name }).where('id', '=', broken.farmId).execute()
  await rename('長'.repeat(201))
  expect(await closing()).toMatchObject({ issued: 1, failed: [{ id: broken.farmId }] })
  expect(await statementsOf(farm.farmId)).toHaveLength(1)
  await rename('佐藤農園')
  expect(await closing()).toEqual({ issued: 1, failed: [] })
})

test('what is carried is of the statement that stands for the last month: not of one that is void or was replaced', async () => {
  const farm = await aFarmWith()
  const of = { toOn: '2026-11-30', issuedAt: at('2026-12-04 04:00') }
  // so many of 2026 that the first one of 2027 has a lower number
  await aStatement(test_.db, (await aFarmWith()).farmId, 1_000, of)
  const wrong = await aStatement(test_.db, farm.farmId, -900, of)
  const right = await aStatement(test_.db, farm.farmId, -400, {
    ...of,
    supersedes: wrong,
    issuedAt: at('2027-01-02 09:00'),
  })
  const nextYear = await aStatement(test_.db, farm.farmId, -7_000, {
    toOn: '2026-12-31',
    issuedAt: at('2027-01-04 04:00'),
  })
  const eventId = await recordEvent(test_.db, { actor: system, now: fourth }, { kind: 'test' })
  await test_.db
    .insertInto('documentVoids')
    .values({ documentId: nextYear, reason: '誤発行のため', eventId, at: at('2027-01-05 09:00') })
    .execute()
  const numbers = new Map((await statementsOf(farm.farmId)).map(({ id, ordinal }) => [id, ordinal]))
  expect(numbers.get(right) ?? 0).toBeLessThan(numbers.get(wrong) ?? 0)
  await farm.sell('2027-01-10', 10_000)
  await close(at('2027-02-04 04:00'))
  expect((await statementsOf(farm.farmId)).at(-1)?.content).toMatchObject({ carriedYen: -400 })
})

test('what becomes known after the closing is on the next statement, and below zero is carried', async () => {
  const farm = await aFarmWith(['2026-11-05', -10_000])
  await close()
  await farm.sell('2026-11-28', 30_000)
  expect(await close(at('2026-12-05 04:00'))).toBe(0)
  await farm.sell('2026-12-10', 20_000)
  await close(at('2027-01-04 04:00'))
  const [november, december] = await statementsOf(farm.farmId)
  expect(november?.totalYen).toBe(-10_800 + 1_320)
  expect(december).toMatchObject({ fromOn: '2026-12-01', toOn: '2026-12-31', totalYen: 54_000 - 6_600 })
  expect(december?.content).toMatchObject({ carriedYen: -9_480, netYen: 47_400 - 9_480 })
  // the balance is the sum of the statements: nothing is paid yet
  expect(await balance(farm.farmId)).toBe(47_400 - 9_480)
})

test('the numbers have no gaps, also when two runs close at once', async () => {
  const farms = await Promise.all([1, 2, 3].map((n) => aFarmWith(['2026-11-05', n * 1_000])))
  await Promise.all([close(), close()])
  const issued = await test_.db.selectFrom('issuedDocuments').select('ordinal').where('series', '=', 'P2026').execute()
  expect(issued.map(({ ordinal }) => ordinal).toSorted((a, b) => a - b)).toEqual(issued.map((_, index) => index + 1))
  for (const farm of farms) expect(await statementsOf(farm.farmId)).toHaveLength(1)
  expect(await farmsDue(test_.db, jstDate('2026-11-30'))).toEqual([])
})

test('a member who may not see money sees no statement, another farm none either, and support closes nothing', async () => {
  const farm = await aFarmWith(['2026-11-05', 10_000])
  await close()
  const { id } = await onlyStatement(farm)
  const helper = { ...farm.actor, role: 'staff' as const }
  await expect(ownSales(as(test_.db, helper), terms, 'month')).rejects.toThrow(Forbidden)
  await expect(statementDetail(as(test_.db, helper), id)).rejects.toThrow(NotFound)
  const other = await aFarmWith()
  await expect(statementDetail(other.me(), id)).rejects.toThrow(NotFound)
  await expect(
    objectToSlip(other.me(), { documentId: id, slip: 'x', line: 0, words: 'y', key: aKey() }),
  ).rejects.toThrow(NotFound)
  const support = await anAdmin(test_.db, { role: 'support' })
  await expect(closeMonths(as(test_.db, support), {}, operator)).rejects.toThrow(Forbidden)
  expect(must(await closeMonths(as(test_.db, staff, fourth), {}, operator))).toEqual({ issued: 0, failed: [] })
})

test('a slip that is objected to is held until it is answered, and the statement waits with it', async () => {
  const farm = await aFarmWith(['2026-11-05', 100_000], ['2026-11-06', 50_000])
  await close()
  const { id } = await onlyStatement(farm)
  const slip = await firstSlip(farm)
  const say = { documentId: id, slip, line: 0, words: '3箱出荷しています' }
  expect(must(await objectToSlip(farm.me(), { ...say, key: aKey() }))).toEqual({ slip, name: null })
  expect(await objectToSlip(farm.me(), { ...say, key: aKey() })).toMatchObject({ refusal: 'objected' })
  expect(await ownNextPayout(farm.me(), terms)).toMatchObject({ payOn: '2026-12-15', yen: 46_200, heldYen: 96_000 })
  expect(await confirmStatement(farm.me(), { documentId: id, key: aKey() })).toMatchObject({
    refusal: 'objection_open',
  })
  await confirmSilent({ db: test_.db, now: at('2027-01-20 04:00') })
  const [objection] = (await detailOf(farm)).slipObjections
  const answer = {
    objectionId: objection?.id ?? newId<'objection'>(),
    accepted: false,
    words: '納品書の控えと一致します',
  }
  expect(must(await answerObjection(as(test_.db, staff), { ...answer, key: aKey() }))).toMatchObject({
    accepted: false,
  })
  expect(await answerObjection(as(test_.db, staff), { ...answer, key: aKey() })).toMatchObject({ refusal: 'answered' })
  expect(await ownNextPayout(farm.me(), terms)).toMatchObject({ yen: 142_200, heldYen: 0 })
  expect(must(await confirmStatement(farm.me(), { documentId: id, key: aKey() })).number).toMatch(/^P2026-/)
  expect(await confirmStatement(farm.me(), { documentId: id, key: aKey() })).toMatchObject({ refusal: 'confirmed' })
})

test('an objection to a line holds that line alone, with its tax and less its part of the fee', async () => {
  const farm = await aFarmWith(['2026-11-05', 100_000])
  const second = await aProduct(test_.db, farm.farmId)
  await aFarmCharge(test_.db, {
    ...{ ...farm, productId: second, restaurantId: shop.restaurantId, kitchenId: shop.kitchenId },
    ...{ on: '2026-11-06', goods: 50_000, freight: 1_000 },
  })
  await close()
  const { id } = await onlyStatement(farm)
  const slip = (await detailOf(farm)).content.slips[1]?.number ?? ''
  const [net, all] = [(await ownNextPayout(farm.me(), terms))?.yen ?? 0, 50_000 + 4_000 + 1_100 - 6_000]
  const say = (line: number) => objectToSlip(farm.me(), { documentId: id, slip, line, words: '違います', key: aKey() })
  expect(await say(3)).toMatchObject({ refusal: 'unknown_line' })
  const twice = await Promise.all([say(2), say(2)])
  expect(twice.filter(({ ok }) => ok)).toHaveLength(1)
  expect(twice.find(({ ok }) => !ok)).toMatchObject({ refusal: 'objected' })
  expect(await ownNextPayout(farm.me(), terms)).toMatchObject({ yen: net - 1_100, heldYen: 1_100 })
  expect(must(await say(1)).name).toBe((await detailOf(farm)).content.slips[1]?.lines[0]?.name)
  expect(await ownNextPayout(farm.me(), terms)).toMatchObject({ heldYen: all })
  // the whole slip is never held twice, and a farm that has objected to all of it cannot object again
  must(await say(0))
  expect(await ownNextPayout(farm.me(), terms)).toMatchObject({ yen: net - all, heldYen: all })
  expect(await say(1)).toMatchObject({ refusal: 'objected' })
  const said = (await detailOf(farm)).slipObjections
  expect(said.map(({ line, heldYen }) => [line, heldYen]).toSorted()).toEqual([
    [null, null],
    [1, 48_000],
    [2, 1_100],
  ])
})

test.each([
  ['a slip of another statement', '261105-00001-1'],
  ['letters', '‮<script>'],
])('%s is not objected to', async (_, slip) => {
  const farm = await aFarmWith(['2026-11-05', 1_000])
  await close()
  const { id } = await onlyStatement(farm)
  const said = await objectToSlip(farm.me(), { documentId: id, slip, line: 0, words: '違います', key: aKey() })
  expect(said).toMatchObject({ refusal: 'unknown_slip' })
})

test.each([
  ['2026-12-18 23:00', null],
  ['2026-12-19 04:35', 'silence'],
] as const)('without an answer a statement of 12-04 is confirmed, at %s: %s', async (now, how) => {
  const farm = await aFarmWith(['2026-11-05', 1_000])
  await close()
  await confirmSilent({ db: test_.db, now: at(now) })
  expect((await detailOf(farm)).confirmedAt !== null).toBe(how !== null)
  if (how)
    expect(
      await objectToSlip(farm.me(), {
        documentId: (await onlyStatement(farm)).id,
        slip: await firstSlip(farm),
        line: 0,
        words: '遅れました',
        key: aKey(),
      }),
    ).toMatchObject({ refusal: 'confirmed' })
})

test('before its month is closed, a farm sees what it can expect and when', async () => {
  const farm = await aFarmWith(['2026-11-05', 20_000])
  const expected = {
    documentId: null,
    month: '2026-11-01',
    payOn: '2026-12-15',
    yen: 21_600 - 2_640,
    heldYen: 0,
    obstacle: null,
  }
  expect(await ownNextPayout(farm.me(at('2026-11-10 12:00')), terms)).toEqual(expected)
  expect(await ownNextPayout(farm.me(at('2026-12-03 12:00')), terms)).toEqual(expected)
  await close(at('2026-12-04 04:00'))
  expect(await ownNextPayout(farm.me(at('2026-12-05 12:00')), terms)).toMatchObject({
    ...expected,
    documentId: expect.any(String),
    obstacle: 'no_account',
  })
})

test('a farm is promised no transfer that would not be made: without an account, or below the least amount', async () => {
  const farm = await aFarmWith(['2026-11-05', 20_000])
  await close(at('2026-12-04 04:00'))
  const next = async () => (await ownNextPayout(farm.me(at('2026-12-05 12:00')), terms))?.obstacle
  expect(await next()).toBe('no_account')
  await aBankAccount(test_.db, farm, at('2026-11-20 09:00'))
  expect(await next()).toBeNull()
  await test_.pool.query('update payout_settings set least_yen = 100000')
  expect(await next()).toBe('below_least')
  await test_.pool.query('update payout_settings set least_yen = 1')
})

test('the year by month: sales with tax by supply, the fee as it was deducted', async () => {
  const farm = await aFarmWith(['2026-10-31', 10_000], ['2026-11-05', 20_000])
  await close()
  const year = await yearFigures(farm.me(), 2026)
  expect(year).toHaveLength(12)
  expect(year[9]).toMatchObject({ month: '2026-10-01', grossYen: 10_800, feeYen: 0 })
  expect(year[10]).toMatchObject({ goodsYen: 20_000, taxYen: 1_600, grossYen: 21_600, feeYen: 3_960 })
  const sales = await ownSales(farm.me(at('2026-11-05 12:00')), terms, 'month')
  expect(sales).toMatchObject({ todayYen: 20_000, monthYen: 20_000, yearYen: 30_000, shortYen: 0, claimsYen: 0 })
  expect(sales.byRestaurant).toEqual([{ id: shop.restaurantId, name: 'ビストロ 灯', orders: 1, yen: 20_000 }])
})

test('the sales by buyer and product include the first and last day of the period, and so do losses', async () => {
  const farm = await aFarmWith(
    ...(
      ['2025-12-31', '2026-01-01', '2026-11-01', '2026-11-05', '2026-11-30', '2026-12-31', '2027-01-01'] as const
    ).map((on, index) => [on, 10 ** index] as const),
  )
  const other = await aRestaurant(test_.db)
  await test_.pool.query("update restaurants set name = '割烹 みなと' where id = $1", [other.restaurantId])
  const productId = await aProduct(test_.db, farm.farmId)
  const { lineIds } = await aFarmCharge(test_.db, {
    ...{ farmId: farm.farmId, productId, restaurantId: other.restaurantId, kitchenId: other.kitchenId },
    ...{ on: '2026-11-05', goods: 7_000 },
  })
  // 3 were ordered at 300, and 1 was shipped; a quantity is otherwise written by its entries alone
  await test_.pool.query(`
    alter table order_lines disable trigger user;
    update order_lines set ordered_qty = 3, name = '紅はるか', price_yen = 300 where id = '${lineIds[0]}';
    alter table order_lines enable trigger user`)
  await test_.pool.query(
    "update orders set state = 'cancelled', finalized_at = null where farm_id = $1 and delivery_on = '2026-11-01'",
    [farm.farmId],
  )
  const of = (span: SalesSpan) => ownSales(farm.me(at('2026-11-05 12:00')), terms, span)
  const all = { todayYen: 8_000, monthYen: 18_000, yearYen: 118_010 }
  const own = (yen: number, orders = 1) => ({ id: shop.restaurantId, name: 'ビストロ 灯', orders, yen })
  const minato = { id: other.restaurantId, name: '割烹 みなと', orders: 1, yen: 7_000 }
  expect(await of('today')).toMatchObject({
    ...{ ...all, fromOn: '2026-11-05', toOn: '2026-11-05', shortYen: 600, byRestaurant: [minato, own(1_000)] },
  })
  expect(await of('month')).toMatchObject({
    ...{ ...all, fromOn: '2026-11-01', toOn: '2026-11-30', shortYen: 600, byRestaurant: [own(11_000, 2), minato] },
  })
  const year = await of('year')
  expect(year).toMatchObject({
    ...{ ...all, fromOn: '2026-01-01', toOn: '2026-12-31', shortYen: 600, byRestaurant: [own(111_010, 4), minato] },
  })
  expect(year.byProduct.map(({ yen }) => yen)).toEqual([111_010, 7_000])
  expect(year.byProduct[1]?.name).toBe('紅はるか')
})

test('restaurants of one name are not added together, and a file has all buyers and goods without running as a formula', async () => {
  const farm = await aFarmWith(['2026-11-05', 3_000], ['2026-11-06', 4_000])
  const productId = await aProduct(test_.db, farm.farmId)
  const sellTo = async (name: string, goods: number) => {
    const { restaurantId, kitchenId } = await aRestaurant(test_.db)
    await test_.pool.query('update restaurants set name = $2 where id = $1', [restaurantId, name])
    await aFarmCharge(test_.db, { ...farm, productId, restaurantId, kitchenId, on: '2026-11-05', goods })
    return restaurantId
  }
  const [elsewhere, same] = [await sellTo('ビストロ 灯', 2_000), await sellTo('ビストロ 灯', 1_000)]
  await test_.pool.query(
    `update kitchens set city = case restaurant_id when $1 then '鎌倉市' else '新宿区' end where restaurant_id = any($2)`,
    [elsewhere, [shop.restaurantId, elsewhere, same]],
  )
  await sellTo('=HYPERLINK("x")', 500)
  for (let made = 0; made < 20; made++) await sellTo(`食堂${String(made).padStart(2, '0')}`, 100 + made)
  const me = farm.me(at('2026-11-05 12:00'))
  const { byRestaurant } = await ownSales(me, terms, 'month')
  expect(byRestaurant).toHaveLength(20)
  expect(byRestaurant.slice(0, 3)).toEqual([
    { id: shop.restaurantId, name: 'ビストロ 灯（新宿区・1）', orders: 2, yen: 7_000 },
    { id: elsewhere, name: 'ビストロ 灯（鎌倉市）', orders: 1, yen: 2_000 },
    { id: same, name: 'ビストロ 灯（新宿区・2）', orders: 1, yen: 1_000 },
  ])
  const all = await salesBreakdown(me, { span: 'month', by: 'restaurant' })
  expect([all.rows.length, all.rows.reduce((sum, { yen }) => sum + yen, 0)]).toEqual([24, 12_690])
  const file = async (by: string) => {
    const url = `https://market.example.jp/farmer/sales/breakdown.csv?span=month&by=${by}`
    const answer = await breakdownCsv({
      request: new Request(url),
      url: new URL(url),
      params: {},
      context: pageContext(me),
      pattern: '/farmer/sales/breakdown.csv',
    })
    expect(answer.headers.get('content-disposition')).toContain(`sales-by-${by}-2026-11-01-2026-11-30.csv`)
    return (await answer.text()).split('\r\n')
  }
  const buyers = await file('restaurant')
  expect(buyers).toHaveLength(26)
  expect(buyers.slice(0, 2)).toEqual([
    '納品日（開始）,納品日（終了）,取引先,注文件数,商品（税抜）',
    '2026-11-01,2026-11-30,ビストロ 灯（新宿区・1）,2,7000',
  ])
  expect(buyers[4]).toBe(`2026-11-01,2026-11-30,"'=HYPERLINK(""x"")",1,500`)
  expect((await file('product')).at(1)).toMatch(/^2026-11-01,2026-11-30,[^,]+,25,12690$/)
})
