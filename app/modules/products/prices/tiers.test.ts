import { expect, test } from 'vitest'
import { yen } from '#kernel/yen.ts'
import { checkTiers, tiersText } from './tiers.ts'

const facts = { listYen: yen(1_800), minQty: 2, maxQty: 50 }
const tiers = (...rows: [number, number][]) => rows.map(([fromQty, price]) => ({ fromQty, priceYen: yen(price) }))

test.each([
  ['none at all', [], null],
  ['one', [[5, 1_650]], null],
  [
    'four that fall',
    [
      [3, 1_700],
      [5, 1_650],
      [10, 1_500],
      [50, 900],
    ],
    null,
  ],
  [
    'five',
    [
      [3, 1_750],
      [4, 1_700],
      [5, 1_650],
      [10, 1_500],
      [20, 1_400],
    ],
    'too_many_tiers',
  ],
  ['from what is the least anyway', [[2, 1_650]], 'tier_too_few'],
  ['from more than may be ordered', [[51, 1_650]], 'tier_too_many_units'],
  [
    'the same number twice',
    [
      [5, 1_650],
      [5, 1_600],
    ],
    'tiers_not_rising',
  ],
  [
    'fewer after more',
    [
      [10, 1_650],
      [5, 1_600],
    ],
    'tiers_not_rising',
  ],
  ['no cheaper than the list price', [[5, 1_800]], 'tiers_not_falling'],
  [
    'no cheaper than the tier before',
    [
      [5, 1_650],
      [10, 1_650],
    ],
    'tiers_not_falling',
  ],
  ['half the list price', [[5, 900]], null],
  ['less than half of it', [[5, 899]], 'too_cheap'],
] as [string, [number, number][], string | null][])('%s', (_, rows, refusal) => {
  expect(checkTiers(tiers(...rows), facts)).toBe(refusal)
})

test('the Japanese text of tiers', () => {
  expect(tiersText(tiers([5, 1_650], [10, 1_500]), '箱')).toBe('5箱から ¥1,650・10箱から ¥1,500')
})
