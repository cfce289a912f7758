import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { cardsOf } from '../../app/infra/cards/stripe.server.ts'
import type { Cards } from '../../app/kernel/cards.ts'
import { costBearers } from '../../app/kernel/enums.ts'
import type { FarmId, RestaurantId } from '../../app/kernel/ids.ts'
import { addDays, jstDate, jstDateOf } from '../../app/kernel/jst.ts'
import { currentPeriod } from '../../app/modules/billing/current-period.server.ts'
import { invoiceSums, partsOf } from '../../app/modules/billing/invoice-sums.ts'
import { agreement } from '../../app/modules/bookkeeping/agreement.server.ts'
import { moneyExceptions } from '../../app/modules/bookkeeping/exceptions.server.ts'
import { balanceDifferences, replayLedger } from '../../app/modules/bookkeeping/replay.server.ts'
import { trialBalance } from '../../app/modules/bookkeeping/trial-balance.server.ts'
import { creditOf } from '../../app/modules/credit/credit-standing.server.ts'
import { setCreditTerms } from '../../app/modules/credit/set-limit.server.ts'
import type { DocumentContent } from '../../app/modules/issued-documents/document-content.ts'
import { documentCsv } from '../../app/modules/issued-documents/document-csv.ts'
import { jpPint } from '../../app/modules/issued-documents/jp-pint.ts'
import { foldKeptSums, wrongSums } from '../../app/modules/ledger/kept-sums.server.ts'
import { wrongUnclosedCharges } from '../../app/modules/ledger/unclosed-charges.server.ts'
import { purchaseAnalysis } from '../../app/modules/ordering/past/purchase-analysis.server.ts'
import { daysOfSpan } from '../../app/modules/payouts/sales-span.ts'
import { lostOf, soldBy, soldTotals } from '../../app/modules/payouts/sold-goods.server.ts'
import { periodYen } from '../../app/modules/payouts/statement.ts'
import { aKey, anAdmin, as, noon } from '../factories/market.ts'
import { aPaper } from '../factories/papers.ts'
import { testDatabase } from '../support/database.ts'
import { fakeStripe } from '../support/fake-stripe.ts'
import { type MoneyStep, moneyHistory } from '../support/money-history.ts'
import { plainPeriod, plainPurchases, plainSales } from '../support/plain-sums.ts'
import { must, there } from './steps.ts'

/** A few histories for every change; `npm run test:long` tries some hundreds. */
const numRuns = Math.ceil(Number(process.env.PROPERTY_RUNS ?? 500) / 100)

const test_ = testDatabase()
const clock = { now: noon }
let stripe: Awaited<ReturnType<typeof fakeStripe>>
let cards: Cards
beforeAll(async () => {
  stripe = await fakeStripe({ now: () => clock.now })
  cards = there(cardsOf(stripe.settings, 500))
  const terms = { key: aKey(), defaultLimitYen: 10_000_000, overdueDays: 14, lateRatePercent: 3, version: 1 }
  must(await setCreditTerms(as(test_.db, await anAdmin(test_.db, { role: 'full' }), noon), terms))
})
afterAll(() => stripe.stop())

type History = Awaited<ReturnType<typeof moneyHistory>>
const rows = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> => (await query.execute(test_.db)).rows
const sumOf = <Row>(some: readonly Row[], amount: (row: Row) => number) =>
  some.reduce((sum, row) => sum + amount(row), 0)

/** Of all histories so far. */
async function booksAreRight(history: History): Promise<void> {
  const unbalanced = await rows(sql`select entry_id from ledger_postings group by 1 having sum(yen) <> 0`)
  expect(unbalanced).toEqual([])
  expect(await balanceDifferences(test_.db)).toEqual([])
  const trial = await trialBalance(history.staff(), jstDateOf(clock.now))
  const side = (of: 'debit' | 'credit') =>
    sumOf(
      trial.filter((row) => row.side === of),
      ({ closingYen }) => closingYen,
    )
  expect(side('debit')).toBe(side('credit'))
  expect(
    await rows(
      sql`select series from issued_documents group by 1 having max(ordinal) <> count(*) or min(ordinal) <> 1`,
    ),
  ).toEqual([])
  expect(
    await rows(sql`select document_id from pay_run_items i join issued_documents d on d.id = i.document_id
      where i.ended_at is null group by 1 having sum(i.yen) > max((d.content ->> 'netYen')::bigint)`),
  ).toEqual([])
}

