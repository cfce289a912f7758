import { addHours } from '#kernel/jst.ts'
import { claimTerms } from './claim-terms.ts'

type Delivered = { deliveredAt: Date | null; inspectHours: number }

/** Until when something about a delivery may be told: what can be seen, by the order's own term, and what cannot. */
export const tellingTimes = ({ deliveredAt, inspectHours }: Delivered, otherwise: Date) => ({
  visibleUntil: addHours(deliveredAt ?? otherwise, inspectHours),
  hiddenUntil: addHours(deliveredAt ?? otherwise, claimTerms.hiddenHours),
})
