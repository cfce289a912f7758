import { addDays, type JstDate } from '#kernel/jst.ts'
import { type FarmTerms, farmPaymentTerms } from '#kernel/payment-terms.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { dayOfMonth } from '#modules/banking/closing-day.ts'
import { dueDate } from '#modules/banking/due-date.ts'
import type { PrintedParty, StatementContent } from '#modules/issued-documents/document-content.ts'
import { ratesOf } from '#modules/issued-documents/slip-rates.ts'
import { type TaxOfRate, taxOfDocument } from '#modules/pricing/tax/consumption-tax.ts'
import { type RunFreightLine, sumOfRunFreights } from '#modules/runs/run-freight-lines.ts'

/** Within so many days a farm answers; then its statement counts as confirmed. */
export const answerDays = 14

/** The day on which a farm is paid for the month that ends on a day: the bank day before where banks are closed. */
export const payOn = (toOn: JstDate, terms: FarmTerms): JstDate => dueDate(toOn, farmPaymentTerms(terms), 'previous')

/** The last day of the month before a day. */
export const endOfMonthBefore = (day: JstDate): JstDate => addDays(startOfMonth(day), -1)
export const endOfMonth = (day: JstDate): JstDate => dayOfMonth(startOfMonth(day), 31)
export const startOfMonth = (day: JstDate): JstDate => addDays(day, 1 - Number(day.slice(8)))

export const isStatement = (content: { kind: string } | undefined): content is StatementContent =>
  content?.kind === 'statement'

export type StatementSlip = StatementContent['slips'][number]

type Given = {
  issuer: PrintedParty
  to: PrintedParty
  terms: FarmTerms
  fromOn: JstDate
  toOn: JstDate
  issuedOn: JstDate
  slips: StatementSlip[]
  /** 共同便の運賃 of the period; none if absent. */
  runFreights?: readonly RunFreightLine[]
  /** The rate of our own supply, the service for the farm. */
  feePercent: number
  /** What the last statement left below zero. */
  carriedYen: Yen
  /** Into which account it will be paid, masked; null: none is known yet. */
  account: string | null
}

/**
 * The statement of a farm for a month, from its slips alone: their amounts and taxes are added, only the tax of our fee
 * is rounded here, once. We bear the cost of the transfer, so nothing is deducted for it.
 */
export function statementOf({ issuedOn, feePercent, terms, runFreights = [], ...given }: Given): StatementContent {
  const { slips, toOn, carriedYen } = given
  const grossYen = sumYen(slips.map(({ farmYen }) => farmYen))
  const fee = feeOf(sumYen(slips.map(({ feeYen }) => feeYen)), feePercent)
  return {
    ...given,
    kind: 'statement',
    payOn: payOn(toOn, terms),
    ...ratesOf(slips),
    untaxedYen: sumYen(slips.map(({ untaxedYen }) => untaxedYen)),
    grossYen,
    borneYen: sumYen(slips.map(({ farmYen, totalYen }) => yen(farmYen - totalYen))),
    fee,
    ...(runFreights.length > 0 && { runFreights: [...runFreights] }),
    netYen: yen(grossYen - fee.baseYen - fee.taxYen + sumOfRunFreights(runFreights) + carriedYen),
    confirmBy: addDays(issuedOn, answerDays),
  }
}

/** Of this statement alone, without what was carried: what the farm's balance grows by. */
export const periodYen = ({ netYen, carriedYen }: Pick<StatementContent, 'netYen' | 'carriedYen'>): Yen =>
  yen(netYen - carriedYen)

function feeOf(baseYen: Yen, percent: number): TaxOfRate {
  const [rate] = taxOfDocument([{ amountYen: baseYen, percent }]).perRate
  return rate ?? { percent, baseYen, taxYen: yen(0) }
}

/** What slips add to the payout, with the tax of our fee. Never below zero. */
export function payableOf({ farmYen, feeYen }: { farmYen: Yen; feeYen: Yen }, feePercent: number): Yen {
  return yen(Math.max(0, farmYen - feeYen - feeOf(feeYen, feePercent).taxYen))
}
