import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import { findProduce } from './find-produce.ts'
import { monthsIn, productFields, stepOfField, valuesIn } from './product.ts'
import { packLabelOf, readGoods } from './read-products.ts'

const carrots = {
  item: '人参',
  name: '甘い人参',
  kana: '',
  method: 'conventional',
  catchWeight: 'false',
  unitLabel: '箱',
  netGrams: '5',
  temperature: 'ambient',
  priceYen: '1,500',
  taxKind: 'food',
  sellsFrom: 'stock',
  stock: '20',
  seasonMonths: '11,12,1',
}
const bird = {
  ...carrots,
  item: '地鶏',
  name: '地鶏 丸',
  catchWeight: 'true',
  unitLabel: '羽',
  netGrams: '1.8',
  tolerancePercent: '10',
  temperature: 'chilled',
  priceYen: '2400',
}
const noMethods = { methods: [] }
const readTexts = (texts: Record<string, string>) => readGoods(valuesIn(texts), noMethods)

test('a plain crate: the rest is filled in from what we know of carrots', () => {
  const read = readTexts(carrots)
  expect(read).toMatchObject({
    ok: true,
    goods: {
      itemKey: 'carrot',
      kana: 'ニンジン',
      category: 'root',
      packLabel: '5kg箱',
      netGrams: 5_000,
      grossGrams: 5_360,
      sizePoints: 9,
      priceYen: 1_500,
      tolerancePercent: null,
      minQty: 1,
      orderStep: 1,
      maxQty: 99,
      stock: 20,
      seasonMonths: [1, 11, 12],
    },
  })
})

test('a bird by weight has a tolerance and is told as one bird', () => {
  expect(readTexts(bird)).toMatchObject({
    ok: true,
    goods: { catchWeight: true, tolerancePercent: 10, packLabel: '1羽 約1.8kg', category: 'meat' },
  })
})

test.each([
  [{ item: '' }, 'item', '品目を入力'],
  [{ item: 'ナゾノヤサイ', kana: 'ナゾ' }, 'category', '品目一覧にありません'],
  [{ item: 'ナゾノヤサイ', category: 'leaf' }, 'kana', 'カタカナ'],
  [{ name: '' }, 'name', '商品名'],
  [{ name: 'あ'.repeat(41) }, 'name', '40文字以内'],
  [{ name: '無農薬人参' }, 'name', '無農薬'],
  [{ name: '有機人参' }, 'name', '有機JAS'],
  [{ description: '完全オーガニックです' }, 'description', '有機JAS'],
  [{ kana: '人参' }, 'kana', 'カタカナ'],
  [{ method: '' }, 'method', '栽培方法'],
  [{ method: 'jas_organic' }, 'method', '証明書'],
  [{ catchWeight: '' }, 'catchWeight', '選択して'],
  [{ unitLabel: 'ダース' }, 'unitLabel', '単位'],
  [{ unitLabel: 'kg', catchWeight: 'true', tolerancePercent: '10' }, 'unitLabel', '数え方'],
  [{ netGrams: '' }, 'netGrams', '内容量を'],
  [{ netGrams: '0' }, 'netGrams', '小さすぎます'],
  [{ netGrams: '5キロくらい' }, 'netGrams', '数字'],
  [{ netGrams: '30' }, 'netGrams', '25kg以内'],
  [{ netGrams: '15', temperature: 'chilled' }, 'netGrams', 'クール便は箱を含めて15kg以内'],
  [{ grossGrams: '4' }, 'grossGrams', '以上にしてください'],
  [{ grossGrams: '26' }, 'grossGrams', '25kg以内'],
  [{ boxLitres: '400' }, 'boxLitres', '380L以下'],
  [{ boxLitres: '200', temperature: 'chilled' }, 'boxLitres', '170L以内'],
  [{ pieceCount: '0' }, 'pieceCount', '小さすぎます'],
  [{ catchWeight: 'true', unitLabel: '羽', tolerancePercent: '' }, 'tolerancePercent', '10%'],
  [{ catchWeight: 'true', unitLabel: '羽', tolerancePercent: '51' }, 'tolerancePercent', '50%以下'],
  [{ temperature: 'warm' }, 'temperature', '温度'],
  [{ priceYen: '' }, 'priceYen', '1500円'],
  [{ priceYen: '0' }, 'priceYen', '1円以上'],
  [{ priceYen: '千円' }, 'priceYen', '数字'],
  [{ priceYen: '99.5' }, 'priceYen', '小数'],
  [{ priceYen: '10000001' }, 'priceYen', '10,000,000円以下'],
  [{ taxKind: 'newspaper' }, 'taxKind', '消費税'],
  [{ minQty: '5', maxQty: '4' }, 'maxQty', '5箱'],
  [{ orderStep: '0' }, 'orderStep', '1箱以上'],
  [{ stock: '' }, 'stock', '20箱'],
  [{ stock: '-1' }, 'stock', '0箱以上'],
  [{ sellsFrom: '' }, 'sellsFrom', '管理方法'],
  [{ seasonMonths: '' }, 'seasonMonths', '月'],
  [{ seasonMonths: '13' }, 'seasonMonths', '月'],
])('%j is refused at %s: %s', (change, field, sentence) => {
  const read = readTexts({ ...carrots, ...change })
  expect(read.ok).toBe(false)
  if (!read.ok) {
    expect(Object.keys(read.fields)).toContain(field)
    expect(read.fields[field]).toContain(sentence)
  }
})

