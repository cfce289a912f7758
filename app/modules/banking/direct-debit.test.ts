import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { type DebitRequest, debitResultRefusalText, readDebitResult, writeDebitRequest } from './direct-debit.ts'
import { bytesToText } from './fixed-width.ts'

const collector = {
  code: '1234567890',
  name: 'ミホンマーケット(カ',
  bankCode: '0001',
  bankName: 'ミズホ',
  branchCode: '100',
  branchName: 'ホンテン',
  type: '1',
  number: '1234567',
} as const
const debit = (customer: string, yen: number): DebitRequest => ({
  bankCode: '0005',
  bankName: 'ミツビシユーエフジエイ',
  branchCode: '001',
  branchName: 'ホンテン',
  type: '1',
  number: '7654321',
  holder: 'ﾐﾎﾝｼﾖｸﾄﾞｳ',
  yen,
  isNew: 'first',
  customer,
})
const on = jstDate('2026-11-27')

function request(debits: readonly DebitRequest[]): string {
  const file = writeDebitRequest({ collector, on, debits })
  if (!file.ok) throw new Error(file.refusal)
  return bytesToText(file.value) ?? ''
}

/** What the bank makes of our request: the outcome of each row, and its sums. */
function resultOf(text: string, outcomes: readonly string[], sums: string): string {
  const lines = text.split('\r\n')
  return lines
    .map((line, at) => (line.startsWith('2') ? line.slice(0, 111) + (outcomes[at - 1] ?? '') + line.slice(112) : line))
    .map((line) => (line.startsWith('8') ? line.slice(0, 19) + sums + line.slice(55) : line))
    .join('\r\n')
}
const asBytes = (text: string) =>
  Uint8Array.from(text, (c) => (c < '\x80' ? c.charCodeAt(0) : c.charCodeAt(0) - 0xfec0))

const two = [debit('11', 1_000), debit('12', 2_500)]
const good = () => resultOf(request(two), ['0', '1'], '000001000000001000000001000000002500')

test('a request has records of 120 bytes and the sums', () => {
  const lines = request(two).split('\r\n').slice(0, -1)
  expect(lines.map(({ length }) => length)).toEqual([120, 120, 120, 120, 120])
  expect(lines[0]).toMatch(/^19101234567890ﾐﾎﾝﾏ-ｹﾂﾄ\(ｶ +11270001ﾐｽﾞﾎ +100ﾎﾝﾃﾝ +11234567 {17}$/)
  expect(lines[1]).toMatch(/^20005ﾐﾂﾋﾞｼﾕ-ｴﾌｼﾞ.* 17654321ﾐﾎﾝｼﾖｸﾄﾞｳ {21}00000010001000000000000000000110 {8}$/)
  expect(lines[3]).toMatch(/^8000002000000003500000000000000000000000000000000000000 {65}$/)
})

test('the result says who paid and why not', () => {
  expect(readDebitResult(asBytes(good()))).toEqual({
    ok: true,
    value: {
      collector: '1234567890',
      on: '1127',
      rows: [
        { customer: '00000000000000000011', yen: 1_000, outcome: 'paid' },
        { customer: '00000000000000000012', yen: 2_500, outcome: 'short' },
      ],
    },
  })
})

test.each([
  ['without line ends', (text: string) => text.replaceAll('\r\n', '')],
  ['with LF', (text: string) => text.replaceAll('\r\n', '\n')],
  ['with an end mark of DOS', (text: string) => `${text}\x1a`],
  ['with a line end after the last record alone', (text: string) => `${text.replaceAll('\r\n', '')}\r\n`],
  ['without the last line end', (text: string) => text.trimEnd().padEnd(4 * 122 + 120)],
])('a file %s is read', (_, changed) => {
  expect(readDebitResult(asBytes(changed(good())))).toMatchObject({ ok: true })
})

test.each([
  ['our own request', () => asBytes(request(two)), 'own_request'],
  ['a letter that is none', () => Uint8Array.from([...asBytes(good()), 0x81, 0x40]), 'bad_letters'],
  ['a short record', () => asBytes(good().replace('ﾐﾎﾝｼﾖｸﾄﾞｳ', 'ﾐﾎﾝ')), 'bad_length'],
  ['nothing', () => new Uint8Array(), 'bad_length'],
  ['a transfer file', () => asBytes(good().replace('191', '121')), 'not_debit'],
  ['no trailer', () => asBytes(good().replace('\r\n8', '\r\n2')), 'bad_order'],
  ['a wrong count', () => asBytes(good().replace('\r\n8000002', '\r\n8000003')), 'bad_sums'],
  ['a wrong sum', () => asBytes(good().replace('000000003500', '000000003501')), 'bad_sums'],
  [
    'another sum of what was paid',
    () => asBytes(resultOf(request(two), ['0', '1'], '000001000000002500000001000000001000')),
    'bad_sums',
  ],
  [
    'fewer outcomes than rows',
    () => asBytes(resultOf(request(two), ['0', '1'], '000001000000001000000000000000000000')),
    'bad_sums',
  ],
] as const)('%s is refused', (_, bytes, refusal) => {
  expect(readDebitResult(bytes())).toEqual({ ok: false, refusal })
  expect(debitResultRefusalText(refusal)).toMatch(/。$/)
})

test.each([
  [[], '2026-11-27', 'no_debits'],
  [[debit('1', 0)], '2026-11-27', 'bad_amount'],
  [[debit('1', 1)], '2026-11-28', 'not_bank_day'],
])('a request of %j on %s is refused', (debits, day, refusal) => {
  expect(writeDebitRequest({ collector, on: jstDate(day), debits })).toEqual({ ok: false, refusal })
})
