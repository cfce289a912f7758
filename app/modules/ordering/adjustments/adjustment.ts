import type { AdjustmentId, OrderLineId } from '#kernel/ids.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'
import { type DocumentTax, taxOfDocument } from '#modules/pricing/tax/consumption-tax.ts'
import { amountAt, freightOfParcels, type OrderLine, type Parcel } from '../order.ts'
import type { OrderingRefusal } from '../refusal-text.ts'

/**
 * The change of a line, without tax; negative amounts are refunded to the restaurant. Without a line: of the freight.
 */
export type CorrectedLine = { lineId: OrderLineId | null; yen: Yen }
/** With the rate it was billed at: a correction reverses the tax as it was calculated then. */
export type AdjustmentLine = CorrectedLine & { taxPercent: number }

/** An entry against a final bill. It is never changed: another error is corrected by the next one, against this. */
export type Adjustment = {
  id: AdjustmentId
  number: string
  /** The number of what it corrects: the order, or the previous correction. */
  corrects: string
  /** The claim that caused it, if any. */
  claim: string | null
  reason: string
  at: Date
  lines: AdjustmentLine[]
  /** Of this document alone: summed per rate, then rounded once. */
  tax: DocumentTax
}

export const taxOfAdjustment = (lines: readonly AdjustmentLine[]): DocumentTax =>
  taxOfDocument(lines.map((line) => ({ amountYen: line.yen, percent: line.taxPercent })))

/** With tax: the sum of the bill and all its corrections. */
export const afterAdjustments = (billYen: Yen, adjustments: readonly Pick<Adjustment, 'tax'>[]): Yen =>
  sumYen([billYen, ...adjustments.map(({ tax }) => tax.totalIncYen)])

type Bill = {
  lines: readonly OrderLine[]
  parcels: readonly Parcel[]
  freightTaxPercent: number
  earlier: readonly Pick<Adjustment, 'lines'>[]
}

/** The current amount of a line, or the freight, after the corrections so far, and its bounds. */
export function standsAt(
  { lines, parcels, earlier }: Bill,
  lineId: OrderLineId | null,
): { yen: Yen; most: Yen } | null {
  const line = lines.find(({ id }) => id === lineId)
  if (lineId !== null && !line) return null
  const billed = line ? amountAt(line, 'billed') : freightOfParcels(parcels)
  const corrected = earlier
    .flatMap((adjustment) => adjustment.lines)
    .reduce((sum, it) => (it.lineId === lineId ? sum + it.yen : sum), 0)
  // freight is never more than what was agreed; products never more than their ceiling
  return { yen: yen(billed + corrected), most: line ? line.ceilingYen : billed }
}

/** Pure: never below zero, never above what was agreed. Parts of one line are added up. */
export function decideAdjustment(
  bill: Bill,
  said: readonly CorrectedLine[],
): Result<AdjustmentLine[], OrderingRefusal> {
  const decided: AdjustmentLine[] = []
  for (const [lineId, parts] of Map.groupBy(said, (part) => part.lineId)) {
    const amount = parts.reduce((sum, part) => sum + part.yen, 0)
    if (amount === 0) continue
    const stands = standsAt(bill, lineId)
    if (!stands) return refuse('unknown_line')
    const at = { line: lineId ?? 'freight' }
    if (!Number.isSafeInteger(amount)) return refuse('no_correction', at)
    if (stands.yen + amount < 0) return refuse('more_than_billed', { ...at, max: stands.yen })
    if (amount > 0 && stands.yen + amount > stands.most)
      return refuse('above_ceiling', { ...at, max: Math.max(0, stands.most - stands.yen) })
    const line = bill.lines.find(({ id }) => id === lineId)
    decided.push({ lineId, yen: yen(amount), taxPercent: line?.taxPercent ?? bill.freightTaxPercent })
  }
  return decided.length > 0 ? ok(decided) : refuse('no_correction')
}
