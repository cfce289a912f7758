import { expect, test } from 'vitest'
import { nearestWord, oneMistakeApart } from './nearest-word.ts'

test.each([
  ['にんじん', 'にんしん', true],
  ['にんじん', 'にんじ', true],
  ['にんじん', 'にんじんん', true],
  ['にんじん', 'いんじん', true],
  ['にんじん', 'んにじん', true],
  ['にんじん', 'にじんん', true],
  ['にんじん', 'にんじん', false],
  ['にんじん', 'にじ', false],
  ['にんじん', 'んにんじ', false],
  ['なす', 'なし', true],
  ['米', '豆', false],
  ['𠮷野', '𠮷田', true],
])('%j and %j are one mistake apart: %j', (a, b, apart) => {
  expect(oneMistakeApart(a, b)).toBe(apart)
  expect(oneMistakeApart(b, a)).toBe(apart)
})

const known = ['にんじん', 'れんこん', 'ほうれんそう', 'きゃべつ', 'とまと', 'ごぼう', 'はくさい', '人参', 'だいこん']

test.each([
  ['にんしん', 'にんじん'],
  ['きやべつ', 'きゃべつ'],
  ['ほうれんそ', 'ほうれんそう'],
  ['とまとー', 'とまと'],
  ['こぼう', 'ごぼう'],
  ['たいこん', 'だいこん'],
  ['ばくさい', 'はくさい'],
  ['にんじん', null],
  ['人蔘', null],
  ['とま', null],
  ['めろん', null],
  ['carot', null],
])('%j most likely means %j', (typed, meant) => {
  expect(nearestWord(typed, known)).toBe(meant)
})
