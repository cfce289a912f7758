import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import { newId } from '#kernel/ids.ts'
import { yen, zeroYen } from '#kernel/yen.ts'
import { aCartBird, aCartFarm, aCartLine, quoteOf } from '../../../tests/factories/cart.ts'
import { withFreightPerKg } from './freight-room.ts'
import type { OpenLine, OpenOrder } from './open-order.ts'
import type { CartLine } from './quote.ts'

const small = { sizePoints: 4, grossGrams: grams(900) }

/** The order as it would be if these products had been ordered first. */
function openWith(lines: readonly CartLine[], freeFreightFromYen: number | null): OpenOrder {
  const free = freeFreightFromYen === null ? null : yen(freeFreightFromYen)
  const [farm] = quoteOf([aCartFarm({ lines, freeFreightFromYen: free })]).farms
  if (!farm?.day) throw new Error('no day')
  return {
    orderId: newId<'order'>(),
    number: '261124-00001-1',
    asked: false,
    deliveryOn: farm.day.deliveryOn,
    shipOn: farm.day.shipOn,
    slot: farm.slot,
    wayId: farm.way?.id ?? null,
    freightYen: farm.freightYen,
    shortGoodsYen: zeroYen,
    freightTaxPercent: farm.freightTaxPercent,
    lines: farm.lines.map(
      (line): OpenLine => ({
        lineId: newId<'orderLine'>(),
        productId: line.productId,
        qty: line.qty,
        priceYen: line.priceYen,
        onShortage: line.onShortage,
        shortageTerms: line.shortageTerms,
        temperature: line.temperature,
        sizePoints: line.sizePoints,
        grossGrams: line.grossGrams,
        netGrams: line.netGrams,
        ownCarton: line.ownCarton,
        amountYen: line.amountYen,
        ceilingYen: line.ceilingYen,
        taxPercent: line.terms.taxPercent,
      }),
    ),
  }
}

const someLines = fc
  .array(fc.record({ qty: fc.integer({ min: 1, max: 12 }), listYen: fc.integer({ min: 1, max: 9_000 }).map(yen) }), {
    minLength: 1,
    maxLength: 3,
  })
  .map((rows) => rows.map((row) => aCartLine({ ...row, ...small })))

test('a kilogram with freight costs the same whether it was ordered at once or joined; without a freight none is stated', () => {
  const first = [aCartLine({ ...small, qty: 1 })]
  const second = [aCartLine({ ...small, qty: 3 })]
  const perKg = (lines: readonly CartLine[], open: OpenOrder[]) => {
    const [farm] = quoteOf([aCartFarm({ lines, open })]).farms
    return farm && withFreightPerKg(farm)
  }
  const atOnce = perKg([...first, ...second], [])
  expect(perKg(second, [openWith(first, null)])).toBe(atOnce)
  expect(atOnce).toBeGreaterThan(0)
  const weightless = { ...openWith(first, null) }
  const lines = weightless.lines.map((line) => ({ ...line, netGrams: null }))
  expect(perKg(second, [{ ...weightless, lines }])).toBeNull()
  const [unknown] = quoteOf([aCartFarm({ lines: second, freight: { tables: [], carriers: [] } })]).farms
  expect(unknown?.problem).toBe('no_freight')
  expect(unknown && withFreightPerKg(unknown)).toBeNull()
})

test('ordering twice and ordering at once cost the same, to the yen: what joins is charged what the whole grows by', () => {
  fc.assert(
    fc.property(someLines, someLines, fc.option(fc.integer({ min: 1, max: 80_000 })), (first, second, free) => {
      const freeFreightFromYen = free === null ? null : yen(free)
      const open = openWith(first, free)
      const alone = quoteOf([aCartFarm({ lines: first, freeFreightFromYen })])
      const joined = quoteOf([aCartFarm({ lines: second, open: [open], freeFreightFromYen })])
      const whole = quoteOf([aCartFarm({ lines: [...first, ...second], freeFreightFromYen })])
      expect(alone.totalYen + joined.totalYen).toBe(whole.totalYen)
      expect(alone.freightYen + joined.freightYen).toBe(whole.freightYen)
      expect(joined.farms[0]?.parcels).toEqual(whole.farms[0]?.parcels)
      expect(joined.ceilingTotalYen).toBe(joined.totalYen)
      // the freight saved by joining does not raise a limit
      expect(joined.spendingTotalYen).toBeGreaterThanOrEqual(joined.goodsYen)
      if (joined.freightYen >= 0) expect(joined.spendingTotalYen).toBe(joined.ceilingTotalYen)
    }),
  )
})

test('nothing joins an order about which the farm has asked, and no second one is made beside it', () => {
  const line = aCartLine({ qty: 1, ...small })
  const open = openWith([line], null)
  const quote = quoteOf([aCartFarm({ lines: [line], open: [{ ...open, asked: true }] })])
  expect(quote).toMatchObject({ orderable: false, farms: [{ problem: 'answer_first' }] })
  expect(quoteOf([aCartFarm({ lines: [line], open: [open] })]).orderable).toBe(true)
})

test('the minimum of the farm is met by what is ordered already; and what may be ordered at once counts both', () => {
  const carrots = aCartLine({ qty: 1, maxQty: 5, ...small })
  const open = openWith([{ ...carrots, qty: 4 }], null)
  const ask = (qty: number, with_: OpenOrder[]) =>
    quoteOf([aCartFarm({ lines: [{ ...carrots, qty }], open: with_, minOrderYen: yen(7_000) })]).farms[0]
  expect(ask(1, [])?.problem).toBe('below_min_order')
  expect(ask(1, [open])).toMatchObject({ problem: null, joins: { orderId: open.orderId } })
  expect(ask(2, [open])?.lines[0]?.problem).toBe('above_maximum')
})

test('what leaves on another day joins nothing', () => {
  const carrots = aCartLine(small)
  const open = { ...openWith([carrots], null), shipOn: openWith([carrots], null).deliveryOn }
  expect(quoteOf([aCartFarm({ lines: [carrots], open: [open] })]).farms[0]?.joins).toBeNull()
})

test('what is ordered already counts for the number from which it is cheaper', () => {
  const carrots = aCartLine({ qty: 1, listYen: yen(1_500), tiers: [{ fromQty: 5, priceYen: yen(1_300) }], ...small })
  const open = openWith([{ ...carrots, qty: 4 }], null)
  const priceWith = (orders: OpenOrder[]) =>
    quoteOf([aCartFarm({ lines: [carrots], open: orders })]).farms[0]?.lines[0]?.priceYen
  expect([priceWith([]), priceWith([open])]).toEqual([1_500, 1_300])
})

test('goods at fixed prices cost at most what they cost, even where goods by weight are joined', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: 1, max: 9_000 }), (byWeight, fixed) => {
      const open = openWith([aCartBird({ listYen: yen(byWeight), ...small })], null)
      const added = aCartFarm({ lines: [aCartLine({ listYen: yen(fixed), ...small })], open: [open] })
      const { totalYen, ceilingTotalYen } = quoteOf([added])
      expect(ceilingTotalYen).toBe(totalYen)
    }),
  )
})
