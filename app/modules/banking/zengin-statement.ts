import { formatYen } from '#kernel/format.ts'
import { earlierDay, type JstDate, laterDay } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import {
  accountDigits,
  type BankStatement,
  isUtf8,
  mostStatementRows,
  type ReadStatement,
  readOrRefuse,
  reiwaDays,
  type StatementAccount,
  type StatementRow,
  sumTooLarge,
  UnreadableFile,
  virtualAccountIn,
  wrongLetters,
} from './bank-statement.ts'
import { latin, records, type ZenginRecord } from './zengin-record.ts'

/**
 * The files of 全銀協 about money that came in: 入出金取引明細 (種別 03) and 振込入金通知 (種別 01). Records of 200 bytes, one letter
 * of JIS X 0201 a byte, with CRLF, LF or nothing between them. A field is a place in bytes.
 *
 * Source: 全銀協 標準フォーマット (the sheets of the banks that offer it). That the years are those of Reiwa is not written in
 * the file.
 */
export const readZenginStatement = (bytes: Uint8Array, today: JstDate): ReadStatement =>
  readOrRefuse(() => read(bytes, today))

/** Whether a file begins like a header of 全銀: 1, two digits, and the code 0 or 1. */
export const looksLikeZengin = (bytes: Uint8Array): boolean => /^1\d\d[01]\d{6}/.test(latin(bytes.subarray(0, 10)))

type Kind = '03' | '01'

/** An account that is being read: its header has come, its trailer has not. */
type Open = Pick<StatementAccount, 'fromOn' | 'toOn'> & {
  account: NonNullable<StatementAccount['account']>
  openingYen: number
  days: Set<JstDate>
  /** What came in, and what went out or was cancelled. */
  plus: Sum
  minus: Sum
  /** Its rows, read anew. */
  rows: Iterable<StatementRow>
}
type Sum = { count: number; yen: number }

function read(bytes: Uint8Array, today: JstDate): BankStatement {
  if (isUtf8(bytes)) throw new UnreadableFile(null, wrongLetters)
  const accounts: StatementAccount[] = []
  const warnings: string[] = []
  let kind: Kind | null = null
  let open: Open | null = null
  let ended = false
  let count = 0
  const dayOf = reiwaDays(today)
  for (const record of records(bytes)) {
    count += 1
    if (ended) throw record.wrong('エンドレコードの後に行があります。')
    switch (record.kind) {
      case '1': {
        if (open) throw record.wrong('トレーラレコードのないまま、次の口座が始まっています。')
        const here = kindOf(record)
        if (kind && here !== kind) throw record.wrong('種別コードの異なる口座が混在しています。')
        kind = here
        open = { ...header(record, kind, dayOf), rows: rowsFrom(bytes, record.next, kind, dayOf) }
        break
      }
      case '2': {
        if (!open || !kind) throw record.wrong('ヘッダレコードより前に明細があります。')
        if (count > mostStatementRows) throw record.wrong(`明細が多すぎます（${mostStatementRows}件まで）。`)
        const row = rowOf(record, kind, dayOf)
        const sum = row.yen > 0 ? open.plus : open.minus
        sum.count += 1
        sum.yen += Math.abs(row.yen)
        open.days.add(row.on)
        break
      }
      case '8': {
        if (!open || !kind) throw record.wrong('ヘッダレコードより前にトレーラレコードがあります。')
        if (kind === '03') checkMovements(record, open)
        else checkNotices(record, open)
        const { account, fromOn, toOn, days, plus, minus, rows } = open
        accounts.push({ account, fromOn, toOn, days: [...days], count: plus.count + minus.count, rows })
        open = null
        break
      }
      case '9': {
        if (open) throw record.wrong('トレーラレコードがありません。')
        ended = true
        if (kind === '03') checkEnd(record, count, accounts.length, warnings)
        break
      }
      default:
        throw record.wrong(`データ区分「${record.raw(1, 1)}」は使用されていません（1・2・8・9のいずれか）。`)
    }
  }
  if (!kind) throw new UnreadableFile(null, 'ファイルに記録がありません。')
  if (open) throw new UnreadableFile(count, 'トレーラレコードがないまま、ファイルが終わっています。')
  if (!ended) throw new UnreadableFile(count, 'エンドレコードがないまま、ファイルが終わっています。')
  return { layout: kind === '03' ? 'zengin03' : 'zengin01', accounts: joined(accounts), warnings }
}

