import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import { items } from '#modules/products/catalog/produce.ts'
import { readGoods } from './read-products.ts'
import { suggestionsFor, usualText, withSuggestions } from './suggest.ts'

test('carrots come in crates of ten kilograms, by ambient parcel, as food', () => {
  expect(withSuggestions({ item: 'にんじん' }, 'central')).toMatchObject({
    category: 'root',
    kana: 'ニンジン',
    catchWeight: false,
    unitLabel: '箱',
    netGrams: 10_000,
    temperature: 'ambient',
    taxKind: 'food',
  })
  expect(usualText({ item: 'にんじん' }, 'central')).toContain('10kg箱・常温便')
})

test('what the farm says stands, what it leaves empty is suggested', () => {
  expect(withSuggestions({ item: 'にんじん', unitLabel: '袋', netGrams: null }, 'central')).toMatchObject({
    unitLabel: '袋',
    netGrams: 10_000,
  })
})

test('food that we do not know has no reading and no season', () => {
  expect(withSuggestions({ item: 'ナゾノヤサイ' }, 'central')).not.toHaveProperty('seasonMonths')
  expect(usualText({ item: 'ナゾノヤサイ' }, 'central')).toBeNull()
})

test('flowers and wine are not taxed as food', () => {
  const others = items.filter((item) => suggestionsFor(item, 'central').taxKind === 'standard')
  expect(others.map((item) => item.subcategory)).toEqual(expect.arrayContaining(['alcohol']))
})

/** With a name, a price and a weight nothing is missing: the suggestions satisfy the rules. */
test.each(items.map((item) => [item.baseName, item] as const))('the suggestions for %s can be sold', (_, item) => {
  const suggested = suggestionsFor(item, 'central')
  const values = {
    ...suggested,
    item: item.baseName,
    name: item.baseName,
    method: 'conventional' as const,
    netGrams: suggested.netGrams ?? grams(1_000),
    priceYen: 1_000,
    stock: 10,
    seasonMonths: suggested.seasonMonths?.length ? suggested.seasonMonths : [1],
  }
  expect(readGoods(values, { methods: [] })).toMatchObject({ ok: true })
})
