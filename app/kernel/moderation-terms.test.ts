import { expect, test } from 'vitest'
import { wordActIn, wordKey } from './moderation-terms.ts'

const words = [
  { key: wordKey('ばか'), act: 'stop' as const },
  { key: wordKey('LINE交換'), act: 'watch' as const },
]
test.each([
  ['トマトを3箱お願いします', null],
  ['バカにしないで', 'stop'],
  ['ば　か', 'stop'],
  ['ば・か', 'stop'],
  ['ば\u200bか', 'stop'],
  ['ば\u00adか', 'stop'],
  ['ば\u0301か', 'stop'],
  ['ﾊ\u2060ﾞｶ', 'stop'],
  ['は゛か', 'stop'],
  ['は\u3164か', null],
  ['ｌｉｎｅ交換しませんか', 'watch'],
  ['line 交換、バカ', 'stop'],
])('words of the list are found however they are written: %s', (text, act) => {
  expect(wordActIn(text, words)).toBe(act)
})
