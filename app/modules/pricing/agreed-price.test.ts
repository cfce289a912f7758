import { expect, test } from 'vitest'
import { yen } from '#kernel/yen.ts'
import { agreedPrice, type PriceTerms, tiersBelow } from './agreed-price.ts'

const tiers = [
  { fromQty: 5, priceYen: yen(1_650) },
  { fromQty: 10, priceYen: yen(1_500) },
]
const own = (priceYen: number | null, percentOff: number | null = null) => ({
  priceYen: priceYen === null ? null : yen(priceYen),
  percentOff,
})
const given = (more: Partial<PriceTerms> = {}): PriceTerms => ({ listYen: yen(1_800), tiers: [], own: null, ...more })

test.each([
  ['the list price', 1, given(), 1_800, 'list', null],
  ['below the first tier', 4, given({ tiers }), 1_800, 'list', 5],
  ['on the first tier', 5, given({ tiers }), 1_650, 'tier', 10],
  ['between two tiers', 9, given({ tiers }), 1_650, 'tier', 10],
  ['on the last tier', 10, given({ tiers }), 1_500, 'tier', null],
  ['tiers in any order', 12, given({ tiers: tiers.toReversed() }), 1_500, 'tier', null],
  ['an own price', 1, given({ own: own(1_700) }), 1_700, 'own', null],
  ['an own price, and a tier that is dearer', 5, given({ tiers, own: own(1_600) }), 1_600, 'own', 10],
  ['an own price, and a tier that is cheaper', 10, given({ tiers, own: own(1_600) }), 1_500, 'tier', null],
  ['an own price that is lower than every tier', 10, given({ tiers, own: own(1_400) }), 1_400, 'own', null],
  ['as low as a tier: every restaurant gets it', 5, given({ tiers, own: own(1_650) }), 1_650, 'tier', 10],
  ['an own price, and a list price that has fallen below', 1, given({ own: own(1_900) }), 1_800, 'list', null],
  ['a percentage of the list price', 1, given({ own: own(null, 10) }), 1_620, 'own', null],
  ['not of a tier: nothing is added up', 10, given({ tiers, own: own(null, 10) }), 1_500, 'tier', null],
  ['the better of price and percentage', 1, given({ own: own(1_700, 10) }), 1_620, 'own', null],
  ['the better of percentage and price', 1, given({ own: own(1_600, 10) }), 1_600, 'own', null],
  ['parts of a yen are left out', 1, given({ listYen: yen(1_995), own: own(null, 7) }), 1_855, 'own', null],
  ['a price is never nothing', 1, given({ listYen: yen(1), own: own(null, 50) }), 1, 'list', null],
  ['no terms at all', 1, given({ own: own(null) }), 1_800, 'list', null],
  ['a tier that the list price has passed', 5, given({ listYen: yen(1_600), tiers }), 1_600, 'list', 10],
] as const)('%s', (_, qty, terms, priceYen, why, next) => {
  const agreed = agreedPrice(qty, terms)
  expect(agreed).toMatchObject({ priceYen, why })
  expect(agreed.next?.fromQty ?? null).toBe(next)
})

test('a larger quantity never costs more per piece, and no restaurant pays more than the list price', () => {
  for (const terms of [given({ tiers }), given({ tiers, own: own(1_600) }), given({ tiers, own: own(null, 12) })]) {
    const prices = Array.from({ length: 15 }, (_, index) => agreedPrice(index + 1, terms).priceYen)
    expect(prices).toEqual(prices.toSorted((a, b) => b - a))
    expect(Math.max(...prices)).toBeLessThanOrEqual(terms.listYen)
  }
})

test('only tiers that make it cheaper are shown', () => {
  expect(tiersBelow(yen(1_800), tiers)).toEqual(tiers)
  expect(tiersBelow(yen(1_600), tiers)).toEqual([tiers[1]])
  expect(tiersBelow(yen(1_400), tiers)).toEqual([])
})
