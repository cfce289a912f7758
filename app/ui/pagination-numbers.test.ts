import { expect, test } from 'vitest'
import { pageNumbers } from './pagination-numbers.ts'

test.each([
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [1, 9, '1 2 … 9'],
  [3, 9, '1 2 3 4 … 9'],
  [4, 9, '1 2 3 4 5 … 9'],
  [5, 9, '1 … 4 5 6 … 9'],
  [9, 9, '1 … 8 9'],
  [7, 9, '1 … 6 7 8 9'],
])('page %i of %i: %s', (page, pages, expected) => {
  expect(
    pageNumbers(page, pages)
      .map((each) => each ?? '…')
      .join(' '),
  ).toBe(expected)
})
