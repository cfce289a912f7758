import type { Confidence } from '#kernel/enums.ts'
import type { JstDate } from '#kernel/jst.ts'

/** 水–金 30–50 箱, 確度 中: days on which products leave the farm, both ends included, and sale units. */
export type HarvestRange = {
  from: JstDate
  to: JstDate
  leastQty: number
  mostQty: number
  confidence: Confidence
}

/** What can still be ordered of a window, for products that leave on one of its days. */
export type OpenWindow = { from: JstDate; to: JstDate; left: number }

/**
 * How many units may be ordered of an expected harvest: if certain, the maximum; if probable, the middle; if it depends
 * on the weather, only the minimum. So chefs are promised what will be available, and careful farmers are not
 * penalised. Our choice.
 */
export function promisedOf({
  leastQty,
  mostQty,
  confidence,
}: Pick<HarvestRange, 'leastQty' | 'mostQty' | 'confidence'>) {
  if (confidence === 'high') return mostQty
  return confidence === 'low' ? leastQty : Math.floor((leastQty + mostQty) / 2)
}

export const covers = (window: { from: JstDate; to: JstDate }, day: JstDate): boolean =>
  window.from <= day && day <= window.to

/** What is left for products that leave on this day: zero without an open window. */
export const leftOn = (windows: readonly OpenWindow[], day: JstDate): number =>
  windows.find((window) => covers(window, day))?.left ?? 0

/** Two windows of one product never share a day: it would be undefined which one an order reserves from. */
export const overlapping = (
  a: { from: JstDate; to: JstDate },
  others: readonly { from: JstDate; to: JstDate }[],
): { from: JstDate; to: JstDate } | null => others.find((b) => a.from <= b.to && b.from <= a.to) ?? null
