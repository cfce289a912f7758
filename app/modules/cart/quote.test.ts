import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import { at, jstDate } from '#kernel/jst.ts'
import { sumYen, yen } from '#kernel/yen.ts'
import { aCartBird, aCartFarm, aCartKitchen, aCartLine, quoteOf } from '../../../tests/factories/cart.ts'
import type { CartFarm, CartLine } from './quote.ts'

const one = (farm: Partial<CartFarm> = {}, more: Parameters<typeof quoteOf>[1] = {}) => {
  const quote = quoteOf([aCartFarm(farm)], more)
  const [quoted] = quote.farms
  if (!quoted) throw new Error('a farm was asked for')
  return { quote, farm: quoted }
}
const withLine = (line: Partial<CartLine>) => one({ lines: [aCartLine(line)] })

test('a plain cart: a box of carrots, one parcel, food at 8 % and freight at 10 %', () => {
  const { quote, farm } = one()
  // 5.4 kg needs 100サイズ: ¥1,250
  expect(quote).toMatchObject({ goodsYen: 1_500, freightYen: 1_250, totalYen: 1_620 + 1_375, orderable: true })
  expect(quote.tax).toEqual([
    { percent: 8, baseYen: 1_500, taxYen: 120 },
    { percent: 10, baseYen: 1_250, taxYen: 125 },
  ])
  expect(quote.ceilingTotalYen).toBe(quote.totalYen)
  expect(farm.day).toMatchObject({ deliveryOn: '2026-11-26', cutoffAt: at('2026-11-24 12:00') })
})

test.each([
  ['not listed', { listed: false }, 'not_listed'],
  ['more than there is', { qty: 101 }, 'out_of_stock'],
  ['all there is', { qty: 100 }, null],
  ['more than others leave of it', { qty: 101, heldElsewhere: 1 }, 'held_elsewhere'],
  ['more than others hold, too', { qty: 102, heldElsewhere: 1 }, 'out_of_stock'],
  ['nothing there', { availableQty: 0 }, 'out_of_stock'],
  ['fewer than the least', { qty: 2, minQty: 3 }, 'below_minimum'],
  ['the least', { qty: 3, minQty: 3 }, null],
  ['more than the most', { qty: 11, maxQty: 10 }, 'above_maximum'],
  ['between two steps', { qty: 4, orderStep: 2 }, 'wrong_step'],
  ['on a step, counted from the least', { qty: 5, minQty: 3, orderStep: 2 }, null],
  ['a multiple of the step, but not from the least', { qty: 4, minQty: 3, orderStep: 2 }, 'wrong_step'],
] as const)('a line is orderable or not: %s', (_, line, problem) => {
  const { quote, farm } = withLine(line)
  expect(farm.lines[0]?.problem).toBe(problem)
  expect(quote.orderable).toBe(problem === null)
})

test.each([
  [1_499, 0, null],
  [1_500, 0, null],
  [1_501, 1, 'below_min_order'],
])('of a least order of %i yen, goods for 1,500 miss %i', (minOrderYen, missing, problem) => {
  const { quote, farm } = one({ minOrderYen: yen(minOrderYen) })
  expect(farm).toMatchObject({ missingToMinimumYen: missing, problem })
  expect(quote.orderable).toBe(problem === null)
})

test.each([
  [1_501, 1_250, 1],
  [1_500, 0, 0],
  [1_499, 0, 0],
])('with freight free from %i yen, goods for 1,500 pay %i of freight and miss %i', (from, freightYen, missing) => {
  const { quote, farm } = one({ freeFreightFromYen: yen(from) })
  expect(farm).toMatchObject({ freightYen, fullFreightYen: 1_250, missingToFreeYen: missing })
  expect(quote.tax.find(({ percent }) => percent === 10)).toEqual({
    percent: 10,
    baseYen: freightYen,
    taxYen: freightYen / 10,
  })
})

test.each([
  ['2026-11-29', 'kitchen_closed', '2026-11-30'],
  ['2026-11-24', 'lead_days', '2026-11-26'],
  ['2026-11-25', 'past_cutoff', '2026-11-26'],
  ['2026-12-08', 'not_offered', '2026-11-26'],
  ['2026-11-23', 'not_offered', '2026-11-26'],
] as const)('wished for %s, refused because of %s, the goods come on %s', (wished, reason, offered) => {
  const { quote, farm } = one({}, { wishedOn: jstDate(wished) })
  expect(farm.refusedDay).toEqual({ day: wished, reason })
  expect(farm.day?.deliveryOn).toBe(offered)
  expect(quote.orderable).toBe(true)
})

