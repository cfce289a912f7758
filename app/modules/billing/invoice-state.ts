import type { JstDate } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'

export const invoiceStates = ['paid', 'unpaid', 'overdue'] as const
export type InvoiceState = (typeof invoiceStates)[number]

export const invoiceStateWord: Record<InvoiceState, string> = {
  paid: '入金済み',
  unpaid: '未払い',
  overdue: '支払期日超過',
}

/** An invoice that asks for nothing, or gives back, is paid. */
export function invoiceState({ unpaidYen, dueOn }: { unpaidYen: Yen; dueOn: JstDate }, today: JstDate): InvoiceState {
  if (unpaidYen <= 0) return 'paid'
  return dueOn < today ? 'overdue' : 'unpaid'
}