/** Where a bank begins an account anew, for each day, its parts are one. */
function joined(accounts: readonly StatementAccount[]): StatementAccount[] {
  const whole = new Map<string, StatementAccount>()
  for (const part of accounts) {
    const key = JSON.stringify(part.account)
    const before = whole.get(key)
    whole.set(key, before ? both(before, part) : part)
  }
  return [...whole.values()]
}

const both = (one: StatementAccount, other: StatementAccount): StatementAccount => ({
  account: one.account,
  fromOn: earlierDay(one.fromOn, other.fromOn),
  toOn: laterDay(one.toOn, other.toOn),
  days: [...new Set([...one.days, ...other.days])],
  count: one.count + other.count,
  rows: {
    *[Symbol.iterator]() {
      yield* one.rows
      yield* other.rows
    },
  },
})

const otherKinds: Readonly<Record<string, string>> = {
  '11': '給与振込',
  '12': '賞与振込',
  '21': '総合振込',
  '91': '口座振替',
}

function kindOf(record: ZenginRecord): Kind {
  const kind = record.raw(2, 2)
  if (kind !== '03' && kind !== '01') {
    const word = otherKinds[kind]
    throw record.wrong(
      `種別コードが「${kind}」${word ? `（${word}）` : ''}です。入出金取引明細（03）または振込入金通知（01）のファイルを選択してください。`,
    )
  }
  if (record.raw(4, 1) === '1') throw record.wrong('コード区分がEBCDICです。JISのファイルを取得してください。')
  return kind
}

type DayOf = ReturnType<typeof reiwaDays>

const rowOf = (record: ZenginRecord, kind: Kind, dayOf: DayOf): StatementRow =>
  kind === '03' ? movement(record, dayOf) : notice(record, dayOf)

/** The rows of an account, from its first to its trailer, as often as they are asked for. */
const rowsFrom = (
  bytes: Uint8Array,
  first: ZenginRecord['next'],
  kind: Kind,
  dayOf: DayOf,
): Iterable<StatementRow> => ({
  *[Symbol.iterator]() {
    for (const record of records(bytes, first)) {
      if (record.kind !== '2') return
      yield rowOf(record, kind, dayOf)
    }
  },
})

function header(record: ZenginRecord, kind: Kind, dayOf: DayOf): Omit<Open, 'rows'> {
  dayOf(record.digits(5, 6, '作成日'), record.line)
  const fromOn = dayOf(record.digits(11, 6, '勘定日（自）'), record.line)
  const toOn = dayOf(record.digits(17, 6, '勘定日（至）'), record.line)
  if (fromOn > toOn) throw record.wrong('勘定日の始めが終わりより後になっています。')
  const bank = record.digits(23, 4, '銀行番号')
  const branch = record.digits(42, 3, '支店番号')
  const typeAt = kind === '03' ? 63 : 60
  const type = record.raw(typeAt, 1)
  if (!['1', '2', '4'].includes(type))
    throw record.wrong(`預金種目「${type}」には対応していません（普通・当座・貯蓄の口座のみ）。`)
  const number = kind === '03' ? record.digits(typeAt + 1, 10, '口座番号') : record.digits(typeAt + 1, 7, '口座番号')
  const openingYen = kind === '03' ? balance(record, 114, 116) : 0
  const account = { bank, branch, number: accountDigits(number) }
  const [plus, minus] = [
    { count: 0, yen: 0 },
    { count: 0, yen: 0 },
  ]
  return { account, fromOn, toOn, openingYen, days: new Set(), plus, minus }
}

/** A balance with its 貸越区分 before it: 2 is an overdraft. */
function balance(record: ZenginRecord, signAt: number, at: number): number {
  const sign = record.raw(signAt, 1)
  if (!['1', '2', ' ', '0'].includes(sign)) throw record.wrong(`貸越区分「${sign}」は使用されていません（1または2）。`)
  const amount = record.number(at, 14, '残高')
  return sign === '2' ? -amount : amount
}

