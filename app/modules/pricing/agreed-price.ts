import { type Yen, yen } from '#kernel/yen.ts'

/** From this many sale units on, each of them costs this; without tax, per unit or per kg like the list price. */
export type PriceTier = { fromQty: number; priceYen: Yen }
/**
 * What a farm has agreed with one restaurant , as valid today: a price for this product, a percentage off all its
 * products, or both.
 */
export type OwnTerms = { priceYen: Yen | null; percentOff: number | null }
/** Everything that the price of a product depends on. The list price is the one valid now (price-change.ts). */
export type PriceTerms = { listYen: Yen; tiers: readonly PriceTier[]; own: OwnTerms | null }

export type PriceWhy = 'list' | 'tier' | 'own'
export type AgreedPrice = {
  priceYen: Yen
  why: PriceWhy
  /** The next number of units from which it is cheaper; null if there is none. */
  next: PriceTier | null
}

/**
 * The unit price for a quantity of a product. The lowest of all prices that apply; discounts are not added up
 * (docs/decisions/0024). Of equal prices, the one that all buyers get gives the name.
 */
export function agreedPrice(qty: number, terms: PriceTerms): AgreedPrice {
  const { listYen, tiers } = terms
  const reached = tiers.filter(({ fromQty }) => fromQty <= qty).map(({ priceYen }) => priceYen)
  const own = ownYen(terms)
  const applicable: { priceYen: Yen; why: PriceWhy }[] = [
    { priceYen: listYen, why: 'list' },
    ...reached.map((priceYen) => ({ priceYen, why: 'tier' as const })),
    ...(own === null ? [] : [{ priceYen: own, why: 'own' as const }]),
  ]
  const lowest = applicable.reduce((low, it) => (it.priceYen < low.priceYen ? it : low))
  return { ...lowest, next: tiersBelow(lowest.priceYen, tiers).find(({ fromQty }) => fromQty > qty) ?? null }
}

/** From how many units on this price is offered to all buyers; null if it holds for any number. */
export const fromQtyOf = ({ priceYen, why }: Pick<AgreedPrice, 'priceYen' | 'why'>, tiers: readonly PriceTier[]) =>
  why === 'tier' ? Math.min(...tiers.filter((tier) => tier.priceYen === priceYen).map(({ fromQty }) => fromQty)) : null

/** The tiers that are cheaper than this price, from few units to many. */
export function tiersBelow(priceYen: Yen, tiers: readonly PriceTier[]): PriceTier[] {
  let low = priceYen
  return tiers
    .toSorted((a, b) => a.fromQty - b.fromQty)
    .filter((tier) => {
      if (tier.priceYen >= low) return false
      low = tier.priceYen
      return true
    })
}

/** Rounded down to whole yen, in favour of the restaurant; a price is never zero. */
function ownYen({ listYen, own }: PriceTerms): Yen | null {
  if (own === null) return null
  const offered = [
    own.priceYen,
    own.percentOff === null ? null : yen(Math.max(1, Math.floor((listYen * (100 - own.percentOff)) / 100))),
  ].filter((it) => it !== null)
  return offered.length === 0 ? null : yen(Math.min(...offered))
}
