import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import type { CartFarm } from '#modules/cart/quote.ts'
import { aCartFarm, aCartKitchen, aCartLine } from '../../../tests/factories/cart.ts'
import { noon } from '../../../tests/factories/market.ts'
import { newTaxRates } from '../../../tests/factories/tax-rates.ts'
import { whatCanCome } from './what-can-come.ts'

/** Asked on Tuesday 2026-11-24 at 11:00: the first day is Thursday the 26th. */
const thursday = jstDate('2026-11-26')
const carrots = aCartLine({ qty: 2 })
const leaves = aCartLine({ name: '小松菜', qty: 4, listYen: yen(300) })
const daikon = aCartLine({ name: '大根', qty: 1, listYen: yen(1_000) })
const sato = aCartFarm({ lines: [carrots, leaves] })
const umi = aCartFarm({ name: '海の畑', lines: [daikon] })
const order = [carrots, leaves, daikon].map(({ productId }) => productId)

const asked = (farms: readonly CartFarm[], more: { on?: typeof thursday; ceilingYen?: number | null } = {}) => {
  const { on = thursday, ceilingYen = 1_000_000 } = more
  const question = { now: noon, kitchen: aCartKitchen(), wishedOn: null, farms, taxRates: newTaxRates }
  return whatCanCome(question, { on, ceilingYen: ceilingYen === null ? null : yen(ceilingYen), order })
}
const told = ({ leftOut, quote }: ReturnType<typeof whatCanCome>) => ({
  kept: quote.farms.flatMap((farm) => farm.lines.map(({ name, qty }) => `${name} ${qty}`)),
  left: leftOut.map(({ name, why }) => `${name} ${why}`),
})

test('all of it, when all of it can come', () => {
  const { quote, leftOut, reduced } = asked([sato, umi])
  expect({ count: quote.lineCount, orderable: quote.orderable, leftOut, reduced }).toEqual({
    count: 3,
    orderable: true,
    leftOut: [],
    reduced: [],
  })
})

const gone = { listed: false }
test.each<[string, CartFarm[], { on?: typeof thursday; ceilingYen?: number }, string[], string[]]>([
  [
    'one is not on sale',
    [{ ...sato, lines: [carrots, { ...leaves, ...gone }] }],
    {},
    ['人参 2'],
    ['小松菜 not_listed'],
  ],
  [
    'one is sold out',
    [{ ...sato, lines: [carrots, { ...leaves, availableQty: 0 }] }],
    {},
    ['人参 2'],
    ['小松菜 sold_out'],
  ],
  ['fewer are left', [{ ...sato, lines: [carrots, { ...leaves, availableQty: 3 }] }], {}, ['人参 2', '小松菜 3'], []],
  [
    'fewer than the least are left',
    [{ ...sato, lines: [carrots, { ...leaves, availableQty: 3, minQty: 4 }] }],
    {},
    ['人参 2'],
    ['小松菜 sold_out'],
  ],
  [
    'the farm rests',
    [{ ...sato, vacations: [{ from: jstDate('2026-11-20'), to: jstDate('2026-11-30') }] }, umi],
    {},
    ['大根 1'],
    ['人参 no_delivery', '小松菜 no_delivery'],
  ],
  [
    'the farm is closed',
    [{ ...sato, approved: false }, umi],
    {},
    ['大根 1'],
    ['人参 farm_closed', '小松菜 farm_closed'],
  ],
  ['on a day that is past its 締切', [umi], { on: jstDate('2026-11-25') }, [], ['大根 no_delivery']],
  [
    'below the least order',
    [{ ...umi, minOrderYen: yen(5_000) }, sato],
    {},
    ['人参 2', '小松菜 4'],
    ['大根 below_min_order'],
  ],
  [
    'below the least order once something is sold out',
    [{ ...sato, minOrderYen: yen(3_500), lines: [{ ...carrots, availableQty: 1 }, leaves] }],
    {},
    [],
    ['人参 below_min_order', '小松菜 below_min_order'],
  ],
  ['nothing at all', [], {}, [], []],
])('%s', (_, farms, more, kept, left) => {
  expect(told(asked(farms, more))).toEqual({ kept, left })
})

