import { expect, test } from 'vitest'
import { type CsvCell, csvLine, csvStart } from './csv.ts'

test.each<[string, CsvCell, string]>([
  ['words', '鮨処いそべ', '鮨処いそべ'],
  ['a number', 2680, '2680'],
  ['a negative number stays a number', -120, '-120'],
  ['a moment, with its year', new Date('2025-12-31T14:59:00Z'), '2025/12/31 23:59'],
  ['what is no number is blank', Number.NaN, ''],
  ['nothing', null, ''],
  ['an empty text', '', ''],
  ['a comma', '東京,大阪', '"東京,大阪"'],
  ['a quotation mark', '"旬"', '"""旬"""'],
  ['two lines', '一行目\n二行目', '"一行目\n二行目"'],
  ['a number with a leading zero stays text', '0312345678', '0312345678'],
  ['a formula', '=1+1', `"'=1+1"`],
  ['a link', '=HYPERLINK("http://evil.example","押す")', `"'=HYPERLINK(""http://evil.example"",""押す"")"`],
  ['a plus', '+81312345678', `"'+81312345678"`],
  ['a minus', '-2+3', `"'-2+3"`],
  ['an at sign', '@SUM(A1:A9)', `"'@SUM(A1:A9)"`],
  ['a full-width formula', '＝1+1', `"'＝1+1"`],
  ['a formula behind blanks', '  =1+1', `"'  =1+1"`],
  ['a formula behind a tab', '\t=1+1', `"'\t=1+1"`],
  ['a formula behind a line end', '\r=1+1', `"'\r=1+1"`],
  ['a formula behind a full-width blank', '　=1+1', `"'　=1+1"`],
  ['a minus within', '162-0825', '162-0825'],
])('%s', (_, cell, expected) => {
  expect(csvLine([cell])).toBe(`${expected}\r\n`)
})

test('cells are joined by commas, lines end as Excel wants, and the file says that it is UTF-8', () => {
  expect(csvLine(['番号', 1, null, 'あ'])).toBe('番号,1,,あ\r\n')
  expect(new TextEncoder().encode(csvStart)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
})
