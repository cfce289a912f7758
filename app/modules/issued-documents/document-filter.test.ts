import { expect, test } from 'vitest'
import { documentSearchOf } from './document-filter.ts'

const searchOf = (words: Record<string, string>) => documentSearchOf(new URLSearchParams(words))

test.each([
  ['a day that is none', { from: '2026-02-30' }, 'from', '「2026-02-30」：存在しない日付です'],
  ['a word in place of a day', { to: '昨日' }, 'to', '「昨日」：存在しない日付です'],
  ['an end before its beginning', { from: '2026-11-02', to: '2026-11-01' }, 'to', '開始日以後の日'],
  ['a word in place of an amount', { least: '十万' }, 'least', '数字で入力してください'],
  ['a part of a yen', { most: '0.5' }, 'most', '小数は使用できません'],
  ['a most under the least', { least: '5,000', most: '4999' }, 'most', '下限以上の金額'],
] as const)('%s has its sentence, and what was typed is kept', (_, words: Record<string, string>, field, sentence) => {
  const { problems, typed } = searchOf(words)
  expect(Object.keys(problems)).toEqual([field])
  expect(problems[field]).toContain(sentence)
  expect(typed).toMatchObject(words)
})

test('days and amounts are read as users type them; what is empty is no condition', () => {
  const { filter, problems } = searchOf({
    from: '2026/10/01',
    to: '',
    least: '１０，０００円',
    most: ' ',
    name: ' 灯 ',
  })
  expect(problems).toEqual({})
  expect(filter).toEqual({ from: '2026-10-01', to: null, least: 10_000, most: null, name: '灯', kind: null })
})
