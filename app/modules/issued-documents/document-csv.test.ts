import { expect, test } from 'vitest'
import { yen } from '#kernel/yen.ts'
import {
  aDeliverySlip,
  anInvoice,
  aPaper,
  aPrintedSlip,
  aReceipt,
  aStatement,
} from '../../../tests/factories/papers.ts'
import type { DocumentContent } from './document-content.ts'
import { documentCsv } from './document-csv.ts'
import { entriesOf } from './slip-entries.ts'

const rowsOf = (content: DocumentContent) =>
  documentCsv(aPaper(content))
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((row) => row.split(','))
const amountAt = 18

test.each([
  ['an invoice', anInvoice(), anInvoice().periodYen],
  ['a statement', aStatement(), aStatement().netYen],
  ['a receipt', aReceipt(), aReceipt().yen],
  [
    'a receipt with an unregistered farm and a fee of cancellation',
    { ...aReceipt(), yen: yen(30_286), unregisteredYen: yen(10_000), untaxedYen: yen(2_000) },
    30_286,
  ],
  ['a receipt of a part', { ...aReceipt(), yen: yen(20_000) }, 20_000],
  ['a delivery slip', aDeliverySlip(), aDeliverySlip().totalYen],
])('the amounts of %s add up to its total', (_, content, total) => {
  expect(rowsOf(content).reduce((sum, row) => sum + Number(row[amountAt]), 0)).toBe(total)
})

test('a line has its day with the year, its weight and its rate', () => {
  expect(rowsOf(anInvoice())[1]).toEqual([
    'S2026-000012',
    '請求書',
    '2026-11-01',
    '株式会社畝と皿',
    'T7000012050002',
    'ビストロ灯 & 辻\u{E0100}本店',
    '売上',
    '2026-10-24',
    '2026-10-24',
    '261024-00012-1',
    '佐藤農園',
    'T9234567890123',
    '本店厨房',
    '黒毛和牛ランプ（不定貫）',
    '1',
    '本',
    '2685',
    '1980',
    '5316',
    '8',
    '※',
  ])
})

test('the lines of a slip are the base of its tax, per rate', () => {
  const fee = { kind: 'cancel_fee', lines: [], freightYen: yen(0), perRate: [], untaxedYen: yen(1_000) } as const
  expect(entriesOf({ ...fee, lines: [], perRate: [] }).map(({ name, yen }) => [name, yen])).toEqual([
    ['取消料（不課税）', 1_000],
  ])
  expect(entriesOf(aPrintedSlip()).map(({ kind, taxPercent, yen }) => [kind, taxPercent, yen])).toEqual([
    ['goods', 8, 9_884],
    ['goods', 8, 5_316],
    ['freight', 10, 1_700],
  ])
  const corrected = { ...aPrintedSlip(), lines: [], freightYen: yen(0), reason: '単価の誤り' }
  expect(entriesOf(corrected).map(({ kind, name, taxPercent, yen }) => [kind, name, taxPercent, yen])).toEqual([
    ['correction', '単価の誤り', 8, 15_200],
    ['correction', '単価の誤り', 10, 1_700],
  ])
})
