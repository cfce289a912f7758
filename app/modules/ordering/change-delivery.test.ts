import { expect, test } from 'vitest'
import { at } from '#kernel/jst.ts'
import { answerableUntil } from './change-delivery.ts'

test.each([
  ['an earlier day', '2026-11-25 14:00', '2026-11-25 14:00'],
  ['a later day', '2026-11-28 14:00', '2026-11-27 14:00'],
])('%s can be taken until the boxes of either are packed', (_, packAt, until) => {
  const order = { packAt: at('2026-11-27 14:00') }
  expect(answerableUntil(order, { packAt: at(packAt).toISOString() })).toEqual(at(until))
})