type Issued = {
  content: DocumentContent
  totalYen: number
  counts: boolean
  charged: number
  slips: number
  /** Freight of runs that a farm earned, less what it owed. */
  rode: number
}

const documentsOf = (party: ReturnType<typeof sql>, kind: 'invoice' | 'statement') =>
  rows(sql<Issued>`
    select d.content, d.total_yen,
           not exists (select from document_voids v where v.document_id = d.id)
             and not exists (select from issued_documents n where n.supersedes = d.id) as counts,
           c.charged, c.slips,
           coalesce((select sum(case k.side when 'runner' then 1 else -1 end * (f.base_yen + f.tax_yen))
                       from closing_run_freights k join run_freights f on f.order_id = k.order_id
                      where k.closing_id = d.closing_id), 0)::bigint as rode
      from issued_documents d
     cross join lateral (
       select coalesce(sum(case d.kind when 'invoice' then h.total_yen else h.farm_yen - h.fee_yen end), 0)::bigint as charged,
              count(*)::int as slips
         from closing_charges k join charges h on h.id = k.charge_id where k.closing_id = d.closing_id) c
     where d.kind = ${kind} and ${party}`)

async function restaurantIsRight(restaurantId: RestaurantId): Promise<void> {
  const invoices = await documentsOf(sql`d.restaurant_id = ${restaurantId}`, 'invoice')
  for (const { content, totalYen, charged, slips } of invoices) {
    if (content.kind !== 'invoice') throw new Error('an invoice')
    const late = content.lateCharges ?? []
    expect([totalYen, content.slips.length + late.length]).toEqual([charged, slips])
    expect(totalYen).toBe(sumOf(content.slips, (slip) => slip.totalYen) + sumOf(late, (it) => it.yen))
    expect(partsOf(content)).toBe(totalYen)
    expect(invoiceSums(content.slips, late)).toEqual({
      sales: content.sales,
      returns: content.returns,
      unregistered: content.unregistered,
      untaxedYen: content.untaxedYen,
      periodYen: totalYen,
    })
    expect(content.previousYen - content.paidYen - (content.settledYen ?? 0)).toBe(content.carriedYen)
    expect(content.carriedYen + totalYen).toBe(content.dueYen)
  }
  const [sums] = await rows(sql<{ ledger: number; paid: number; unbilled: number }>`
    select (select coalesce(sum(yen), 0) from ledger_postings where restaurant_id = ${restaurantId})::bigint as ledger,
           (select coalesce(sum(yen), 0) from payment_allocations where restaurant_id = ${restaurantId})::bigint as paid,
           (select coalesce(sum(h.total_yen), 0) from charges h where h.restaurant_id = ${restaurantId}
               and not exists (select from closing_charges k join counting_invoices d on d.closing_id = k.closing_id
                                where k.charge_id = h.id and k.side = 'restaurant'))::bigint as unbilled`)
  const { ledger, paid, unbilled } = there(sums)
  const invoiced = sumOf(
    invoices.filter(({ counts }) => counts),
    ({ totalYen }) => totalYen,
  )
  expect(ledger).toBe(invoiced - paid + unbilled)
  const { unpaidYen, unbilledYen } = await creditOf({ db: test_.db, now: clock.now }, restaurantId)
  expect([unpaidYen, unbilledYen]).toEqual([invoiced - paid, unbilled])
}

