import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumYen, yen } from '#kernel/yen.ts'
import { splitGroupFreight } from './group-freight.ts'

const sharers = fc.uniqueArray(
  fc.record({
    key: fc.string({ minLength: 1, maxLength: 4 }),
    points: fc.integer({ min: 0, max: 400 }),
    aloneYen: fc.integer({ min: 0, max: 9_999 }).map(yen),
  }),
  { minLength: 1, maxLength: 20, selector: ({ key }) => key },
)
const freight = fc.integer({ min: 0, max: 30_000 }).map(yen)

test('the parts are the freight to the yen, and no kitchen pays more than alone', () => {
  fc.assert(
    fc.property(freight, sharers, (boxYen, all) => {
      const { wholeYen, parts } = splitGroupFreight(boxYen, all)
      expect(sumYen([...parts.values()])).toBe(wholeYen)
      expect(wholeYen).toBe(Math.min(boxYen, sumYen(all.map(({ aloneYen }) => aloneYen))))
      for (const { key, aloneYen } of all) {
        expect(parts.get(key)).toBeGreaterThanOrEqual(0)
        expect(parts.get(key)).toBeLessThanOrEqual(aloneYen)
      }
    }),
  )
})

test('the order of the list changes nothing', () => {
  fc.assert(
    fc.property(freight, sharers, (boxYen, all) => {
      const forth = splitGroupFreight(boxYen, all).parts
      const back = splitGroupFreight(boxYen, all.toReversed()).parts
      expect(new Map([...back].toSorted())).toEqual(new Map([...forth].toSorted()))
    }),
  )
})

test('without a cap the parts follow the size points within one yen', () => {
  fc.assert(
    fc.property(freight, sharers, (boxYen, all) => {
      const rich = all.map((it) => ({ ...it, points: it.points + 1, aloneYen: yen(99_999) }))
      const points = rich.reduce((sum, it) => sum + it.points, 0)
      const { parts } = splitGroupFreight(boxYen, rich)
      for (const { key, points: own } of rich)
        expect(Math.abs((parts.get(key) ?? -9) - (boxYen * own) / points)).toBeLessThan(1)
    }),
  )
})
