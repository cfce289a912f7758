import { expect, test } from 'vitest'
import { moved } from './move-in-order.ts'

test.each([
  ['down', 'a', 1, 'bac'],
  ['up', 'c', 0, 'cab'],
  ['to the end', 'a', 2, 'bca'],
  ['beyond the end', 'a', 9, 'bca'],
  ['beyond the beginning', 'b', -1, 'bac'],
  ['where it is', 'b', 1, 'abc'],
  ['what is not there', 'x', 0, 'abc'],
])('%s', (_, id, to, expected) => {
  expect(moved(['a', 'b', 'c'], id, to).join('')).toBe(expected)
})
