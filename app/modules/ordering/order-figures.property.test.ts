import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Part, type Quantity, stages, verdicts } from '#kernel/enums.ts'
import { grams } from '#kernel/grams.ts'
import { newId } from '#kernel/ids.ts'
import { sumYen, yen, zeroYen } from '#kernel/yen.ts'
import { decidePacking } from '#modules/ordering/fulfilment/decide-packing.ts'
import { decideInspection } from '#modules/ordering/fulfilment/receive-order.server.ts'
import { amountOf, ceilingOf, nominalQuantity } from '#modules/pricing/line-terms.ts'
import { aBirdLine, anOrderLine, pieces, weighed } from '../../../tests/factories/order-line.ts'
import { decideAnswers } from './accept-order.server.ts'
import { claimedOf } from './claims/claim-terms.ts'
import {
  amountAt,
  billedQuantity,
  figuresOf,
  freightOfParcels,
  latestStage,
  type OrderLine,
  type Parcel,
} from './order.ts'
import type { LineAnswer } from './order-input.ts'

/** A share of what can be stated at a step, occasionally more than all of it. */
const share = fc.integer({ min: 0, max: 110 })
/** A weight in percent of the nominal one: mostly plausible, sometimes far off. */
const scale = fc.oneof(fc.integer({ min: 85, max: 115 }), fc.integer({ min: 1, max: 400 }))

const someLine = fc
  .record({
    catchWeight: fc.boolean(),
    qty: fc.integer({ min: 1, max: 60 }),
    priceYen: fc.integer({ min: 1, max: 50_000 }).map(yen),
    nominal: fc.integer({ min: 1, max: 20_000 }).map(grams),
    tolerancePercent: fc.integer({ min: 1, max: 50 }),
    taxPercent: fc.constantFrom(1, 8, 10),
    onShortage: fc.constantFrom('ship_what_there_is' as const, 'drop_line' as const),
  })
  .map(({ qty, nominal, ...terms }) => {
    const make = terms.catchWeight ? aBirdLine : anOrderLine
    const agreed = terms.catchWeight ? { ...terms, nominalGrams: nominal } : { ...terms, tolerancePercent: null }
    const line = make({}, agreed)
    return make({ ordered: nominalQuantity(line, qty) }, agreed)
  })

const someStep = fc.record({
  confirm: share,
  pack: share,
  scale,
  receive: share,
  kitchenScale: fc.option(scale),
  missing: fc.option(fc.record({ count: fc.integer({ min: 1, max: 9 }), of: fc.integer({ min: 10, max: 24 }) })),
  verdict: fc.constantFrom(...verdicts),
})
type Step = {
  confirm: number
  pack: number
  scale: number
  receive: number
  kitchenScale: number | null
  missing: Part | null
  verdict: (typeof verdicts)[number]
}

const part = (qty: number | undefined, percent: number) => Math.round(((qty ?? 0) * percent) / 100)
const state = (line: OrderLine, stage: (typeof stages)[number], quantity: Quantity): OrderLine => ({
  ...line,
  quantities: { ...line.quantities, [stage]: quantity },
})

/**
 * Runs the lines through the real decision functions; a refused step is retried with honest values, as a person would.
 */