test.each([
  ['2026-11-29', 'kitchen_closed'],
  ['2026-11-25', 'past_cutoff'],
  ['2027-01-15', 'not_offered'],
] as const)('chosen for %s, refused because of %s: a chosen day never moves by itself', (chosen, reason) => {
  const { quote, farm } = one({ chosenDay: jstDate(chosen) }, { wishedOn: jstDate('2026-11-27') })
  expect(farm).toMatchObject({ day: null, problem: 'day_impossible', refusedDay: { day: chosen, reason } })
  expect(quote.orderable).toBe(false)
})

test('a wish that can be granted is; what is chosen for the farm goes before it', () => {
  expect(one({}, { wishedOn: jstDate('2026-11-28') }).farm).toMatchObject({
    day: { deliveryOn: '2026-11-28' },
    refusedDay: null,
  })
  const both = one({ chosenDay: jstDate('2026-11-27') }, { wishedOn: jstDate('2026-11-28') })
  expect(both.farm).toMatchObject({ day: { deliveryOn: '2026-11-27' }, refusedDay: null })
})

test('a farm on vacation for two weeks has no day; a farm that is not approved is closed', () => {
  const away = { vacations: [{ from: jstDate('2026-11-20'), to: jstDate('2026-12-31') }] }
  expect(one(away).farm).toMatchObject({ day: null, problem: 'no_day' })
  expect(one(away, { wishedOn: jstDate('2026-11-27') }).farm.refusedDay).toEqual({
    day: '2026-11-27',
    reason: 'farm_vacation',
  })
  expect(one({ approved: false }).farm.problem).toBe('farm_closed')
})

test('the last millisecond before 締切 still reaches the first day', () => {
  const dayAt = (moment: Date) => one({}, { now: moment }).farm.day?.deliveryOn
  expect(dayAt(at('2026-11-24 12:00'))).toBe('2026-11-26')
  expect(dayAt(new Date(at('2026-11-24 12:00').getTime() + 1))).toBe('2026-11-27')
})

test('chilled and ambient goods of one farm travel in two parcels, and only one pays for cooling', () => {
  const { farm } = one({ lines: [aCartLine(), aCartBird()] })
  expect(farm.parcels).toEqual([
    { size: 100, temperature: 'ambient', freightYen: 1_250, coolYen: 0 },
    { size: 60, temperature: 'chilled', freightYen: 800, coolYen: 250 },
  ])
  expect(farm.freightYen).toBe(2_300)
})

test('what fits no box is said, not charged', () => {
  const { quote, farm } = withLine({ grossGrams: grams(25_001) })
  expect(farm).toMatchObject({ problem: 'too_big_to_ship', freightYen: 0, freightWaived: false, parcels: [] })
  expect(quote.orderable).toBe(false)
})

test.each([
  [10, 5, 5],
  [5, 10, 5],
  [10, null, 10],
])('of goods that vary by %i %% a restaurant that takes %s %% is quoted up to %i %%', (goods, takes, most) => {
  const lines = [aCartBird({ tolerancePercent: goods })]
  const { farm } = one({ lines }, { kitchen: aCartKitchen({ tolerancePercent: takes }) })
  expect(farm.lines[0]?.terms.tolerancePercent).toBe(most)
})

test.each([
  [3, '2026-11-26'],
  [4, undefined],
])('of a harvest that has 3 left, %i come on %s', (qty, day) => {
  const harvest = [{ from: jstDate('2026-11-01'), to: jstDate('2026-12-31'), left: 3 }]
  const { farm } = one({ lines: [aCartLine({ qty, harvest })] })
  expect(farm.day?.deliveryOn).toBe(day)
})

test('tax is split by rate and rounded once per rate and farm', () => {
  const { quote, farm } = one({
    lines: [
      aCartLine({ listYen: yen(105), taxKind: 'standard' }),
      aCartLine({ listYen: yen(105), taxKind: 'standard' }),
      aCartLine({ listYen: yen(198) }),
      aCartLine({ listYen: yen(247) }),
      aCartLine({ listYen: yen(99), taxKind: 'non_taxable' }),
    ],
    freeFreightFromYen: yen(1),
  })
  expect(farm.tax.perRate).toEqual([
    { percent: 0, baseYen: 99, taxYen: 0 },
    { percent: 8, baseYen: 445, taxYen: 35 },
    { percent: 10, baseYen: 210, taxYen: 21 },
  ])
  expect(quote.totalYen).toBe(754 + 56)
})

