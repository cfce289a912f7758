import { expect, test } from 'vitest'
import { costPerDish } from './dish-cost.ts'

test.each([
  ['the yield is part of the cost', { yenPerKg: 670, gramsOnPlate: 120, yieldPercent: 92 }, 87],
  ['nothing is trimmed', { yenPerKg: 1_000, gramsOnPlate: 100, yieldPercent: 100 }, 100],
  ['half is trimmed', { yenPerKg: 1_000, gramsOnPlate: 100, yieldPercent: 50 }, 200],
  ['a gram of saffron', { yenPerKg: 900_000, gramsOnPlate: 1, yieldPercent: 100 }, 900],
  ['less than half a yen is nothing', { yenPerKg: 100, gramsOnPlate: 1, yieldPercent: 100 }, 0],
  ['no grams, no cost', { yenPerKg: 670, gramsOnPlate: 0, yieldPercent: 92 }, null],
  ['no yield, no cost', { yenPerKg: 670, gramsOnPlate: 120, yieldPercent: 0 }, null],
  ['more cannot be left than there was', { yenPerKg: 670, gramsOnPlate: 120, yieldPercent: 101 }, null],
  ['what is no number costs nothing', { yenPerKg: 670, gramsOnPlate: Number.NaN, yieldPercent: 92 }, null],
])('cost of a dish: %s', (_, input, yen) => {
  expect(costPerDish(input)).toBe(yen)
})
