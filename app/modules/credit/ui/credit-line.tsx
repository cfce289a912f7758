import { formatDay, formatYen } from '#kernel/format.ts'
import { Notice } from '#ui/notice.tsx'
import { type CreditStanding, exposureOf, leftOf } from '../credit-standing.ts'
import { creditSentence } from '../refusal-text.ts'

/** How much of the limit is used, what it consists of, and what is overdue. */
export function CreditLine({ credit }: { credit: CreditStanding }) {
  const used = exposureOf(credit)
  const percent = credit.limitYen > 0 ? Math.round((used / credit.limitYen) * 100) : 100
  const parts = [
    ['請求済み・未入金', credit.unpaidYen],
    ['未請求の納品', credit.unbilledYen],
    ['お届け前・検収前の注文（税込・概算）', credit.openYen],
  ] as const
  return (
    <div className="grid grid-cols-1 gap-3">
      {credit.stopReason !== null && (
        <Notice tone="akane">{creditSentence.ordering_stopped({ reason: credit.stopReason })}</Notice>
      )}
      {credit.onAccount && credit.overdue && (
        <Notice tone="akane">
          支払期日（{formatDay(credit.overdue.dueOn)}）を過ぎた未入金が{formatYen(credit.overdue.yen)}あります（
          {credit.overdue.number}）。
        </Notice>
      )}
      {credit.onAccount ? (
        <div className="grid gap-1">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-bold">掛け払いの利用額</span>
            <span className="tabular-nums">
              {formatYen(used)} / {formatYen(credit.limitYen)}（{percent}%）
            </span>
          </p>
          <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunken">
            <div
              className={`h-full ${percent >= 80 ? 'bg-akane' : 'bg-pine'}`}
              style={{ width: `${Math.min(100, Math.max(0, percent))}%` }}
            />
          </div>
          <p className="text-sub text-ink-2">残り{formatYen(leftOf(credit))}</p>
        </div>
      ) : (
        <p>お支払い方法がカードのため、掛け払いの限度額は適用されません。</p>
      )}
      <dl className="grid grid-cols-1 gap-x-4 gap-y-1 text-sub sm:grid-cols-[auto_1fr]">
        {parts.map(([word, amount]) => (
          <div key={word} className="flex flex-wrap justify-between gap-x-4 sm:contents">
            <dt className="text-ink-2">{word}</dt>
            <dd className="tabular-nums sm:text-end">{formatYen(amount)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
