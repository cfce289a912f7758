import { expect, test } from 'vitest'
import type { ProduceItem } from './produce-labels.ts'
import { categoryWords } from './search-text.ts'
import { suggestedCategories, suggestedWords } from './suggestions.ts'

const item = (key: string, name: string, ...words: string[]): ProduceItem => ({
  key,
  category: 'root',
  parentKey: null,
  name,
  words,
})
const items = [
  item('carrot', '人参', '人参', 'にんじん', 'キャロット', 'Carrot'),
  item('garlic', 'にんにく', 'にんにく', 'ガーリック', 'Garlic'),
  item('cabbage', 'キャベツ', 'キャベツ', '甘藍'),
]

test.each([
  ['にん', ['人参 にんじん', 'にんにく']],
  ['ニン', ['人参 にんじん', 'にんにく']],
  ['ﾆﾝｼﾞ', ['人参 にんじん']],
  ['きゃ', ['キャベツ', '人参 キャロット']],
  ['car', ['人参 Carrot']],
  ['人', ['人参']],
  ['じん', []],
  ['', []],
])('typing %j suggests %j', (typed, words) => {
  expect(suggestedWords(items, typed, 4).map(({ label, note }) => `${label} ${note}`.trim())).toEqual(words)
})

test('no more than are asked for', () => {
  expect(suggestedWords(items, 'に', 1)).toHaveLength(1)
})

test.each([
  ['きの', ['きのこ']],
  ['野', ['葉もの', '果菜']],
  ['フル', ['果物']],
  ['x', []],
])('typing %j suggests the shelves %j', (typed, shelves) => {
  expect(suggestedCategories(typed, categoryWords).map(({ label }) => label)).toEqual(shelves)
})
