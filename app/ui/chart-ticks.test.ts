import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisTicks } from './chart-ticks.ts'
import { monthPoint } from './month-point.ts'

test.each([
  [0, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [98_285, [0, 25_000, 50_000, 75_000, 100_000]],
  [472_935, [0, 200_000, 400_000, 600_000]],
  [4_636_530, [0, 2_000_000, 4_000_000, 6_000_000]],
])('up to %i', (largest, marks) => {
  expect(axisTicks(largest)).toEqual(marks)
})

test('whatever the largest is, it is below the top and above the mark before it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 12 }), (largest) => {
      const marks = axisTicks(largest)
      expect(marks.length).toBeGreaterThanOrEqual(4)
      expect(marks.length).toBeLessThanOrEqual(5)
      expect(marks.at(-1)).toBeGreaterThanOrEqual(largest)
      expect(marks.at(-2)).toBeLessThan(largest)
    }),
  )
})

test('the year stands under the first month, and under each January', () => {
  const points = ['2025-11', '2025-12', '2026-01', '2026-02'].map((month, at) => monthPoint(month, at, at))
  expect(points.map(({ short, below }) => [short, below])).toEqual([
    ['11月', '2025年'],
    ['12月', undefined],
    ['1月', '2026年'],
    ['2月', undefined],
  ])
  expect(points[2]).toMatchObject({ label: '2026年1月', value: 2 })
})