test('all mistakes are told at once', () => {
  const read = readTexts({})
  expect(read.ok ? [] : Object.keys(read.fields)).toEqual(
    expect.arrayContaining([
      'item',
      'name',
      'method',
      'catchWeight',
      'unitLabel',
      'netGrams',
      'temperature',
      'priceYen',
      'stock' in carrots ? 'sellsFrom' : 'stock',
    ]),
  )
})

test('a farm with the certificate may sell organic goods, and say so', () => {
  const organic = { ...carrots, method: 'jas_organic', name: '有機人参' }
  expect(readGoods(valuesIn(organic), { methods: ['jas_organic'] }).ok).toBe(true)
})

test('where harvests promise how many there are, none are stated', () => {
  expect(readTexts({ ...carrots, sellsFrom: 'harvest', stock: '' })).toMatchObject({
    ok: true,
    goods: { sellsFrom: 'harvest', stock: 0 },
  })
})

test.each([
  ['人参', 'carrot'],
  ['ニンジン', 'carrot'],
  ['ｷｬﾛｯﾄ', 'carrot'],
  ['桃太郎トマト', 'tomato'],
  ['ミニトマト', 'mini_tomato'],
  ['ナゾノヤサイ', undefined],
  ['', undefined],
])('%s is %s', (called, id) => {
  expect(findProduce(called)?.id).toBe(id)
})

test.each([
  [{ catchWeight: false, unitLabel: '箱', netGrams: 5_000, pieceCount: null }, '5kg箱'],
  [{ catchWeight: false, unitLabel: '箱', netGrams: 4_000, pieceCount: 20 }, '4kg箱・20個'],
  [{ catchWeight: false, unitLabel: '袋', netGrams: 500, pieceCount: 1 }, '500g袋'],
  [{ catchWeight: false, unitLabel: '束', netGrams: 300, pieceCount: null }, '1束 300g'],
  [{ catchWeight: false, unitLabel: 'kg', netGrams: 1_000, pieceCount: null }, '1kg'],
  [{ catchWeight: true, unitLabel: '尾', netGrams: 2_500, pieceCount: null }, '1尾 約2.5kg'],
])('%j is told as %s', (pack, label) => {
  expect(packLabelOf({ ...pack, netGrams: grams(pack.netGrams) })).toBe(label)
})

test.each([
  ['11,12,1', [1, 11, 12]],
  ['', []],
  ['1,1', [1]],
  ['0', null],
  ['春', null],
])('the months %s are %j', (typed, months) => {
  expect(monthsIn(typed)).toEqual(months)
})

test('every field has its step', () => {
  expect(productFields.map(stepOfField)).not.toContain('photos')
})
