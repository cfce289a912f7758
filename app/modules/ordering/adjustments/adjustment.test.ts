import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { yen } from '#kernel/yen.ts'
import { anOrderLine, pieces } from '../../../../tests/factories/order-line.ts'
import { figuresOf, type Parcel } from '../order.ts'
import { afterAdjustments, type CorrectedLine, decideAdjustment, standsAt, taxOfAdjustment } from './adjustment.ts'

const all = pieces(4)
const carrots = anOrderLine(
  { ordered: all, confirmed: all, shipped: all, received: pieces(3), billed: pieces(3) },
  { billedYen: yen(4_500), ceilingYen: yen(6_000) },
)
const box: Parcel = {
  id: newId<'parcel'>(),
  ordinal: 1,
  temperature: 'ambient',
  sizeClass: 100,
  freightYen: yen(1_300),
  coolYen: yen(0),
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
}
const bill = { lines: [carrots], parcels: [box], freightTaxPercent: 10, earlier: [] }
const by = (amount: number): CorrectedLine => ({ lineId: carrots.id, yen: yen(amount) })
const freight = (amount: number): CorrectedLine => ({ lineId: null, yen: yen(amount) })

test.each([
  ['some of it back', [by(-300)], 'ok'],
  ['all of it back', [by(-4_500), freight(-1_300)], 'ok'],
  ['a yen more than all of it', [by(-4_501)], 'more_than_billed'],
  ['more freight than was billed', [freight(-1_301)], 'more_than_billed'],
  ['more, up to what was agreed', [by(1_500)], 'ok'],
  ['a yen more than was agreed', [by(1_501)], 'above_ceiling'],
  ['freight that was never agreed', [freight(1)], 'above_ceiling'],
  ['nothing', [], 'no_correction'],
  ['as much back as more', [by(-300), by(300)], 'no_correction'],
  ['a line of another order', [{ lineId: newId<'orderLine'>(), yen: yen(-1) }], 'unknown_line'],
] as const)('a correction of %s: %s', (_, said, expected) => {
  const decided = decideAdjustment(bill, said)
  expect(decided.ok ? 'ok' : decided.refusal).toBe(expected)
})

test('each part is taxed at the rate it was billed at, rounded once for the document, towards nothing', () => {
  const decided = decideAdjustment(bill, [by(-333), freight(-105)])
  if (!decided.ok) throw new Error(decided.refusal)
  expect(taxOfAdjustment(decided.value)).toMatchObject({
    perRate: [
      { percent: 8, baseYen: -333, taxYen: -26 },
      { percent: 10, baseYen: -105, taxYen: -10 },
    ],
    totalIncYen: -474,
  })
})

test('whatever is corrected how often: nothing falls below nothing or rises above what was agreed, and the sums agree', () => {
  const amounts = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: -2_000, max: 2_000 })), { maxLength: 12 })
  fc.assert(
    fc.property(amounts, (wished) => {
      const earlier: { lines: { lineId: CorrectedLine['lineId']; yen: CorrectedLine['yen']; taxPercent: number }[] }[] =
        []
      for (const [isFreight, amount] of wished) {
        const decided = decideAdjustment({ ...bill, earlier }, [isFreight ? freight(amount) : by(amount)])
        if (decided.ok) earlier.push({ lines: decided.value })
      }
      const goods = standsAt({ ...bill, earlier }, carrots.id)?.yen ?? -1
      const ship = standsAt({ ...bill, earlier }, null)?.yen ?? -1
      expect(goods >= 0 && goods <= 6_000 && ship >= 0 && ship <= 1_300).toBe(true)
      const before = figuresOf({ state: 'finalized', freightTaxPercent: 10 }, [carrots], [box]).totalIncYen
      const taxed = earlier.map(({ lines }) => ({ tax: taxOfAdjustment(lines) }))
      const exTax = taxed.reduce((sum, { tax }) => sum + tax.totalExYen, 0)
      expect(exTax).toBe(goods - 4_500 + (ship - 1_300))
      expect(afterAdjustments(before, taxed)).toBeGreaterThanOrEqual(0 - taxed.length)
    }),
  )
})
