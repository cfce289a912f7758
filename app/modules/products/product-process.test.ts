import { expect, test } from 'vitest'
import { productStatuses } from '#kernel/enums.ts'
import { checkMove, goodsMoves } from './product-process.ts'

const plain = { review: null, heldReason: null }

test.each([
  ['draft', ['list', 'archive']],
  ['listed', ['pause', 'archive']],
  ['paused', ['list', 'archive']],
  ['sold_out', ['list', 'pause', 'archive']],
  ['archived', ['restore']],
] as const)('what is %s can be moved by %j', (status, moves) => {
  expect(goodsMoves.filter((move) => checkMove({ ...plain, status }, move) === null)).toEqual([...moves])
})

test('a second press finds them there already', () => {
  expect(checkMove({ ...plain, status: 'listed' }, 'list')).toBe('already')
})

test.each([
  [{ heldReason: '産地の確認中', review: null }, 'held_by_staff'],
  [{ heldReason: null, review: 'waiting' }, 'waits_for_review'],
  [{ heldReason: null, review: 'returned' }, 'was_returned'],
] as const)('%j are not listed by the farm: %s', (facts, refusal) => {
  expect(checkMove({ status: 'paused', ...facts }, 'list')).toBe(refusal)
  // archiving is always possible
  expect(checkMove({ status: 'paused', ...facts }, 'archive')).toBeNull()
})

test('nothing becomes a draft again', () => {
  for (const status of productStatuses)
    for (const move of goodsMoves) expect(checkMove({ ...plain, status }, move)).not.toBe('draft')
})
