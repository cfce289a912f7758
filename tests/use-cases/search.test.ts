import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listProducts } from '../../app/modules/catalog/product-list.server.ts'
import { searchTextOf } from '../../app/modules/catalog/search-text.ts'
import { aFarm, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()

/** One farm with one product that is found by these words; how often the query finds it. */
async function found(words: string, query: string): Promise<number> {
  const { actor } = await aRestaurant(test_.db)
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId)
  await test_.pool.query('update product_search set search_text = $1 where product_id = $2', [words, productId])
  return (await listProducts(as(test_.db, actor), { q: query, farmId })).count
}

const carrot = searchTextOf(
  {
    name: '人参 朝どり',
    kana: 'ニンジン アサドリ',
    category: 'root',
    method: 'jas_organic',
    description: '𠮷野の畑でとれた、100%露地の人参です。',
    farmName: '佐藤農園',
    farmKana: 'サトウノウエン',
    place: '八代',
    prefectureCode: '43',
  },
  ['人参', 'にんじん', 'ニンジン', 'キャロット', 'Carrot'],
)

test.each([
  ['にんじん', 1],
  ['ニンジン', 1],
  ['ﾆﾝｼﾞﾝ', 1],
  ['人参', 1],
  ['参', 1],
  ['人', 1],
  ['キャロット', 1],
  ['carrot', 1],
  ['ＣＡＲＲＯＴ', 1],
  ['carr', 1],
  ['人参 佐藤', 1],
  ['佐藤　八代　人参', 1],
  ['熊本', 1],
  ['くまもと', 1],
  ['さとうのうえん', 1],
  ['有機JAS', 1],
  ['有機', 1],
  ['𠮷野', 1],
  ['人参%', 1],
  ['朝どり人参', 0],
  ['参人', 0],
  ['大根', 0],
  ['人参 大根', 0],
  ['人_', 1],
  ['%', 1],
  ['_', 1],
  ['🥕', 1],
])('searching %j finds the carrots %i times', async (query, times) => {
  expect(await found(carrot, query)).toBe(times)
})

test('JAS alone finds what is 有機JAS', async () => {
  expect(await found(carrot, 'JAS')).toBe(1)
})

test.each([
  "'",
  "''",
  "'; drop table products; --",
  '\\',
  "\\'",
  '人参\\',
  ':*',
  '人参:*',
  '!人参',
  '(人参',
  '人参 & | !',
  '<->',
  '\u0000人参',
  '\ud83e',
  '人参\ud83e',
  '👨‍🌾人参',
  'ー',
  '々',
  '人'.repeat(10_000),
  'a'.repeat(10_000),
  '𠮷'.repeat(500),
  '人参 '.repeat(2_000),
])('%j is answered, not failed at', async (query) => {
  const { actor } = await aRestaurant(test_.db)
  expect((await listProducts(as(test_.db, actor), { q: query })).count).toBeGreaterThanOrEqual(0)
})

test('whatever is typed is answered', async () => {
  const { actor } = await aRestaurant(test_.db)
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 30 }), async (q) => {
      expect((await listProducts(as(test_.db, actor), { q })).count).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 150 },
  )
})
