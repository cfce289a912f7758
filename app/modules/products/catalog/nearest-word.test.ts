import { expect, test } from 'vitest'
import { nearestBeginning, nearestWord, oneMistakeApart, takenApart } from './nearest-word.ts'

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

const known = [
  'にんじん',
  'れんこん',
  'ほうれんそう',
  'きゃべつ',
  'とまと',
  'ごぼう',
  'はくさい',
  '人参',
  'だいこん',
  'ねぎ',
]

test.each([
  ['にんしん', 'にんじん'],
  ['きやべつ', 'きゃべつ'],
  ['ほうれんそ', 'ほうれんそう'],
  ['とまとー', 'とまと'],
  ['こぼう', 'ごぼう'],
  ['たいこん', 'だいこん'],
  ['ばくさい', 'はくさい'],
  ['にんぢん', 'にんじん'],
  ['とまt', 'とまと'],
  ['にんj', 'にんじん'],
  ['こほう', 'ごぼう'],
  ['ねき', 'ねぎ'],
  ['なき', null],
  ['にんじん', null],
  ['人蔘', null],
  ['とま', null],
  ['とt2', null],
  ['めろん', null],
  ['carot', null],
])('%j most likely means %j', (typed, meant) => {
  expect(nearestWord(typed, known)).toBe(meant)
})

test.each([
  ['にんぢ', 'にんじん'],
  ['ほうれむ', 'ほうれんそう'],
  ['きやべ', 'きゃべつ'],
  ['にんじ', null],
  ['にぢ', null],
  ['人ぢ', null],
])('while the user types, %j is the beginning of %j', (typed, meant) => {
  expect(nearestBeginning(typed, known)).toBe(meant)
})

test.each([
  ['北海道にんじん', { known: 'にんじん', rest: '北海道' }],
  ['朝どり人参', { known: '人参', rest: '朝どり' }],
  ['人参ときゃべつ', { known: 'きゃべつ', rest: '人参と' }],
  ['にんじん', null],
  ['北海道', null],
])('%j is made of %j', (typed, parts) => {
  expect(takenApart(typed, known)).toEqual(parts)
})
