import { expect, test } from 'vitest'
import { at } from '#kernel/jst.ts'
import { answerUntil, closesAt } from './closing.ts'

const now = at('2026-11-24 11:00')
const lastOrderAt = at('2026-11-26 12:00')

test.each([
  ['nothing said: the last 締切', null, lastOrderAt],
  ['what the chef said', at('2026-11-24 22:00'), at('2026-11-24 22:00')],
  ['never after the last 締切', at('2026-11-27 09:00'), lastOrderAt],
  ['half an hour is enough', at('2026-11-24 11:30'), at('2026-11-24 11:30')],
  ['a minute less is not', at('2026-11-24 11:29'), null],
  ['the past', at('2026-11-24 09:00'), null],
] as const)('until when farms answer: %s', (_, said, until) => {
  expect(answerUntil(now, said, lastOrderAt)).toEqual(until)
})

test('a last 締切 that is nearly over leaves no time', () => {
  expect(answerUntil(at('2026-11-26 11:45'), null, lastOrderAt)).toBeNull()
})

test.each([
  ['no farm makes an offer: when the time for answers is over', 0, at('2026-11-24 22:00')],
  ['a farm makes an offer: as long as it can be ordered', 1, lastOrderAt],
] as const)('it closes by itself: %s', (_, offers, closes) => {
  expect(closesAt({ answerUntil: at('2026-11-24 22:00'), lastOrderAt, offers })).toEqual(closes)
})
