import type { Side } from '#kernel/enums.ts'
import type { Actor } from './actor.ts'

/** The start page of each side. */
export const homeOfSide = { restaurant: '/restaurant', farm: '/farmer' } as const satisfies Record<Side, string>

/** The home page of the organisation that the user acts for; null if there is none. */
export function homeOf({ kind }: Actor): (typeof homeOfSide)[Side] | null {
  if (kind === 'buyer') return homeOfSide.restaurant
  return kind === 'farm' ? homeOfSide.farm : null
}
