import type { ClosingDay } from './enums.ts'

/** When the bill of a period is paid: so many months after its closing day, on this day (31: the last of the month). */
export type PaymentTerms = { months: number; payDay: number | 'closing' }

/** A farm closes with the month and is paid in the next one, on this day at the latest. */
export type FarmTerms = { payDay: number }

/** So many days after a period all of its orders are final. */
export const settleDays = 3
/** On the day after them its documents are issued, from these hours on: first the invoices, then the statements of farms. */
export const issueAfterDays = settleDays + 1
export const invoiceHour = 3
export const statementHour = 4

/** 「毎月4日」: a farm closes with the month. */
export const statementDayWord = `毎月${issueAfterDays}日`
/** 「締め日の4日後の3:00」 */
export const invoiceTimeWord = `締め日の${issueAfterDays}日後の${invoiceHour}:00`

/**
 * The yearly rate of late charges in law, in tenths of a percent; it is looked at every three years, this one holds until
 * 2029-03-31. Our terms agree it with restaurants (利用規約 第13条), so staff may set it or less. Source: 民法 第404条, 第419条.
 */
export const statutoryRateTenths = 30

/** 取適法 asks for payment within 60 days of the delivery: of the first day of a month of 31 days that is the 30th of the next. */
export const latestFarmPayDay = 30
/** Statements are issued four days after the month, and banks are closed for up to five days before the 10th. */
export const earliestFarmPayDay = 10

export const farmPaymentTerms = ({ payDay }: FarmTerms): PaymentTerms => ({ months: 1, payDay })

const monthWords = ['当月', '翌月', '翌々月'] as const
const dayWord = (day: number) => (day >= 31 ? '末日' : `${day}日`)

/** 「20日締め・翌月20日払い」, 「月末締め・翌月末日払い」. */
export function paymentTermsWord(closingDay: ClosingDay, { months, payDay }: PaymentTerms): string {
  const closing = closingDay === 31 ? '月末' : `${closingDay}日`
  return `${closing}締め・${monthWords[months] ?? ''}${dayWord(payDay === 'closing' ? closingDay : payDay)}払い`
}

/** The phrases of the legal pages, without a full stop. */
export function buyerTermsPhrase({ months, payDay }: PaymentTerms): string {
  const month = monthWords[months] ?? ''
  const day = payDay === 'closing' ? `${month}の同じ日（月末締めは${month}末日）` : `${month}${dayWord(payDay)}`
  return `飲食店ごとに登録した締め日（5日・10日・15日・20日・25日・月末）で締め、${day}までに支払い（振込手数料は飲食店の負担）`
}

export const farmTermsPhrase = ({ payDay }: FarmTerms): string =>
  `毎月末日締め、翌月${dayWord(payDay)}までに銀行振込（振込手数料は運営者の負担）`
