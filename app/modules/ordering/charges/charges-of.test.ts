import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { yen } from '#kernel/yen.ts'
import { feeOf } from './charges-of.ts'

test('lines of several commission rates: the fee is rounded down once for each rate', () => {
  const [a, b, c] = [newId<'orderLine'>(), newId<'orderLine'>(), newId<'orderLine'>()]
  const rates = new Map([
    [a, 1_200],
    [b, 1_200],
    [c, 1_500],
  ])
  // 12 % of 508 is 60.96, by line it would be 54 + 6; 15 % of 333 is 49.95
  const earned = new Map([
    [a, yen(455)],
    [b, yen(53)],
    [c, yen(333)],
  ])
  expect(feeOf(earned, rates)).toBe(60 + 49)
  expect(feeOf(new Map([[a, yen(455)]]), rates)).toBe(54)
})