test('each farm’s slip rounds for itself, and the cart adds the slips up', () => {
  const farm = () => aCartFarm({ lines: [aCartLine({ listYen: yen(106) })], freeFreightFromYen: yen(1) })
  const quote = quoteOf([farm(), farm()])
  // 106 × 8 % = 8.48 each, not 16.96 together
  expect(quote.tax.find(({ percent }) => percent === 8)).toEqual({ percent: 8, baseYen: 212, taxYen: 16 })
})

test('the upper limit of a cart with goods by weight: heavier by the tolerance, taxed anew', () => {
  const { quote, farm } = one({ lines: [aCartBird({ qty: 2 })], freeFreightFromYen: yen(1) })
  // 3.6 kg × 2,400 = 8,640; at most 3.96 kg = 9,504
  expect(farm.lines[0]).toMatchObject({ amountYen: 8_640, ceilingYen: 9_504 })
  expect([quote.totalYen, quote.ceilingTotalYen]).toEqual([8_640 + 691, 9_504 + 760])
})

test('the slot is the one chosen, else the kitchen’s', () => {
  expect(one({ chosenSlot: '18-20' }).farm.slot).toBe('18-20')
  expect(one({}, { kitchen: aCartKitchen({ defaultSlot: 'none' }) }).farm.slot).toBe('none')
})

test('the tax is that of the day of arrival, not of the order', () => {
  const from = (day: string) => [
    { kind: 'food' as const, percent: 8, fromOn: jstDate('2019-10-01'), enabled: true },
    { kind: 'food' as const, percent: 1, fromOn: jstDate(day), enabled: true },
    { kind: 'standard' as const, percent: 10, fromOn: jstDate('2019-10-01'), enabled: true },
  ]
  expect(one({}, { taxRates: from('2026-11-26') }).farm.lines[0]?.terms.taxPercent).toBe(1)
  expect(one({}, { taxRates: from('2026-11-27') }).farm.lines[0]?.terms.taxPercent).toBe(8)
})

test('an empty cart costs nothing and cannot be ordered', () => {
  expect(quoteOf([])).toMatchObject({ lineCount: 0, totalYen: 0, ceilingTotalYen: 0, tax: [], orderable: false })
})

const someLine = fc
  .record({
    bird: fc.boolean(),
    qty: fc.integer({ min: 1, max: 40 }),
    priceYen: fc.integer({ min: 1, max: 30_000 }),
    taxKind: fc.constantFrom('standard', 'food', 'non_taxable'),
  })
  .map(({ bird, qty, priceYen, taxKind }) => (bird ? aCartBird : aCartLine)({ qty, listYen: yen(priceYen), taxKind }))
const someFarm = fc
  .record({
    lines: fc.array(someLine, { minLength: 1, maxLength: 4 }),
    freeFreightFromYen: fc.option(fc.integer({ min: 1, max: 100_000 }).map(yen)),
  })
  .map(aCartFarm)

test('whatever is in the cart, its figures add up in every direction', () => {
  fc.assert(
    fc.property(fc.array(someFarm, { maxLength: 4 }), (farms) => {
      const quote = quoteOf(farms)
      expect(quote.goodsYen + quote.freightYen + quote.taxYen).toBe(quote.totalYen)
      expect(sumYen(quote.tax.map(({ baseYen }) => baseYen))).toBe(quote.goodsYen + quote.freightYen)
      expect(sumYen(quote.tax.map(({ taxYen }) => taxYen))).toBe(quote.taxYen)
      expect(sumYen(quote.farms.map(({ tax }) => tax.totalIncYen))).toBe(quote.totalYen)
      expect(quote.ceilingTotalYen).toBeGreaterThanOrEqual(quote.totalYen)
      for (const farm of quote.farms)
        for (const { percent, baseYen, taxYen } of farm.tax.perRate)
          expect(taxYen).toBe(Math.floor((baseYen * percent) / 100))
    }),
  )
})

test('the order of farms and lines changes no figure', () => {
  fc.assert(
    fc.property(fc.array(someFarm, { minLength: 1, maxLength: 3 }), (farms) => {
      const { totalYen, freightYen } = quoteOf(farms)
      const turned = quoteOf(farms.map((farm) => ({ ...farm, lines: farm.lines.toReversed() })).toReversed())
      expect([turned.totalYen, turned.freightYen]).toEqual([totalYen, freightYen])
    }),
  )
})
