import { formatYen } from '#kernel/format.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { type CreditProblem, type CreditStanding, exposureOf, isNearLimit, leftOf } from '../credit-standing.ts'
import { creditSentence } from '../refusal-text.ts'

/** Why nothing can be ordered on account; or, from 80 % on, how much is left. */
export function CreditNotice({ credit, problem }: { credit: CreditStanding | null; problem?: CreditProblem | null }) {
  if (problem)
    return (
      <Notice tone="akane">
        <p className="font-bold">{creditSentence[problem.refusal](problem.detail ?? {})}</p>
        <p className="pt-2">
          <ButtonLink to="/restaurant/Account#credit" kind="line">
            掛け払いの利用状況を開く
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
