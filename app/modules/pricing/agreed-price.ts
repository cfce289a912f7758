import { type Yen, yen } from '#kernel/yen.ts'

/** From so many sale units on, every one of them costs this; without tax, per unit or per kg as the list price is. */
export type PriceTier = { fromQty: number; priceYen: Yen }
/** What a farm has agreed with one restaurant for today: a price for this product, percent off all its goods, or both. */
export type OwnTerms = { priceYen: Yen | null; percentOff: number | null }
/** All that the price of a product depends on. The list price is the one whose day has come (price-change.ts). */
export type PriceTerms = { listYen: Yen; tiers: readonly PriceTier[]; own: OwnTerms | null }

export type PriceWhy = 'list' | 'tier' | 'own'
export type AgreedPrice = {
  priceYen: Yen
  why: PriceWhy
  /** The next number of units from which it is cheaper; null where more makes nothing cheaper. */
  next: PriceTier | null
}

/**
 * What so many of a product cost each. Of all prices that apply the lowest one holds; nothing is added up
 * (docs/decisions/0024). Where two are the same, it is called by what everybody gets.
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

/** From how many units on that price is offered to everybody; null where it holds for any number. */
export const fromQtyOf = ({ priceYen, why }: Pick<AgreedPrice, 'priceYen' | 'why'>, tiers: readonly PriceTier[]) =>
  why === 'tier' ? Math.min(...tiers.filter((tier) => tier.priceYen === priceYen).map(({ fromQty }) => fromQty)) : null

/** The tiers that make it cheaper than this, from few units to many: what is worth showing. */
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

/** A part of a yen is left out, in favour of the restaurant; a price is never nothing. */
function ownYen({ listYen, own }: PriceTerms): Yen | null {
  if (own === null) return null
  const offered = [
    own.priceYen,
    own.percentOff === null ? null : yen(Math.max(1, Math.floor((listYen * (100 - own.percentOff)) / 100))),
  ].filter((it) => it !== null)
  return offered.length === 0 ? null : yen(Math.min(...offered))
}
