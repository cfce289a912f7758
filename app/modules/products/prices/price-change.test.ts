import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { checkPriceChange, priceChangeText, priceOn } from './price-change.ts'

const at = (from: string, priceYen: number) => ({ from: jstDate(from), priceYen })
const planned = [at('2026-12-15', 1_700), at('2026-12-01', 1_600)]
const facts = { today: jstDate('2026-11-24'), priceYen: 1_500, planned }

test.each([
  ['2026-11-30', 1_500],
  ['2026-12-01', 1_600],
  ['2026-12-14', 1_600],
  ['2026-12-15', 1_700],
])('on %s it costs %i', (day, yen) => {
  expect(priceOn(jstDate(day), 1_500, planned)).toBe(yen)
})

test.each([
  ['2026-11-24', 1_800, 'price_not_ahead'],
  ['2026-11-25', 1_800, null],
  ['2027-11-24', 1_800, null],
  ['2027-11-25', 1_800, 'price_too_far'],
  ['2026-12-01', 1_800, 'price_known'],
  ['2026-11-25', 1_500, 'price_same'],
  ['2026-12-02', 1_600, 'price_same'],
  ['2026-12-20', 1_600, null],
])('%s for %i: %s', (from, yen, refusal) => {
  expect(checkPriceChange(at(from, yen), facts)).toBe(refusal)
})

test('so many can be planned, and no more', () => {
  const six = [1, 2, 3, 4, 5, 6].map((day) => at(`2026-12-0${day}`, 1_600 + day))
  expect(checkPriceChange(at('2026-12-20', 1_800), { ...facts, planned: six })).toBe('too_many_prices')
})

test('it is told with its day and what it is now', () => {
  expect(priceChangeText(at('2026-12-01', 1_800), 1_500)).toBe('12月1日(火)から ¥1,800（現在は ¥1,500）')
})
