import { formatYen } from '#kernel/format.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { type CreditProblem, type CreditStanding, exposureOf, isNearLimit, leftOf } from '../credit-standing.ts'
import { type CreditRefusal, creditSentence } from '../refusal-text.ts'

/** Where what stops the order can be settled: paid, asked for, or talked about. */
const wayOut: Record<CreditRefusal, { to: string; word: string }> = {
  credit_overdue: { to: '/restaurant/invoices', word: '請求書と振込先を確認する' },
  over_credit_limit: { to: '/restaurant/Account#credit', word: '掛け払いの利用状況を開く' },
  ordering_stopped: { to: '/restaurant/Inquiry', word: '運営に問い合わせる' },
}

/** Why nothing can be ordered on account; or, from 80 % on, how much is left. */
export function CreditNotice({ credit, problem }: { credit: CreditStanding | null; problem?: CreditProblem | null }) {
  if (problem)
    return (
      <Notice tone="akane">
        <p className="font-bold">{creditSentence[problem.refusal](problem.detail ?? {})}</p>
        <p className="pt-2">
          <ButtonLink to={wayOut[problem.refusal].to} kind="line">
            {wayOut[problem.refusal].word}
          </ButtonLink>
        </p>
      </Notice>
    )
  if (!credit || !isNearLimit(credit)) return null
  return (
    <Notice tone="tag">
      掛け払いの利用額が{formatYen(exposureOf(credit))}になりました（限度額 {formatYen(credit.limitYen)}、残り
      {formatYen(leftOf(credit))}）。
    </Notice>
  )
}
