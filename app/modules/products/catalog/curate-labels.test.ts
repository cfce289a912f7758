import { expect, test } from 'vitest'
import { wordsIn } from './curate-labels.ts'

test.each([
  ['人参、にんじん', ['人参', 'にんじん']],
  ['人参,にんじん， キャロット\n\nCarrot', ['人参', 'にんじん', 'キャロット', 'Carrot']],
  ['Spring cabbage、Spring cabbage', ['Spring cabbage']],
  [' 、\n', []],
])('%j is read as %j', (typed, words) => {
  expect(wordsIn(typed)).toEqual(words)
})
