import { expect, test } from 'vitest'
import { missingInIntro, storyOf } from './intro.ts'

test('the answers are one story, in the order of the questions', () => {
  expect(storyOf({ word: 'どうぞ', beginning: ' 祖父から ', soil: '' })).toBe('祖父から\n\nどうぞ')
})

test.each([
  [{}, 'beginning'],
  [{ beginning: '祖父から' }, 'soil'],
  [{ beginning: '祖父から', word: '  ' }, 'soil'],
  [{ beginning: '祖父から', word: 'どうぞ' }, undefined],
  [{ beginning: 'あ'.repeat(301), word: 'どうぞ' }, 'beginning'],
])('%j: what is missing is %s', (answers, question) => {
  expect(missingInIntro(answers)?.question).toBe(question)
})
