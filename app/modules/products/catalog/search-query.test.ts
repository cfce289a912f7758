import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchQuery } from './search-query.ts'

const tokens = `'にん' & 'んじ' & 'じん'`

test.each([
  ['hiragana', 'にんじん', tokens, ['%にんじん%']],
  ['katakana', 'ニンジン', tokens, ['%にんじん%']],
  ['half-width katakana', 'ﾆﾝｼﾞﾝ', tokens, ['%にんじん%']],
  ['one kanji', '葱', `'葱'`, ['%葱%']],
  ['two kanji', '人参', `'人参'`, ['%人参%']],
  ['a long vowel', 'トマトー', `'とま' & 'まと' & 'とー'`, ['%とまとー%']],
  ['latin', 'Carrot', `'carrot':*`, ['%carrot%']],
  ['full-width latin', 'ＪＡＳ', `'jas':*`, ['%jas%']],
  ['latin beside kanji', '有機JAS', `'有機' & '機j' & 'ja' & 'as'`, ['%有機jas%']],
  ['digits', '5kg', `'5kg':*`, ['%5kg%']],
  ['two words', '人参　佐藤', `'人参' & '佐藤'`, ['%人参%', '%佐藤%']],
  ['the same word twice', '人参 人参', `'人参'`, ['%人参%', '%人参%']],
  ['quotes', `'人参' or "x"`, `'人参' & 'or':* & 'x':*`, ['%人参%', '%or%', '%x%']],
  ['backslashes', '人参\\', `'人参'`, ['%人参%']],
  ['percent', '100%', `'100':*`, ['%100%']],
  ['an underscore', 'a_b', `'a':* & 'b':*`, ['%a%', '%b%']],
  [
    'operators of a tsquery',
    '人参 & !大根 | (蕪):*',
    `'人参' & '大根' & '蕪' & ':':*`,
    ['%人参%', '%大根%', '%蕪%', '%:%'],
  ],
  ['an emoji among words', '🥕人参', `'人参'`, ['%人参%']],
  ['a kanji beyond the first plane', '𠮷', `'𠮷'`, ['%𠮷%']],
])('search for %s', (_, typed, tsquery, likes) => {
  expect(searchQuery(typed)).toMatchObject({ tsquery, likes })
})

test.each(['', ' ', '　', '%', '_', '\\', `'`, '🥕', '👨‍🌾', '!&|()', '\u0000', '\ud83e'])(
  '%j asks for nothing',
  (typed) => {
    expect(searchQuery(typed)).toBeNull()
  },
)

test('10,000 characters are cut to what a person means', () => {
  const query = searchQuery('人'.repeat(10_000))
  expect(query?.likes).toEqual([`%${'人'.repeat(60)}%`])
  expect(searchQuery('人参 '.repeat(3_000))?.likes).toHaveLength(8)
  expect(searchQuery('abcdefghij'.repeat(1_000))?.tsquery.length).toBeLessThan(100)
})

test('a character is never cut in half', () => {
  const query = searchQuery(`a${'𠮷'.repeat(40)}`)
  expect(query?.likes.every((like) => like.isWellFormed())).toBe(true)
  expect(query?.tsquery.isWellFormed()).toBe(true)
})

test('whatever is typed, every token stands in its quotes and no wildcard slips in', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (typed) => {
      const query = searchQuery(typed)
      if (!query) return
      expect(query.tsquery).toMatch(/^'[^'\\]+'(:\*)?( & '[^'\\]+'(:\*)?)*$/u)
      for (const like of query.likes) expect(like.slice(1, -1)).not.toMatch(/[%_\\]/)
    }),
  )
})
