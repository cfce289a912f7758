import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { badgeRules } from '../badge.ts'
import { publishedRules } from '../badge-rules.ts'
import { longDay, monthRuns, printedDay, shortDay } from './guest-days.ts'
import { guestWords, translatedRules } from './labels.ts'
import { guestLanguages } from './language.ts'

test('the rules are translated as they are published now: a new version needs new words', () => {
  for (const rule of badgeRules) expect([rule, translatedRules[rule]]).toEqual([rule, publishedRules[rule].version])
})

test.each(guestLanguages)('every word is there in %s, and says the numbers of the rules', (language) => {
  const words = guestWords[language]
  const said = {
    ...Object.fromEntries(
      Object.entries(words).filter(([name, word]) => typeof word === 'string' && name !== 'inJapanese'),
    ),
    title: words.title('灯'),
    endedTitle: words.endedTitle('灯'),
    ended: words.ended('灯'),
    description: words.description('灯', ['佐藤農園', '山の菌舎']),
    farms: words.farms(2),
    times: words.times(3),
    since: words.since('x'),
    validUntilNote: words.validUntilNote('x'),
    more: words.more(4),
  }
  expect(Object.entries(said).filter(([, word]) => !word)).toEqual([])
  for (const name of ['title', 'endedTitle', 'ended', 'description'] as const) expect(said[name]).toContain('灯')
  for (const rule of badgeRules) {
    const { deliveries, months, percent } = publishedRules[rule]
    const text = words.rule[rule](publishedRules[rule])
    for (const number of [deliveries, months, ...(percent === null ? [] : [percent])])
      expect(text).toContain(`${number}`)
    expect(words.claim(rule, 12).figure).toBe(rule === 'farms' ? '12' : '12%')
  }
})

test('no two languages share their name', () =>
  expect(new Set(guestLanguages.map((language) => guestWords[language].language)).size).toBe(guestLanguages.length))

test.each([
  ['ja', '2026年11月24日', '11月24日(火)'],
  ['en', '24 November 2026', 'Tue 24 Nov'],
  ['zh-Hant', '2026年11月24日', '11月24日週二'],
  ['ko', '2026년 11월 24일', '11월 24일 (화)'],
] as const)('a day in %s', (language, long, short) => {
  expect([longDay(jstDate('2026-11-24'), language), shortDay(jstDate('2026-11-24'), language)]).toEqual([long, short])
})

test('a day as on the printed badge', () => expect(printedDay(jstDate('2026-11-24'))).toBe('2026.11.24'))

test.each([
  [[11, 12, 1, 5], 'ja', '5月、11月–1月'],
  [[11, 12, 1, 5], 'en', 'May, Nov–Jan'],
  [[3], 'ko', '3월'],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], 'zh-Hant', '全年'],
  [[], 'en', ''],
] as const)('the months %j in %s', (months, language, said) => expect(monthRuns(months, language)).toBe(said))
