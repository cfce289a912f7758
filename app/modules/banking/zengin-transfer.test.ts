import { readFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { type Transfer, type TransferSender, writeTransferFile } from './zengin-transfer.ts'

const sender: TransferSender = {
  code: '1234567890',
  name: 'ミホンマーケット(カ',
  bankCode: '0001',
  bankName: 'ミズホ',
  branchCode: '100',
  branchName: 'ホンテン',
  type: '1',
  number: '1234567',
}
const transfers: Transfer[] = [
  {
    bankCode: '9900',
    bankName: 'ユウチヨ',
    branchCode: '018',
    branchName: 'ゼロイチハチ',
    type: '1',
    number: '1234567',
    holder: 'ﾐﾎﾝ ﾀﾛｳ',
    yen: 94_580,
    reference: '1',
  },
  {
    bankCode: '0009',
    bankName: 'ミツイスミトモ',
    branchCode: '101',
    branchName: 'オオサカホンテン',
    type: '1',
    number: '0000001',
    holder: 'ｶ)ﾐﾎﾝﾌｱ-ﾑ',
    yen: 1_203_400,
    reference: '2',
  },
]
const on = jstDate('2026-11-30')

function written(given: readonly Transfer[], separator?: 'crlf' | 'none') {
  const file = writeTransferFile({ sender, on, transfers: given }, separator)
  if (!file.ok) throw new Error(file.refusal)
  return file.value
}
const linesOf = (given: readonly Transfer[]) =>
  iconv
    .decode(Buffer.from(written(given).bytes), 'cp932')
    .split('\r\n')
    .slice(0, -1)

test('equals the sample to the byte, with and without line ends', () => {
  const sample = readFileSync(new URL('zengin-sample.utf8.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const records = sample.map((line) => line.padEnd(120))
  expect(Buffer.from(written(transfers).bytes)).toEqual(
    iconv.encode(records.map((line) => `${line}\r\n`).join(''), 'cp932'),
  )
  expect(Buffer.from(written(transfers, 'none').bytes)).toEqual(iconv.encode(records.join(''), 'cp932'))
})

test('every record is 120 bytes, and the trailer counts and adds', () => {
  const lines = linesOf(transfers)
  expect(lines.map((line) => iconv.encode(line, 'cp932').length)).toEqual([120, 120, 120, 120, 120])
  expect(lines.at(-2)?.slice(0, 19)).toBe('8000002000001297980')
})

test('two transfers to one account stay two', () => {
  const [transfer] = transfers
  if (!transfer) throw new Error('no transfer')
  expect(linesOf([transfer, transfer]).filter((line) => line.startsWith('2'))).toHaveLength(2)
})

test('a holder of 31 bytes is cut at 30, and said', () => {
  const [transfer] = transfers
  if (!transfer) throw new Error('no transfer')
  const long = { ...transfer, holder: 'ｱ'.repeat(31) }
  expect(written([transfer, long]).cut).toEqual([1])
  expect(linesOf([long])[1]?.slice(50, 81)).toBe(`${'ｱ'.repeat(30)}0`)
})

test.each([
  ['no transfers', [], '2026-11-30', 'no_transfers'],
  ['zero', [0], '2026-11-30', 'bad_amount'],
  ['below zero', [-1], '2026-11-30', 'bad_amount'],
  ['a part of a yen', [0.5], '2026-11-30', 'bad_amount'],
  ['more than ten digits', [10_000_000_000], '2026-11-30', 'bad_amount'],
  ['a Sunday', [1], '2026-11-29', 'not_bank_day'],
  ['a public holiday', [1], '2026-11-23', 'not_bank_day'],
  ['the end of the year', [1], '2026-12-31', 'not_bank_day'],
  ['the beginning of the year', [1], '2027-01-03', 'not_bank_day'],
])('%s is refused', (_, yens, day, refusal) => {
  const [transfer] = transfers
  if (!transfer) throw new Error('no transfer')
  const given = yens.map((yen) => ({ ...transfer, yen }))
  expect(writeTransferFile({ sender, on: jstDate(day), transfers: given })).toEqual({ ok: false, refusal })
})
