import { sumYen, type Yen } from '#kernel/yen.ts'
import type { InvoiceContent, PrintedLateCharge, PrintedSlip } from '#modules/issued-documents/document-content.ts'
import { deductiblePercent, type TaxOfRate } from '#modules/pricing/tax/consumption-tax.ts'

export type InvoiceSums = Pick<InvoiceContent, 'sales' | 'returns' | 'unregistered' | 'untaxedYen' | 'periodYen'>

/**
 * The sums of an invoice: it adds what each slip has rounded and rounds nothing itself (docs/decisions/0002). What a slip
 * gives back at a rate is a return. Sellers that were not registered on the day of supply stand apart, by the share of the
 * tax that could be deducted on that day.
 */
export function invoiceSums(
  slips: readonly PrintedSlip[],
  lateCharges: readonly Pick<PrintedLateCharge, 'yen'>[] = [],
): InvoiceSums {
  const rates = slips.flatMap((slip) => slip.perRate.map((rate) => ({ ...rate, slip })))
  const qualified = rates.filter(({ slip }) => slip.farmNumber !== null)
  const others = rates.filter(({ slip }) => slip.farmNumber === null)
  return {
    sales: addedPerRate(qualified.filter(({ baseYen }) => baseYen > 0)),
    returns: addedPerRate(qualified.filter(({ baseYen }) => baseYen < 0)),
    unregistered: unregisteredBlock(others),
    untaxedYen: sumYen(slips.map(({ untaxedYen }) => untaxedYen)),
    periodYen: sumYen([...slips.map(({ totalYen }) => totalYen), ...lateCharges.map((late) => late.yen)]),
  }
}

/** Each rate once: what it adds up to. */
export const addedPerRate = (rates: readonly TaxOfRate[]): TaxOfRate[] =>
  [...Map.groupBy(rates, ({ percent }) => percent)]
    .map(([percent, ofRate]) => ({
      percent,
      baseYen: sumYen(ofRate.map(({ baseYen }) => baseYen)),
      taxYen: sumYen(ofRate.map(({ taxYen }) => taxYen)),
    }))
    .toSorted((a, b) => a.percent - b.percent)

function unregisteredBlock(rates: readonly (TaxOfRate & { slip: PrintedSlip })[]): InvoiceContent['unregistered'] {
  const shares = Map.groupBy(
    rates.filter(({ baseYen }) => baseYen !== 0),
    ({ slip }) => deductiblePercent(slip.suppliedOn),
  )
  return [...shares]
    .toSorted(([a], [b]) => b - a)
    .flatMap(([share, ofShare]) =>
      addedPerRate(ofShare).map(({ percent, baseYen, taxYen }) => ({
        percent,
        deductiblePercent: share,
        totalYen: sumYen([baseYen, taxYen]),
        taxPartYen: taxYen,
      })),
    )
}

/** The parts of the invoice together: what they have to come to is the sum of its slips and late charges. */
export const partsOf = ({
  sales,
  returns,
  unregistered,
  untaxedYen,
  lateCharges = [],
}: Omit<InvoiceSums, 'periodYen'> & Pick<InvoiceContent, 'lateCharges'>): Yen =>
  sumYen([
    ...[...sales, ...returns].flatMap(({ baseYen, taxYen }) => [baseYen, taxYen]),
    ...unregistered.map(({ totalYen }) => totalYen),
    untaxedYen,
    ...lateCharges.map((late) => late.yen),
  ])
