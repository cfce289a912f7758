import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import type { ProductValues } from './product.ts'
import { readGoods } from './read-products.ts'
import { isSetName, readContents, taxKindOfSet } from './set-contents.ts'

const vegetables: ProductValues = {
  item: '野菜セット',
  name: '冬の野菜セット',
  kana: 'フユノヤサイセット',
  method: 'conventional',
  catchWeight: false,
  unitLabel: '箱',
  temperature: 'chilled',
  priceYen: 3_200,
  sellsFrom: 'stock',
  stock: 10,
  seasonMonths: [11, 12],
  contents: '人参　1kg\n大根 2ｋｇ\n小松菜 500g',
  allergens: ['none'],
}
const read = (values: ProductValues) => readGoods({ ...vegetables, ...values }, { methods: [] })
const complaints = (values: ProductValues) => {
  const it = read(values)
  return it.ok ? {} : it.fields
}

test.each([
  ['野菜セット', true],
  ['旬の詰め合わせ', true],
  ['おまかせ詰合せ', true],
  ['人参', false],
  ['セットの器', false],
])('%s is a set: %s', (called, is) => expect(isSetName(called)).toBe(is))

test('a set of weighed vegetables has their weight, is food and needs no more permits than they do', () => {
  expect(read({})).toMatchObject({
    ok: true,
    goods: {
      category: 'set',
      itemKey: 'vegetable_set',
      item: null,
      netGrams: 3_500,
      taxKind: 'food',
      allergens: ['none'],
      contents: '人参 1kg\n大根 2kg\n小松菜 500g',
    },
  })
})

test('with eggs it counts as everything that a set may hold', () => {
  const withEggs: ProductValues = { contents: '人参 1kg\n卵 10個', allergens: ['egg'], netGrams: grams(1_600) }
  expect(read(withEggs)).toMatchObject({ ok: true, goods: { itemKey: 'other', category: 'set' } })
})

test.each([
  [{ contents: '' }, 'contents', '2点以上'],
  [{ contents: '人参 1kg' }, 'contents', '2点以上'],
  [{ contents: '人参 1kg\nじゃがいも' }, 'contents', '「じゃがいも」の数量がありません'],
  [{ netGrams: grams(3_000) }, 'netGrams', '中身の合計は3.5kgです'],
  [{ contents: '人参 1kg\n卵 10個', allergens: ['egg'], netGrams: grams(900) }, 'netGrams', '中身の合計は1kg'],
  [{ allergens: [] }, 'allergens', '「なし」を選択してください'],
  [{ allergens: ['none', 'egg'] }, 'allergens', '同時に選択できません'],
  [{ contents: '人参 1kg\n卵 10個', netGrams: grams(2_000) }, 'allergens', 'アレルゲンの「卵」を選択'],
  [{ contents: '人参 1kg\nカシューナッツソース 100g' }, 'allergens', '「カシューナッツ」を選択'],
  [{ contents: '人参 1kg\n日本酒 1本', netGrams: grams(2_000) }, 'foodSharePercent', '食品の割合を入力'],
  [{ catchWeight: true, unitLabel: '箱', tolerancePercent: 10 }, 'catchWeight', '決まった重さ'],
] satisfies [ProductValues, keyof ProductValues, string][])('%j is refused at %s: %s', (values, field, sentence) =>
  expect(complaints(values)[field]).toContain(sentence),
)

test('its label, which stands on slips and boxes, names the contents, or counts them', () => {
  expect(read({})).toMatchObject({ goods: { packLabel: '3.5kg箱・人参、大根、小松菜' } })
  const many = Array.from({ length: 12 }, (_, n) => `珍しい葉物その${n} 1束`).join('\n')
  expect(read({ contents: many, netGrams: grams(3_000) })).toMatchObject({ goods: { packLabel: '3kg箱・12点入り' } })
})

test('a pumpkin is not a shrimp, nor a butternut butter', () => {
  expect(complaints({ contents: 'えびすかぼちゃ 1kg\nバターナッツ 1kg\nパンプキン 500g' })).toEqual({})
})

test.each([
  [10_000, null, 'food'],
  [20_000, null, 'food'],
  [10_000, 67, 'food'],
  [10_000, 66, 'standard'],
  [10_001, 99, 'standard'],
] as const)('at %i yen with %s %% of food it is taxed as %s', (price, share, kind) => {
  expect(taxKindOfSet(price, share)).toBe(kind)
  expect(
    read({ priceYen: price, foodSharePercent: share, taxKind: kind === 'food' ? 'standard' : 'food' }),
  ).toMatchObject({
    ok: true,
    goods: { taxKind: kind },
  })
})

test('other goods have no contents', () => {
  const carrots = { item: '人参', name: '人参', netGrams: grams(5_000), taxKind: 'food' as const }
  expect(read(carrots)).toMatchObject({ ok: true, goods: { contents: '', allergens: [], foodSharePercent: null } })
})

test('a list may also be written on one line, as in a file', () => {
  const list = readContents('人参 1kg、大根 2本')
  expect(list.ok && list.contents.map(({ name, grams }) => [name, grams])).toEqual([
    ['人参', 1_000],
    ['大根', null],
  ])
})
