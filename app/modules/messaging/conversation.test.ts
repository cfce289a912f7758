import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { at } from '#kernel/jst.ts'
import { longestMessage, refusalOfChange, refusalOfText, stateOfOwn } from './conversation.ts'

const alone = { photos: 0, cards: 0 }

test.each([
  ['', alone, 'nothing_written'],
  [' \n　', alone, 'nothing_written'],
  ['', { photos: 1, cards: 0 }, null],
  ['', { photos: 0, cards: 1 }, null],
  ['お願いします', alone, null],
  ['あ'.repeat(longestMessage), alone, null],
  ['𠮷'.repeat(longestMessage), alone, null],
  ['あ'.repeat(longestMessage + 1), alone, 'too_long'],
  ['写真です', { photos: 7, cards: 0 }, 'too_many_photos'],
])('what is written may be sent, or why not: %#', (text, beside, refusal) => {
  expect(refusalOfText(text, beside)).toBe(refusal)
})

const me = newId<'person'>()
const sentAt = at('2026-11-24 10:00')
test.each([
  [me, null, '2026-11-24 10:05', null],
  [me, null, '2026-11-24 10:06', 'too_late'],
  [newId<'person'>(), null, '2026-11-24 10:01', 'not_yours'],
  [me, at('2026-11-24 10:01'), '2026-11-24 10:02', 'removed_already'],
])('a message may be changed by its writer for five minutes: %#', (personId, removedAt, now, refusal) => {
  expect(refusalOfChange({ personId, sentAt, removedAt }, me, at(now))).toBe(refusal)
})

test('a message is sent, then has arrived, then is read', () => {
  const marks = { gotNo: 5, readNo: 3 }
  expect([3, 4, 5, 6].map((no) => stateOfOwn(no, marks))).toEqual(['read', 'got', 'got', 'sent'])
})
