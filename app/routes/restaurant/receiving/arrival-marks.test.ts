import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import { stampOf } from './arrival-marks.ts'

const line = (qty: number, weight: number | null = null) =>
  ({ quantities: { shipped: { qty, grams: weight === null ? null : grams(weight) } } }) as Parameters<
    typeof stampOf
  >[0]['lines'][number]

test('marks are about one state of a delivery: another version, quantity or weight is another', () => {
  const stamps = [
    { version: 1, lines: [line(2), line(1, 3_700)] },
    { version: 2, lines: [line(2), line(1, 3_700)] },
    { version: 1, lines: [line(3), line(1, 3_700)] },
    { version: 1, lines: [line(2), line(1, 3_650)] },
    { version: 1, lines: [line(2)] },
  ].map(stampOf)
  expect(new Set(stamps).size).toBe(stamps.length)
  expect(stampOf({ version: 1, lines: [line(2), line(1, 3_700)] })).toBe(stamps[0])
})