/** A record of 03. */
function movement(record: ZenginRecord, dayOf: DayOf): StatementRow {
  const direction = record.raw(22, 1)
  if (direction !== '1' && direction !== '2')
    throw record.wrong(`入払区分「${direction}」は使用されていません（1：入金、2：出金）。`)
  const code = record.digits(23, 2, '取引区分')
  const known = ['10', '11', '12', '13', '14', '15', '18', '19']
  if (!known.includes(code)) throw record.wrong(`取引区分「${code}」は使用されていません。`)
  const amount = positive(record, record.number(25, 12, '取引金額'))
  const incoming = direction === '1'
  return {
    ...days(record, 10, 16, dayOf),
    yen: yen(incoming ? amount : -amount),
    unclearedYen: uncleared(record, record.number(37, 12, 'うち他店券金額'), amount),
    payerKana: record.text(82, incoming ? 48 : 20),
    text: record.text(160, 20),
    virtualAccount: virtualAccountIn(record.raw(72, 10)),
    edi: record.text(180, 20),
    nature: code === '19' ? 'correction' : 'normal',
    id: null,
    ordinal: record.line,
  }
}

/** A record of 01: form A, or B with amounts of twelve digits. */
function notice(record: ZenginRecord, dayOf: DayOf): StatementRow {
  const long = /^\d{24}$/.test(record.raw(129, 24))
  const second = long ? record.number(129, 12, '金額2') : 0
  const secondUncleared = long ? record.number(141, 12, '他店券金額2') : 0
  const amount = positive(record, record.number(20, 10, '金額') || second)
  const cancelled = record.raw(128, 1) === '1'
  return {
    ...days(record, 8, 14, dayOf),
    yen: yen(cancelled ? -amount : amount),
    unclearedYen: uncleared(record, record.number(30, 10, 'うち他店券金額') || secondUncleared, amount),
    payerKana: record.text(50, 48),
    text: '',
    virtualAccount: virtualAccountIn(record.raw(40, 10)),
    edi: long ? record.text(153, 20) : record.text(129, 20),
    nature: cancelled ? 'cancellation' : 'normal',
    id: null,
    ordinal: record.line,
  }
}

function days(record: ZenginRecord, bookedAt: number, valueAt: number, dayOf: DayOf) {
  const on = dayOf(record.digits(bookedAt, 6, '勘定日'), record.line)
  const value = record.digits(valueAt, 6, '起算日')
  return { on, valueOn: value === '000000' ? on : dayOf(value, record.line) }
}

function positive(record: ZenginRecord, amount: number): number {
  if (amount === 0) throw record.wrong('金額が0円です。')
  return amount
}

function uncleared(record: ZenginRecord, part: number, amount: number) {
  if (part > amount) throw record.wrong('うち他店券の金額が、取引金額を超えています。')
  return yen(part)
}

/** Says which sum differs, as the file has it and as its rows add up. */
function same(record: ZenginRecord, what: string, said: number, counted: number, money: boolean): void {
  if (said === counted) return
  if (!Number.isSafeInteger(counted)) throw record.wrong(sumTooLarge)
  const word = (n: number) => (money ? formatYen(yen(n)) : `${n}件`)
  throw record.wrong(`${what}が一致しません（ファイルの記載 ${word(said)}、明細の合計 ${word(counted)}）。`)
}

function checkMovements(record: ZenginRecord, { plus, minus, openingYen }: Open): void {
  same(record, '入金件数', record.number(2, 6, '入金件数'), plus.count, false)
  same(record, '入金額の合計', record.number(8, 13, '入金額合計'), plus.yen, true)
  same(record, '出金件数', record.number(21, 6, '出金件数'), minus.count, false)
  same(record, '出金額の合計', record.number(27, 13, '出金額合計'), minus.yen, true)
  same(record, '取引後残高', balance(record, 40, 41), openingYen + plus.yen - minus.yen, true)
  same(record, '明細の件数', record.number(55, 7, 'データレコード件数'), plus.count + minus.count, false)
}

function checkNotices(record: ZenginRecord, { plus, minus }: Open): void {
  same(record, '件数', record.number(2, 6, '件数'), plus.count, false)
  same(record, '金額の合計', record.number(8, 12, '金額合計'), plus.yen, true)
  same(record, '取消件数', record.number(20, 6, '取消件数'), minus.count, false)
  same(record, '取消金額の合計', record.number(26, 12, '取消金額合計'), minus.yen, true)
}

/** Banks count the records in two ways: a difference is said, and refuses nothing. */
function checkEnd(record: ZenginRecord, count: number, accounts: number, warnings: string[]): void {
  const said = record.number(2, 10, 'レコード総件数')
  const saidAccounts = record.number(12, 5, '口座数')
  if (said !== count) warnings.push(`エンドレコードの件数（${said}）が、ファイルの行数（${count}）と異なります。`)
  if (saidAccounts !== accounts)
    warnings.push(`エンドレコードの口座数（${saidAccounts}）が、ファイルの口座数（${accounts}）と異なります。`)
}
