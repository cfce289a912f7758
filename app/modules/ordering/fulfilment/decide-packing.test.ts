import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import { newId } from '#kernel/ids.ts'
import { aBirdLine, anOrderLine, pieces, weighed } from '../../../../tests/factories/order-line.ts'
import { decidePacking, type PackedLine } from './decide-packing.ts'

const carrots = anOrderLine({ ordered: pieces(10), confirmed: pieces(8) })
/** Two birds, nominal 3.6 kg: no consent needed between 3.24 and 3.96 kg. */
const birds = aBirdLine({ ordered: weighed(2, 3_600), confirmed: weighed(2, 3_600) })

const boxes = (qty: number, more: Partial<PackedLine> = {}): PackedLine => ({
  lineId: carrots.id,
  qty,
  grams: null,
  reason: null,
  lot: 'today',
  ...more,
})
const scale = (qty: number, weight: number | null, more: Partial<PackedLine> = {}): PackedLine => ({
  ...boxes(qty, more),
  lineId: birds.id,
  grams: weight === null ? null : grams(weight),
})

const packed = (...said: PackedLine[]) => {
  const decision = decidePacking([carrots, birds], said)
  return decision.ok ? decision.value.map((it) => it.quantity) : decision.refusal
}

test.each([
  ['as confirmed', boxes(8), [pieces(8)]],
  ['less, with a reason', boxes(5, { reason: 'quality' }), [pieces(5)]],
  ['none, with a reason', boxes(0, { reason: 'weather' }), [pieces(0)]],
  ['less without a reason', boxes(7), 'reason_missing'],
  ['more than confirmed, though it was ordered', boxes(9), 'more_than_confirmed'],
  ['less than nothing', boxes(-1, { reason: 'other' }), 'bad_quantity'],
  ['half a box', boxes(7.5, { reason: 'other' }), 'bad_quantity'],
  ['no number', boxes(Number.NaN), 'bad_quantity'],
  ['without end', boxes(Number.POSITIVE_INFINITY), 'bad_quantity'],
  ['a weight for boxes', boxes(8, { grams: grams(40_000) }), 'not_catch_weight'],
  ['a line of another order', boxes(1, { lineId: newId<'orderLine'>() }), 'unknown_line'],
])('boxes are packed: %s', (_, said, expected) => {
  expect(packed(said)).toEqual(expected)
})

test.each([
  ['nominal', scale(2, 3_600), [weighed(2, 3_600)]],
  ['at the lower bound', scale(2, 3_240), [weighed(2, 3_240)]],
  ['a gram below it', scale(2, 3_239), 'too_light'],
  ['a gram below it, with a reason', scale(2, 3_239, { reason: 'other' }), [weighed(2, 3_239)]],
  ['at the upper bound', scale(2, 3_960), [weighed(2, 3_960)]],
  // the ceiling protects the buyer's money; the weight is recorded as it is
  ['above it', scale(2, 4_500), [weighed(2, 4_500)]],
  ['three times as heavy', scale(2, 10_800), [weighed(2, 10_800)]],
  ['a gram more than three times', scale(2, 10_801), 'weight_not_believable'],
  ['kilograms taken for grams', scale(2, 4), 'weight_not_believable'],
  ['grams taken for kilograms', scale(2, 3_700_000), 'weight_not_believable'],
  ['a negative weight', scale(2, -3_600), 'weight_not_believable'],
  ['no weight', scale(2, null), 'weight_missing'],
  ['weight 0', scale(2, 0), 'weight_not_believable'],
  ['one bird, with a reason', scale(1, 1_850, { reason: 'harvest' }), [weighed(1, 1_850)]],
  ['one bird without a reason', scale(1, 1_850), 'reason_missing'],
  ['no bird needs no weight', scale(0, null, { reason: 'pests' }), [weighed(0, 0)]],
  ['the weight of no bird is 0, whatever the scale said', scale(0, 900, { reason: 'pests' }), [weighed(0, 0)]],
  ['a third bird', scale(3, 5_400), 'more_than_confirmed'],
])('birds are weighed: %s', (_, said, expected) => {
  expect(packed(said)).toEqual(expected)
})

test('the refusal of a light weight names the least in kilograms', () => {
  expect(decidePacking([birds], [scale(2, 3_000)])).toMatchObject({ detail: { line: birds.id, lowerKg: 3.24 } })
})

test('a line of which nothing was confirmed takes nothing', () => {
  const none = anOrderLine({ ordered: pieces(5), confirmed: pieces(0) })
  expect(decidePacking([none], [boxes(1, { lineId: none.id })])).toMatchObject({ refusal: 'more_than_confirmed' })
  expect(decidePacking([none], [boxes(0, { lineId: none.id })])).toMatchObject({ ok: true })
})

test('lines that are not spoken of are not decided', () => {
  expect(packed(boxes(8))).toHaveLength(1)
  expect(packed()).toEqual([])
})

test('the first of two statements about one line counts', () => {
  expect(packed(boxes(5, { reason: 'quality' }), boxes(8))).toEqual([pieces(5)])
  expect(packed(scale(2, 3_600), scale(2, 3_700))).toEqual([weighed(2, 3_600)])
})
