import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'

/**
 * One document as an accountant books it, independent of the software that reads the file. Amounts are with tax: the
 * software splits it off by the tax class.
 */
export type Deal = {
  /** The number of our document. None of the three programs recognises a repetition by it. */
  number: string
  on: JstDate
  dueOn: JstDate | null
  partner: string
  /** expense: a restaurant's purchase; income: a farm's or the platform's sale. */
  direction: 'expense' | 'income'
  /** The account of what is still to be paid or received. */
  balance: AccountKey
  parts: DealPart[]
}

export type DealPart = {
  account: AccountKey
  tax: TaxClass
  /** Below zero it lowers the deal: a return, or the fee taken off a sale. */
  yen: Yen
  taxYen: Yen
  memo: string
}

/** deductible: the share of the tax that a buyer may deduct (経過措置 below 100); null on a sale. */
export type TaxClass =
  | { of: 'none' }
  | { of: 'sale'; percent: number }
  | { of: 'purchase'; percent: number; deductible: number }

/** The accounts that a user can rename, with the names of domain practice for each kind of business. */
export const accountNames = {
  purchases: '仕入高',
  freight: '荷造運賃',
  payables: '買掛金',
  sales: '売上高',
  farm_sales: '販売金額',
  fees_paid: '支払手数料',
  freight_and_fees: '荷造運賃手数料',
  receivables: '売掛金',
  deposits_held: '預り金',
  fees_received: '受取手数料',
  bank: '普通預金',
  suspense: '仮受金',
  uncollected: '未収入金',
  bad_debts: '貸倒損失',
  sundry_losses: '雑損失',
  sundry_income: '雑収入',
} as const
export type AccountKey = keyof typeof accountNames
export type AccountNames = Readonly<Record<AccountKey, string>>

/** What a deal comes to: with tax, as it is paid. */
export const totalOf = ({ parts }: Pick<Deal, 'parts'>): number => parts.reduce((sum, part) => sum + part.yen, 0)

/** Below zero against the direction of the deal: a return of a sale or a purchase; a fee taken off a sale is none. */
export const isReturn = (
  { direction }: Pick<Deal, 'direction'>,
  { tax, yen }: Pick<DealPart, 'tax' | 'yen'>,
): boolean => yen < 0 && tax.of === (direction === 'income' ? 'sale' : 'purchase')

export type ExportFile = {
  fileName: string
  mediaType: 'text/csv; charset=utf-8' | 'text/csv; charset=shift_jis'
  bytes: Uint8Array
  /** Letters that the encoding lacks, and what was written for them. */
  replaced: string[]
}
