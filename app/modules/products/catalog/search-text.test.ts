import { expect, test } from 'vitest'
import { type ProduceItem, spellingsByItem, spellingsOf } from './produce-labels.ts'
import { searchTextOf } from './search-text.ts'

const carrot: ProduceItem = {
  key: 'carrot',
  category: 'root',
  parentKey: null,
  name: '人参',
  words: ['人参', 'ニンジン', 'にんじん', 'キャロット'],
}
const purple: ProduceItem = { key: 'purple', category: 'root', parentKey: 'carrot', name: '紫人参', words: ['紫人参'] }
const spellings = spellingsByItem([carrot, purple])

const product = {
  name: '紫人参 三色',
  kana: 'ムラサキニンジン サンショク',
  category: 'root',
  method: 'jas_organic',
  description: '朝に掘ります。',
  farmName: '佐藤農園',
  farmKana: 'サトウノウエン',
  place: '八代',
  prefectureCode: '43',
} as const

test('the text is in the form in which search compares, every word once', () => {
  const words = searchTextOf(product, spellings.get('purple') ?? []).split(' ')
  expect(words).toEqual(
    expect.arrayContaining(['紫人参', '人参', 'きゃろっと', '佐藤農園', '熊本県', '八代', '根菜', '有機jas']),
  )
  expect(words.filter((word) => word === '人参')).toHaveLength(1)
})

test('a special kind is found by the plain one, not the other way round', () => {
  expect(spellings.get('purple')).toContain('人参')
  expect(spellings.get('carrot')).not.toContain('紫人参')
})

test('each way of writing stands once among the spellings, however it is typed', () => {
  expect(spellingsOf([carrot]).map(({ key }) => key)).toEqual(['人参', 'にんじん', 'きゃろっと'])
})
