import type { TaxKind } from '#kernel/enums.ts'
import { type JstDate, jstDate } from '#kernel/jst.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'

/** The kind is taxed at this rate from this day of supply on, until a later enabled row begins. */
export type TaxRateRow = {
  kind: 'standard' | 'food' | 'newspaper'
  /** whole percent */
  percent: number
  fromOn: JstDate
  /** false for what is planned but not yet law */
  enabled: boolean
}

/**
 * The percent of a kind on the day of supply (引渡日): not the day of the order, the invoice or the payment. That is law;
 * which day counts as the supply (ship day or arrival) is the seller's choice, made consistently. Non-taxable and
 * out-of-scope things have 0. Throws for a day before the table begins.
 */
export function resolveTaxPercent(rates: readonly TaxRateRow[], kind: TaxKind, supplyOn: JstDate): number {
  if (kind === 'non_taxable' || kind === 'out_of_scope') return 0
  let latest: TaxRateRow | null = null
  for (const row of rates) {
    if (row.kind !== kind || !row.enabled || row.fromOn > supplyOn) continue
    if (latest === null || row.fromOn >= latest.fromOn) latest = row
  }
  if (latest === null) throw new RangeError(`no tax rate for ${kind} on ${supplyOn}`)
  return latest.percent
}

export type TaxOfRate = { percent: number; baseYen: Yen; taxYen: Yen }

export type DocumentTax = {
  /** one entry per rate on the document, lowest percent first; there may be three (1, 8, 10) */
  perRate: TaxOfRate[]
  totalExYen: Yen
  taxYen: Yen
  totalIncYen: Yen
}

/**
 * Consumption tax of one document whose lines are without tax: the sum per rate is rounded once, towards zero. Adding
 * up taxes rounded per line is not allowed on a qualified invoice (適格請求書). A negative line (discount, return) lowers
 * the base of its own rate.
 *
 * Source: 消費税法施行令 第70条の10, 国税庁 インボイスQ&A 問57. Rounding down (切り捨て) is our choice; the law leaves it to the issuer.
 */
export function taxOfDocument(lines: readonly { amountYen: Yen; percent: number }[]): DocumentTax {
  const percents = [...new Set(lines.map((line) => line.percent))].sort((a, b) => a - b)
  const perRate = percents.map((percent) => {
    const baseYen = sumYen(lines.filter((line) => line.percent === percent).map((line) => line.amountYen))
    return { percent, baseYen, taxYen: portion(baseYen, percent, 100) }
  })
  const totalExYen = sumYen(perRate.map((rate) => rate.baseYen))
  const taxYen = sumYen(perRate.map((rate) => rate.taxYen))
  return { perRate, totalExYen, taxYen, totalIncYen: sumYen([totalExYen, taxYen]) }
}

/** The rates of which a document has something; free freight leaves one of ¥0 behind, which nobody has to read. */
export const chargedRates = (perRate: readonly TaxOfRate[]): TaxOfRate[] =>
  perRate.filter(({ baseYen, taxYen }) => baseYen !== 0 || taxYen !== 0)

/**
 * The tax included in an amount with tax, rounded down: 10 % of ¥60,000 is ¥5,454. Amounts of one rate are added up
 * first, as above. `gross / 1.1` is inexact in floating point.
 */
export const taxFromInclusive = (grossYen: Yen, percent: number): Yen => portion(grossYen, percent, 100 + percent)

/**
 * Splits a sum in proportion to weights so that the parts are whole yen and add up exactly: each part gets its floor,
 * and the remaining yen go to the largest fractions, the earlier part first when equal. For discounts without a stated
 * target, over the amounts per rate. Our choice; the law asks only that every discount belongs to a rate.
 */
export function splitByLargestRemainder(totalYen: Yen, weights: readonly number[]): Yen[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (totalYen === 0) return weights.map(() => yen(0))
  if (whole <= 0 || weights.some((weight) => weight < 0)) throw new RangeError('nothing to split by')

  const size = BigInt(Math.abs(totalYen))
  const parts = weights.map((weight, index) => {
    const product = size * BigInt(weight)
    return { index, yen: Number(product / BigInt(whole)), remainder: product % BigInt(whole) }
  })
  const left = Math.abs(totalYen) - parts.reduce((sum, part) => sum + part.yen, 0)
  const byRemainder = parts.toSorted((a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder))
  const luckyOnes = new Set(byRemainder.slice(0, left).map((part) => part.index))
  return parts.map((part) => {
    const share = part.yen + Number(luckyOnes.has(part.index))
    return yen(totalYen < 0 ? 0 - share : share)
  })
}

/**
 * How much of the tax a buyer may deduct on a purchase from a seller without a registration number
 * (経過措置), whole percent, by the day of supply in Japan, never prorated. Before the invoice system
 * began everything was deductible.
 *
 * Source: 国税庁 インボイスQ&A 問113 (April 2026). Shown as information; the buyer's own method decides the yen.
 */
export function deductiblePercent(supplyOn: JstDate): number {
  return deductibleSteps.find((step) => supplyOn >= step.fromOn)?.percent ?? 100
}

const deductibleSteps = [
  { fromOn: jstDate('2031-10-01'), percent: 0 },
  { fromOn: jstDate('2030-10-01'), percent: 30 },
  { fromOn: jstDate('2028-10-01'), percent: 50 },
  { fromOn: jstDate('2026-10-01'), percent: 70 },
  { fromOn: jstDate('2023-10-01'), percent: 80 },
]

/** amount × part / whole, towards zero, in integers: exact up to 80 trillion yen. */
function portion(amountYen: Yen, part: number, whole: number): Yen {
  const product = amountYen * part
  // the last 0 + turns −0 into 0
  return yen(0 + (product - (product % whole)) / whole)
}
