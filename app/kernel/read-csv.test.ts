import { expect, test } from 'vitest'
import { csvLine, csvStart } from './csv.ts'
import { parseCsv, parseCsvLines, readCsv } from './read-csv.ts'

test.each([
  [
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"a,""b""",c', [['a,"b"', 'c']]],
  ['"line\none",b', [['line\none', 'b']]],
  [
    'a,,c\n,,\n\nd,e,f',
    [
      ['a', '', 'c'],
      ['d', 'e', 'f'],
    ],
  ],
  ['\uFEFF番号,名前', [['番号', '名前']]],
  ['a\tb', [['a', 'b']]],
  ['', []],
])('%j', (text, rows) => {
  expect(parseCsv(text)).toEqual(rows)
})

test('what was written is read again, the harmless apostrophe gone', () => {
  const cells = ['=HYPERLINK("x")', '-5', "'quoted", 'a"b', 'plain', '＝式']
  expect(parseCsv(csvStart + csvLine(cells))).toEqual([cells])
})

test('what Excel in Japan writes is read, too', () => {
  const shiftJis = Uint8Array.of(0x90, 0x6c, 0x8e, 0x51, 0x2c, 0x31) // 人参,1
  expect(readCsv(shiftJis)).toEqual([['人参', '1']])
  expect(readCsv(new TextEncoder().encode('人参,1'))).toEqual([['人参', '1']])
})

test('rows keep the number that a spreadsheet shows beside them', () => {
  expect(parseCsvLines('a\n\n"b\nb"\n,,\nc').map(({ line, cells }) => [line, ...cells])).toEqual([
    [1, 'a'],
    [3, 'b\nb'],
    [5, 'c'],
  ])
})
