import { expect, test } from 'vitest'
import { jstDate, weekdayOf } from '#kernel/jst.ts'
import { type DayPromise, harvestDays, sameAgain } from './harvest-days.ts'

/** A Tuesday. */
const today = jstDate('2026-11-24')
const promised = (from: string, to = from, more: Partial<DayPromise> = {}): DayPromise => ({
  from: jstDate(from),
  to: jstDate(to),
  leastQty: 8,
  mostQty: 12,
  confidence: 'high',
  note: '',
  ...more,
})
const always = () => false
const onSundays = (day: typeof today) => weekdayOf(day) === 0

test('two weeks from today, each day with the promise that covers it', () => {
  const days = harvestDays([promised('2026-11-23', '2026-11-25'), promised('2026-12-07')], today, onSundays)
  expect(days.map(({ day }) => day)).toEqual([
    ...['24', '25', '26', '27', '28', '29', '30'].map((it) => `2026-11-${it}`),
    ...['01', '02', '03', '04', '05', '06', '07'].map((it) => `2026-12-${it}`),
  ])
  expect(days.filter(({ window }) => window).map(({ day }) => day)).toEqual(['2026-11-24', '2026-11-25', '2026-12-07'])
  expect(days.filter(({ rests }) => rests).map(({ day }) => day)).toEqual(['2026-11-29', '2026-12-06'])
})

test.each([
  ['nothing was promised', [], always, null],
  ['yesterday, for today', [promised('2026-11-23')], always, ['2026-11-24', '2026-11-23']],
  ['today, for tomorrow', [promised('2026-11-23'), promised('2026-11-24')], always, ['2026-11-25', '2026-11-24']],
  ['over a Sunday', [promised('2026-11-23', '2026-11-28')], onSundays, ['2026-11-30', '2026-11-28']],
  ['a week back', [promised('2026-11-17')], always, ['2026-11-24', '2026-11-17']],
  ['longer ago is no yesterday', [promised('2026-11-16')], always, null],
  ['the gap comes first', [promised('2026-11-24'), promised('2026-11-26')], always, ['2026-11-25', '2026-11-24']],
  ['no day is left', [promised('2026-11-20', '2026-12-07')], always, null],
  ['every day is a rest', [promised('2026-11-23')], () => true, null],
] as const)('%s', (_, known, rests, expected) => {
  const again = sameAgain(known, today, rests)
  expect(again && [again.day, again.like]).toEqual(expected)
})

test.each([
  ['one day', promised('2026-11-23'), { leastQty: 8, mostQty: 12 }],
  ['three days', promised('2026-11-21', '2026-11-23'), { leastQty: 2, mostQty: 4 }],
  ['fewer than days', promised('2026-11-19', '2026-11-23', { leastQty: 0, mostQty: 3 }), { leastQty: 0, mostQty: 1 }],
  [
    'with its word',
    promised('2026-11-23', undefined, { confidence: 'low', note: '雨なら半分' }),
    { confidence: 'low', note: '雨なら半分' },
  ],
] as const)('of a promise for %s', (_, earlier, expected) => {
  expect(sameAgain([earlier], today, always)).toMatchObject(expected)
})
