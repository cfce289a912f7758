import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { type GoodsNow, wakesInMonth, whySleeps } from './sleep.ts'

const november = jstDate('2026-11-24')
const awake: GoodsNow = {
  exists: true,
  farmOpen: true,
  status: 'listed',
  lapsed: false,
  seasonMonths: [10, 11, 12],
  availableQty: 5,
  minQty: 1,
}

test.each<[string, Partial<GoodsNow>, string, string | null]>([
  ['in season', {}, '2026-11-24', null],
  ['the last day of its season', {}, '2026-12-31', null],
  ['the day after', {}, '2027-01-01', 'out_of_season'],
  ['awake again', {}, '2027-10-01', null],
  ['all year', { seasonMonths: [] }, '2027-05-01', null],
  ['shown to others only', { exists: false }, '2026-11-24', 'gone'],
  ['taken away', { status: 'archived' }, '2026-11-24', 'gone'],
  ['the farm is closed', { farmOpen: false }, '2026-11-24', 'farm_closed'],
  ['paused', { status: 'paused' }, '2026-11-24', 'not_listed'],
  ['its papers have run out', { lapsed: true }, '2026-11-24', 'not_listed'],
  ['none left', { availableQty: 0 }, '2026-11-24', 'sold_out'],
  ['sold out, as the farm says', { status: 'sold_out' }, '2026-11-24', 'sold_out'],
  ['fewer than the least', { availableQty: 4, minQty: 5 }, '2026-11-24', 'sold_out'],
  ['exactly the least', { availableQty: 5, minQty: 5 }, '2026-11-24', null],
  ['out of season before paused', { status: 'paused' }, '2027-02-01', 'out_of_season'],
  ['gone before everything', { exists: false, farmOpen: false, availableQty: 0 }, '2027-02-01', 'gone'],
])('%s', (_, more, on, expected) => {
  expect(whySleeps({ ...awake, ...more }, jstDate(on))).toBe(expected)
})

test.each([
  [[10, 11, 12], '2027-01-05', 10],
  [[1, 2], '2026-11-24', 1],
  [[3, 4, 9], '2026-05-01', 9],
  [[11], '2026-11-24', null],
  [[], '2026-11-24', null],
])('a line with the season %j that is paused on %s becomes active again in month %j', (months, on, expected) => {
  expect(wakesInMonth(months, jstDate(on))).toBe(expected)
})

test('november has its own line in this table', () => {
  expect(whySleeps(awake, november)).toBeNull()
})
