import { expect, test } from 'vitest'
import { kanaRefusalText, readingWhile, readKana, toKatakana } from './kana.ts'

test.each([
  ['さとう', 'サトウ'],
  ['ｻﾄｳ', 'サトウ'],
  ['ｶﾞ', 'ガ'],
  ['ﾎﾟｯﾎﾟ', 'ポッポ'],
  ['サトウ', 'サトウ'],
  ['ゔぁん', 'ヴァン'],
  ['ヵヶ', 'ヵヶ'],
  ['さとー', 'サトー'],
  ['サト－', 'サトー'],
  ['ｻﾄｰ', 'サトー'],
  ['サト-', 'サトー'],
  [' サトウ  マサオ ', 'サトウ　マサオ'],
  ['サトウ　マサオ', 'サトウ　マサオ'],
  ['ジャン＝ピエール', 'ジャン＝ピエール'],
  ['ｼﾞｬﾝ･ﾋﾟｴｰﾙ', 'ジャン・ピエール'],
])('%j is read as %j', (typed, value) => {
  expect(readKana(typed)).toEqual({ ok: true, value })
  expect(readKana(value)).toEqual({ ok: true, value })
})

test.each([
  ['', 'empty'],
  ['　', 'empty'],
  ['佐藤', 'not_kana'],
  ['Sato', 'not_kana'],
  ['サトウ1', 'not_kana'],
  ['サトウ㈱', 'not_kana'],
] as const)('%j is refused as %s', (typed, refusal) => {
  expect(readKana(typed)).toMatchObject({ ok: false, refusal })
  expect(kanaRefusalText(refusal)).toMatch(/カタカナで入力してください/)
})

test('characters other than kana are kept', () => {
  expect(toKatakana('佐とう')).toBe('佐トウ')
})

test.each([
  ['の前', [], ''],
  ['typed with a Latin keyboard', ['ｓ', 'さ', 'さｔ', 'さと', 'さとう'], 'さとう'],
  ['turned into kanji', ['さ', 'さとう', '佐藤'], 'さとう'],
  ['turned into kanji half way', ['さとう', '佐とう', '佐藤'], 'さとう'],
  ['taken back', ['さとう', 'さと', 'さ', ''], ''],
  ['corrected', ['さいとお', 'さいと', 'さいとう', '斎藤'], 'さいとう'],
  ['in katakana', ['ジャン'], 'ジャン'],
])('the reading of a name %s', (_, shown, reading) => {
  expect(shown.reduce((before, composing) => readingWhile(composing, before), '')).toBe(reading)
})
