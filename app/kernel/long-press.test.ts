import { expect, test } from 'vitest'
import { heldStep } from './long-press.ts'

test.each([
  [1, 1, { min: 1, max: 12, step: 1 }, 2],
  [12, 1, { min: 1, max: 12, step: 1 }, 12],
  [1, -1, { min: 1, max: 12, step: 1 }, 1],
  [6, 1, { min: 6, max: 20, step: 6 }, 12],
  [18, 1, { min: 6, max: 20, step: 6 }, 18],
] as const)('%i, held in direction %i within %j, becomes %i', (value, direction, range, next) => {
  expect(heldStep(value, direction, range)).toBe(next)
})
