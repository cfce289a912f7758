import { readFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { readBankFile } from './read-bank-file.ts'

const today = jstDate('2026-11-24')
const sample = readFileSync(new URL('../../../tests/data/zengin-03-sample.utf8.txt', import.meta.url), 'utf8')
const lines = sample.split('\n').filter((line) => line !== '')
const [head = '', first = '', second = '', trailer = '', end = ''] = lines

const cp932 = (some: readonly string[], separator = '\r\n', last = separator) =>
  new Uint8Array(iconv.encode(some.join(separator) + last, 'cp932'))
const put = (line: string, place: number, text: string) =>
  line.slice(0, place - 1) + text + line.slice(place - 1 + text.length)
const digits = (n: number, length: number) => String(n).padStart(length, '0')
const kana = (text: string, length: number) => text.padEnd(length, ' ')

function read(some: readonly string[], separator?: string, last?: string) {
  const it = readBankFile(cp932(some, separator, last), today)
  if (!it.ok) throw new Error(it.sentence)
  const { accounts, ...statement } = it.statement
  return { ...statement, accounts: accounts.map(({ rows, ...account }) => ({ ...account, rows: [...rows] })) }
}
const sentence = (bytes: Uint8Array | readonly string[]) => {
  const it = readBankFile(bytes instanceof Uint8Array ? bytes : cp932(bytes), today)
  return it.ok ? 'read' : it.sentence
}

test('every line of the sample has 200 letters, and 200 bytes in Shift_JIS', () => {
  expect(lines.map((line) => [line.length, iconv.encode(line, 'cp932').length])).toEqual(lines.map(() => [200, 200]))
})

test('the sample is read field by field', () => {
  expect(read(lines)).toEqual({
    layout: 'zengin03',
    warnings: [],
    accounts: [
      {
        account: { bank: '0001', branch: '100', number: '1234567' },
        fromOn: '2026-11-02',
        toOn: '2026-11-02',
        days: ['2026-11-02'],
        count: 2,
        rows: [
          {
            on: '2026-11-02',
            valueOn: '2026-11-02',
            yen: 18_286,
            unclearedYen: 0,
            payerKana: 'ｶ)ﾐﾎﾝｼﾖｸﾄﾞｳ',
            text: 'ﾌﾘｺﾐ',
            virtualAccount: '9011234567',
            edi: '',
            nature: 'normal',
            id: null,
            ordinal: 2,
          },
          {
            on: '2026-11-02',
            valueOn: '2026-11-02',
            yen: 114_970,
            unclearedYen: 0,
            payerKana: 'ﾐﾎﾝﾋﾞｽﾄﾛ(ｶ',
            text: 'ﾌﾘｺﾐ',
            virtualAccount: null,
            edi: 'INV-202610',
            nature: 'normal',
            id: null,
            ordinal: 3,
          },
        ],
      },
    ],
  })
})

test.each([
  ['CRLF', '\r\n', '\r\n'],
  ['CRLF, the last one missing', '\r\n', ''],
  ['LF', '\n', '\n'],
  ['nothing', '', ''],
  ['nothing, and an end mark of DOS', '', '\x1a'],
  ['nothing, and a line end after the last', '', '\r\n'],
  ['nothing, a line end and an end mark after the last', '', '\r\n\x1a'],
  ['CRLF, and an end mark on a line of its own', '\r\n', '\r\n\x1a\r\n'],
])('records are separated by %s', (_, separator, last) => {
  expect(read(lines, separator, last)).toEqual(read(lines))
})

test('optional numbers may be blank instead of zero', () => {
  const blank = put(put(put(first, 2, ' '.repeat(8)), 16, ' '.repeat(6)), 37, ' '.repeat(35))
  expect(read([head, blank, second, trailer, end])).toEqual(read(lines))
})

test('the day from which it counts can differ from the day on which it was booked', () => {
  const [row] = read([head, put(first, 16, '081030'), second, trailer, end]).accounts[0]?.rows ?? []
  expect(row).toMatchObject({ on: '2026-11-02', valueOn: '2026-10-30' })
})

test('cheques of other banks and corrections are marked', () => {
  const rows = read([head, put(first, 37, digits(286, 12)), put(second, 23, '19'), trailer, end]).accounts[0]?.rows
  expect(rows?.map(({ unclearedYen, nature }) => [unclearedYen, nature])).toEqual([
    [286, 'normal'],
    [0, 'correction'],
  ])
})

test('money that goes out counts below zero, and has a shorter name', () => {
  const out = put(put(first, 22, '2'), 82, kana('12345678901234567890', 48))
  const sums = `8${digits(1, 6)}${digits(114_970, 13)}${digits(1, 6)}${digits(18_286, 13)}1${digits(1_096_684, 14)}${digits(2, 7)}`
  const [row] = read([head, out, second, sums.padEnd(200), end]).accounts[0]?.rows ?? []
  expect(row).toMatchObject({ yen: -18_286, payerKana: '12345678901234567890' })
})

test('an overdraft: balances below zero', () => {
  const opening = put(put(head, 114, '2'), 116, digits(200_000, 14))
  const closing = put(put(trailer, 40, '2'), 41, digits(66_744, 14))
  expect(read([opening, first, second, closing, end])).toEqual(read(lines))
  expect(sentence([opening, first, second, put(trailer, 41, digits(66_744, 14)), end])).toContain(
    '取引後残高が一致しません',
  )
})

test('several accounts follow each other, and a day without movements has none', () => {
  const other = put(put(head, 42, '200'), 64, '0007654321')
  const nothing = put(put(put(put(trailer, 2, digits(0, 19)), 41, digits(1_000_000, 14)), 55, digits(0, 7)), 1, '8')
  const accounts = read([head, first, second, trailer, other, nothing, put(end, 12, '00002')]).accounts
  expect(accounts.map(({ account, rows }) => [account?.branch, account?.number, rows.length])).toEqual([
    ['100', '1234567', 2],
    ['200', '7654321', 0],
  ])
})

test('an account that begins anew for each day is one account, with the rows of all its days', () => {
  const day = (text: string) => put(put(put(head, 5, text), 11, text), 17, text)
  const next = put(put(first, 10, '081104'), 16, '081104')
  const one = put(put(put(trailer, 2, digits(1, 6)), 8, digits(18_286, 13)), 55, digits(1, 7))
  const sums = put(one, 41, digits(1_018_286, 14))
  const [account, ...others] = read([
    day('081104'),
    next,
    sums,
    day('081102'),
    first,
    sums,
    put(end, 12, '00002'),
  ]).accounts
  expect(others).toEqual([])
  expect(account).toMatchObject({
    fromOn: '2026-11-02',
    toOn: '2026-11-04',
    days: ['2026-11-04', '2026-11-02'],
    count: 2,
  })
  expect(account?.rows.map(({ on, ordinal }) => [on, ordinal])).toEqual([
    ['2026-11-04', 2],
    ['2026-11-02', 5],
  ])
})

test('rows can be read again, each time from the first', () => {
  const it = readBankFile(cp932(lines), today)
  const rows = (it.ok && it.statement.accounts[0]?.rows) || []
  const ordinals = () => [...rows].map(({ ordinal }) => ordinal)
  expect([ordinals(), ordinals()]).toEqual([
    [2, 3],
    [2, 3],
  ])
})

test('amounts that cannot be added are refused with a sentence', () => {
  const row = put(first, 25, '9'.repeat(12))
  const many = Array.from({ length: 9_100 }, () => row)
  expect(sentence([head, ...many, put(trailer, 2, digits(9_100, 6)), end])).toBe('9102行目：金額の合計が大きすぎます。')
})

test('two equal rows are both real', () => {
  const twice = put(put(put(trailer, 8, digits(36_572, 13)), 41, digits(1_036_572, 14)), 55, digits(2, 7))
  expect(read([head, first, first, twice, end]).accounts[0]?.rows.map(({ ordinal }) => ordinal)).toEqual([2, 3])
})

test('the count at the end is counted in two ways: a difference is only said', () => {
  const { warnings, accounts } = read([head, first, second, trailer, put(end, 2, digits(2, 10))])
  expect(accounts[0]?.rows).toHaveLength(2)
  expect(warnings).toEqual(['エンドレコードの件数（2）が、ファイルの行数（5）と異なります。'])
})

test.each<[string, (string | undefined)[], string]>([
  [
    'a record that is too short',
    [head, first.slice(0, 199), second, trailer, end],
    '2行目：1行は200バイトですが、199バイトです',
  ],
  ['spaces that an editor cut off', lines.map((line) => line.trimEnd()), '1行目：1行は200バイトですが'],
  [
    'a count that differs',
    [head, first, second, put(trailer, 2, digits(3, 6)), end],
    '4行目：入金件数が一致しません（ファイルの記載 3件、明細の合計 2件）',
  ],
  [
    'a sum that differs',
    [head, first, second, put(trailer, 8, digits(133_255, 13)), end],
    '4行目：入金額の合計が一致しません',
  ],
  [
    'a closing balance that differs',
    [head, first, second, put(trailer, 41, digits(1, 14)), end],
    '4行目：取引後残高が一致しません',
  ],
  [
    'a number of records that differs',
    [head, first, second, put(trailer, 55, digits(9, 7)), end],
    '4行目：明細の件数が一致しません',
  ],
  [
    'an amount that is no number',
    [head, put(first, 25, '00000001828A'), second, trailer, end],
    '2行目：取引金額（25桁目から12桁）が数字ではありません',
  ],
  ['an amount of zero', [head, put(first, 25, digits(0, 12)), second, trailer, end], '2行目：金額が0円です'],
  [
    'more of other banks than came in',
    [head, put(first, 37, digits(99_999, 12)), second, trailer, end],
    '2行目：うち他店券の金額が、取引金額を超えています',
  ],
  [
    'a direction that does not exist',
    [head, put(first, 22, '3'), second, trailer, end],
    '2行目：入払区分「3」は使用されていません',
  ],
  [
    'a code that does not exist',
    [head, put(first, 23, '17'), second, trailer, end],
    '2行目：取引区分「17」は使用されていません',
  ],
  [
    'a day that does not exist',
    [head, put(first, 10, '080230'), second, trailer, end],
    '2行目：日付「080230」を読み取れません',
  ],
  ['a year of another era', [head, put(first, 10, '281102'), second, trailer, end], '1年以上離れています'],
  [
    'a deposit for a term',
    [put(head, 63, '5'), first, second, trailer, end],
    '1行目：預金種目「5」には対応していません',
  ],
  ['EBCDIC', [put(head, 4, '1'), first, second, trailer, end], '1行目：コード区分がEBCDICです'],
  [
    'a file of transfers',
    [put(head, 2, '21'), first, second, trailer, end],
    '1行目：種別コードが「21」（総合振込）です',
  ],
  ['no trailer', [head, first, second, end], '4行目：トレーラレコードがありません'],
  ['no end', [head, first, second, trailer], '4行目：エンドレコードがないまま'],
  ['a row after the end', [...lines, first], '6行目：エンドレコードの後に行があります'],
  ['two kinds in one file', [head, first, second, trailer, put(head, 2, '01'), end], '5行目：種別コードの異なる口座'],
  [
    'a kind of record that does not exist',
    [head, put(first, 1, '5'), second, trailer, end],
    '2行目：データ区分「5」は使用されていません',
  ],
])('is refused with its line: %s', (_, some, told) => {
  expect(sentence(some.map((line) => line ?? ''))).toContain(told)
})

test('letters that are not of Shift_JIS, and a file of UTF-8, are refused', () => {
  const broken = cp932(lines)
  broken.set([0x81, 0x20], 202 + 81)
  expect(sentence(broken)).toContain('2行目：82桁目からの文字を、シフトJISとして読み取れません')
  expect(sentence(new TextEncoder().encode(lines.join('\r\n')))).toContain('文字コードがシフトJISではありません')
})

test('what is no file of a bank is refused', () => {
  expect(sentence(new Uint8Array())).toBe('ファイルが空です。')
  expect(sentence(new Uint8Array([0x25, 0x50, 0x44, 0x46, 0]))).toContain('銀行の明細ではないファイル')
  expect(sentence(new Uint8Array(24_000_001).fill(0x31))).toContain('大きすぎます')
  expect(sentence(new TextEncoder().encode('hello'))).toContain('列の見出しが')
})

const notices = put(
  `101${'0'}081102081102081102${'0001'}${kana('ﾐｽﾞﾎ', 15)}100${kana('ﾎﾝﾃﾝ', 15)}11234567${kana('ﾐﾎﾝﾏ-ｹﾂﾄ(ｶ', 40)}`.padEnd(
    200,
  ),
  1,
  '1',
)
const noticeOf = (amount: number, { cancelled = ' ', more = '' } = {}) =>
  (
    `2${digits(1, 6)}081102081102${digits(amount, 10)}${digits(0, 10)}9011234567${kana('ｶ)ﾐﾎﾝ', 48)}` +
    `${kana('ﾐﾂｲ', 15)}${kana('ｼﾝｼﾞﾕｸ', 15)}${cancelled}${more}`
  ).padEnd(200)
const noticeSums = (count: number, sum: number, cancelled = 0, cancelledSum = 0) =>
  `8${digits(count, 6)}${digits(sum, 12)}${digits(cancelled, 6)}${digits(cancelledSum, 12)}`.padEnd(200)
const noticeEnd = '9'.padEnd(200)

test('notices of transfers: deposits and their cancellation', () => {
  const { layout, accounts } = read([
    notices,
    noticeOf(5_000, { more: 'S2026-000001' }),
    noticeOf(5_000, { cancelled: '1' }),
    noticeSums(1, 5_000, 1, 5_000),
    noticeEnd,
  ])
  expect(layout).toBe('zengin01')
  expect(accounts[0]?.account).toEqual({ bank: '0001', branch: '100', number: '1234567' })
  expect(accounts[0]?.rows.map((row) => [row.yen, row.nature, row.edi, row.payerKana, row.virtualAccount])).toEqual([
    [5_000, 'normal', 'S2026-000001', 'ｶ)ﾐﾎﾝ', '9011234567'],
    [-5_000, 'cancellation', '', 'ｶ)ﾐﾎﾝ', '9011234567'],
  ])
})

test('notices of form B: amounts of twelve digits', () => {
  const long = noticeOf(0, { more: `${digits(123_456_789_012, 12)}${digits(0, 12)}${kana('S2026-000009', 20)}` })
  const [row] = read([notices, long, noticeSums(1, 123_456_789_012), noticeEnd]).accounts[0]?.rows ?? []
  expect(row).toMatchObject({ yen: 123_456_789_012, edi: 'S2026-000009' })
  expect(sentence([notices, long, noticeSums(1, 5), noticeEnd])).toContain('3行目：金額の合計が一致しません')
})

test('a file of 100,000 rows is read as a whole, and its sums are checked to the yen', () => {
  const record = Buffer.from(cp932([first]))
  const file = (sum: number) => {
    const sums = put(put(put(trailer, 2, digits(100_000, 6)), 8, digits(sum, 13)), 55, digits(100_000, 7))
    const last = put(sums, 41, digits(1_000_000 + sum, 14))
    const rows = Buffer.alloc(record.length * 100_000, record)
    return new Uint8Array(Buffer.concat([cp932([head]), rows, cp932([last, put(end, 2, digits(100_003, 10))])]))
  }
  const it = readBankFile(file(1_828_600_000), today)
  expect(it).toMatchObject({ ok: true, statement: { accounts: [{ count: 100_000 }], warnings: [] } })
  let [count, last] = [0, 0]
  for (const { ordinal } of (it.ok && it.statement.accounts[0]?.rows) || []) [count, last] = [count + 1, ordinal]
  expect([count, last]).toEqual([100_000, 100_001])
  expect(sentence(file(1_828_600_001))).toContain('100002行目：入金額の合計が一致しません')
}, 120_000)

test('a file that is too large, or has too many rows, is refused before it is booked', () => {
  expect(sentence(new Uint8Array(24_000_001).fill(0x31))).toContain('24MBまで')
  const row = Buffer.from(cp932([first]))
  const rows = Buffer.alloc(row.length * 110_001, row)
  expect(sentence(new Uint8Array(Buffer.concat([cp932([head]), rows, cp932([trailer, end])])))).toContain(
    '明細が多すぎます（110000件まで）',
  )
}, 120_000)
