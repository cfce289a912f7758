import type { JstDate } from '#kernel/jst.ts'
import type { Confidence } from '#kernel/words.ts'

/** 水–金 30–50 箱, 確度 中: days on which goods leave the farm, both ends included, and sale units. */
export type HarvestRange = {
  from: JstDate
  to: JstDate
  leastQty: number
  mostQty: number
  confidence: Confidence
}

/** What can still be ordered of a window by whoever wants goods to leave on one of its days. */
export type OpenWindow = { from: JstDate; to: JstDate; left: number }

/**
 * How many units may be ordered of what a farm expects: sure of it, the most; probably, the middle; if the weather
 * holds, only the least. So a chef is promised what will be there, and a careful farmer is not punished for being so.
 * Our choice.
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

/** What is left for goods that leave on this day: nothing where no window is open. */
export const leftOn = (windows: readonly OpenWindow[], day: JstDate): number =>
  windows.find((window) => covers(window, day))?.left ?? 0

/** Two windows of one product never share a day: an order would not know against which to reserve. */
export const overlapping = (
  a: { from: JstDate; to: JstDate },
  others: readonly { from: JstDate; to: JstDate }[],
): { from: JstDate; to: JstDate } | null => others.find((b) => a.from <= b.to && b.from <= a.to) ?? null
