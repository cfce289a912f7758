import { formatDay, formatYen } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { Yen } from '#kernel/yen.ts'
import { chargedRates } from '#modules/pricing/tax/consumption-tax.ts'
import { type Adjustment, type AdjustmentLine, afterAdjustments } from '../adjustments/adjustment.ts'
import type { OrderLine } from '../order.ts'

type Props = { adjustments: readonly Adjustment[]; lines: readonly OrderLine[]; billYen: Yen }

/** The corrections after the bill was final, each with what it corrects; the bill itself stays unchanged. */
export default function AdjustmentList({ adjustments, lines, billYen }: Props) {
  if (adjustments.length === 0) return null
  return (
    <section aria-label="修正" className="grid grid-cols-1 gap-3 border-t-2 border-line-strong p-4 lg:px-6">
      {adjustments.map((adjustment) => (
        <article key={adjustment.id} aria-label={`修正 ${adjustment.number}`} className="grid grid-cols-1 gap-1">
          <div className="flex flex-wrap items-baseline gap-x-3">
            <h3 className="font-bold">
              <span className="rounded-tag bg-tag-tint px-2 py-0.5">修正</span>{' '}
              <span className="tabular-nums">{adjustment.number}</span>
            </h3>
            <span className="text-caption text-ink-2">{formatDay(jstDateOf(adjustment.at))}</span>
            <span className="ms-auto text-caption text-ink-2 tabular-nums">元の伝票 {adjustment.corrects}</span>
          </div>
          <p className="text-sub">
            理由：{adjustment.reason}
            {adjustment.claim && <span className="tabular-nums">（報告 {adjustment.claim}）</span>}
          </p>
          <AdjustmentFigures lines={adjustment.lines} tax={adjustment.tax} of={lines} />
        </article>
      ))}
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 border-t border-line pt-2 font-bold">
        修正後の合計（税込）
        <span className="num-col text-h4">{formatYen(afterAdjustments(billYen, adjustments))}</span>
      </p>
    </section>
  )
}

type FiguresProps = Pick<Adjustment, 'lines' | 'tax'> & { of: readonly OrderLine[] }

/** Line by line in yen without tax, then the tax of this document alone. */
export const AdjustmentFigures = ({ lines, tax, of }: FiguresProps) => (
  <dl className="grid gap-0.5 text-sub">
    {lines.map((line) => (
      <Row key={line.lineId ?? 'freight'} word={nameOf(line, of)} yen={line.yen} />
    ))}
    {chargedRates(tax.perRate).map(({ percent, taxYen }) => (
      <Row key={percent} word={`消費税（${percent}％）`} yen={taxYen} />
    ))}
    <Row word="この修正の合計（税込）" yen={tax.totalIncYen} strong />
  </dl>
)

const nameOf = ({ lineId }: AdjustmentLine, lines: readonly OrderLine[]) =>
  lineId === null ? '送料' : (lines.find(({ id }) => id === lineId)?.name ?? '商品')

const Row = ({ word, yen, strong = false }: { word: string; yen: number; strong?: boolean }) => (
  <div className={`flex flex-wrap items-baseline justify-between gap-x-3 ${strong ? 'font-bold' : ''}`}>
    <dt>{word}</dt>
    <dd className="num-col ms-auto">
      {yen > 0 && '+'}
      {formatYen(yen)}
    </dd>
  </div>
)
