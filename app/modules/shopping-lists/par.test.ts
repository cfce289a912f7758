import { expect, test } from 'vitest'
import { missingToPar, parseLeft, type Sold } from './par.ts'

const sold: Sold = { minQty: 1, orderStep: 1, maxQty: 50, availableQty: 50 }

test.each<[string, number, number, Partial<Sold>, number]>([
  ['nothing left: all of it', 4, 0, {}, 4],
  ['some left: the difference', 4, 1, {}, 3],
  ['half a box left: a whole one more', 4, 0.5, {}, 4],
  ['half a box over', 4, 3.5, {}, 1],
  ['as many as usual', 4, 4, {}, 0],
  ['more than usual', 4, 9, {}, 0],
  ['fewer than the least that is sold', 4, 3, { minQty: 2 }, 2],
  ['rounded up to the steps', 10, 3, { minQty: 2, orderStep: 3 }, 8],
  ['no more than there is', 10, 0, { availableQty: 6 }, 6],
  ['no more than there is, in whole steps', 10, 0, { minQty: 2, orderStep: 3, availableQty: 7 }, 5],
  ['no more than is sold at once', 10, 0, { maxQty: 5 }, 5],
  ['not even the least is there', 4, 0, { minQty: 3, availableQty: 2 }, 0],
])('%s', (_, usual, left, limits, missing) => {
  expect(missingToPar(usual, left, { ...sold, ...limits })).toBe(missing)
})

test.each<[unknown, number | null]>([
  ['2', 2],
  ['０', 0],
  ['０．５', 0.5],
  ['1.', 1],
  ['', null],
  [' ', null],
  ['-1', null],
  ['0.25', null],
  ['すこし', null],
  ['12345', null],
  [null, null],
])('what was counted: %s', (text, left) => {
  expect(parseLeft(text)).toBe(left)
})
