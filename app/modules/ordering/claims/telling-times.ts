import { addHours } from '#kernel/jst.ts'
import { claimTerms } from './claim-terms.ts'

type Delivered = { deliveredAt: Date | null; inspectHours: number }

/** Until when defects of a delivery may be reported: visible ones, by the order's own term, and hidden ones. */
export const tellingTimes = ({ deliveredAt, inspectHours }: Delivered, otherwise: Date) => ({
  visibleUntil: addHours(deliveredAt ?? otherwise, inspectHours),
  hiddenUntil: addHours(deliveredAt ?? otherwise, claimTerms.hiddenHours),
})
