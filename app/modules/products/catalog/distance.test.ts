import { expect, test } from 'vitest'
import { kilometresBetween, nearestFirst } from './distance.ts'

test.each([
  ['13', '13', 0, 0],
  ['13', '14', 20, 45],
  ['13', '27', 380, 420],
  ['13', '01', 800, 860],
  ['13', '47', 1500, 1600],
] as const)('from %s to %s it is between %i km…', (from, to, least, most) => {
  expect(kilometresBetween(from, to)).toBeGreaterThanOrEqual(least)
  expect(kilometresBetween(from, to)).toBeLessThanOrEqual(most)
  expect(kilometresBetween(to, from)).toBe(kilometresBetween(from, to))
})

test('the nearest come first, and all 47 are there', () => {
  const order = nearestFirst('13')
  expect(order).toHaveLength(47)
  expect(order[0]).toBe('13')
  expect(order.at(-1)).toBe('47')
  expect(order.slice(0, 6)).toContain('14')
})
