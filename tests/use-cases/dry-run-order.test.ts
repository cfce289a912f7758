import { expect, test } from 'vitest'
import { jstDate } from '../../app/kernel/jst.ts'
import { seenOf } from '../../app/modules/cart/seen-quote.ts'
import { dryRunMarket, readAmounts } from '../../app/modules/ordering/dry-run/dry-run-market.ts'
import { dryRunOrder, dryRunQuote } from '../../app/modules/ordering/dry-run/dry-run-order.server.ts'
import { aMarket, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'
import { must, placeAll } from './steps.ts'

const test_ = testDatabase()

/** Every row of every table and the position of every sequence, as one text. */
async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await test_.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const { rows: sequences } = await test_.pool.query(
    'select schemaname, sequencename, last_value from pg_sequences order by 1, 2',
  )
  expect(tables.length).toBeGreaterThan(60)
  const contents = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await test_.pool.query(
        `select count(*), md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as all from ${name} t`,
      )
      return { name, ...rows[0] }
    }),
  )
  return JSON.stringify([contents, sequences])
}

const usual = { amounts: readAmounts(new URLSearchParams()), wishedOn: null }
const amountsOf = (address: string) => ({ amounts: readAmounts(new URLSearchParams(address)), wishedOn: null })

test('a practice order runs through everything and leaves the whole database as it was', async () => {
  const market = await aMarket(test_.db)
  await placeAll(test_.db, market)
  const ctx = as(test_.db, market.chef)
  const before = await wholeDatabase()
  const quote = await dryRunQuote(ctx, market.kitchenId, { ...usual, wishedOn: jstDate('2026-11-27') })
  const done = must(
    await dryRunOrder(ctx, {
      kitchenId: market.kitchenId,
      seen: seenOf(quote),
      ...usual,
      wishedOn: jstDate('2026-11-27'),
    }),
  )
  expect(done.quote).toEqual(quote)
  expect(done.pending).toBe(false)
  expect(await wholeDatabase()).toBe(before)
})

test('it is reckoned by the real engines: days of the kitchen, freight and its threshold, weight with its ceiling, tax', async () => {
  const { actor, kitchenId } = await aRestaurant(test_.db)
  const ctx = as(test_.db, actor)
  const { farms, totalYen, ceilingTotalYen, orderable } = await dryRunQuote(ctx, kitchenId, usual)
  expect(farms.map(({ name }) => name)).toEqual(dryRunMarket.map(({ name }) => name))
  expect(orderable).toBe(true)
  expect(ceilingTotalYen).toBeGreaterThan(totalYen)
  const [field] = farms
  expect(field).toMatchObject({
    goodsYen: 6_000,
    freightWaived: true,
    freightYen: 0,
    day: { deliveryOn: '2026-11-26' },
  })
  expect(field?.tax.perRate).toEqual([
    { percent: 8, baseYen: 6_000, taxYen: 480 },
    { percent: 10, baseYen: 0, taxYen: 0 },
  ])
  const few = await dryRunQuote(ctx, kitchenId, amountsOf('carrot=1&greens=0&bird=0&apple=0'))
  expect(few.farms).toHaveLength(1)
  expect(few.farms[0]?.freightYen).toBeGreaterThan(0)
})

test.each([
  ['carrot=0&greens=0&bird=0&apple=0', 'cart_empty'],
  ['apple=4', 'out_of_stock'],
  ['apple=1', 'not_orderable'],
])('%s is refused as a real order is: %s', async (address, refusal) => {
  const { actor, kitchenId } = await aRestaurant(test_.db)
  const ctx = as(test_.db, actor)
  const wish = amountsOf(address)
  const seen = seenOf(await dryRunQuote(ctx, kitchenId, wish))
  expect(await dryRunOrder(ctx, { kitchenId, seen, ...wish })).toMatchObject({ ok: false, refusal })
})

test('what was not seen is not ordered, and above one’s limit an owner would be asked', async () => {
  const { actor, kitchenId } = await aRestaurant(test_.db, { orderLimitYen: 5_000 })
  const ctx = as(test_.db, actor)
  const seen = seenOf(await dryRunQuote(ctx, kitchenId, usual))
  const other = amountsOf('carrot=3')
  expect(await dryRunOrder(ctx, { kitchenId, seen, ...other })).toMatchObject({ refusal: 'changed' })
  expect(must(await dryRunOrder(ctx, { kitchenId, seen, ...usual })).pending).toBe(true)
})

test('a restaurant that waits for approval may practise: no price of a farm is in it', async () => {
  const { actor, kitchenId } = await aRestaurant(test_.db, { approved: false })
  const ctx = as(test_.db, actor)
  const seen = seenOf(await dryRunQuote(ctx, kitchenId, usual))
  expect(must(await dryRunOrder(ctx, { kitchenId, seen, ...usual })).quote.farms).toHaveLength(3)
})

test.each([
  ['', { carrot: 2, greens: 1, bird: 2, apple: 2 }],
  ['carrot=%EF%BC%93&greens=&bird=-1&apple=1000', { carrot: 3, greens: 0, bird: 0, apple: 99 }],
  ['carrot=abc&constructor=5', { carrot: 0, greens: 1, bird: 2, apple: 2 }],
])('“%s” is %j', (address, amounts) => {
  expect(readAmounts(new URLSearchParams(address))).toEqual(amounts)
})
