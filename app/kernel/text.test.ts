import { expect, test } from 'vitest'
import { lengthOf, parseKilograms, parseWholeNumber, plainDigits, searchKey, toHiragana } from './text.ts'

test.each([
  ['1,200', 1_200],
  ['１，２００', 1_200],
  ['１２００', 1_200],
  ['¥1,200', 1_200],
  ['￥１，２００', 1_200],
  ['1,200円', 1_200],
  [' 12 ', 12],
  ['　12　', 12],
  ['007', 7],
  ['0', 0],
  ['+5', 5],
  ['-5', -5],
  ['−5', -5],
  ['ー５', -5],
  ['999999999999999', 999_999_999_999_999],
  [12, 12],
  [1e9, 1_000_000_000],
  ['1e9', null],
  ['0x10', null],
  ['十二', null],
  ['0.5', null],
  ['０．５', null],
  ['1.0', null],
  ['', null],
  [' ', null],
  ['-', null],
  ['12個', null],
  ['1-2', null],
  ['1000000000000000', null],
  ['Infinity', null],
  ['NaN', null],
  [0.5, null],
  [Number.NaN, null],
  [Number.POSITIVE_INFINITY, null],
  [2 ** 53, null],
  [null, null],
  [undefined, null],
  [true, null],
  [[12], null],
  [{}, null],
])('a whole number typed as %j is %j', (typed, expected) => {
  expect(parseWholeNumber(typed)).toBe(expected)
})

test.each([
  ['2.685', 2_685],
  ['２．６８５', 2_685],
  ['2.685 kg', 2_685],
  ['2.685KG', 2_685],
  ['2.685㎏', 2_685],
  ['2.7', 2_700],
  ['2.07', 2_070],
  ['2.007', 2_007],
  ['3', 3_000],
  ['0', 0],
  ['0.5', 500],
  ['1,200', 1_200_000],
  ['999999', 999_999_000],
  ['2.6855', null],
  ['1000000', null],
  ['.5', null],
  ['2.', null],
  ['-1', null],
  ['2685g', null],
  ['2.6.8', null],
  ['', null],
  ['kg', null],
  ['二キロ', null],
  [2.685, null],
  [null, null],
])('kilograms typed as %j are %j g', (typed, expected) => {
  expect(parseKilograms(typed)).toBe(expected)
})

test.each([
  ['ﾆﾝｼﾞﾝ', 'にんじん'],
  ['ニンジン', 'にんじん'],
  ['にんじん', 'にんじん'],
  ['トマトー', 'とまとー'],
  ['ヴ', 'ゔ'],
  ['ＪＡＳ　有機', 'jas 有機'],
  ['  Carrot \n  Root ', 'carrot root'],
  ['人参', '人参'],
  ['①㎏', '1kg'],
  ['🥕', '🥕'],
  ['', ''],
])('%j is searched for as %j', (typed, expected) => {
  expect(searchKey(typed)).toBe(expected)
  expect(searchKey(expected)).toBe(expected)
})

test('katakana becomes hiragana, and nothing else changes', () => {
  expect(toHiragana('アイヴヵヶ・ー漢字abcヽ')).toBe('あいゔゕゖ・ー漢字abcヽ')
})

test('all the dashes of a Japanese keyboard are one', () => {
  expect(plainDigits('1‐2‑3–4—5―6−7ー8')).toBe('1-2-3-4-5-6-7-8')
})

test('a name is as long as it looks, whatever its letters are kept as', () => {
  expect(['吉田', '𠮷田', '髙﨑', ''].map(lengthOf)).toEqual([2, 2, 2, 0])
})
