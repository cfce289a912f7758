import { expect, test } from 'vitest'
import { yen } from '#kernel/yen.ts'
import { payoutOf } from './payout.ts'

test.each([
  [7_640, 1_200, 916, 6_724],
  [99, 1_200, 11, 88],
  [0, 1_200, 0, 0],
  [10_000, 0, 0, 10_000],
])('of goods for %i yen at %i bp the commission is %i and the farm keeps %i', (goods, bp, commission, kept) => {
  expect(payoutOf(yen(goods), bp)).toEqual({ commissionYen: commission, payoutYen: kept })
})
