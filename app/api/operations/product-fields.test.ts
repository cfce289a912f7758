import { expect, test } from 'vitest'
import { saidFrom, typedFrom } from '#api/operations/product-fields.ts'
import { grams } from '#kernel/grams.ts'

const said = {
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
} as const

test('what is said comes back as it was, to the gram and the yen', () => {
  expect(saidFrom(typedFrom({ ...said, seasonMonths: [...said.seasonMonths] }))).toEqual(said)
})

test('nothing said is nothing typed; null empties a field; false is an answer', () => {
  expect(typedFrom({})).toEqual({})
  expect(typedFrom({ pieceCount: null, grossGrams: null, catchWeight: false, seasonMonths: [] })).toEqual({
    pieces: '',
    grossKg: '',
    soldBy: 'fixed',
    seasonMonths: '',
  })
})

test.each([
  [{ price: '二千円' }, 'priceYen', null],
  [{ netKg: '５００ｇ' }, 'netGrams', 500],
  [{ seasonMonths: '11,x' }, 'seasonMonths', []],
  [{}, 'catchWeight', null],
] as const)('of %j, %s is told as %j', (typed, name, value) => {
  expect(saidFrom(typed)[name]).toEqual(value)
})
