import { expect, test } from 'vitest'
import type { FarmId } from '#kernel/ids.ts'
import { at, jstDate } from '#kernel/jst.ts'
import { itemOf } from '#modules/products/catalog/produce.ts'
import { type FarmToAsk, inOrder, lastCutoff, mostOfShelf, mostTold, whoIsTold } from './who-is-told.ts'

const friday = { deliveryOn: jstDate('2026-11-27'), cutoffAt: at('2026-11-25 12:00') }

const aFarm = (name: string, facts: Partial<FarmToAsk> = {}): FarmToAsk => ({
  farmId: name as FarmId,
  region: 'central',
  sells: false,
  sold: false,
  sellsShelf: true,
  ownMonths: [],
  days: [friday],
  known: false,
  toldLately: 0,
  ...facts,
})
const told = (farms: readonly FarmToAsk[], item = null as Parameters<typeof whoIsTold>[1]) =>
  whoIsTold(farms, item).map(({ farmId, why }) => `${farmId} ${why}`)

// zucchini: in the south harvested in October and November, in the middle of Japan until September
test.each([
  ['sells it, and says that it is the season', { sells: true, sold: true, ownMonths: [11] }, ['a sells']],
  ['sells it, and says that it is not the season', { sells: true, sold: true, ownMonths: [7] }, []],
  ['sold it once', { sold: true, ownMonths: [11] }, ['a sold']],
  ['other things of the shelf, where it is the season', { region: 'south' }, ['a shelf']],
  ['other things of the shelf, where it is not the season', { region: 'central' }, []],
  ['its own season counts before the calendar of its region', { sells: true, ownMonths: [7], region: 'south' }, []],
  ['nothing of the shelf', { sellsShelf: false, region: 'south' }, []],
  ['cannot be there', { sells: true, ownMonths: [11], days: [] }, []],
] as const)('a farm: %s', (_, facts, expected) => {
  expect(told([aFarm('a', facts)], itemOf('zucchini'))).toEqual(expected)
})

test('a kind that we have no calendar for is always in season', () => {
  expect(told([aFarm('a')])).toEqual(['a shelf'])
})

test('farms that sell it come first, then those that sold it; among equals known ones, then the least asked', () => {
  const farms = [
    aFarm('shelf'),
    aFarm('sold', { sold: true }),
    aFarm('often', { sells: true, toldLately: 9 }),
    aFarm('seldom', { sells: true, toldLately: 1 }),
    aFarm('known', { sells: true, toldLately: 20, known: true }),
  ]
  expect(told(farms)).toEqual(['known sells', 'seldom sells', 'often sells', 'sold sold', 'shelf shelf'])
})

test('a bounded number is told, and fewer of those who never had it', () => {
  const many = (count: number, facts: Partial<FarmToAsk>) =>
    Array.from({ length: count }, (_, index) => aFarm(`${Object.keys(facts)}${100 + index}`, facts))
  expect(told(many(100, { sells: true }))).toHaveLength(mostTold)
  expect(told(many(100, {}))).toHaveLength(mostOfShelf)
  expect(told([...many(5, { sells: true }), ...many(100, {})])).toHaveLength(5 + mostOfShelf)
})

test('the last moment for an order is the latest 締切 of any farm on any day', () => {
  const later = { deliveryOn: jstDate('2026-11-28'), cutoffAt: at('2026-11-26 20:00') }
  expect(lastCutoff([aFarm('a'), aFarm('b', { days: [friday, later] })])).toEqual(at('2026-11-26 20:00'))
  expect(lastCutoff([aFarm('a', { days: [] })])).toBeNull()
})

test('days come in their order, each once', () => {
  const [a, b] = [jstDate('2026-11-27'), jstDate('2026-11-28')]
  expect(inOrder([b, a, b])).toEqual([a, b])
})
