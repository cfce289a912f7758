import { type Yen, yen } from '#kernel/yen.ts'
import type { PrintedLine, PrintedSlip } from './document-content.ts'

/** A line of a document: of goods, or what a slip charges beside them. Its tax is that of its slip. */
export type Entry = Omit<PrintedLine, 'priceYen'> & {
  kind: 'goods' | 'freight' | 'fee' | 'correction'
  /** null: a sum without a price for each. */
  priceYen: Yen | null
}

type Slip = Pick<PrintedSlip, 'lines' | 'freightYen' | 'perRate'> & Partial<Pick<PrintedSlip, 'untaxedYen' | 'reason'>>

/**
 * All lines of a slip, so that their sum per rate is the base of its tax: goods, freight, what is outside of consumption
 * tax, and what a correction says about no line.
 */
export function entriesOf(slip: Slip): Entry[] {
  const goods = slip.lines.map((line): Entry => ({ ...line, kind: 'goods' }))
  const rests = slip.perRate.map(({ percent, baseYen }) => ({
    percent,
    yen: baseYen - sumOf(goods.filter((line) => line.taxPercent === percent)),
  }))
  // a slip names no rate of its freight: it is the highest among those that have a rest
  const freightOf = slip.freightYen === 0 ? null : rests.findLast((rest) => rest.yen !== 0)
  const freight = freightOf ? [sumEntry('freight', '送料', slip.freightYen, freightOf.percent)] : []
  const corrections = rests
    .map(({ percent, yen }) => ({ percent, yen: percent === freightOf?.percent ? yen - slip.freightYen : yen }))
    .filter(({ yen }) => yen !== 0)
    .map(({ percent, yen }) => sumEntry('correction', slip.reason || '金額の訂正', yen, percent))
  const fee = slip.untaxedYen ? [sumEntry('fee', '取消料（不課税）', slip.untaxedYen, 0)] : []
  return [...goods, ...freight, ...corrections, ...fee]
}

const sumOf = (entries: readonly Entry[]) => entries.reduce((sum, entry) => sum + entry.yen, 0)

/** A sum without a price for each. */
export const sumEntry = (kind: Entry['kind'], name: string, amount: number, taxPercent: number): Entry => ({
  kind,
  name,
  qty: 1,
  unit: '式',
  grams: null,
  priceYen: null,
  yen: yen(amount),
  taxPercent,
})

/** Below the standard rate: 軽減税率, which a document marks with ※. */
export const isReduced = (percent: number): boolean => percent > 0 && percent < 10

/** What lowers an earlier sale: 対価の返還等, apart from the sales and with the day of the original one. */
export const isReturn = ({ kind, totalYen }: Pick<PrintedSlip, 'kind' | 'totalYen'>): boolean =>
  kind === 'adjustment' && totalYen < 0
