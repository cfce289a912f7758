import type { JstDate } from '#kernel/jst.ts'
import { sumYen } from '#kernel/yen.ts'
import type { TaxOfRate } from '#modules/pricing/tax/consumption-tax.ts'
import type { PrintedSlip, StatementContent } from './document-content.ts'

export type SlipRates = { sales: TaxOfRate[]; returns: TaxOfRate[] }

/** The rates of several slips, sales and returns apart. Each was rounded on its own slip: they are only added. */
export function ratesOf(slips: readonly Pick<PrintedSlip, 'perRate'>[]): SlipRates {
  const rates = slips.flatMap(({ perRate }) => perRate)
  return {
    sales: added(rates.filter(({ baseYen }) => baseYen > 0)),
    returns: added(rates.filter(({ baseYen }) => baseYen < 0)),
  }
}

const added = (rates: readonly TaxOfRate[]): TaxOfRate[] =>
  [...Map.groupBy(rates, ({ percent }) => percent)]
    .map(([percent, ofRate]) => ({
      percent,
      baseYen: sumYen(ofRate.map(({ baseYen }) => baseYen)),
      taxYen: sumYen(ofRate.map(({ taxYen }) => taxYen)),
    }))
    .toSorted((a, b) => a.percent - b.percent)

/** The slips of a statement with one registration of the farm (null: none), with their days of supply and sums. */
export type RegistrationPart = SlipRates & { number: string | null; fromOn: JstDate; toOn: JstDate }

/**
 * A statement by the registration of the farm on the days of supply, the first first. More than one: it was gained, lost or
 * changed inside the period, and sums over both would be those of no qualified invoice.
 */
export function registrationParts({ slips, to, fromOn, toOn }: StatementContent): RegistrationPart[] {
  const parts = [...Map.groupBy(slips, ({ farmNumber }) => farmNumber)].map(([number, ofOne]) => {
    const days = ofOne.map(({ suppliedOn }) => suppliedOn).toSorted()
    return { number, fromOn: days[0] ?? fromOn, toOn: days.at(-1) ?? toOn, ...ratesOf(ofOne) }
  })
  return parts.length === 0
    ? [{ number: to.registrationNumber, fromOn, toOn, sales: [], returns: [] }]
    : parts.toSorted((a, b) => (a.fromOn < b.fromOn ? -1 : 1))
}

/** Whether the recipient's number of the last day is that of all slips. */
export const isOfOneNumber = ({ to }: StatementContent, parts: readonly RegistrationPart[]): boolean =>
  parts.every(({ number }) => number === to.registrationNumber)
