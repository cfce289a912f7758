import { type JstDate, monthOf } from '#kernel/jst.ts'
import type { WhyNot } from '#kernel/words.ts'

/** What decides whether a line of a list is awake on a day. */
export type GoodsNow = {
  /** Shown to this restaurant. */
  exists: boolean
  farmOpen: boolean
  status: string
  /** Its papers have run out. */
  lapsed: boolean
  /** Months of its season; none: all year. */
  seasonMonths: readonly number[]
  availableQty: number
  minQty: number
}

/**
 * Why a line sleeps on a day of delivery, the most lasting reason first; null: it is awake. Nothing is stored: what is in
 * season again, or on sale again, is awake again by itself, in its old place.
 */
export function whySleeps(goods: GoodsNow, on: JstDate): WhyNot | null {
  if (!goods.exists || goods.status === 'archived' || goods.status === 'draft') return 'gone'
  if (!goods.farmOpen) return 'farm_closed'
  if (goods.seasonMonths.length > 0 && !goods.seasonMonths.includes(monthOf(on))) return 'out_of_season'
  if (goods.status === 'sold_out') return 'sold_out'
  if (goods.status !== 'listed' || goods.lapsed) return 'not_listed'
  return goods.availableQty < goods.minQty ? 'sold_out' : null
}

/** The month in which its season begins again, counted from a day; null where it has none. */
export function wakesInMonth(seasonMonths: readonly number[], on: JstDate): number | null {
  const now = monthOf(on)
  for (let ahead = 1; ahead < 12; ahead++) {
    const month = ((now - 1 + ahead) % 12) + 1
    if (seasonMonths.includes(month)) return month
  }
  return null
}
