import type { FarmId } from '#kernel/ids.ts'
import { type JstDate, monthOf } from '#kernel/jst.ts'
import type { SeasonRegion } from '#kernel/place.ts'
import type { PossibleDay } from '#modules/delivery/delivery-days.ts'
import { type Item, seasonOf } from '#modules/products/catalog/produce.ts'

/** A farm that might supply it, with the facts for the rule. */
export type FarmToAsk = {
  farmId: FarmId
  region: SeasonRegion
  /** It sells products of this kind now, has sold them, or sells something else of the category. */
  sells: boolean
  sold: boolean
  sellsShelf: boolean
  /** In which months its own products of this kind are in season, as it states. */
  ownMonths: readonly number[]
  /** On which of the wished days it can deliver to the kitchen if it is ordered in time. */
  days: readonly Pick<PossibleDay, 'deliveryOn' | 'cutoffAt'>[]
  /** This restaurant has ordered from it before. */
  known: boolean
  /** How many requests it was notified of within the last seven days. */
  toldLately: number
}

export type Told = { farmId: FarmId; why: 'sells' | 'sold' | 'shelf' }

/**
 * The maximum number of farms notified of one request, and of those among them that have never had this kind: our
 * choice.
 */
export const mostTold = 30
export const mostOfShelf = 10

/**
 * Which farms are notified of a request, in which order: docs/decisions/0048.
 *
 * A farm could supply it when (1) it sells this kind, or has sold it, or sells something else of its category; (2) it
 * can deliver to the kitchen on one of the wished days, by the engine of the cart; (3) it is the season in one of the
 * months of those days: by the farm's own products if it has some of this kind, else by the calendar of its region; a
 * kind without a calendar is always in season. Farms that sell it come before those that sold it and those that sell
 * other products of the category; among equals first those known to the restaurant, then those asked least recently, so
 * that not the same farms are asked each time.
 */
export function whoIsTold(farms: readonly FarmToAsk[], kind: Item | null): Told[] {
  const told = farms
    .flatMap((farm) => {
      const why = whyOf(farm)
      return why && couldSupply(farm, kind) ? [{ farm, why }] : []
    })
    .sort(
      (a, b) =>
        rank[a.why] - rank[b.why] ||
        Number(b.farm.known) - Number(a.farm.known) ||
        a.farm.toldLately - b.farm.toldLately ||
        (a.farm.farmId < b.farm.farmId ? -1 : 1),
    )
    .map(({ farm: { farmId }, why }): Told => ({ farmId, why }))
  const [near, far] = [told.filter(({ why }) => why !== 'shelf'), told.filter(({ why }) => why === 'shelf')]
  return [...near, ...far.slice(0, mostOfShelf)].slice(0, mostTold)
}

const rank = { sells: 0, sold: 1, shelf: 2 } as const

const whyOf = ({ sells, sold, sellsShelf }: FarmToAsk): Told['why'] | null => {
  if (sells) return 'sells'
  if (sold) return 'sold'
  return sellsShelf ? 'shelf' : null
}

function couldSupply({ days, ownMonths, region }: FarmToAsk, kind: Item | null): boolean {
  const months = ownMonths.length > 0 ? ownMonths : kind && seasonOf(kind, region)
  return days.some(({ deliveryOn }) => months === null || months.includes(monthOf(deliveryOn)))
}

/** The last moment at which anything of it can still be ordered; null: from no farm on any day. */
export function lastCutoff(farms: readonly Pick<FarmToAsk, 'days'>[]): Date | null {
  const moments = farms.flatMap(({ days }) => days.map(({ cutoffAt }) => cutoffAt.getTime()))
  return moments.length > 0 ? new Date(Math.max(...moments)) : null
}

/** The wished days in order, without duplicates. */
export const inOrder = (days: readonly JstDate[]): JstDate[] => [...new Set(days)].sort()
