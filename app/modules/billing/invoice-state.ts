import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'

export const invoiceStates = ['paid', 'unpaid', 'collecting', 'overdue', 'settled'] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const invoiceStateWord: Record<InvoiceState, string> = {
  paid: '入金済み',
  unpaid: '未払い',
  collecting: '決済手続き中',
  overdue: '支払期日超過',
  settled: '処理済み',
}

type Settled = { unpaidYen: Yen; settledYen: Yen; dueOn: JstDate; isBeingCollected: boolean }

/**
 * An invoice that asks for nothing, or gives back, is paid; settled: staff have given up the rest of it; collecting: the bank was asked
 * for what is unpaid, and has not answered yet, so that nobody has to pay it.
 */
export function invoiceState(
  { unpaidYen, settledYen, dueOn, isBeingCollected }: Settled,
  today: JstDate,
): InvoiceState {
  if (unpaidYen <= 0) return settledYen > 0 ? 'settled' : 'paid'
  if (isBeingCollected) return 'collecting'
  return dueOn < today ? 'overdue' : 'unpaid'
}

/** Which invoices staff list. */
export const invoiceLists = ['unpaid', 'all', 'written_off'] as const
export type InvoiceList = (typeof invoiceLists)[number]