async function farmIsRight(farmId: FarmId): Promise<void> {
  const statements = await documentsOf(sql`d.farm_id = ${farmId}`, 'statement')
  for (const { content, totalYen, charged, slips, rode } of statements) {
    if (content.kind !== 'statement') throw new Error('a statement')
    expect([totalYen, content.slips.length]).toEqual([charged - content.fee.taxYen + rode, slips])
    expect(sumOf(content.runFreights ?? [], ({ baseYen, taxYen }) => baseYen + taxYen)).toBe(rode)
    expect(periodYen(content)).toBe(totalYen)
    expect(content.grossYen).toBe(sumOf(content.slips, (slip) => slip.farmYen))
    expect(content.fee.baseYen).toBe(sumOf(content.slips, (slip) => slip.feeYen))
    const billed = [...content.sales, ...content.returns]
    expect(sumOf(billed, (rate) => rate.baseYen + rate.taxYen) + content.untaxedYen + content.borneYen).toBe(
      content.grossYen,
    )
  }
  const [sums] = await rows(sql<{ ledger: number; earned: number; tax: number; sent: number; rode: number }>`
    select (select -coalesce(sum(yen), 0) from ledger_postings where farm_id = ${farmId})::bigint as ledger,
           (select coalesce(sum(farm_yen - fee_yen), 0) from charges where farm_id = ${farmId})::bigint as earned,
           (select coalesce(-sum(t.yen), 0) from ledger_postings p join ledger_postings t on t.entry_id = p.entry_id
             where p.farm_id = ${farmId} and t.account = 'output_tax')::bigint as tax,
           (select coalesce(sum(i.yen), 0) from pay_run_items i join pay_runs r on r.id = i.run_id
             where i.farm_id = ${farmId} and r.sent_at is not null and i.ended_at is null)::bigint as sent,
           (select coalesce(sum(case runner_id when ${farmId} then base_yen + tax_yen else -base_yen - tax_yen end), 0)
              from run_freights where ${farmId} in (runner_id, farm_id))::bigint as rode`)
  const { ledger, earned, tax, sent, rode } = there(sums)
  expect(ledger).toBe(earned + rode - tax - sent)
}

/** What a farm reads of its sales is what its lines add up to, of this month and of this year. */
async function salesAreRight(farmId: FarmId): Promise<void> {
  const today = jstDateOf(clock.now)
  const { monthYen, yearYen } = await soldTotals(test_.db, farmId, today)
  for (const [span, totalYen] of [
    ['month', monthYen],
    ['year', yearYen],
  ] as const) {
    const days = daysOfSpan(span, today)
    const plain = await plainSales(test_.db, farmId, days)
    const byRestaurant = await soldBy(test_.db, farmId, days, 'restaurant')
    const byProduct = await soldBy(test_.db, farmId, days, 'product')
    const inOrder = (some: readonly { key: unknown; orders: number; yen: number }[]) =>
      some.toSorted((a, b) => b.yen - a.yen || (String(a.key) < String(b.key) ? -1 : 1))
    expect(inOrder(byRestaurant.map(({ id: key, orders, yen }) => ({ key, orders, yen })))).toEqual(plain.byRestaurant)
    expect(inOrder(byProduct.map(({ name: key, orders, yen }) => ({ key, orders, yen })))).toEqual(plain.byProduct)
    expect(sumOf(byProduct, ({ yen }) => yen)).toBe(totalYen)
    expect((await lostOf(test_.db, farmId, days)).shortYen).toBe(plain.shortYen)
  }
}

