import { expect, test } from 'vitest'
import { notesOfMonth, sentenceOf, wordsOf } from './calendar-days.ts'

const facts = {
  holidays: { '2026-11-03': '文化の日', '2026-11-23': '勤労感謝の日', '2026-12-31': '大みそか' },
  closed: {
    '2026-11-01': '農園休業',
    '2026-11-21': '農園休業',
    '2026-11-22': '農園休業',
    '2026-11-23': '農園休業',
    '2026-11-25': '締切後',
    '2026-11-31': 'ない日',
  },
}

test.each([
  ['2026-11-03', '文化の日', '11月3日(火・祝) 文化の日'],
  ['2026-11-23', '勤労感謝の日・農園休業', '11月23日(月・祝) 勤労感謝の日・農園休業'],
  ['2026-11-25', '締切後', '11月25日(水) 締切後'],
  ['2026-11-26', '', ''],
  ['2026-11-31', 'ない日', ''],
])('%s: %s', (day, words, sentence) => {
  expect([wordsOf(day, facts), sentenceOf(day, facts)]).toEqual([words, sentence])
})

test('under a month stand its holidays, then each reason once with its days', () => {
  expect(notesOfMonth('2026-11', facts)).toEqual([
    { about: '文化の日', days: '3日(火)' },
    { about: '勤労感謝の日', days: '23日(月)' },
    { about: '農園休業', days: '1日(日)、21日(土)〜23日(月)' },
    { about: '締切後', days: '25日(水)' },
  ])
})

test('an ordinary month has nothing under it', () => {
  expect(notesOfMonth('2026-10', facts)).toEqual([])
  expect(notesOfMonth('2026-10', {})).toEqual([])
})
