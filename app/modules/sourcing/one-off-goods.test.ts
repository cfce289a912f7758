import { expect, test } from 'vitest'
import type { RequestId } from '#kernel/ids.ts'
import { jstDate } from '#kernel/jst.ts'
import { type BoxSize, boxSizes } from '#kernel/request-enums.ts'
import { yen } from '#kernel/yen.ts'
import { planParcels } from '#modules/delivery/parcels.ts'
import { type Offer, oneOffGoods, travels, usualBox } from './one-off-goods.ts'

const flowers = {
  id: 'r' as RequestId,
  words: 'ズッキーニの花',
  itemKey: 'zucchini',
  category: 'fruitveg',
  unitLabel: '本',
} as const
const anOffer = (facts: Partial<Offer> = {}): Offer => ({
  priceYen: yen(80),
  qty: 20,
  deliveryOn: jstDate('2026-11-27'),
  method: 'conventional',
  temperature: 'chilled',
  boxSize: 60,
  ...facts,
})

test('goods are sold by the unit that the chef named', () => {
  expect(oneOffGoods(flowers, anOffer())).toMatchObject({
    name: 'ズッキーニの花',
    qty: 20,
    unitLabel: '本',
    packLabel: '1本',
    priceYen: 80,
    taxKind: 'food',
    seasonMonths: [11],
  })
})

test('more units than the box has points are one lot for the same money', () => {
  expect(oneOffGoods(flowers, anOffer({ qty: 21 }))).toMatchObject({
    qty: 1,
    unitLabel: '式',
    packLabel: '21本',
    priceYen: 80 * 21,
  })
})

test.each([
  ['有機トマト', 'conventional', 'トマト'],
  ['有機トマト', 'jas_organic', '有機トマト'],
  ['無農薬トマト', 'jas_organic', 'トマト'],
  ['甘いトマト', 'conventional', '甘いトマト'],
] as const)('%s, grown %s, is called %s', (words, method, name) => {
  const asked = { ...flowers, words, itemKey: 'tomato' }
  expect(oneOffGoods(asked, anOffer({ method })).name).toBe(name)
})

const amounts = [1, 2, 3, 7, 19, 20, 21, 26, 35, 50, 51, 90, 99, 100, 171, 261, 380, 381, 2_000, 9_999]
test.each(boxSizes)('whatever is sent in a box of %i is reckoned as one box of that size', (boxSize: BoxSize) => {
  for (const qty of amounts) {
    const goods = oneOffGoods(flowers, anOffer({ qty, boxSize, temperature: 'ambient' }))
    const planned = planParcels([{ lineKey: 'a', ...goods, count: goods.qty }])
    expect([qty, planned.ok && planned.value.map(({ size }) => size)]).toEqual([qty, [boxSize]])
    expect(goods.grossGrams).toBeGreaterThan(0)
    expect(goods.sizePoints).toBeGreaterThan(0)
  }
})

test('cool boxes end at 120', () => {
  expect(boxSizes.filter((size) => travels(size, 'chilled'))).toEqual([60, 80, 100, 120])
  expect(boxSizes.filter((size) => travels(size, 'ambient'))).toEqual([60, 80, 100, 120, 140, 160])
})

test.each([
  [
    { itemKey: 'zucchini', unitLabel: 'kg', qty: 1 },
    { temperature: 'ambient', boxSize: 60 },
  ],
  [
    { itemKey: 'zucchini', unitLabel: 'kg', qty: 8 },
    { temperature: 'ambient', boxSize: 100 },
  ],
  [
    { itemKey: null, unitLabel: '本', qty: 20 },
    { temperature: 'chilled', boxSize: 60 },
  ],
] as const)('%j is usually sent as %j', (asked, box) => {
  expect(usualBox(asked)).toEqual(box)
})
