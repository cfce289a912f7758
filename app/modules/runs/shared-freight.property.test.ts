import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumYen, yen } from '#kernel/yen.ts'
import { type Agreed, type Rider, type RunPrice, shareFreight, splitByPoints, wholeFreight } from './shared-freight.ts'

const price = fc.record({
  priceBy: fc.constantFrom('box', 'point'),
  unitYen: fc.nat(2_000).map(yen),
  minimumYen: fc.nat(5_000).map(yen),
}) satisfies fc.Arbitrary<RunPrice>

const riders = (least: number) =>
  fc.uniqueArray(
    fc.record({
      key: fc.uuid(),
      points: fc.nat(900),
      boxes: fc.integer({ min: 1, max: 9 }),
    }) satisfies fc.Arbitrary<Rider>,
    { minLength: least, maxLength: 8, selector: ({ key }) => key },
  )

test('the parts are the whole to the yen, whatever the order of the list', () => {
  fc.assert(
    fc.property(fc.nat(99_999).map(yen), riders(1), (whole, all) => {
      const parts = splitByPoints(whole, all)
      expect(sumYen([...parts.values()])).toBe(whole)
      const turned = splitByPoints(whole, all.toReversed())
      for (const { key } of all) expect(turned.get(key)).toBe(parts.get(key))
    }),
  )
})

test('every part is within a yen of the exact share, and more points never pay less', () => {
  fc.assert(
    fc.property(fc.nat(99_999).map(yen), riders(2), (whole, all) => {
      const parts = splitByPoints(whole, all)
      const points = all.reduce((sum, rider) => sum + rider.points, 0)
      fc.pre(points > 0)
      for (const a of all) {
        expect(Math.abs((parts.get(a.key) ?? 0) - (whole * a.points) / points)).toBeLessThan(1)
        for (const b of all)
          if (a.points > b.points) expect(parts.get(a.key) ?? 0).toBeGreaterThanOrEqual(parts.get(b.key) ?? 0)
      }
    }),
  )
})

test('orders that come one after another: the sum is the freight of the whole, and no agreed freight rises', () => {
  fc.assert(
    fc.property(price, riders(1), (terms, all) => {
      let agreed: Agreed[] = []
      for (const rider of all) {
        const { before, added, wholeYen } = shareFreight(terms, agreed, [rider])
        for (const it of agreed) expect(before.get(it.key) ?? 0).toBeLessThanOrEqual(it.yen)
        agreed = [
          ...agreed.map((it) => ({ ...it, yen: before.get(it.key) ?? it.yen })),
          { ...rider, yen: added.get(rider.key) ?? yen(0), fixed: false },
        ]
        expect(sumYen(agreed.map((it) => it.yen))).toBe(wholeYen)
        expect(wholeYen).toBe(wholeFreight(terms, agreed))
      }
    }),
  )
})

test('what a slip says already stays, and those who come pay the rest', () => {
  const terms: RunPrice = { priceBy: 'point', unitYen: yen(10), minimumYen: yen(1_900) }
  const first: Agreed = { key: 'a', points: 50, boxes: 1, yen: yen(1_900), fixed: true }
  const { before, added, wholeYen } = shareFreight(terms, [first], [{ key: 'b', points: 50, boxes: 1 }])
  expect([before.get('a'), added.get('b'), wholeYen]).toEqual([1_900, 0, 1_900])
})

test('two more farms of the same size: 1,900 yen become 634, 633 and 633', () => {
  const terms: RunPrice = { priceBy: 'point', unitYen: yen(10), minimumYen: yen(1_900) }
  const all = ['a', 'b', 'c'].map((key) => ({ key, points: 50, boxes: 1 }))
  expect([...shareFreight(terms, [], all).added.values()]).toEqual([634, 633, 633])
})
