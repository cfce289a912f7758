import { expect, test } from 'vitest'
import { yen } from '#kernel/yen.ts'
import { aCartBird, aCartFarm, quoteOf } from '../../../tests/factories/cart.ts'
import { freightText, isEstimate, shownCart } from './shown-cart.ts'

test('what leaves for the browser says nothing of how the farm works', () => {
  const [farm] = shownCart(quoteOf([aCartFarm()])).farms
  expect(Object.keys(farm ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/autoAccept|policy|vacations/)]),
  )
  expect(farm).toMatchObject({ name: '佐藤農園', goodsYen: 1_500 })
})

test('a cart with goods by weight is an estimate', () => {
  expect(isEstimate(shownCart(quoteOf([aCartFarm({ lines: [aCartBird()] })])))).toBe(true)
  expect(isEstimate(shownCart(quoteOf([aCartFarm()])))).toBe(false)
})

test('what joins an open order states the freight that it saves there, also where nothing more is paid', () => {
  const joins = { number: '261129-01638-1' }
  expect(freightText({ freightWaived: true, joins, freightYen: yen(-1_350) })).toBe('送料の差額 −¥1,350')
  expect(freightText({ freightWaived: true, joins, freightYen: yen(0) })).toBe('送料無料')
  expect(freightText({ freightWaived: false, joins: null, freightYen: yen(857) })).toBe('送料 ¥857')
})
