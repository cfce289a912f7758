import { expect, test } from 'vitest'
import { at, type MinuteOfDay } from '#kernel/jst.ts'
import { nextDigestAt, ringsAt } from './quiet-hours.ts'

const hours = (from: number, until: number) => ({
  from: (from * 60) as MinuteOfDay,
  until: (until * 60) as MinuteOfDay,
})

test.each([
  // 22–5
  ['2026-11-24 21:59', 22, 5, '2026-11-24 21:59'],
  ['2026-11-24 22:00', 22, 5, '2026-11-25 05:00'],
  ['2026-11-25 00:30', 22, 5, '2026-11-25 05:00'],
  ['2026-11-25 04:59', 22, 5, '2026-11-25 05:00'],
  ['2026-11-25 05:00', 22, 5, '2026-11-25 05:00'],
  // in the middle of the day, and across the end of a month
  ['2026-11-24 14:10', 14, 16, '2026-11-24 16:00'],
  ['2026-11-30 23:00', 22, 5, '2026-12-01 05:00'],
  // from midnight, and never
  ['2026-11-25 00:00', 0, 6, '2026-11-25 06:00'],
  ['2026-11-24 23:59', 0, 6, '2026-11-24 23:59'],
  ['2026-11-25 00:30', 0, 0, '2026-11-25 00:30'],
])('told at %s, quiet %i to %i: rings at %s', (told, from, until, rings) => {
  expect(ringsAt(at(told), hours(from, until))).toEqual(at(rings))
})

test.each([
  ['2026-11-24 06:59', '2026-11-24 07:00'],
  ['2026-11-24 07:00', '2026-11-25 07:00'],
  ['2026-11-24 23:59', '2026-11-25 07:00'],
])('what is gathered at %s is mailed at %s', (told, mailed) => expect(nextDigestAt(at(told))).toEqual(at(mailed)))
