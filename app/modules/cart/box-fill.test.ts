import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import { aCartFarm, aCartLine, quoteOf } from '../../../tests/factories/cart.ts'
import { boxFills } from './box-fill.ts'
import { shownCart } from './shown-cart.ts'

const fillsOf = (...lines: Parameters<typeof aCartLine>[0][]) => {
  const [farm] = shownCart(quoteOf([aCartFarm({ lines: lines.map((line) => aCartLine(line)) })])).farms
  return farm ? boxFills(farm) : null
}

test('nothing in the cart fills no box', () => {
  expect(boxFills({ lines: [] })).toEqual([])
})

test('a box is as full as its bulk or its weight says, whichever is more', () => {
  const bulky = fillsOf({ sizePoints: 50, grossGrams: grams(500), qty: 1, temperature: 'ambient' })
  expect(bulky).toMatchObject([{ size: 80, percent: 100 }])
  const heavy = fillsOf({ sizePoints: 5, grossGrams: grams(2_500), qty: 1, temperature: 'ambient' })
  expect(heavy).toMatchObject([{ size: 80, percent: 50, grossGrams: 2_500, maxGrams: 5_000 }])
})

test('chilled and ambient goods are in boxes of their own', () => {
  const fills = fillsOf({ temperature: 'ambient', qty: 1 }, { temperature: 'chilled', qty: 1 })
  expect(fills?.map(({ temperature }) => temperature)).toEqual(['ambient', 'chilled'])
})
