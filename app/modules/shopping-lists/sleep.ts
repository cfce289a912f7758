import type { Blocker } from '#kernel/enums.ts'
import { type JstDate, monthOf } from '#kernel/jst.ts'

/** What determines whether a line of a list is available on a day. */
export type GoodsNow = {
  /** Shown to this restaurant. */
  exists: boolean
  farmOpen: boolean
  status: string
  /** Its documents have expired. */
  lapsed: boolean
  /** Months of its season; empty: all year. */
  seasonMonths: readonly number[]
  availableQty: number
  minQty: number
}

/**
 * Why a line is unavailable on a delivery day, the most lasting reason first; null: it is available. Nothing is stored:
 * what is in season or on sale again becomes available automatically, in its old place.
 */
export function whySleeps(goods: GoodsNow, on: JstDate): Blocker | null {
  if (!goods.exists || goods.status === 'archived' || goods.status === 'draft') return 'gone'
  if (!goods.farmOpen) return 'farm_closed'
  if (goods.seasonMonths.length > 0 && !goods.seasonMonths.includes(monthOf(on))) return 'out_of_season'
  if (goods.status === 'sold_out') return 'sold_out'
  if (goods.status !== 'listed' || goods.lapsed) return 'not_listed'
  return goods.availableQty < goods.minQty ? 'sold_out' : null
}

/** The month in which its season begins again, counted from a day; null if it has none. */
export function wakesInMonth(seasonMonths: readonly number[], on: JstDate): number | null {
  const now = monthOf(on)
  for (let ahead = 1; ahead < 12; ahead++) {
    const month = ((now - 1 + ahead) % 12) + 1
    if (seasonMonths.includes(month)) return month
  }
  return null
}
