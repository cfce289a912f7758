import { expect, test } from 'vitest'
import { breakText } from './fit-text.ts'

const style = { size: 1, bold: false, letters: (sign: string) => (/[ -~]/.test(sign) ? 0.49 : 0.98) }
const broken = (text: string, width: number, lines: number, cut = false) =>
  breakText(
    text,
    Array.from({ length: lines }, () => width),
    { ...style, cut },
  )

test('a lot number and a name after a space stay on one line where there are enough lines', () => {
  expect(broken('ロット 261110、261113-B', 10, 3)).toEqual(['ロット 261110、', '261113-B'])
  expect(broken('ロット 261123 熊本県産 佐藤農園', 14, 2)).toEqual(['ロット 261123 熊本県産', '佐藤農園'])
})

test('no line begins with a comma or a closing bracket where there are enough lines', () => {
  expect(broken('あいうえ、おか', 4, 3)).toEqual(['あいう', 'え、おか'])
  expect(broken('ロット ABCD、EF', 6, 3)).toEqual(['ロット', 'ABCD、EF'])
  expect(broken('あいうえ、おかき', 4, 2)).toEqual(['あいうえ', '、おかき'])
})

test('what is cut says what stands in place of the rest', () => {
  const cut = { ...style, cut: true, instead: '…続く' }
  expect(breakText('あいうえおかきくけこ', [4, 5], cut)).toEqual(['あいうえ', 'おか…続く'])
  expect(breakText('あいうえおかきくけ', [4, 5], cut)).toEqual(['あいうえ', 'おかきくけ'])
})

test('where the lines are not enough for that, it is broken between any two characters', () => {
  expect(broken('あいう ABCDEFGHI', 4, 2)).toEqual(['あいう A', 'BCDEFGHI'])
  expect(broken('あいうえおかき', 4, 2)).toEqual(['あいうえ', 'おかき'])
  expect(broken('あいうえおかきく け', 4, 2)).toBeNull()
  expect(broken('あいうえおかきく け', 4, 2, true)).toEqual(['あいうえ', 'おかき…'])
})

test('a word that is longer than a line is broken all the same', () => {
  expect(broken('ABCDEFGHIJKL', 3, 2)).toEqual(['ABCDEF', 'GHIJKL'])
})