/** What a restaurant reads of its purchases, and of the period that runs, is what lines, charges and boxes add up to. */
async function purchasesAreRight(chef: Ctx, restaurantId: RestaurantId): Promise<void> {
  const { settling, ...period } = await currentPeriod(chef, { months: 1, payDay: 'closing' })
  const before = addDays(period.fromOn, -1)
  const closed = await rows(sql`select from closings where restaurant_id = ${restaurantId} and to_on >= ${before}`)
  const afterOn = closed.length > 0 ? null : before
  const plain = await plainPeriod(test_.db, restaurantId, { afterOn, toOn: period.toOn })
  const { finalYen, openYen, openOrders } = period
  expect({ finalYen, openYen, openOrders }).toEqual(plain.sums)
  expect(period.byFarm.map(({ yen }) => yen)).toEqual(plain.byFarm.map(({ yen }) => yen))
  expect(period.byCategory.map(({ yen }) => yen)).toEqual(plain.byCategory.map(({ yen }) => yen))
  const earlier = afterOn === null ? null : await plainPeriod(test_.db, restaurantId, { afterOn: null, toOn: afterOn })
  expect([settling?.finalYen ?? 0, settling?.openYen ?? 0]).toEqual([
    earlier?.sums?.finalYen ?? 0,
    earlier?.sums?.openYen ?? 0,
  ])

  const { products, totalYen } = await purchaseAnalysis(chef, {
    from: jstDate('2026-01-01'),
    to: jstDate('2028-12-31'),
  })
  const bought = await plainPurchases(test_.db, restaurantId)
  expect(new Map(products.map(({ key, billedYen }) => [key, billedYen]))).toEqual(
    new Map(bought.map(({ product, yen }) => [product, yen])),
  )
  expect(totalYen).toBe(sumOf(bought, ({ yen }) => Number(yen)))
}

const which = fc.nat({ max: 50 })
const order: fc.Arbitrary<MoneyStep> = fc.record({
  what: fc.constant('order' as const),
  shop: fc.nat({ max: 1 }),
  field: fc.nat({ max: 1 }),
  qty: fc.integer({ min: 1, max: 7 }),
  short: fc.constantFrom(0, 0, 1, 3),
  bad: fc.constantFrom(0, 0, 1, 2, 7),
  end: fc.constantFrom('received', 'received', 'received', 'received', 'cancelled', 'cancelled late', 'sent back'),
  byRun: fc.constantFrom(false, false, true),
})
const together: fc.Arbitrary<MoneyStep> = fc.record({
  what: fc.constant('group buy' as const),
  field: fc.nat({ max: 1 }),
  qty: fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })),
  bad: fc.constantFrom(0, 0, 1),
})
const correction: fc.Arbitrary<MoneyStep> = fc.record({
  what: fc.constant('correction' as const),
  which,
  qty: fc.integer({ min: 1, max: 3 }),
  agree: fc.constantFrom(true, true, false, null),
})
const month: fc.Arbitrary<MoneyStep> = fc.record({ what: fc.constant('month' as const) })
const claim: fc.Arbitrary<MoneyStep> = fc.record({
  what: fc.constant('claim' as const),
  which,
  borneBy: fc.constantFrom(...costBearers),
  percent: fc.constantFrom(1, 33, 50, 100),
})
const adjustment: fc.Arbitrary<MoneyStep> = fc.record({
  what: fc.constant('adjustment' as const),
  which,
  yen: fc.constantFrom(-1, -7, -333, -1_234, 500),
})
const money: fc.Arbitrary<MoneyStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      what: fc.constant('deposit' as const),
      which,
      kind: fc.constantFrom('exact', 'less a fee', 'part', 'over', 'all', 'unknown'),
      yen: fc.integer({ min: 1, max: 9_999 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('match' as const), which, yen: fc.integer({ min: 1, max: 9_999 }) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('undo' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('write off' as const),
      which,
      yen: fc.constantFrom(null, null, 1, 1_234),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('undo write off' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('chargeback' as const),
      which,
      end: fc.constantFrom('won', 'lost', null),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('debit' as const),
      end: fc.constantFrom('paid', 'paid', 'refused', 'undone', 'cancelled'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ what: fc.constant('pay run' as const), cancelled: fc.constantFrom(false, false, true) }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('return' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('objection' as const),
      which,
      accepted: fc.constantFrom(true, false, null),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('void' as const), which }) },
  { weight: 1, arbitrary: adjustment },
  { weight: 1, arbitrary: correction },
  { weight: 2, arbitrary: claim },
  { weight: 2, arbitrary: order },
)

/** Some orders and what comes of them, the closing, and then money. */
const season = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: order }, { weight: 1, arbitrary: together }), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.array(fc.oneof(claim, adjustment, correction), { maxLength: 2 }),
    fc.tuple(month),
    fc.array(money, { minLength: 2, maxLength: 8 }),
  )
  .map((parts) => parts.flat())
