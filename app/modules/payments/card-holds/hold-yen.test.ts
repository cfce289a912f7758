import { expect, test } from 'vitest'
import { yen } from '#kernel/yen.ts'
import { holdYen } from './hold-yen.ts'

test.each([
  [1, 50],
  [43, 50],
  [44, 51],
  [100, 115],
  [101, 117],
  [3_240, 3_726],
  [86_956_520, 99_999_998],
])('of an estimate of %i yen, %i yen are held', (estimate, held) => expect(holdYen(yen(estimate))).toBe(held))
