import { expect, test } from 'vitest'
import { saidFrom } from '#api/schemas/goods-fields.ts'
import { grams } from '#kernel/grams.ts'
import { type ProductValues, textsOf, valuesIn } from '#modules/products/product.ts'

const values = {
  item: '人参',
  name: '甘い人参',
  kana: 'ニンジン',
  category: 'root',
  variety: '',
  method: 'conventional',
  grade: '秀 L',
  description: '霜にあたった人参',
  storageNote: '',
  catchWeight: false,
  unitLabel: '箱',
  netGrams: grams(1_234_567),
  pieceCount: null,
  tolerancePercent: 12,
  packLabel: '5kg箱',
  temperature: 'chilled',
  grossGrams: grams(5_050),
  boxLitres: 18,
  priceYen: 12_500,
  taxKind: 'food',
  minQty: 1,
  orderStep: 2,
  maxQty: 9_999,
  sellsFrom: 'stock',
  stock: 0,
  seasonMonths: [1, 11],
} satisfies ProductValues

test('what is said comes back as it was, to the gram and the yen, also through a form', () => {
  expect(saidFrom(values)).toMatchObject(values)
  expect(saidFrom(valuesIn(textsOf(values)))).toMatchObject({ ...values, pieceCount: null })
})

test('nothing said is nothing stored; null and an empty text empty a field; false is an answer', () => {
  expect(valuesIn({})).toEqual({})
  const emptied = { pieceCount: null, grossGrams: '', catchWeight: 'false', seasonMonths: '' }
  expect(valuesIn(emptied)).toEqual({ ...emptied, catchWeight: false })
})

test.each([
  [{ priceYen: '二千円' }, 'priceYen', null],
  [{ netGrams: '５００ｇ' }, 'netGrams', 500],
  [{ seasonMonths: '11,x' }, 'seasonMonths', []],
  [{}, 'catchWeight', null],
] as const)('of %j, %s is told as %j', (texts, name, value) => {
  expect(saidFrom(valuesIn(texts))[name]).toEqual(value)
})