const history = fc.array(season, { minLength: 2, maxLength: 4 }).map((seasons) => seasons.flat())

/** The page of staff finds no fault in the ledger, but with a document that was declared void and not replaced. */
async function exceptionsAreRight({ staff }: History): Promise<void> {
  const { restaurants, farms } = await agreement(staff())
  expect(restaurants.rows.filter(({ differenceYen, voidYen }) => differenceYen !== voidYen)).toEqual([])
  const voids = await rows(sql<{ farmId: FarmId }>`
    select d.farm_id as "farmId" from document_voids v join issued_documents d on d.id = v.document_id`)
  const excused = new Set(voids.map(({ farmId }) => farmId))
  expect(farms.rows.filter(({ id, differenceYen }) => differenceYen !== 0 && !excused.has(id))).toEqual([])
  expect(await wrongUnclosedCharges(test_.db)).toEqual([])
  // before and after what is waiting is added to them
  expect(await wrongSums(test_.db)).toEqual([])
  await foldKeptSums(test_)
  expect(await wrongSums(test_.db)).toEqual([])
  const found = new Map((await moneyExceptions(staff())).map(({ kind, count }) => [kind, count]))
  expect([found.get('unbalanced'), found.get('differing') ?? 0]).toEqual([
    undefined,
    restaurants.differing + farms.differing,
  ])
}

async function allIsRight(lived: History): Promise<void> {
  await booksAreRight(lived)
  await exceptionsAreRight(lived)
  for (const restaurantId of lived.shops) await restaurantIsRight(restaurantId)
  for (const farmId of lived.fields) {
    await farmIsRight(farmId)
    await salesAreRight(farmId)
  }
  for (const [nth, chef] of lived.chefs().entries()) await purchasesAreRight(chef, there(lived.shops[nth]))
}

test('whatever happens with orders and money, after every step the books say what the records say, to the yen', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const lived = await moneyHistory(test_.db, { stripe, cards, clock })
      for (const one of steps) {
        await lived.happen(one)
        await allIsRight(lived)
      }
      expect(await replayLedger(test_.db)).toMatchObject({ charges: [], balances: [], kept: [], unclosed: [] })
    }),
    // a history takes seconds: the first that fails is looked at as it is
    { numRuns, endOnFailure: true },
  )
  const [reached] = await rows(sql<Record<string, number>>`
    select (select count(*) from charges where kind = 'cancel_fee') as cancel_fees,
           (select count(*) from late_charges) as late_charges,
           (select count(*) from claim_entries where borne_by <> 'farm') as borne_by_others,
           (select count(*) from adjustments where claim_id is null) as adjustments,
           (select count(*) from adjustment_requests where state = 'done') as corrections_of_farms,
           (select count(*) from run_freights) as run_freights,
           (select count(*) from closing_run_freights) as run_freights_on_statements,
           (select count(*) from group_buy_kitchens k where k.order_id is not null
               and exists (select from charges c where c.order_id = k.order_id)) as group_buys,
           (select count(*) from issued_documents where total_yen < 0) as below_zero,
           (select count(*) from payment_allocations where reverses is not null) as undone,
           (select count(*) from payment_allocations where taken_from = 'bank_fees') as bank_fees,
           (select count(*) from payment_allocations where taken_from = 'bad_debt') as written_off,
           (select count(*) from ledger_entries where kind = 'write_off_undone') as write_offs_undone,
           (select count(*) from payment_allocations where document_id is null and yen > 0) as credits,
           (select count(*) from card_movements where kind = 'refund') as refunds,
           (select count(*) from card_disputes) as chargebacks,
           (select count(*) from payments where method = 'direct_debit') as debits,
           (select count(*) from debit_results where undone_at is not null) as debits_undone,
           (select count(*) from pay_run_items where outcome = 'cancelled') as cancelled,
           (select count(*) from pay_run_items where outcome = 'returned') as returned,
           (select count(*) from pay_run_items where held_yen > 0) as held,
           (select count(*) from objection_answers) as answered,
           (select count(*) from document_voids) as voids`)
  // what the histories never reached would be proved by nothing; a few of them do not reach everything each time
  if (numRuns < 20) return
  expect(Object.entries(there(reached)).filter(([, count]) => count === 0)).toEqual([])
}, 3_600_000)

