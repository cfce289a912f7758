import type { JstDate } from '#kernel/jst.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import type { Account } from '#modules/ledger/accounts.ts'
import { entryKindWord } from '../entry-labels.ts'
import type { AccountKey, Deal, DealPart, TaxClass } from './deal.ts'

/** What the ledger moved on a day by entries of a kind: debit above zero. */
export type DayOfKind = { on: JstDate; kind: string; legs: ReadonlyMap<Account, Yen> }
/** Our fee on the statements that were booked on a day. */
export type FeeOfDay = { on: JstDate; percent: number; baseYen: Yen; taxYen: Yen }

/** What we hold for farms includes our fee until a statement takes it: then it is our sale, with the tax that it states. */
const keyOf: Record<Account, AccountKey> = {
  receivable: 'receivables',
  payable: 'deposits_held',
  fees: 'deposits_held',
  output_tax: 'deposits_held',
  bank: 'bank',
  card_clearing: 'uncollected',
  debit_clearing: 'uncollected',
  suspense: 'suspense',
  late_charges: 'sundry_income',
  bank_fees: 'fees_paid',
  claim_costs: 'sundry_losses',
  bad_debt: 'bad_debts',
}

/** Against which account a deal is booked: the first of these that it has. */
const balances: readonly AccountKey[] = ['bank', 'receivables', 'deposits_held', 'suspense', 'uncollected']

const outside: TaxClass = { of: 'none' }

/**
 * The books of the platform as an agent: what is billed is 預り金 of the farm and outside consumption tax, our fee a sale.
 * One deal per day and kind, because no accountant imports a row for each order; who owes what is in the ledger.
 * `bankFeePercent`: of what a bank takes for our transfers, which is with tax.
 */
export function platformDeals(
  days: readonly DayOfKind[],
  fees: readonly FeeOfDay[],
  bankFeePercent: (on: JstDate) => number,
): Deal[] {
  const moved = days.flatMap((day) => (day.kind === 'statement' ? [] : dealOf(day, bankFeePercent)))
  return [...moved, ...fees.flatMap(feeDeal)].toSorted((a, b) => (a.on === b.on ? 0 : a.on < b.on ? -1 : 1))
}

function dealOf({ on, kind, legs }: DayOfKind, bankFeePercent: (on: JstDate) => number): Deal[] {
  const sums = new Map<AccountKey, number>()
  for (const [account, amount] of legs) sums.set(keyOf[account], (sums.get(keyOf[account]) ?? 0) + amount)
  const moved = [...sums].filter(([, amount]) => amount !== 0)
  const balance = balances.find((key) => moved.some(([account]) => account === key)) ?? moved[0]?.[0]
  if (!balance) return []
  // a receivable that is paid lowers an income; what leaves the bank is an expense
  const direction = balance === 'bank' && (sums.get(balance) ?? 0) < 0 ? 'expense' : 'income'
  const memo = entryKindWord(kind)
  const parts = moved
    .filter(([account]) => account !== balance)
    .map(([account, amount]): DealPart => {
      const size = yen(direction === 'income' ? -amount : amount)
      if (account !== 'fees_paid' || kind !== 'payout_fees')
        return { account, tax: outside, yen: size, taxYen: yen(0), memo }
      const percent = bankFeePercent(on)
      const taxYen = yen(Math.trunc((size * percent) / (100 + percent)))
      return { account, tax: { of: 'purchase', percent, deductible: 100 }, yen: size, taxYen, memo }
    })
  return [{ number: numberOf(on, memo), on, dueOn: null, partner: '', direction, balance, parts }]
}

function feeDeal({ on, percent, baseYen, taxYen }: FeeOfDay): Deal[] {
  const amount = yen(baseYen + taxYen)
  if (amount === 0) return []
  const memo = `${entryKindWord('statement')} 販売手数料`
  const part: DealPart = { account: 'fees_received', tax: { of: 'sale', percent }, yen: amount, taxYen, memo }
  const number = numberOf(on, '手数料')
  return [{ number, on, dueOn: null, partner: '', direction: 'income', balance: 'deposits_held', parts: [part] }]
}

const numberOf = (on: JstDate, what: string) => `${on.replaceAll('-', '')}-${what}`
