import type { PaymentId } from '#kernel/ids.ts'
import { type Yen, yen } from '#kernel/yen.ts'
import type { MatchPlan } from './match-deposit.ts'
import type { NewAllocation } from './record-payment.server.ts'

/**
 * The allocations of a plan. The fee of the bank pays the end of the last invoice, earlier credit the beginning of the first,
 * and the deposit what lies between. Credit that is used leaves the payment that it was of.
 */
export function allocationsOf(
  plan: MatchPlan,
  credits: readonly { paymentId: PaymentId; yen: Yen }[],
): NewAllocation[] {
  const { restaurantId, reason, creditYen } = plan
  const allocations: NewAllocation[] = []
  const rest = plan.pays.map((paid) => ({ ...paid, left: paid.yen as number }))
  const pay = (places: typeof rest, amount: number, source: Partial<NewAllocation>) => {
    let left = amount
    for (const place of places) {
      const part = Math.min(left, Math.max(place.left, 0))
      if (part === 0) continue
      allocations.push({ restaurantId, documentId: place.documentId, yen: yen(part), reason, ...source })
      place.left -= part
      left -= part
    }
  }
  let used: number = plan.usedCreditYen
  for (const { paymentId, yen: credit } of credits) {
    const part = Math.min(used, credit)
    if (part <= 0) continue
    pay(rest, part, { paymentId })
    allocations.push({ restaurantId, documentId: null, yen: yen(-part), reason, paymentId })
    used -= part
  }
  pay(rest.toReversed(), plan.feeYen, { takenFrom: 'bank_fees', reason: `${reason}振込手数料は当社の負担です。` })
  for (const { documentId, left } of rest)
    if (left !== 0) allocations.push({ restaurantId, documentId, yen: yen(left), reason })
  if (creditYen > 0) allocations.push({ restaurantId, documentId: null, yen: creditYen, reason })
  return allocations
}