const sold = { what: 'order', shop: 0, qty: 3, short: 0, bad: 0, end: 'received', byRun: false } as const

test('what a run carries, what comes in one box, what a farm takes off and what a bank takes back: the books are right', async () => {
  const lived = await moneyHistory(test_.db, { stripe, cards, clock })
  const steps: MoneyStep[] = [
    { ...sold, field: 1, byRun: true },
    { what: 'group buy', field: 0, qty: [2, 3], bad: 0 },
    ...[0, 1, 2].map((which) => ({ what: 'correction' as const, which, qty: 1, agree: which < 2 })),
    { what: 'month' },
    { what: 'debit', end: 'undone' },
    { what: 'pay run', cancelled: false },
    { what: 'month' },
  ]
  for (const one of steps) {
    await lived.happen(one)
    await allIsRight(lived)
  }
  const [reached] = await rows(sql`
    select (select count(*)::int from run_freights f join closing_run_freights k using (order_id)
             where f.farm_id = any (${lived.fields}::uuid[])) as sides,
           (select count(*)::int from group_buy_kitchens k join charges c on c.order_id = k.order_id and c.kind = 'sale'
             where c.restaurant_id = any (${lived.shops}::uuid[])) as together,
           (select count(*)::int from adjustment_requests r join orders o on o.id = r.order_id
             where o.farm_id = any (${lived.fields}::uuid[]) and r.state = 'done') as corrections,
           (select count(*)::int from payment_allocations a join payments p on p.id = a.payment_id
             where p.method = 'direct_debit' and a.restaurant_id = any (${lived.shops}::uuid[])) as debited`)
  expect(reached).toEqual({ sides: 2, together: 2, corrections: 2, debited: 2 })
}, 240_000)

test.each([
  // a category without a percent
  [0, '<cbc:ID>O</cbc:ID>'],
  [1, '<cbc:Percent>1</cbc:Percent>'],
])(
  'food is taxed with %i per cent from a day inside a month on: three buckets on its documents',
  async (percent, inXml) => {
    const lived = await moneyHistory(test_.db, { stripe, cards, clock })
    await test_.db
      .insertInto('taxRates')
      .values({ kind: 'food', percent, fromOn: jstDate('2026-12-05'), enabled: true, source: '試験' })
      .execute()
    try {
      // they arrive on December 3rd and 10th
      for (const field of [0, 0, 1]) await lived.happen({ ...sold, field })
      await lived.happen({ what: 'month' })
    } finally {
      await test_.db.deleteFrom('taxRates').where('source', '=', '試験').execute()
    }
    const [restaurantId, farmId] = [there(lived.shops[0]), there(lived.fields[0])]
    await restaurantIsRight(restaurantId)
    await farmIsRight(farmId)
    const [invoice] = await documentsOf(sql`d.restaurant_id = ${restaurantId}`, 'invoice')
    const [statement] = await documentsOf(sql`d.farm_id = ${farmId}`, 'statement')
    const goods = [
      { percent, baseYen: 4_500, taxYen: Math.floor((4_500 * percent) / 100) },
      { percent: 8, baseYen: 4_500, taxYen: 360 },
    ]
    for (const document of [invoice, statement]) {
      const { content } = there(document)
      if (content.kind !== 'invoice' && content.kind !== 'statement') throw new Error('an invoice or a statement')
      expect(content.sales.slice(0, 2)).toEqual(goods)
      // the freight
      expect(content.sales.slice(2).map((rate) => rate.percent)).toEqual([10])
      const cells = documentCsv(aPaper(content))
        .trimEnd()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(','))
      expect(new Set(cells.map((row) => row[19]))).toEqual(new Set([String(percent), '8', '10']))
      expect(sumOf(cells, (row) => Number(row[18]))).toBe(document?.totalYen)
      expect(jpPint(aPaper(content))).toContain(inXml)
    }
  },
)
