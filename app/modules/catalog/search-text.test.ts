import { expect, test } from 'vitest'
import { searchTextOf, synonymsOf } from '#modules/catalog/search-text.ts'

const carrot = {
  name: 'カラーにんじん 三色',
  kana: 'カラーニンジン サンショク',
  itemKey: 'color_carrot',
  category: 'root',
  method: 'jas_organic',
  description: '朝に掘ります。',
  farmName: '佐藤農園',
  place: '八代',
  prefectureCode: '43',
} as const

test('the text is in the form in which search compares, every word once', () => {
  const words = searchTextOf(carrot).split(' ')
  expect(words).toEqual(
    expect.arrayContaining(['からーにんじん', '人参', 'きゃろっと', '佐藤農園', '熊本県', '八代', '根菜', '有機jas']),
  )
  expect(words.filter((word) => word === '人参')).toHaveLength(1)
})

test('a special kind is found by the plain one, not the other way round', () => {
  expect(synonymsOf('color_carrot')).toContain('人参')
  expect(synonymsOf('carrot')).not.toContain('紫人参')
})

test('an unknown item has no other spellings', () => {
  expect(synonymsOf('nothing')).toEqual([])
})
