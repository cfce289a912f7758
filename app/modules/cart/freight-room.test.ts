import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import { sumYen, yen } from '#kernel/yen.ts'
import { aCartBird, aCartFarm, aCartLine, quoteOf } from '../../../tests/factories/cart.ts'
import { freightRoom, withFreightPerKg } from './freight-room.ts'
import type { CartFarm, CartLine } from './quote.ts'

const quoted = (farm: CartFarm) => {
  const [found] = quoteOf([farm]).farms
  if (!found) throw new Error('no farm')
  return found
}
const roomOf = (line: Partial<CartLine>, more: Partial<CartFarm> = {}) => {
  const farm = quoted(aCartFarm({ ...more, lines: [aCartLine(line)] }))
  const [first] = farm.lines
  return first ? freightRoom(farm, first) : null
}

test('what the next box adds, and how many fit before', () => {
  // 5.4 kg each: one is a parcel of 100, two one of 120 (¥250 more)
  expect(roomOf({ qty: 1 })).toEqual({ fits: 0, thenYen: 250 })
  expect(roomOf({ qty: 1, grossGrams: grams(1_000), sizePoints: 30 })).toEqual({ fits: 0, thenYen: 250 })
  expect(roomOf({ qty: 1, grossGrams: grams(500), sizePoints: 10 })).toEqual({ fits: 1, thenYen: 200 })
  expect(roomOf({ qty: 1, grossGrams: grams(500), sizePoints: 10, orderStep: 2 })).toEqual({ fits: 0, thenYen: 200 })
})

test('nothing is said where nothing depends on it', () => {
  expect(roomOf({ qty: 1 }, { freeFreightFromYen: yen(1) })).toBeNull()
  expect(roomOf({ qty: 3, maxQty: 3 })).toBeNull()
  expect(roomOf({ qty: 1 }, { freight: { tables: [], carriers: [] } })).toBeNull()
  expect(roomOf({ qty: 1, maxQty: 2, grossGrams: grams(100), sizePoints: 1 })).toEqual({ fits: 1, thenYen: null })
})

test('ordering as many as fit leaves the freight, and the next ones add what was said; sums equal the cart to the yen', () => {
  const line = fc.record({
    qty: fc.integer({ min: 1, max: 12 }),
    grossGrams: fc.integer({ min: 100, max: 9_000 }).map(grams),
    sizePoints: fc.integer({ min: 1, max: 100 }),
    cold: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), fc.nat(3), (lines, at) => {
      const made = lines.map(({ cold, ...it }) => (cold ? aCartBird(it) : aCartLine(it)))
      const farm = quoted(aCartFarm({ lines: made }))
      expect(sumYen(farm.parcels.flatMap(({ freightYen, coolYen }) => [freightYen, coolYen]))).toBe(farm.freightYen)
      const chosen = farm.lines[at % farm.lines.length]
      const room = chosen && freightRoom(farm, chosen)
      if (!room) return
      const withMore = (more: number) =>
        quoted(
          aCartFarm({
            lines: made.map((it) => (it.productId === chosen.productId ? { ...it, qty: it.qty + more } : it)),
          }),
        ).freightYen
      expect(withMore(room.fits)).toBeLessThanOrEqual(farm.freightYen)
      if (room.thenYen !== null) expect(withMore(room.fits + 1)).toBe(farm.freightYen + room.thenYen)
    }),
  )
})

test('the price of a kilogram with freight', () => {
  const farm = quoted(aCartFarm({ lines: [aCartLine({ qty: 2 })] }))
  // ¥3,000 of goods and ¥1,500 of freight for 10 kg
  expect(withFreightPerKg(farm)).toBe(450)
  expect(withFreightPerKg(quoted(aCartFarm({ lines: [aCartLine({ netGrams: null })] })))).toBeNull()
})
