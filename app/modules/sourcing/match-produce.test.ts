import { expect, test } from 'vitest'
import type { ProduceItem } from '#modules/products/catalog/produce-labels.ts'
import { kindsWithin, matchProduce } from './match-produce.ts'

const items: ProduceItem[] = [
  { key: 'zucchini', category: 'fruitveg', parentKey: null, name: 'ズッキーニ', words: ['クルジェット'] },
  { key: 'carrot', category: 'root', parentKey: null, name: '人参', words: ['ニンジン', 'にんじん'] },
  { key: 'purple_carrot', category: 'root', parentKey: 'carrot', name: '紫人参', words: [] },
  { key: 'strawberry', category: 'fruit', parentKey: null, name: 'いちご', words: ['苺'] },
  { key: 'rush', category: 'herb', parentKey: null, name: 'い', words: [] },
  { key: 'basil', category: 'herb', parentKey: null, name: 'バジル', words: [] },
  { key: 'tomato', category: 'fruitveg', parentKey: null, name: 'トマト', words: [] },
]

test.each([
  ['ズッキーニ', 'zucchini'],
  ['ずっきーに', 'zucchini'],
  ['ズッキーニの花', 'zucchini'],
  ['朝どれの ﾆﾝｼﾞﾝ', 'carrot'],
  ['紫人参', 'purple_carrot'],
  ['葉つき紫人参', 'purple_carrot'],
  ['苺', 'strawberry'],
  // of two equally long words the later one is the head
  ['バジルトマト', 'tomato'],
  ['トマトバジル', 'basil'],
  // one character occurs in too many words
  ['めずらしい花', null],
  ['食べられる花', null],
  ['', null],
])('%s is about %s', (words, key) => {
  expect(matchProduce(items, words)?.itemKey ?? null).toBe(key)
})

test('the plain kind is answered by its special kinds, a special one by itself alone', () => {
  expect(kindsWithin(items, 'carrot')).toEqual(['carrot', 'purple_carrot'])
  expect(kindsWithin(items, 'purple_carrot')).toEqual(['purple_carrot'])
})
