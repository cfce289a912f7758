import { expect, test } from 'vitest'
import { type DiffRow, differenceOf } from './page-difference.server.ts'

/** `[ ]` around what changed. */
const written = (rows: DiffRow[]) =>
  rows.map((row) =>
    row.kind === 'skipped'
      ? `… ${row.count}`
      : `${{ same: ' ', added: '+', removed: '-' }[row.kind]} ${row.parts
          .map(({ text, changed }) => (changed ? `[${text}]` : text))
          .join('')}`,
  )

test.each([
  ['nothing', 'あ\nい', 'あ\nい\n', ['… 2']],
  ['a word of a line', '送料は700円です。', '送料は800円です。', ['- 送料は[700]円です。', '+ 送料は[800]円です。']],
  ['a line more', 'あ', 'あ\nい', ['  あ', '+ [い]']],
  ['a line less', 'あ\nい', 'い', ['- [あ]', '  い']],
  ['all of it', '', 'あ', ['+ [あ]']],
])('%s', (_, before, after, rows) => {
  expect(written(differenceOf(before, after))).toEqual(rows)
})

test('far from a change lines are counted, near it they are shown', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `${at}行`)
  const changed = lines.with(10, '変更')
  expect(written(differenceOf(lines.join('\n'), changed.join('\n')))).toEqual([
    '… 8',
    '  8行',
    '  9行',
    '- [10行]',
    '+ [変更]',
    '  11行',
    '  12行',
    '… 7',
  ])
})