test('what the harvest of the day no longer has is left out, and nothing else of its farm', () => {
  const harvest = [{ from: jstDate('2026-11-25'), to: jstDate('2026-11-25'), left: 3 }]
  const line = { ...leaves, harvest, availableQty: 100 }
  expect(told(asked([{ ...sato, lines: [carrots, line] }]))).toEqual({ kept: ['人参 2', '小松菜 3'], left: [] })
  const none = [{ from: jstDate('2026-11-25'), to: jstDate('2026-11-25'), left: 0 }]
  expect(told(asked([{ ...sato, lines: [carrots, { ...line, harvest: none }] }]))).toEqual({
    kept: ['人参 2'],
    left: ['小松菜 sold_out'],
  })
})

test('above the ceiling the kitchen’s own order decides, and what fits further down still comes', () => {
  const whole = asked([sato, umi], { ceilingYen: null }).quote.ceilingTotalYen
  expect(told(asked([sato, umi], { ceilingYen: whole })).left).toEqual([])
  expect(told(asked([sato, umi], { ceilingYen: whole - 1 })).left).toEqual(['大根 above_ceiling'])
  const dear = { ...carrots, listYen: yen(900_000) }
  expect(told(asked([{ ...sato, lines: [dear, leaves] }, umi], { ceilingYen: 20_000 }))).toEqual({
    kept: ['小松菜 4', '大根 1'],
    left: ['人参 above_ceiling'],
  })
  expect(told(asked([sato, umi], { ceilingYen: 1 })).kept).toEqual([])
})

test('whatever happens: orderable or empty, on the day, within the ceiling, and every line is kept or has its reason', () => {
  const line = fc.record({
    qty: fc.integer({ min: 1, max: 30 }),
    availableQty: fc.integer({ min: 0, max: 20 }),
    minQty: fc.integer({ min: 1, max: 4 }),
    orderStep: fc.integer({ min: 1, max: 3 }),
    listYen: fc.integer({ min: 1, max: 20_000 }).map(yen),
    listed: fc.boolean(),
  })
  const farm = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    minOrderYen: fc.integer({ min: 0, max: 30_000 }).map(yen),
    freeFreightFromYen: fc.option(fc.integer({ min: 1, max: 20_000 }).map(yen)),
    approved: fc.boolean(),
  })
  const given = fc.record({
    farms: fc.array(farm, { maxLength: 4 }),
    ceilingYen: fc.integer({ min: 1, max: 200_000 }),
    ahead: fc.integer({ min: 0, max: 12 }),
  })
  fc.assert(
    fc.property(given, ({ farms, ceilingYen, ahead }) => {
      const all = farms.map(({ lines, ...it }) => aCartFarm({ ...it, lines: lines.map((one) => aCartLine(one)) }))
      const ids = all.flatMap(({ lines }) => lines.map(({ productId }) => productId))
      const on = addDays(jstDate('2026-11-24'), ahead)
      const question = { now: noon, kitchen: aCartKitchen(), wishedOn: null, farms: all, taxRates: newTaxRates }
      const { quote, leftOut } = whatCanCome(question, { on, ceilingYen: yen(ceilingYen), order: ids })
      const kept = quote.farms.flatMap(({ lines }) => lines.map(({ productId }) => productId))
      expect([...kept, ...leftOut.map(({ productId }) => productId)].sort()).toEqual([...ids].sort())
      expect(quote.lineCount === 0 || quote.orderable).toBe(true)
      expect(quote.ceilingTotalYen).toBeLessThanOrEqual(quote.lineCount === 0 ? 0 : ceilingYen)
      for (const { day } of quote.farms) expect(day?.deliveryOn).toBe(on)
    }),
  )
})
