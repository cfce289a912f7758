import { addDays, type JstDate } from '#kernel/jst.ts'
import type { PaymentTerms } from '#kernel/payment-terms.ts'
import { bankDay } from './bank-days.ts'
import { dayOfMonth, firstOfMonth } from './closing-day.ts'

/**
 * The day on which a closed period is paid: a buyer's transfer or direct debit moves to the next day on which banks are
 * open, what we pay to a farm to the previous one.
 */
export function dueDate(closesOn: JstDate, { months, payDay }: PaymentTerms, move: 'next' | 'previous'): JstDate {
  const isLastOfMonth = addDays(closesOn, 1).endsWith('-01')
  const day = payDay === 'closing' ? (isLastOfMonth ? 31 : Number(closesOn.slice(8))) : payDay
  return bankDay(dayOfMonth(firstOfMonth(closesOn, months), day), move)
}
