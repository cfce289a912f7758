import { expect, test } from 'vitest'
import { csvLine } from '#kernel/csv.ts'
import { grams } from '#kernel/grams.ts'
import { newId } from '#kernel/ids.ts'
import { parseCsvLines } from '#kernel/read-csv.ts'
import { csvColumns, valuesIn } from './product.ts'
import { goodsCsvCells, goodsCsvHead, readGoodsCsv } from './product-csv.ts'

const id = newId<'product'>()
const linesOf = (rows: readonly string[][]) => rows.map((cells, index) => ({ line: index + 1, cells }))
/** What a file does not fill in comes back as empty. */
const values = valuesIn({
  ...Object.fromEntries(Object.keys(csvColumns).map((column) => [column, ''])),
  name: '=1+1 人参',
  item: '人参',
  kana: 'ニンジン',
  category: 'root',
  method: 'conventional',
  catchWeight: false,
  unitLabel: '箱',
  netGrams: grams(5_000),
  packLabel: '5kg箱',
  temperature: 'chilled',
  priceYen: 1_500,
  taxKind: 'food',
  minQty: 1,
  orderStep: 1,
  maxQty: 99,
  stock: 20,
  seasonMonths: [1, 11, 12],
  description: '甘い',
})

test('what is written out comes back as it was', () => {
  const file = csvLine(goodsCsvHead) + csvLine(goodsCsvCells({ id, values }))
  expect(file).toContain('"\'=1+1 人参"')
  expect(readGoodsCsv(parseCsvLines(file))).toEqual({
    ok: true,
    rows: [{ line: 2, id, values, stockSeen: '20' }],
  })
})

test.each([
  [[], 'データがありません'],
  [[['価格（税抜）', '在庫']], '見出しがありません'],
  [[['商品名'], ...Array.from({ length: 10_001 }, () => ['人参'])], '10,000行まで'],
])('a file that cannot be taken: %#', (cells, sentence) => {
  const read = readGoodsCsv(linesOf(cells))
  expect(read.ok ? '' : read.sentence).toContain(sentence)
})

test('only the columns that are there are said, in any order; wrong numbers have their line', () => {
  const read = readGoodsCsv(
    linesOf([
      ['在庫', '番号', 'わからない列'],
      ['12', id, 'x'],
      ['3', 'abc', ''],
      ['4', id, ''],
      ['5', '', ''],
    ]),
  )
  expect(read).toEqual({
    ok: true,
    rows: [
      { line: 2, id, values: { stock: 12 } },
      { line: 3, wrong: expect.stringContaining('番号を読み取れません') },
      { line: 4, wrong: expect.stringContaining('同じ番号') },
      { line: 5, id: null, values: { stock: 5 } },
    ],
  })
})

test.each([
  ['11・12・1', [1, 11, 12]],
  ['１１月、１２月', [11, 12]],
  ['', ''],
])('the months %s are %j', (said, months) => {
  const read = readGoodsCsv(
    linesOf([
      ['商品名', '出荷できる月'],
      ['人参', said],
    ]),
  )
  expect(read.ok && read.rows[0] && 'values' in read.rows[0] ? read.rows[0].values.seasonMonths : null).toEqual(months)
})

test('a file with the headings and words of before the change is read as one of today', () => {
  const cells = [id, '人参', '人参', '慣行栽培', '5', '1500', '2', '11', '甘い']
  const before = [
    '番号',
    '商品名',
    '何の品',
    '作り方',
    '中身kg',
    '値段（税抜）',
    '少ない数',
    '出せる月',
    'ひとこと',
    '売り方',
  ]
  const today = [
    '番号',
    '商品名',
    '品目',
    '栽培方法',
    '内容量kg',
    '価格（税抜）',
    '最小注文数',
    '出荷できる月',
    'メッセージ',
    '販売方法',
  ]
  const read = readGoodsCsv(linesOf([before, [...cells, '決まった重さ']]))
  expect(read).toMatchObject({ ok: true, rows: [{ id }] })
  expect(read).toEqual(readGoodsCsv(linesOf([today, [...cells, '定貫']])))
})
