import { expect, test } from 'vitest'
import { gradeExplained } from './grade-labels.ts'

test.each([
  ['秀 L', ['秀', 'L']],
  ['特秀 18玉', ['特秀', '18玉']],
  ['優・2L', ['優', '2L']],
  ['B品', ['B品']],
  ['訳あり', ['訳あり']],
  ['LL', ['LL']],
  ['朝どり', []],
  ['', []],
  ['XLサイズ', []],
])('%j is explained by %j', (grade, words) => {
  expect(gradeExplained(grade).map((said) => said.split('：')[0])).toEqual(words)
})