function live(lines: readonly OrderLine[], steps: readonly Step[]): OrderLine[] | null {
  const stepOf = (index: number) => steps[index % steps.length] ?? steps[0]
  const answers = lines.map((line, index) => ({
    lineId: line.id,
    qty: part(line.quantities.ordered?.qty, stepOf(index)?.confirm ?? 100),
    reason: 'harvest' as const,
  }))
  const decided = (said: readonly LineAnswer[]) => {
    const answered = decideAnswers(lines, said, { now: new Date(0), packAt: new Date(0) })
    return answered.ok && answered.value.decision.outcome === 'settled' ? answered.value.decision.lines : null
  }
  const answered = decided(answers) ?? decided([])
  if (!answered) return null
  const confirmed = answered.map(({ line, confirmed: qty }) => state(line, 'confirmed', nominalQuantity(line, qty)))

  const shipped = confirmed.map((line, index) => {
    const step = stepOf(index)
    const qty = part(line.quantities.confirmed?.qty, step?.pack ?? 100)
    const weight = Math.round(((line.nominalGrams ?? 0) * qty * (step?.scale ?? 100)) / 100)
    const packed = decidePacking(
      [line],
      [{ lineId: line.id, qty, grams: line.catchWeight ? grams(weight) : null, reason: 'quality', lot: 'today' }],
    )
    const quantity = packed.ok ? packed.value[0]?.quantity : line.quantities.confirmed
    return state(line, 'shipped', quantity ?? pieces(0))
  })

  return shipped.map((line, index) => {
    const step = stepOf(index)
    const qty = part(line.quantities.shipped?.qty, step?.receive ?? 100)
    const weight = step?.kitchenScale
      ? Math.round(((line.quantities.shipped?.grams ?? 0) * step.kitchenScale) / 100)
      : null
    const inspected = decideInspection(
      [line],
      [
        {
          lineId: line.id,
          verdict: step?.verdict ?? 'ok',
          qty,
          missing: line.catchWeight ? null : (step?.missing ?? null),
          grams: line.catchWeight && weight !== null ? grams(weight) : null,
        },
      ],
    )
    const honest = inspected.ok ? inspected : decideInspection([line], [])
    const received = state(line, 'received', (honest.ok ? honest.value[0]?.received : null) ?? pieces(0))
    const billed = billedQuantity(received)
    return { ...state(received, 'billed', billed), billedYen: amountOf(received, billed) }
  })
}

const someOrder = fc
  .tuple(fc.array(someLine, { minLength: 1, maxLength: 5 }), fc.array(someStep, { minLength: 1, maxLength: 5 }))
  .map(([lines, steps]) => live(lines, steps))
  .filter((lines) => lines !== null)

const someParcel = fc
  .record({ freightYen: fc.integer({ min: 0, max: 3_000 }), waived: fc.boolean(), unused: fc.boolean() })
  .map(
    ({ freightYen, ...more }): Parcel => ({
      sentFirst: false,
      forRest: false,
      name: '',
      byFarm: false,
      contents: [],
      label: null,
      trackingUrl: null,
      progress: null,
      id: newId<'parcel'>(),
      ordinal: 1,
      temperature: 'ambient',
      sizeClass: 80,
      freightYen: yen(freightYen),
      coolYen: zeroYen,
      carrier: null,
      trackingNumber: null,
      shippedAt: null,
      tracked: true,
      ...more,
    }),
  )

