import { expect, test } from 'vitest'
import { linePieces } from './chart-line.ts'

const drawn = (...values: (number | null)[]) =>
  linePieces(
    values.map((value, index) => ({ label: String(index), value })),
    100,
    20,
    0,
  ).map((piece) => piece.map(({ x, y }) => `${x},${y}`).join(' '))

test.each([
  [[1, 2, 3], ['0,20 50,10 100,0']],
  [[3, 1], ['0,0 100,20']],
  [[5, 5, 5], ['0,10 50,10 100,10']],
  [[-1, 1], ['0,20 100,0']],
  [[7], ['0,10']],
  [
    [1, null, 3],
    ['0,20', '100,0'],
  ],
  [[null, 1, 3, null], ['33.33,20 66.67,0']],
  [[null], []],
  [[], []],
])('%j', (values, pieces) => {
  expect(drawn(...values)).toEqual(pieces)
})
