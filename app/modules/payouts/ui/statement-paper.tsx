import type { ReactNode } from 'react'
import { formatDay, formatDayWithYear, formatYen } from '#kernel/format.ts'
import type { StatementContent } from '#modules/issued-documents/document-content.ts'
import { isOfOneNumber, registrationParts } from '#modules/issued-documents/slip-rates.ts'
import { chargedRates } from '#modules/pricing/tax/consumption-tax.ts'
import { FoldCard } from '#ui/fold-card.tsx'

type SlipOf = StatementContent['slips'][number]
type Props = {
  number: string
  content: StatementContent
  /** What stands below a slip: an objection, or the form for one. */
  below: (slip: SlipOf) => ReactNode
  /** Whether a slip is shown with its lines from the beginning. */
  isOpen: (slip: SlipOf) => boolean
}

/** 支払通知書兼精算書: the sums first, then every slip. */
export function StatementPaper({ number, content: it, below, isOpen }: Props) {
  const parts = registrationParts(it)
  return (
    <div className="grid grid-cols-1 gap-5">
      <section aria-label="支払額" className="card grid grid-cols-1 gap-3 p-4">
        <p className="text-sub text-ink-2">
          {number}　{formatDayWithYear(it.fromOn)}〜{formatDayWithYear(it.toOn)}
        </p>
        <p className="text-h2 font-bold tabular-nums">お支払額 {formatYen(Math.max(0, it.netYen))}</p>
        {it.netYen > 0 ? (
          <p className="text-lead">
            {formatDayWithYear(it.payOn)}振込　{it.account ?? ''}
          </p>
        ) : (
          <p className="text-lead">お振り込みはありません。{formatYen(it.netYen)}を次回に繰り越します。</p>
        )}
        <dl className="grid gap-1 border-t border-line pt-3">
          {parts.flatMap((part) => {
            const which = parts.length === 1 ? '' : `（${part.number ?? '登録番号なし'}）`
            return [
              ...part.sales.map((rate) => ({ word: '売上', rate })),
              ...part.returns.map((rate) => ({ word: '返還', rate })),
            ].map(({ word, rate }) => (
              <Sum
                key={`${word} ${rate.percent} ${part.number}`}
                word={`${word}${which} ${rate.percent}%対象（税抜）`}
                yen={rate.baseYen}
                tax={rate.taxYen}
              />
            ))
          })}
          {it.untaxedYen !== 0 && <Sum word="取消料（不課税）" yen={it.untaxedYen} />}
          {it.borneYen !== 0 && <Sum word="当社負担の補償" yen={it.borneYen} />}
          <Sum word="合計（税込）" yen={it.grossYen} strong />
          <Sum word={`手数料 ${it.fee.percent}%対象（税抜）`} yen={-it.fee.baseYen} tax={-it.fee.taxYen} />
          {it.runFreights?.map((line) => (
            <Sum
              key={`${line.side} ${line.orderId}`}
              word={`便の運賃 ${line.run}・${line.farm}・${line.order}（税抜）`}
              yen={line.baseYen}
              tax={line.taxYen}
            />
          ))}
          <Sum word="振込手数料（当社負担）" yen={0} />
          {it.carriedYen !== 0 && <Sum word="前回からの繰越" yen={it.carriedYen} />}
          <Sum word="差引支払額" yen={it.netYen} strong />
        </dl>
        <dl className="grid gap-1 border-t border-line pt-3 text-sub">
          <Fact word="発行" fact={withNumber(it.issuer)} />
          <Fact
            word="宛先"
            fact={
              isOfOneNumber(it, parts)
                ? withNumber(it.to)
                : `${it.to.name}　${parts
                    .map(
                      ({ number, fromOn, toOn }) =>
                        `${number ? `登録番号 ${number}` : '登録番号なし'}（${formatDay(fromOn)}〜${formatDay(toOn)}の納品分）`,
                    )
                    .join('、')}`
            }
          />
          <Fact
            word="確認の期限"
            fact={`${formatDayWithYear(it.confirmBy)}（回答がない場合は確認済みとして扱います）`}
          />
        </dl>
      </section>
      <section aria-labelledby="slips" className="grid grid-cols-1 gap-3">
        <h2 id="slips" className="text-h3 font-bold">
          明細（{it.slips.length}件）
        </h2>
        <p className="text-sub text-ink-2">金額は手数料を差し引く前の税込です。</p>
        {it.slips.map((slip) => (
          <FoldCard
            key={slip.number}
            title={slip.restaurant}
            figure={formatYen(slip.farmYen)}
            note={`${formatDay(slip.suppliedOn)}・${slip.number}`}
            open={isOpen(slip) || undefined}
          >
            {slip.reason && <p className="text-sub text-ink-2 wrap-anywhere">{slip.reason}</p>}
            <dl className="grid gap-1">
              {slip.lines.map((line) => (
                <Sum
                  key={`${line.name} ${line.priceYen} ${line.yen}`}
                  word={`${line.name} × ${line.qty}${line.unit}`}
                  yen={line.yen}
                />
              ))}
              {slip.freightYen !== 0 && <Sum word="送料" yen={slip.freightYen} />}
              {slip.untaxedYen !== 0 && <Sum word="取消料（不課税）" yen={slip.untaxedYen} />}
              {chargedRates(slip.perRate).map((rate) => (
                <Sum key={rate.percent} word={`消費税 ${rate.percent}%`} yen={rate.taxYen} />
              ))}
              <Sum word="合計（税込）" yen={slip.farmYen} strong />
              <Sum word="手数料（税抜）" yen={-slip.feeYen} />
            </dl>
            {below(slip)}
          </FoldCard>
        ))}
      </section>
    </div>
  )
}

function Sum({ word, yen, tax, strong = false }: { word: string; yen: number; tax?: number; strong?: boolean }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className={strong ? 'font-bold' : ''}>{word}</dt>
      <dd className={`ms-auto text-end tabular-nums ${strong ? 'text-h4 font-bold' : ''}`}>
        {formatYen(yen)}
        {tax !== undefined && <span className="block text-sub text-ink-2">消費税 {formatYen(tax)}</span>}
      </dd>
    </div>
  )
}

const withNumber = ({ name, registrationNumber }: StatementContent['to']) =>
  `${name}　${registrationNumber ? `登録番号 ${registrationNumber}` : '登録番号なし'}`

const Fact = ({ word, fact }: { word: string; fact: string }) => (
  <div className="flex flex-wrap gap-x-3">
    <dt className="text-ink-2">{word}</dt>
    <dd className="wrap-anywhere">{fact}</dd>
  </div>
)
