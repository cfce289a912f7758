import { formatDayWithYear } from '#kernel/format.ts'
import { daysBetween, type JstDate, parseJstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'

/** What every file of a bank is read into, whatever its layout. */
export type BankStatement = {
  layout: StatementLayout
  accounts: StatementAccount[]
  /** What the bank wrote in another way than expected, without harm. */
  warnings: string[]
}

export const statementLayoutWord = {
  zengin03: '全銀 入出金取引明細',
  zengin01: '全銀 振込入金通知',
  mufg: '三菱UFJ BizSTATION 入出金明細',
  mufgAll: '三菱UFJ BizSTATION 全明細',
  gmo: 'GMOあおぞらネット銀行',
  sbi: '住信SBIネット銀行（ドコモSMTB）',
  rakuten: '楽天銀行',
  paypay: 'PayPay銀行',
  yucho: 'ゆうちょダイレクト',
  mizuho: 'みずほビジネスWEB',
  anser: 'ANSER（地方銀行）',
} as const
export type StatementLayout = keyof typeof statementLayoutWord

export type StatementAccount = {
  /** As the file names it; null: the file does not say whose it is. */
  account: NamedAccount | null
  fromOn: JstDate
  toOn: JstDate
  /** On which its rows are, each once. */
  days: JstDate[]
  count: number
  /** In the order of the file. Of a large file each time read anew: in memory they are several times its size. */
  rows: Iterable<StatementRow>
}

/** Of the bank only the digits: `0001`, `100`, `1234567`. An account of eight to ten digits keeps them. */
export type NamedAccount = { bank: string; branch: string; number: string }

export type StatementRow = {
  /** 勘定日: the day on which the bank booked it. */
  on: JstDate
  /** 起算日: the day from which it counts. */
  valueOn: JstDate
  /** Above zero: came in; below: went out. */
  yen: Yen
  /** The part in cheques of other banks (他店券), which can still be dishonoured. */
  unclearedYen: Yen
  payerKana: string
  text: string
  /** Branch and number of ten digits. */
  virtualAccount: string | null
  edi: string
  nature: 'normal' | 'correction' | 'cancellation'
  /** Unique within the account; null: the layout has none. */
  id: string | null
  /** The line, or the record, in the file; from 1. */
  ordinal: number
}

/** A file that cannot be read: nothing of it counts. `line`: null if it is the file as a whole. */
export type ReadStatement =
  | { ok: true; statement: BankStatement }
  | { ok: false; line: number | null; sentence: string }

/** Thrown by the readers, and caught where they begin. */
export class UnreadableFile extends Error {
  readonly line: number | null
  constructor(line: number | null, sentence: string) {
    super(sentence)
    this.line = line
  }
}

export function readOrRefuse(read: () => BankStatement): ReadStatement {
  try {
    return { ok: true, statement: read() }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { line, message } = error
    return { ok: false, line, sentence: line === null ? message : `${line}行目：${message}` }
  }
}

/** What is refused before a file is read. A month of a large market has about 100,000 rows of 200 bytes. */
export const mostStatementBytes = 24_000_000
export const mostStatementRows = 110_000

/** The sum is too large to be added exactly, or larger than any account can have. */
export const sumTooLarge = '金額の合計が大きすぎます。'

export const wrongLetters =
  '文字コードがシフトJISではありません。UTF-8で保存し直したファイルは読み込めません。銀行からダウンロードしたファイルを、開かずにそのまま選択してください。'

/**
 * UTF-8 with letters of three bytes, as those of Japan are: two of half-width kana can look like UTF-8 by chance, but never
 * like three bytes.
 */
export function isUtf8(bytes: Uint8Array): boolean {
  let possible = false
  for (let at = 0; at < bytes.length && !possible; at++) possible = ((bytes[at] ?? 0) & 0xf0) === 0xe0
  if (!possible) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** A day of a file; one more than a year away from the upload is refused instead of guessing an era. */
export function plausibleDay(text: string, written: string, today: JstDate, line: number): JstDate {
  const day = parseJstDate(text)
  if (!day) throw new UnreadableFile(line, `日付「${written}」を読み取れません。`)
  if (Math.abs(daysBetween(day, today)) > 366)
    throw new UnreadableFile(line, `日付「${written}」（${formatDayWithYear(day)}）は、今日から1年以上離れています。`)
  return day
}

/** `081102` is 2026-11-02: the era is not written, and Reiwa 1 was 2019. */
export const reiwaDay = (digits: string, today: JstDate, line: number): JstDate =>
  plausibleDay(`${Number(digits.slice(0, 2)) + 2018}-${digits.slice(2, 4)}-${digits.slice(4, 6)}`, digits, today, line)

/** The same for a file with many rows of a few days: each day is read once. */
export function reiwaDays(today: JstDate): (digits: string, line: number) => JstDate {
  const known = new Map<string, JstDate>()
  return (digits, line) => {
    const day = known.get(digits) ?? reiwaDay(digits, today, line)
    known.set(digits, day)
    return day
  }
}

/** Ten digits, branch and number; zeros alone are no account. */
export const virtualAccountIn = (code: string): string | null =>
  /^\d{10}$/.test(code) && !/^0+$/.test(code) ? code : null

/** The digits of an account without the zeros that fill a longer field. */
export const accountDigits = (digits: string): string => digits.replace(/^0+(?=\d{7})/, '')
