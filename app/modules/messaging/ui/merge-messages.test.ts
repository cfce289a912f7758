import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { addMinutes, at } from '#kernel/jst.ts'
import type { Message } from '../conversation.ts'
import { merged, withNewest } from './merge-messages.ts'

const sentAt = at('2026-11-24 10:00')
const message = (no: number, more: Partial<Message> = {}): Message => ({
  no,
  side: 'farm',
  key: `key ${no}`,
  personId: newId<'person'>(),
  by: '畑 主人',
  text: `${no}`,
  photos: [],
  order: null,
  product: null,
  sentAt,
  editedAt: null,
  removedAt: null,
  ...more,
})
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => message(from + n))
const numbers = (messages: readonly Message[]) => messages.map(({ no }) => no)

test('what comes twice or out of turn stands once, in its place', () => {
  expect(numbers(merged(range(3, 5), range(1, 4)))).toEqual([1, 2, 3, 4, 5])
})

test('a late response does not bring back a message that was deleted meanwhile', () => {
  const gone = message(1, { text: '', editedAt: addMinutes(sentAt, 1), removedAt: addMinutes(sentAt, 2) })
  const before = message(1, { text: 'まちがい', editedAt: addMinutes(sentAt, 1) })
  expect(merged([gone], [before])).toEqual([gone])
  expect(merged([before], [gone])).toEqual([gone])
})

test('the newest page joins what is there, or stands alone where some are missing between', () => {
  expect(numbers(withNewest(range(1, 5), range(4, 8)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(numbers(withNewest(range(1, 3), range(4, 6)))).toEqual([1, 2, 3, 4, 5, 6])
  expect(numbers(withNewest(range(1, 3), range(9, 12)))).toEqual([9, 10, 11, 12])
  expect(numbers(withNewest(range(1, 3), []))).toEqual([1, 2, 3])
})
