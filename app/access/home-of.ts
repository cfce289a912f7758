import type { Side } from '#kernel/words.ts'
import type { Actor } from './actor.ts'

/** Where each side's day begins. */
export const homeOfSide = { restaurant: '/restaurant', farm: '/farmer' } as const satisfies Record<Side, string>

/** The home of the place somebody acts for; null: they act for none. */
export function homeOf({ kind }: Actor): (typeof homeOfSide)[Side] | null {
  if (kind === 'buyer') return homeOfSide.restaurant
  return kind === 'farm' ? homeOfSide.farm : null
}
