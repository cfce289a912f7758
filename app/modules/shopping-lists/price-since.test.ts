import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { sinceText } from './price-since.ts'

const on = jstDate('2026-11-24')

test.each<[string, string, number, boolean, string | null]>([
  ['a week ago, cheaper', '2026-11-17', -120, false, '先週より 120円安い'],
  ['a week ago, dearer', '2026-11-17', 1_200, false, '先週より 1,200円高い'],
  ['by the kg', '2026-11-17', -50, true, '先週より 1kg 50円安い'],
  ['nine days are last week', '2026-11-15', -1, false, '先週より 1円安い'],
  ['ten days are the last time', '2026-11-14', -1, false, '前回より 1円安い'],
  ['three days are the last time', '2026-11-21', -1, false, '前回より 1円安い'],
  ['the same', '2026-11-17', 0, false, null],
])('%s', (_, day, yen, perKg, text) => {
  expect(sinceText({ since: { on: jstDate(day), yen }, on, perKg })).toBe(text)
})

test('what has never come', () => {
  expect(sinceText({ since: null, on, perKg: false })).toBeNull()
})
