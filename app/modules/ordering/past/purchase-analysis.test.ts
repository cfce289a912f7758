import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { analyse, analysisFrom, type BoughtCell, largest, onePerDay, priceMove } from './purchase-analysis.ts'

const [sato, mori] = [newId<'farm'>(), newId<'farm'>()]
const [carrot, leek] = [newId<'product'>(), newId<'product'>()]
const cell = (month: string, farm: 'sato' | 'mori', billed: number): BoughtCell => ({
  month,
  farmId: farm === 'sato' ? sato : mori,
  farm: farm === 'sato' ? '佐藤農園' : '森の畑',
  category: farm === 'sato' ? 'root' : 'leaf',
  productId: farm === 'sato' ? carrot : leek,
  name: farm === 'sato' ? 'にんじん' : 'ねぎ',
  billedYen: yen(billed),
})

test('by month with the empty ones, by farm, shelf and goods with the largest first; each adds up to the total', () => {
  const cells = [cell('2026-09', 'sato', 1_000), cell('2026-11', 'sato', 500), cell('2026-11', 'mori', 4_000)]
  const found = analyse(cells, { from: jstDate('2026-09-01'), to: jstDate('2026-11-24') })
  expect(found).toEqual({
    totalYen: 5_500,
    months: [
      { month: '2026-09', billedYen: 1_000 },
      { month: '2026-10', billedYen: 0 },
      { month: '2026-11', billedYen: 4_500 },
    ],
    farms: [
      { key: mori, name: '森の畑', billedYen: 4_000 },
      { key: sato, name: '佐藤農園', billedYen: 1_500 },
    ],
    categories: [
      { category: 'leaf', billedYen: 4_000 },
      { category: 'root', billedYen: 1_500 },
    ],
    products: [
      { key: leek, name: 'ねぎ', billedYen: 4_000 },
      { key: carrot, name: 'にんじん', billedYen: 1_500 },
    ],
  })
})

test('nothing bought is nothing, month by month', () => {
  const found = analyse([], { from: jstDate('2026-11-01'), to: jstDate('2026-12-31') })
  expect(found).toMatchObject({ totalYen: 0, months: [{ billedYen: 0 }, { billedYen: 0 }], farms: [], products: [] })
})

test('the largest, and the others as one', () => {
  const shares = [5, 4, 3, 2].map((amount) => ({ name: String(amount), billedYen: yen(amount) }))
  expect(largest(shares, 4).map(({ name }) => name)).toEqual(['5', '4', '3', '2'])
  expect(largest(shares, 3)).toEqual([...shares.slice(0, 2), { name: '他2件', billedYen: 5 }])
})

test.each([
  [[], null],
  [[1_500], null],
  [[1_500, 1_620], { yen: 120, percent: 8 }],
  [[2_000, 9_999, 1_900], { yen: -100, percent: -5 }],
])('%j moved by %j', (prices, moved) => {
  const points = prices.map((price, day) => ({ orderedOn: jstDate(`2026-11-0${day + 1}`), priceYen: yen(price) }))
  expect(priceMove(points)).toEqual(moved)
})

test('the last price of a day stands for it', () => {
  const [day, next] = [jstDate('2026-11-01'), jstDate('2026-11-02')]
  const point = (orderedOn: typeof day, price: number) => ({ orderedOn, priceYen: yen(price) })
  expect(onePerDay([point(day, 1), point(day, 2), point(next, 3)])).toEqual([point(day, 2), point(next, 3)])
})

test.each([
  ['2026-11-24', 1, '2026-11-01'],
  ['2026-11-24', 12, '2025-12-01'],
  ['2026-01-31', 3, '2025-11-01'],
])('from %s %i months are from %s', (today, months, from) => {
  expect(analysisFrom(jstDate(today), months)).toBe(from)
})
