import { expect, test } from 'vitest'
import type { Remedy } from '#kernel/enums.ts'
import { aBirdLine, anOrderLine, pieces, weighed } from '../../../../tests/factories/order-line.ts'
import { claimedOf, isPossible, isUsualRate, reasonOf, remedyYen } from './claim-terms.ts'
import { usableIn } from './usable.ts'

const leaves = anOrderLine({ ordered: pieces(5), confirmed: pieces(4), shipped: pieces(3) })
const birds = aBirdLine({ ordered: weighed(2, 3_600), confirmed: weighed(2, 3_600), shipped: weighed(2, 3_701) })

test('what is claimed is what was sent less what can be used, at the agreed price', () => {
  expect(claimedOf(leaves, pieces(1))).toEqual({
    claimed: { ...pieces(2), part: null },
    amountYen: 2 * leaves.priceYen,
  })
  expect(claimedOf(leaves, pieces(3)).amountYen).toBe(0)
  expect(claimedOf(birds, weighed(1, 1_850)).claimed).toEqual({ ...weighed(1, 1_851), part: null })
  const part = { count: 6, of: 24 }
  const { claimed, amountYen } = claimedOf(leaves, { ...pieces(2), missing: part })
  expect(claimed).toEqual({ ...pieces(1), part })
  expect(amountYen).toBe(leaves.priceYen + Math.ceil(leaves.priceYen / 4))
})

test('of goods by weight, so many that can be used are their share of the weight, where nobody has weighed them', () => {
  expect(claimedOf(birds, { qty: 1, grams: null })).toEqual(claimedOf(birds, weighed(1, 1_850)))
  expect(claimedOf(birds, { qty: 2, grams: null }).amountYen).toBe(0)
})

test.each([
  ['２', pieces(3), pieces(2)],
  ['0', pieces(3), pieces(0)],
  ['2.5', pieces(3), { ...pieces(3), missing: { count: 5, of: 10 } }],
  ['1+18/24', pieces(3), { ...pieces(2), missing: { count: 6, of: 24 } }],
  ['-1', pieces(3), null],
  ['', pieces(3), null],
  ['1.5', weighed(2, 3_701), weighed(2, 2_775)],
  ['1', weighed(2, 3_701), weighed(1, 1_850)],
  ['2', weighed(2, 3_701), weighed(2, 3_701)],
  ['1kg', weighed(2, 3_701), null],
  ['', weighed(2, 3_701), null],
] as const)('「%s」 of %o is %o', (typed, shipped, usable) => {
  expect(usableIn(typed, shipped, '箱')).toEqual(usable)
})

test('of a unit that is one thing no part can be used', () => {
  expect(usableIn('1', pieces(3), '本')).toEqual(pieces(1))
  expect(usableIn('1.5', pieces(3), '本')).toBeNull()
})

test.each([
  ['short', 1, 'short'],
  ['short', 0, 'not_arrived'],
  ['damaged', 0, 'damaged'],
  ['wrong', 0, 'wrong'],
  ['temperature', 2, 'temperature'],
] as const)('%s with %d that can be used is told as %s', (verdict, usable, reason) => {
  expect(reasonOf(verdict, usable)).toBe(reason)
})

test.each([
  [3_333, 'credit', 50, 1_666],
  [3_000, 'price_reduction', 100, 3_000],
  [1, 'refund', 99, 0],
  [3_000, 'replacement', 100, 0],
  [3_000, 'none', 0, 0],
] as const)('of ¥%d, %s of %d％ is ¥%d', (amount, kind, percent, yen) => {
  expect(remedyYen(amount, { kind, percent })).toBe(yen)
})

test.each([
  ['credit', 1, true],
  ['credit', 100, true],
  ['credit', 0, false],
  ['credit', 101, false],
  ['credit', 1.5, false],
  ['none', 0, true],
  ['none', 10, false],
  ['replacement', 100, true],
  ['replacement', 50, false],
] as const)('%s of %d％ can be meant: %s', (kind, percent, expected) => {
  expect(isPossible({ kind, percent, words: '' } satisfies Remedy)).toBe(expected)
})

test.each([
  [2, 0, true],
  [3, 30, true],
  [3, 29, false],
  [10, 100, true],
  [11, 100, false],
])('%d claims among %d orders are no more than usual: %s', (claims, orders, expected) => {
  expect(isUsualRate(claims, orders)).toBe(expected)
})