test('a quantity never grows on its way: confirmed ≤ ordered, shipped ≤ confirmed, received ≤ shipped, billed ≤ both', () => {
  fc.assert(
    fc.property(someOrder, (lines) => {
      for (const { quantities, catchWeight } of lines) {
        const [ordered, confirmed, shipped, received, billed] = stages.map((stage) => quantities[stage]?.qty ?? -1)
        expect(confirmed).toBeLessThanOrEqual(ordered ?? 0)
        expect(shipped).toBeLessThanOrEqual(confirmed ?? 0)
        expect(received).toBeLessThanOrEqual(shipped ?? 0)
        expect(billed).toBe(Math.min(shipped ?? 0, received ?? 0))
        if (!catchWeight) continue
        const [sent, arrived, charged] = [quantities.shipped, quantities.received, quantities.billed]
        expect(arrived?.grams ?? -1).toBeLessThanOrEqual(sent?.grams ?? 0)
        expect(charged?.grams ?? -1).toBeLessThanOrEqual(arrived?.grams ?? 0)
        expect(charged?.grams ?? -1).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

test('what is billed and what is credited for what could not be used are what was sent, to the yen', () => {
  fc.assert(
    fc.property(someOrder, (lines) => {
      for (const line of lines) {
        const { shipped, received } = line.quantities
        if (!shipped || !received) continue
        const { amountYen } = claimedOf({ ...line, quantities: { ...line.quantities, received: null } }, received)
        expect((line.billedYen ?? 0) + amountYen).toBe(amountOf(line, shipped))
      }
    }),
  )
})

test('what is billed is never above the ceiling, nor above what the ordered amount could have cost', () => {
  fc.assert(
    fc.property(someOrder, (lines) => {
      for (const line of lines) {
        expect(line.billedYen).toBeLessThanOrEqual(line.ceilingYen)
        expect(line.ceilingYen).toBe(ceilingOf(line, line.quantities.ordered?.qty ?? 0))
        expect(Number.isSafeInteger(line.billedYen)).toBe(true)
        expect(line.billedYen).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

test('at every stage the figures add up, and tax is rounded once per rate', () => {
  fc.assert(
    fc.property(someOrder, fc.array(someParcel, { maxLength: 4 }), (lines, parcels) => {
      for (const stage of stages) {
        const figures = figuresOf({ state: 'finalized', freightTaxPercent: 10 }, lines, parcels, stage)
        expect(figures.goodsYen).toBe(sumYen(lines.map((line) => amountAt(line, stage))))
        expect(figures.totalExYen).toBe(figures.goodsYen + figures.freightYen)
        expect(figures.totalIncYen).toBe(figures.totalExYen + figures.taxYen)
        expect(sumYen(figures.perRate.map((rate) => rate.baseYen))).toBe(figures.totalExYen)
        for (const { percent, baseYen, taxYen } of figures.perRate)
          expect(taxYen).toBe(Math.floor((baseYen * percent) / 100))
        expect(new Set(figures.perRate.map(({ percent }) => percent)).size).toBe(figures.perRate.length)
      }
    }),
  )
})

test('what a line has come to is its last stage; the final figures are those of what was billed', () => {
  fc.assert(
    fc.property(someOrder, (lines) => {
      const order = { state: 'finalized' as const, freightTaxPercent: 10 }
      expect(lines.map(latestStage)).toEqual(lines.map(() => 'billed'))
      expect(figuresOf(order, lines, [])).toEqual(figuresOf(order, lines, [], 'billed'))
    }),
  )
})

test('splitting a purchase into orders splits its goods to the yen', () => {
  fc.assert(
    fc.property(fc.array(someOrder, { minLength: 1, maxLength: 4 }), (orders) => {
      const order = { state: 'finalized' as const, freightTaxPercent: 10 }
      const each = orders.map((lines) => figuresOf(order, lines, []))
      const whole = figuresOf(order, orders.flat(), [])
      expect(sumYen(each.map(({ goodsYen }) => goodsYen))).toBe(whole.goodsYen)
      // each slip is rounded down separately: never more tax than on one slip, and less than a yen of difference per
      // slip and rate
      const apart = whole.taxYen - sumYen(each.map(({ taxYen }) => taxYen))
      expect(apart).toBeGreaterThanOrEqual(0)
      expect(apart).toBeLessThan(orders.length * 3)
    }),
  )
})

test.each(['declined', 'expired', 'cancelled'] as const)('of an order that is %s nothing is owed', (dead) => {
  const line = anOrderLine({ ordered: pieces(3) })
  const figures = figuresOf({ state: dead, freightTaxPercent: 10 }, [line], [])
  expect(figures).toMatchObject({ goodsYen: 0, freightYen: 0, taxYen: 0, totalIncYen: 0, estimated: false })
  // what was ordered can still be calculated
  expect(figuresOf({ state: dead, freightTaxPercent: 10 }, [line], [], 'ordered').goodsYen).toBe(4_500)
})

test('a total is an estimate until everything by weight has been weighed', () => {
  const order = { state: 'accepted' as const, freightTaxPercent: 10 }
  const bird = aBirdLine({ ordered: weighed(2, 3_600), confirmed: weighed(2, 3_600) })
  expect(figuresOf(order, [bird, anOrderLine({ ordered: pieces(1) })], []).estimated).toBe(true)
  const onScale = aBirdLine({ ordered: weighed(2, 3_600), confirmed: weighed(2, 3_600), shipped: weighed(2, 3_700) })
  expect(figuresOf(order, [onScale], [])).toMatchObject({ estimated: false, goodsYen: 8_880 })
})

test('a box that is waived or not needed is not charged', () => {
  const box = (more: Partial<Parcel>): Parcel => ({
    id: newId<'parcel'>(),
    ordinal: 1,
    temperature: 'chilled',
    sizeClass: 80,
    freightYen: yen(1_000),
    coolYen: yen(300),
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
  expect(freightOfParcels([box({}), box({ waived: true }), box({ unused: true })])).toBe(1_300)
  expect(freightOfParcels([])).toBe(0)
})
