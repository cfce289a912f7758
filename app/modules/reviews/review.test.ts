import { expect, test } from 'vitest'
import type { OrderState } from '#kernel/enums.ts'
import { at, jstDate } from '#kernel/jst.ts'
import {
  closesAt,
  finalDaysToRemind,
  lastWritingDay,
  maySee,
  parseStars,
  refusalOfWords,
  refusalOfWriting,
  shownFrom,
} from './review.ts'

const final = at('2026-11-24 15:00')
const midnight = at('2026-12-09 00:00')

test.each([
  ['2026-11-24 00:00', '2026-12-08', '2026-12-09 00:00'],
  ['2026-11-24 23:59', '2026-12-08', '2026-12-09 00:00'],
  ['2026-11-25 00:00', '2026-12-09', '2026-12-10 00:00'],
  ['2026-12-20 09:00', '2027-01-03', '2027-01-04 00:00'],
])('final on %s: one writes until %s, and at %s it is shown', (finalized, last, closes) => {
  expect(lastWritingDay(at(finalized))).toBe(last)
  expect(closesAt(at(finalized))).toEqual(at(closes))
})

test.each([
  ['nobody has written', {}, null],
  ['the restaurant alone', { restaurant: at('2026-11-25 10:00') }, midnight],
  ['the farm alone', { farm: at('2026-11-25 10:00') }, midnight],
  [
    'both: the moment of the second',
    { restaurant: at('2026-11-25 10:00'), farm: at('2026-11-27 08:00') },
    at('2026-11-27 08:00'),
  ],
  [
    'both on the last day',
    { restaurant: at('2026-12-08 23:59'), farm: at('2026-11-25 08:00') },
    at('2026-12-08 23:59'),
  ],
])('shown from: %s', (_, written, from) => {
  expect(shownFrom(final, written)).toEqual(from)
})

const order = { state: 'finalized' as OrderState, finalizedAt: final, isReplacement: false }
test.each([
  ['at once', {}, null, '2026-11-24 15:00', null],
  ['on the last minute', {}, null, '2026-12-08 23:59', null],
  ['too late', {}, null, '2026-12-09 00:00', 'too_late'],
  ['changed before it is shown', {}, { shownFrom: midnight }, '2026-12-01 10:00', null],
  ['changed once both have written', {}, { shownFrom: at('2026-11-27 08:00') }, '2026-11-27 08:00', 'shown_already'],
  ['changed when its day has come', {}, { shownFrom: midnight }, '2026-12-09 00:00', 'shown_already'],
  ['before it is final', { state: 'inspected', finalizedAt: null }, null, '2026-11-24 15:00', 'not_finalized'],
  ['cancelled', { state: 'cancelled', finalizedAt: null }, null, '2026-11-24 15:00', 'not_finalized'],
  ['sent again for a claim', { isReplacement: true }, null, '2026-11-24 15:00', 'not_finalized'],
] as const)('a review is written: %s', (_, facts, own, now, refusal) => {
  expect(refusalOfWriting({ ...order, ...facts }, own, at(now))).toBe(refusal)
})

const shown = { side: 'restaurant' as const, shownFrom: at('2026-11-27 08:00'), hiddenAt: null }
test.each([
  ['before', shown, '2026-11-27 07:59', ['writer', 'staff']],
  ['from its moment on', shown, '2026-11-27 08:00', ['writer', 'other', 'public', 'staff']],
  ['hidden', { ...shown, hiddenAt: final }, '2026-11-28 08:00', ['writer', 'staff']],
  ['a farm about a kitchen', { ...shown, side: 'farm' as const }, '2026-11-28 08:00', ['writer', 'other', 'staff']],
] as const)('who sees it: %s', (_, review, now, seen) => {
  const lookers = ['writer', 'other', 'public', 'staff'] as const
  expect(lookers.filter((looker) => maySee(review, looker, at(now)))).toEqual(seen)
})

const voice = { productId: 'x', stars: null, words: '' }
test.each([
  ['よかったです', [], null],
  ['', [], null],
  ['𠮷'.repeat(500), [], null],
  ['あ'.repeat(501), [], 'too_long'],
  ['良い', [{ ...voice, words: 'あ'.repeat(200) }], null],
  ['良い', [{ ...voice, words: 'あ'.repeat(201) }], 'voice_too_long'],
])('what is written is kept, or why not: %#', (words, voices, refusal) => {
  expect(refusalOfWords({ stars: 5, words, voices })).toBe(refusal)
})

test.each([
  ['2026-11-26', false],
  ['2026-11-27', true],
  ['2026-12-06', true],
  ['2026-12-07', false],
])('final on the 24th: a reminder on %s is %s', (today, due) => {
  const { from, to } = finalDaysToRemind(jstDate(today))
  expect(from <= '2026-11-24' && '2026-11-24' <= to).toBe(due)
})

test.each([
  ['1', 1],
  ['5', 5],
  ['0', null],
  ['6', null],
  ['4.5', null],
  ['', null],
  [null, null],
])('%s stars', (text, stars) => {
  expect(parseStars(text)).toBe(stars)
})
