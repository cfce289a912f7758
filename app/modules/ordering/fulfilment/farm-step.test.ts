import { expect, test } from 'vitest'
import { at } from '#kernel/jst.ts'
import { shippedDayOf } from './farm-step.ts'

test.each([
  ['nothing has left', [null, null], null],
  ['the day on which it left, not the one that was planned', [at('2026-11-26 08:00'), null], '2026-11-26'],
  ['of two parts, the later', [at('2026-11-26 08:00'), at('2026-11-28 23:59')], '2026-11-28'],
])('the day of shipping: %s', (_, moments, day) => {
  expect(shippedDayOf({ parcels: moments.map((shippedAt) => ({ shippedAt })) })).toBe(day)
})
