import { expect, test } from 'vitest'
import { aCartBird, aCartFarm, quoteOf } from '../../../tests/factories/cart.ts'
import { isEstimate, shownCart } from './shown-cart.ts'

test('what leaves for the browser says nothing of commission or of how the farm works', () => {
  const [farm] = shownCart(quoteOf([aCartFarm()])).farms
  expect(Object.keys(farm ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/commission|autoAccept|policy|vacations/)]),
  )
  expect(farm).toMatchObject({ name: '佐藤農園', goodsYen: 1_500 })
})

test('a cart with goods by weight is an estimate', () => {
  expect(isEstimate(shownCart(quoteOf([aCartFarm({ lines: [aCartBird()] })])))).toBe(true)
  expect(isEstimate(shownCart(quoteOf([aCartFarm()])))).toBe(false)
})
