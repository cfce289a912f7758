import { addDays, type JstDate } from '#kernel/jst.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { dueDate } from '#modules/banking/due-date.ts'
import type { PrintedParty, StatementContent } from '#modules/issued-documents/document-content.ts'
import { type TaxOfRate, taxOfDocument } from '#modules/pricing/tax/consumption-tax.ts'

/** Of the month after the period; on the bank day before where banks are closed. */
const payDay = 15
/** Within so many days a farm answers; then its statement counts as confirmed. */
export const answerDays = 14

/** The day on which a farm is paid for the month that ends on a day. */
export const payOn = (toOn: JstDate): JstDate => dueDate(toOn, { months: 1, payDay }, 'previous')

/** The last day of the month before a day. */
export const endOfMonthBefore = (day: JstDate): JstDate => addDays(startOfMonth(day), -1)
export const startOfMonth = (day: JstDate): JstDate => addDays(day, 1 - Number(day.slice(8)))

export type StatementSlip = StatementContent['slips'][number]

type Given = {
  issuer: PrintedParty
  to: PrintedParty
  fromOn: JstDate
  toOn: JstDate
  issuedOn: JstDate
  slips: StatementSlip[]
  /** The rate of our own supply, the service for the farm. */
  feePercent: number
  /** What the last statement left below zero. */
  carriedYen: Yen
}

/**
 * The statement of a farm for a month, from its slips alone: their amounts and taxes are added, only the tax of our fee
 * is rounded here, once. We bear the cost of the transfer, so nothing is deducted for it.
 */
export function statementOf({ issuedOn, feePercent, ...given }: Given): StatementContent {
  const { slips, toOn, carriedYen } = given
  const rates = slips.flatMap(({ perRate }) => perRate)
  const grossYen = sumYen(slips.map(({ farmYen }) => farmYen))
  const fee = feeOf(sumYen(slips.map(({ feeYen }) => feeYen)), feePercent)
  return {
    ...given,
    kind: 'statement',
    payOn: payOn(toOn),
    sales: added(rates.filter(({ baseYen }) => baseYen > 0)),
    returns: added(rates.filter(({ baseYen }) => baseYen < 0)),
    untaxedYen: sumYen(slips.map(({ untaxedYen }) => untaxedYen)),
    grossYen,
    borneYen: sumYen(slips.map(({ farmYen, totalYen }) => yen(farmYen - totalYen))),
    fee,
    netYen: yen(grossYen - fee.baseYen - fee.taxYen + carriedYen),
    confirmBy: addDays(issuedOn, answerDays),
    account: null,
  }
}

/** Of this statement alone, without what was carried: what the farm's balance grows by. */
export const periodYen = ({ netYen, carriedYen }: Pick<StatementContent, 'netYen' | 'carriedYen'>): Yen =>
  yen(netYen - carriedYen)

function feeOf(baseYen: Yen, percent: number): TaxOfRate {
  const [rate] = taxOfDocument([{ amountYen: baseYen, percent }]).perRate
  return rate ?? { percent, baseYen, taxYen: yen(0) }
}

/** The rates of several slips, each rounded on its own slip: they are only added. */
function added(rates: readonly TaxOfRate[]): TaxOfRate[] {
  return [...Map.groupBy(rates, ({ percent }) => percent)]
    .map(([percent, ofRate]) => ({
      percent,
      baseYen: sumYen(ofRate.map(({ baseYen }) => baseYen)),
      taxYen: sumYen(ofRate.map(({ taxYen }) => taxYen)),
    }))
    .toSorted((a, b) => a.percent - b.percent)
}

/** What a slip adds to the payout: what is held while it is disputed. Never below zero. */
export function payableOf({ farmYen, feeYen }: { farmYen: Yen; feeYen: Yen }, feePercent: number): Yen {
  return yen(Math.max(0, farmYen - feeYen - feeOf(feeYen, feePercent).taxYen))
}
