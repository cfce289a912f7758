import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import { newId } from '#kernel/ids.ts'
import { jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { figuresOf, freightOfParcels, type OrderLine, type Parcel } from '#modules/ordering/order.ts'
import { restOf } from '#modules/ordering/rest-of.ts'
import { aBirdLine, anOrderLine, pieces, weighed } from '../../../../tests/factories/order-line.ts'
import type { PackedLine } from './decide-packing.ts'
import { boxesForRest, decidePart, decideRest, restDays, together } from './divide-order.ts'

const of = (line: OrderLine, qty: number, more: Partial<PackedLine> = {}): PackedLine => ({
  lineId: line.id,
  qty,
  grams: null,
  reason: null,
  lot: 'today',
  ...more,
})
const carrots = (more: Partial<OrderLine> = {}) => anOrderLine({ ordered: pieces(5), confirmed: pieces(5) }, more)
const aBox = (more: Partial<Parcel> = {}): Parcel => ({
  id: newId<'parcel'>(),
  ordinal: 1,
  temperature: 'ambient',
  sizeClass: 100,
  freightYen: yen(1_300),
  coolYen: yen(220),
  waived: false,
  carrier: null,
  trackingNumber: null,
  shippedAt: null,
  tracked: true,
  unused: false,
  sentFirst: false,
  forRest: false,
  name: '',
  byFarm: false,
  contents: [],
  label: null,
  trackingUrl: null,
  progress: null,
  ...more,
})

test.each([
  ['some now, some later', carrots(), 3, 'ok'],
  ['all of it', carrots(), 5, 'no_rest'],
  ['more than was promised', carrots(), 6, 'more_than_confirmed'],
  ['a part, for one who wants all or nothing', carrots({ onShortage: 'all_or_nothing' }), 3, 'all_or_nothing'],
  ['a part of a line that is wanted whole', carrots({ onShortage: 'drop_line' }), 3, 'line_whole'],
] as const)('a farm that sends first %s: %s', (_, line, qty, expected) => {
  const other = carrots({ onShortage: 'ship_what_there_is' })
  const decision = decidePart(qty === 5 ? [line] : [line, other], [of(line, qty)])
  expect(decision.ok ? 'ok' : decision.refusal).toBe(expected)
})

test('a line that is wanted whole may come whole, now or later', () => {
  const whole = carrots({ onShortage: 'drop_line' })
  const other = carrots()
  expect(decidePart([whole, other], [of(whole, 5)]).ok).toBe(true)
  expect(decidePart([whole, other], [of(other, 5)]).ok).toBe(true)
})

test('the rest goes as promised where nothing is said of it, and less needs its reason', () => {
  const line = carrots()
  const left = new Map([[line.id, pieces(3)]])
  expect(decideRest([line], [], left)).toMatchObject({ ok: true, value: [{ quantity: { qty: 2 } }] })
  expect(decideRest([line], [of(line, 1)], left)).toMatchObject({ refusal: 'reason_missing' })
  expect(decideRest([line], [of(line, 1, { reason: 'weather' })], left)).toMatchObject({ ok: true })
  expect(decideRest([line], [of(line, 3)], left)).toMatchObject({ refusal: 'more_than_confirmed', detail: { max: 2 } })
})

test.each([
  [1, '2026-11-25', ['2026-11-26', '2026-11-27']],
  [0, '2026-11-25', ['2026-11-26']],
  [2, '2026-11-27', ['2026-11-27', '2026-11-28']],
  [1, '2026-11-28', []],
  [null, '2026-11-25', []],
] as const)('a restaurant that waits %s days, on %s, lets the rest come on %j', (partWaitDays, today, days) => {
  expect(restDays({ deliveryOn: jstDate('2026-11-26'), partWaitDays }, jstDate(today))).toEqual(days)
})

test('the rest gets a box where all planned ones of its temperature have left', () => {
  const [warm, cold] = [carrots(), aBirdLine({ ordered: weighed(2, 3_600), confirmed: weighed(2, 3_600) })]
  const boxes = [aBox(), aBox({ temperature: 'chilled' }), aBox({ temperature: 'chilled' })]
  const left = new Map([
    [warm.id, pieces(2)],
    [cold.id, weighed(1, 1_800)],
  ])
  const sent = (...which: number[]) => new Set(which.flatMap((index) => boxes[index]?.id ?? []))
  expect(boxesForRest([warm, cold], boxes, { left, sent: sent(0, 1) })).toMatchObject([{ temperature: 'ambient' }])
  expect(boxesForRest([warm, cold], boxes, { left, sent: sent(0, 1, 2) })).toHaveLength(2)
})

const someLine = fc.record({
  weighs: fc.boolean(),
  priceYen: fc.integer({ min: 1, max: 9_999 }),
  qty: fc.integer({ min: 1, max: 12 }),
  share: fc.integer({ min: 0, max: 100 }),
  heavier: fc.integer({ min: 92, max: 108 }),
  taxPercent: fc.constantFrom(8, 10),
})

test('dividing an order changes neither its total nor its freight: 2,000 random orders, divided anyhow', () => {
  fc.assert(
    fc.property(fc.array(someLine, { minLength: 1, maxLength: 6 }), fc.boolean(), (some, spare) => {
      const made = some.map(({ weighs, priceYen, qty, share, heavier, taxPercent }) => {
        const stated = weighs
          ? { ordered: weighed(qty, 1_800 * qty), confirmed: weighed(qty, 1_800 * qty) }
          : { ordered: pieces(qty), confirmed: pieces(qty) }
        const line = (weighs ? aBirdLine : anOrderLine)(stated, { priceYen: yen(priceYen), taxPercent })
        const first = Math.round((qty * share) / 100)
        return { line, first, each: Math.round((1_800 * heavier) / 100), weighs }
      })
      const lines = made.map(({ line }) => line)
      const say = (count: (of: (typeof made)[number]) => number) =>
        made.map((it) => of(it.line, count(it), it.weighs ? { grams: grams(count(it) * it.each) } : {}))
      const total = made.reduce((sum, { line }) => sum + (line.quantities.confirmed?.qty ?? 0), 0)
      const goes = made.reduce((sum, { first }) => sum + first, 0)
      fc.pre(goes > 0 && goes < total)

      const part = decidePart(
        lines,
        say(({ first }) => first),
      )
      if (!part.ok) throw new Error(part.refusal)
      const left = new Map(part.value.flatMap(({ line, quantity }) => (quantity.qty ? [[line.id, quantity]] : [])))
      const rest = decideRest(
        lines,
        say(({ line, first }) => (line.quantities.confirmed?.qty ?? 0) - first).filter(({ qty }) => qty > 0),
        left,
      )
      if (!rest.ok) throw new Error(rest.refusal)
      const second = new Map(rest.value.map(({ line, quantity }) => [line.id, quantity]))
      const temperatures = [...new Set(lines.map(({ temperature }) => temperature))]
      const planned = temperatures.flatMap((temperature) =>
        spare ? [aBox({ temperature }), aBox({ temperature })] : [aBox({ temperature })],
      )
      const sent = new Set(planned.filter((_, index) => !spare || index % 2 === 0).map(({ id }) => id))
      const extra = boxesForRest(lines, planned, { left, sent }).map(({ temperature }) =>
        aBox({ temperature, forRest: true, waived: true }),
      )
      const shipped = (quantity: (line: OrderLine) => OrderLine['quantities']['shipped']) =>
        lines.map((line) => ({ ...line, quantities: { ...line.quantities, shipped: quantity(line) } }))
      const apart = shipped((line) => together(line, left.get(line.id), second.get(line.id)))
      const atOnce = shipped((line) => {
        const it = made.find((one) => one.line === line)
        const qty = line.quantities.confirmed?.qty ?? 0
        return it?.weighs ? weighed(qty, qty * it.each) : pieces(qty)
      })
      const order = { state: 'shipped' as const, freightTaxPercent: 10 }
      expect(figuresOf(order, apart, [...planned, ...extra])).toEqual(figuresOf(order, atOnce, planned))
      expect(freightOfParcels([...planned, ...extra])).toBe(freightOfParcels(planned))
      // and while a part is on its way, the figures are unchanged
      expect(figuresOf({ ...order, state: 'partly_shipped' }, lines, [...planned, ...extra])).toEqual(
        figuresOf({ ...order, state: 'preparing' }, lines, planned),
      )
      for (const line of lines) expect(restOf(line, left)).toBeGreaterThanOrEqual(0)
    }),
  )
})
