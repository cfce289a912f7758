import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJstDate } from '../../app/kernel/jst.ts'
import { photoKeyIn } from '../../app/kernel/picture-name.ts'
import { nearestHelp } from '../../app/modules/products/catalog/nearest-help.server.ts'
import { noWish } from '../../app/modules/products/catalog/product-filter.ts'
import { listProducts } from '../../app/modules/products/catalog/product-list.server.ts'
import { relatedProducts } from '../../app/modules/products/catalog/related-products.server.ts'
import { writeSearchRows } from '../../app/modules/products/catalog/search-rows.server.ts'
import { searchTextOf } from '../../app/modules/products/catalog/search-text.ts'
import { farmsNamed, suggestions } from '../../app/modules/products/catalog/suggestions.server.ts'
import { aFarm, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

const test_ = testDatabase()

/** One farm with one product that matches these words; how often the query finds it. */
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
])('%j causes no error', async (query) => {
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

test('farms are found by the beginning of their name or reading, and only those that are approved', async () => {
  const { actor } = await aRestaurant(test_.db)
  const ctx = as(test_.db, actor)
  const { farmId } = await aFarm(test_.db)
  const hidden = await aFarm(test_.db, { status: 'submitted' })
  await test_.pool.query(`update farms set name = '谷津田農園', kana = 'ヤツダノウエン' where id = any ($1)`, [
    [farmId, hidden.farmId],
  ])
  const productId = await aProduct(test_.db, farmId)
  await writeSearchRows(test_.db, { farmId })
  for (const typed of ['谷津田', 'やつだ', 'ﾔﾂﾀﾞ', '谷津田農園'])
    expect((await farmsNamed(ctx, typed)).map(({ id }) => id)).toEqual([farmId])
  for (const typed of ['谷', '津田', '%', 'やつだ%', '\u0000']) expect(await farmsNamed(ctx, typed)).toEqual([])
  expect((await listProducts(ctx, { q: 'やつだのうえん' })).products.map(({ id }) => id)).toEqual([productId])
})

test('what is half typed, mistyped or written as one is understood', async () => {
  const { actor } = await aRestaurant(test_.db)
  const ctx = as(test_.db, actor)
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId)
  await test_.pool.query(`update products set item_key = 'carrot', name = '人参' where id = $1`, [productId])
  await writeSearchRows(test_.db, { farmId })
  const suggested = async (typed: string) =>
    (await suggestions(ctx, typed)).map(({ label, note }) => `${label} ${note}`)
  expect(await suggested('にんj')).toEqual(await suggested('にん'))
  expect(await suggested('にんぢ')).toEqual([expect.stringContaining('もしかして')])
  const today = parseJstDate('2026-11-24')
  if (today === null) throw new Error('no day')
  const looker = { today, kitchen: null, reachedFarms: [] }
  for (const [q, kind, meant] of [
    ['にんぢん', 'mistake', 'にんじん'],
    ['にんj', 'mistake', 'にんじん'],
    ['とれたて人参', 'some_words', '人参'],
  ] as const) {
    const help = await nearestHelp(ctx, { ...noWish, q }, looker)
    expect([help?.kind, help?.wish.q], q).toEqual([kind, meant])
  }
})

test('a product shows all of its photos, in the farm’s order', async () => {
  const { actor } = await aRestaurant(test_.db)
  const ctx = as(test_.db, actor)
  const { farmId } = await aFarm(test_.db)
  const productId = await aProduct(test_.db, farmId)
  expect((await relatedProducts(ctx, productId)).photos).toEqual([])
  const keys = ['b'.repeat(32), 'a'.repeat(32)]
  for (const [nth, key] of keys.entries()) {
    await test_.pool.query(
      'insert into photos (key, farm_id, width, height, byte_count, created_at) values ($1, $2, 960, 720, 9, now())',
      [key, farmId],
    )
    await test_.pool.query(
      'insert into farm_photos (of, photo_key, farm_id, ordinal, caption) values ($1, $2, $3, $4, $5)',
      [productId, key, farmId, nth + 1, `${nth + 1}枚め`],
    )
  }
  const { photos } = await relatedProducts(ctx, productId)
  expect(photos.map(({ name, caption }) => [photoKeyIn(name), caption])).toEqual([
    [keys[0], '1枚め'],
    [keys[1], '2枚め'],
  ])
})
