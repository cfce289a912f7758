import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { checkOwnPrice, cutShort, type Offer, offerText, overlaps, type Period, periodText } from './own-price.ts'

const today = jstDate('2026-11-24')
const period = (from: string, until: string | null = null): Period => ({
  from: jstDate(from),
  until: until === null ? null : jstDate(until),
})

test.each([
  ['2026-11-24', null, { priceYen: 1_700 }, null],
  ['2026-11-23', null, { priceYen: 1_700 }, 'own_price_past'],
  ['2027-11-24', null, { priceYen: 1_700 }, null],
  ['2027-11-25', null, { priceYen: 1_700 }, 'price_too_far'],
  ['2026-12-01', '2026-12-01', { priceYen: 1_700 }, null],
  ['2026-12-01', '2026-11-30', { priceYen: 1_700 }, 'days_reversed'],
  ['2026-12-01', null, { priceYen: 1_800 }, 'own_price_not_lower'],
  ['2026-12-01', null, { priceYen: 900 }, null],
  ['2026-12-01', null, { priceYen: 899 }, 'too_cheap'],
  ['2026-12-01', null, { percentOff: 1 }, null],
  ['2026-12-01', null, { percentOff: 50 }, null],
  ['2026-12-01', null, { percentOff: 51 }, 'bad_percent'],
  ['2026-12-01', null, { percentOff: 0 }, 'bad_percent'],
  ['2026-12-01', null, { percentOff: 2.5 }, 'bad_percent'],
] as [string, string | null, Offer, string | null][])('from %s until %s, %j: %s', (from, until, offer, refusal) => {
  expect(checkOwnPrice({ ...period(from, until), offer, listYen: 1_800 }, today)).toBe(refusal)
})

test.each([
  [period('2026-12-01', '2026-12-10'), period('2026-12-10', '2026-12-20'), true],
  [period('2026-12-01', '2026-12-10'), period('2026-12-11', '2026-12-20'), false],
  [period('2026-12-01'), period('2026-12-11', '2026-12-20'), true],
  [period('2026-12-01'), period('2026-11-01', '2026-11-30'), false],
  [period('2026-12-01'), period('2026-11-01'), true],
])('%j and %j overlap: %s', (one, other, expected) => {
  expect(overlaps(one, other)).toBe(expected)
  expect(overlaps(other, one)).toBe(expected)
})

test('what was agreed before ends the day before, or does not begin', () => {
  expect(cutShort(period('2026-11-01'), period('2026-12-01'))).toEqual(period('2026-11-01', '2026-11-30'))
  expect(cutShort(period('2026-12-05'), period('2026-12-01'))).toBeNull()
})

test('the Japanese text of own prices', () => {
  expect(offerText({ percentOff: 5 }, '箱')).toBe('すべての商品 5%引き')
  expect(offerText({ priceYen: 1_600 }, '箱')).toBe('¥1,600/箱')
  expect(periodText(period('2026-12-01'))).toBe('12月1日(火)から')
  expect(periodText(period('2026-12-01', '2026-12-31'))).toBe('12月1日(火)〜12月31日(木)')
})
