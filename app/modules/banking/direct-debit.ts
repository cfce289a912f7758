import type { JstDate } from '#kernel/jst.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { isBankHoliday } from './bank-days.ts'
import { withoutFileEnd } from './file-end.ts'
import { bytesToText, digits, letters, monthAndDay, recordsOf, recordsToBytes, spaces } from './fixed-width.ts'
import type { TransferAccount, TransferSender } from './zengin-transfer.ts'

export type DebitRequest = TransferAccount & {
  holder: string
  yen: number
  /** Whether the bank has seen this account before, or it is another one of the customer. */
  isNew: 'first' | 'changed' | 'known'
  /** 顧客番号, up to twenty digits: by it the result is known again. */
  customer: string
}

export type DebitRequestRefusal = 'no_debits' | 'bad_amount' | 'not_bank_day'

const newCode = { known: '0', first: '1', changed: '2' } as const

/** 口座振替 (種別 91): what our bank shall collect. */
export function writeDebitRequest({
  collector,
  on,
  debits,
}: {
  collector: TransferSender
  on: JstDate
  debits: readonly DebitRequest[]
}): Result<Uint8Array, DebitRequestRefusal> {
  if (debits.length === 0) return refuse('no_debits')
  if (debits.some(({ yen }) => !Number.isSafeInteger(yen) || yen < 1 || yen > 9_999_999_999))
    return refuse('bad_amount')
  if (isBankHoliday(on)) return refuse('not_bank_day')
  const header = [
    '1910',
    digits(collector.code, 10),
    letters(collector.name, 40),
    monthAndDay(on),
    ...accountFields(collector),
    collector.type,
    digits(collector.number, 7),
    spaces(17),
  ].join('')
  const records = debits.map((debit) =>
    [
      '2',
      ...accountFields(debit),
      spaces(4),
      debit.type,
      digits(debit.number, 7),
      letters(debit.holder, 30),
      digits(debit.yen, 10),
      newCode[debit.isNew],
      digits(debit.customer, 20),
      '0',
      spaces(8),
    ].join(''),
  )
  const total = debits.reduce((sum, { yen }) => sum + yen, 0)
  const trailer = `8${digits(debits.length, 6)}${digits(total, 12)}${digits(0, 36)}${spaces(65)}`
  return ok(recordsToBytes([header, ...records, trailer, `9${spaces(119)}`]))
}

const accountFields = ({ bankCode, bankName, branchCode, branchName }: TransferAccount) => [
  digits(bankCode, 4),
  letters(bankName, 15),
  digits(branchCode, 3),
  letters(branchName, 15),
]

/** Why an account was not debited; what we do not know is `other`. */
export const debitOutcomes = {
  '0': 'paid',
  '1': 'short',
  '2': 'no_account',
  '3': 'stopped_by_payer',
  '4': 'no_mandate',
  '8': 'stopped_by_collector',
  '9': 'other',
} as const
export type DebitOutcome = (typeof debitOutcomes)[keyof typeof debitOutcomes]

export type DebitResult = {
  collector: string
  /** MMDD */
  on: string
  rows: { customer: string; yen: number; outcome: DebitOutcome }[]
}

export type DebitResultRefusal = 'bad_letters' | 'bad_length' | 'not_debit' | 'bad_order' | 'bad_sums' | 'own_request'

const sentences: Record<DebitResultRefusal, string> = {
  bad_letters: '文字コードがShift_JISの口座振替結果ファイルではありません。',
  bad_length: '1件が120バイトではない行があります。銀行から受け取ったファイルをそのまま選択してください。',
  not_debit: '口座振替（種別91）のファイルではありません。',
  bad_order: 'ファイルの構成（ヘッダー、データ、トレーラー、エンド）に誤りがあります。',
  bad_sums: 'トレーラーの件数または金額が、明細の合計と一致しません。',
  own_request:
    '結果ではなく、振替依頼のファイルです。振替結果の件数が入っていません。銀行から受け取ったファイルを選択してください。',
}
export const debitResultRefusalText = (refusal: DebitResultRefusal): string => sentences[refusal]

/**
 * What the bank collected. A request says 0 in every row, which means paid in a result: so a file whose trailer counts
 * no outcomes is our own request and is refused.
 */
export function readDebitResult(bytes: Uint8Array): Result<DebitResult, DebitResultRefusal> {
  const text = bytesToText(withoutFileEnd(bytes))
  if (text === null) return refuse('bad_letters')
  const records = recordsOf(text)
  if (!records) return refuse('bad_length')
  const [header = '', ...others] = records
  const [end = '', trailer = '', ...data] = others.toReversed()
  if (!header.startsWith('191')) return refuse('not_debit')
  if (!end.startsWith('9') || !trailer.startsWith('8') || data.some((record) => !record.startsWith('2')))
    return refuse('bad_order')
  const rows = data.toReversed().map((record) => ({
    customer: record.slice(91, 111).trim(),
    yen: Number(record.slice(80, 90)),
    outcome: outcomeOf(record.charAt(111)),
  }))
  const [count, total, paidCount, paidTotal, failedCount, failedTotal] = sumsOf(trailer)
  if (count !== rows.length || total !== sumOf(rows)) return refuse('bad_sums')
  if (paidCount + failedCount !== count) return refuse(paidCount + failedCount === 0 ? 'own_request' : 'bad_sums')
  const paid = rows.filter(({ outcome }) => outcome === 'paid')
  const failed = rows.filter(({ outcome }) => outcome !== 'paid')
  if (paidCount !== paid.length || paidTotal !== sumOf(paid)) return refuse('bad_sums')
  if (failedCount !== failed.length || failedTotal !== sumOf(failed)) return refuse('bad_sums')
  return ok({ collector: header.slice(4, 14), on: header.slice(54, 58), rows })
}

const outcomeOf = (code: string): DebitOutcome =>
  Object.entries(debitOutcomes).find(([known]) => known === code)?.[1] ?? 'other'

const sumOf = (rows: readonly { yen: number }[]) => rows.reduce((sum, { yen }) => sum + yen, 0)

/** Counts of six digits, sums of twelve: all rows, those paid, those not. */
const sumsOf = (trailer: string) => {
  const at = (from: number, width: number) => Number(trailer.slice(from, from + width))
  return [at(1, 6), at(7, 12), at(19, 6), at(25, 12), at(37, 6), at(43, 12)] as const
}
