import type { FarmId } from '#kernel/ids.ts'
import { type JstDate, monthOf } from '#kernel/jst.ts'
import type { SeasonRegion } from '#kernel/place.ts'
import { type Item, seasonOf } from '#modules/catalog/produce.ts'
import type { PossibleDay } from '#modules/delivery/delivery-days.ts'

/** A farm that might supply it, with all that the rule looks at. */
export type FarmToAsk = {
  farmId: FarmId
  region: SeasonRegion
  /** It sells goods of this kind now, has sold them, sells something else of the shelf. */
  sells: boolean
  sold: boolean
  sellsShelf: boolean
  /** In which months its own goods of this kind are in season, as it says. */
  ownMonths: readonly number[]
  /** On which of the wished days it can be at the kitchen if it is ordered in time. */
  days: readonly Pick<PossibleDay, 'deliveryOn' | 'cutoffAt'>[]
  /** This restaurant has ordered from it before. */
  known: boolean
  /** How many requests it was told of within the last seven days. */
  toldLately: number
}

export type Told = { farmId: FarmId; why: 'sells' | 'sold' | 'shelf' }

/** So many farms at most hear of one request, and so many of them that have never had this kind: our choice. */
export const mostTold = 30
export const mostOfShelf = 10

/**
 * Which farms are told of a request, in which order: docs/decisions/0048.
 *
 * A farm could supply it when (1) it sells this kind, or has sold it, or sells something else of its shelf; (2) it can be at
 * the kitchen on one of the wished days, by the engine that the cart asks; (3) it is the season in one of the months of
 * those days: by the farm's own goods where it has some of this kind, else by the calendar of its region; a kind that we
 * have no calendar for is always in season. Who sells it comes before who sold it and who sells other things of the shelf;
 * among equals whom the restaurant knows, then who was asked least lately, so that not the same farms are asked each time.
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

/** The last moment at which anything of it can still be ordered; null: of nobody on any day. */
export function lastCutoff(farms: readonly Pick<FarmToAsk, 'days'>[]): Date | null {
  const moments = farms.flatMap(({ days }) => days.map(({ cutoffAt }) => cutoffAt.getTime()))
  return moments.length > 0 ? new Date(Math.max(...moments)) : null
}

/** The wished days in their order, each once. */
export const inOrder = (days: readonly JstDate[]): JstDate[] => [...new Set(days)].sort()
