import { expect, test } from 'vitest'
import { prefectures } from '#kernel/place.ts'
import { items } from '#modules/products/catalog/produce.ts'
import { guestLanguages } from './language.ts'
import { prefectureName } from './prefecture-names.ts'
import { produceName } from './produce-names.ts'

const scripts = {
  ja: /[぀-ヿ一-鿿]/,
  en: /^[A-Z][\x20-\x7e]+$/,
  'zh-Hant': /^[一-鿿（）]+$/,
  ko: /^[가-힣 （）]+$/,
} as const

test.each(guestLanguages)('every kind of food and every prefecture has a name in %s, written as there', (language) => {
  const named = [
    ...items.map(({ id }) => [id, produceName(id, language)] as const),
    ...prefectures.map(({ code }) => [code, prefectureName(code, language)] as const),
  ]
  expect(named.filter(([, name]) => !name || !scripts[language].test(name))).toEqual([])
})

test('two prefectures never share a name', () => {
  for (const language of guestLanguages)
    expect(new Set(prefectures.map(({ code }) => prefectureName(code, language))).size).toBe(47)
})

test('what a farm calls by a name of its own has none', () => expect(produceName('own-thing', 'en')).toBeNull())
