import { expect, test } from 'vitest'
import { at, jstDate } from '#kernel/jst.ts'
import { dueAtOf, nextAskAt } from './ask-times.ts'

const promised = jstDate('2026-11-26')
const left = at('2026-11-25 16:00')

test.each([
  ['the day before: three hours later', '2026-11-25 18:00', '2026-11-25 21:00'],
  ['not at night', '2026-11-25 19:00', '2026-11-26 06:00'],
  ['not after midnight', '2026-11-25 22:30', '2026-11-26 06:00'],
  ['on its day every hour', '2026-11-26 06:00', '2026-11-26 07:00'],
  ['on its day, in the evening', '2026-11-26 21:30', '2026-11-27 06:00'],
  ['for three days after it every three hours', '2026-11-29 09:00', '2026-11-29 12:00'],
  ['then once a day', '2026-11-30 09:00', '2026-12-01 09:00'],
  ['on the last day', '2027-01-23 09:00', '2027-01-24 09:00'],
])('%s', (_, now, next) => {
  expect(nextAskAt(at(now), promised, left)).toEqual(at(next))
})

test('a parcel that left 60 days ago is not tracked any more', () => {
  expect(nextAskAt(at('2027-01-24 09:00'), promised, left)).toBeNull()
})

test.each([
  ['am', '2026-11-26 12:00'],
  ['14-16', '2026-11-26 16:00'],
  ['16-18', '2026-11-26 18:00'],
  ['18-20', '2026-11-26 20:00'],
  ['19-21', '2026-11-26 21:00'],
  ['none', '2026-11-26 21:00'],
] as const)('a parcel for %s is due until %s', (slot, due) => {
  expect(dueAtOf(promised, slot)).toEqual(at(due))
})
