import { formatYen } from '#kernel/format.ts'
import type { Yen } from '#kernel/yen.ts'
import type { PriceTier } from '#modules/pricing/agreed-price.ts'

/** Maximum number of tiers of a product. */
export const mostTiers = 4

export type TierRefusal =
  | 'too_many_tiers'
  | 'tier_too_few'
  | 'tier_too_many_units'
  | 'tiers_not_rising'
  | 'tiers_not_falling'
  | 'too_cheap'

/** A price below half of the list price is taken for a typing error. */
export const tooCheap = (priceYen: number, listYen: number): boolean => priceYen * 2 < listYen

type Facts = { listYen: Yen; minQty: number; maxQty: number }

/** Whether these tiers are valid: more units and a lower price each time, and all of them orderable. */
export function checkTiers(tiers: readonly PriceTier[], { listYen, minQty, maxQty }: Facts): TierRefusal | null {
  if (tiers.length > mostTiers) return 'too_many_tiers'
  let [qty, price]: [number, number] = [minQty, listYen]
  for (const tier of tiers) {
    if (tier.fromQty <= minQty) return 'tier_too_few'
    if (tier.fromQty > maxQty) return 'tier_too_many_units'
    if (tier.fromQty <= qty) return 'tiers_not_rising'
    if (tier.priceYen >= price) return 'tiers_not_falling'
    if (tooCheap(tier.priceYen, listYen)) return 'too_cheap'
    qty = tier.fromQty
    price = tier.priceYen
  }
  return null
}

/** 5箱から ¥1,650・10箱から ¥1,500; empty if there are none. */
export const tiersText = (tiers: readonly PriceTier[], unitLabel: string): string =>
  tiers.map(({ fromQty, priceYen }) => `${fromQty}${unitLabel}から ${formatYen(priceYen)}`).join('・')
