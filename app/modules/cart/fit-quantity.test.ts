import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitQuantity } from './fit-quantity.ts'

const limits = (available_qty: number | null, min_qty = 1, max_qty = 999, order_step = 1) => ({
  availableQty: available_qty,
  minQty: min_qty,
  maxQty: max_qty,
  orderStep: order_step,
})

test.each([
  ['all there', 3, limits(100), 3],
  ['exactly there', 3, limits(3), 3],
  ['fewer there', 3, limits(2), 2],
  ['none there', 3, limits(0), 0],
  ['stock unknown', 3, limits(null), 0],
  ['more than the most', 30, limits(100, 1, 10), 10],
  ['the least is more than wanted', 3, limits(100, 5), 5],
  ['the least is more than wanted and than there is', 3, limits(4, 5), 0],
  ['the least is more than there is', 9, limits(4, 5), 0],
  ['down to the step', 8, limits(100, 1, 999, 3), 7],
  ['steps count from the least', 8, limits(100, 2, 999, 3), 8],
  ['stock between two steps', 8, limits(6, 2, 999, 3), 5],
  ['nothing wanted', 0, limits(100), 0],
])('as much as can be had: %s', (_, wanted, given, expected) => {
  expect(fitQuantity(wanted, given)).toBe(expected)
})

test('what fits can always be ordered: within stock, limits and steps', () => {
  const number = fc.integer({ min: 1, max: 60 })
  fc.assert(
    fc.property(number, number, number, number, number, (wanted, stock, least, more, step) => {
      const fits = fitQuantity(wanted, limits(stock, least, least + more, step))
      expect(fits).toBeLessThanOrEqual(Math.min(Math.max(wanted, least), stock, least + more))
      if (fits !== 0) expect([fits >= least, (fits - least) % step]).toEqual([true, 0])
      // and no larger amount is possible
      else expect(stock).toBeLessThan(least)
      if (fits !== 0) expect(fits + step).toBeGreaterThan(Math.min(wanted, stock, least + more))
    }),
  )
})
