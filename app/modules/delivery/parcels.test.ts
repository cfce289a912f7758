import fc from 'fast-check'
import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import { ok, refuse } from '#kernel/result.ts'
import { type Parcel, type ParcelItem, planParcels, sizeClassOf, sizeLimits } from './parcels.ts'

test.each([
  [58, 4_000, 80],
  [119, 15_100, 140],
  [60.0, 2_000, 60],
  [60.1, 2_000, 80],
  [60, 2_001, 80],
  [20, 25_000, 160],
  [160, 100, 160],
  [160.1, 100, null],
  [201, 100, null],
  [60, 25_001, null],
])('%d cm and %d g is size %s', (cm, weight, size) => {
  expect(sizeClassOf(cm, grams(weight))).toBe(size)
})

test('what has a carton of its own is alone in it, one unit each, and the rest is packed as without it', () => {
  const own = item({ lineKey: 'melons', ownCarton: true, count: 3 })
  const rest = [item({ count: 30 }), item({ lineKey: 'leeks', sizePoints: 3, count: 12 })]
  const [alone, others] = [planned([own, ...rest]), planned(rest)]
  expect(alone.filter(({ contents }) => contents.some(({ lineKey }) => lineKey === 'melons'))).toMatchObject(
    Array.from({ length: 3 }, () => ({ contents: [{ lineKey: 'melons', count: 1 }] })),
  )
  expect(alone).toHaveLength(others.length + 3)
  expect(alone).toEqual(expect.arrayContaining(others))
  expect(planned([...rest, own])).toEqual(alone)
})

test.each([
  [120, 15_000, 120],
  [120.1, 15_000, null],
  [60, 15_001, null],
])('%d cm and %d g, cool, is size %s', (cm, weight, size) => {
  expect(sizeClassOf(cm, grams(weight), 'chilled')).toBe(size)
  expect(sizeClassOf(cm, grams(weight), 'frozen')).toBe(size)
})

const item = (more: Partial<ParcelItem> = {}): ParcelItem => ({
  lineKey: 'carrots',
  temperature: 'ambient',
  sizePoints: 10,
  grossGrams: grams(1_000),
  count: 1,
  ...more,
})

const planned = (items: readonly ParcelItem[]): Parcel[] => {
  const plan = planParcels(items)
  if (!plan.ok) throw new Error(plan.refusal)
  return plan.value
}

test('nothing to send is no parcel', () => {
  expect(planParcels([])).toEqual(ok([]))
  expect(planParcels([item({ count: 0, sizePoints: 999 })])).toEqual(ok([]))
})

test.each([
  [1, 20, 2_000, 60],
  [1, 20, 2_001, 80],
  [1, 21, 500, 80],
  [5, 20, 500, 100],
  [5, 20, 2_001, 120],
  [19, 20, 500, 160],
])('%i units of %i points and %i g go in one box of size %i', (count, sizePoints, weight, size) => {
  const parcels = planned([item({ count, sizePoints, grossGrams: grams(weight) })])
  expect(parcels).toEqual([
    {
      temperature: 'ambient',
      size,
      sizePoints: count * sizePoints,
      grossGrams: count * weight,
      contents: [{ lineKey: 'carrots', count }],
    },
  ])
})

test('ambient, chilled and frozen goods travel apart', () => {
  const items = [
    item({ lineKey: 'ice', temperature: 'frozen' }),
    item({ lineKey: 'leaves', temperature: 'chilled' }),
    item({ lineKey: 'potatoes' }),
  ]
  expect(planned(items).map((parcel) => [parcel.temperature, parcel.contents[0]?.lineKey])).toEqual([
    ['ambient', 'potatoes'],
    ['chilled', 'leaves'],
    ['frozen', 'ice'],
  ])
})

test('cool goods go in boxes up to 120 and 15 kg only', () => {
  const leaves = item({ temperature: 'chilled', sizePoints: 100, grossGrams: grams(3_000), count: 2 })
  expect(planned([leaves]).map((parcel) => parcel.size)).toEqual([100, 100])
  expect(planned([{ ...leaves, temperature: 'ambient' }]).map((parcel) => parcel.size)).toEqual([140])
})

test('small units fill the room that the bulky ones leave', () => {
  const parcels = planned([
    item({ lineKey: 'herbs', sizePoints: 80, count: 1 }),
    item({ lineKey: 'cabbage', sizePoints: 300, count: 2 }),
  ])
  expect(parcels.map((parcel) => parcel.contents)).toEqual([
    [
      { lineKey: 'cabbage', count: 1 },
      { lineKey: 'herbs', count: 1 },
    ],
    [{ lineKey: 'cabbage', count: 1 }],
  ])
})

test('a line listed twice is one entry in the box', () => {
  expect(planned([item({ count: 2 }), item({ count: 3 })])[0]?.contents).toEqual([{ lineKey: 'carrots', count: 5 }])
})

test('a unit that fits no box refuses the plan and names its lines', () => {
  const items = [
    item(),
    item({ lineKey: 'pumpkin', grossGrams: grams(25_001) }),
    item({ lineKey: 'celery', temperature: 'chilled', sizePoints: 171 }),
    item({ lineKey: 'celery', temperature: 'chilled', sizePoints: 172 }),
  ]
  expect(planParcels(items)).toEqual(refuse('too_big_to_ship', { lineKeys: ['celery', 'pumpkin'] }))
})

test('a thousand boxes of several thousand units are planned', () => {
  const items = Array.from({ length: 60 }, (_, line) =>
    item({ lineKey: `line ${line}`, sizePoints: 60 + line, grossGrams: grams(3_000 + line * 7), count: 100 }),
  )
  expect(planned(items).length).toBeGreaterThan(1_000)
})

const anyItem: fc.Arbitrary<ParcelItem> = fc.record({
  lineKey: fc.constantFrom('a', 'b', 'c', 'd'),
  temperature: fc.constantFrom('ambient', 'chilled', 'frozen'),
  sizePoints: fc.integer({ min: 0, max: 170 }),
  grossGrams: fc.integer({ min: 0, max: 15_000 }).map(grams),
  count: fc.integer({ min: 0, max: 30 }),
})
const anyItems = fc.array(anyItem, { maxLength: 12 })

/** `chilled a` → how many units. */
function unitsOf(entries: readonly { temperature: string; lineKey: string; count: number }[]) {
  const units = new Map<string, number>()
  for (const { temperature, lineKey, count } of entries.filter((entry) => entry.count > 0))
    units.set(`${temperature} ${lineKey}`, (units.get(`${temperature} ${lineKey}`) ?? 0) + count)
  return units
}

test('every unit is sent exactly once, at its temperature', () => {
  fc.assert(
    fc.property(anyItems, (items) => {
      const sent = planned(items).flatMap(({ temperature, contents }) =>
        contents.map((content) => ({ temperature, ...content })),
      )
      expect(unitsOf(sent)).toEqual(unitsOf(items))
    }),
  )
})

test('points and weights add up over all boxes', () => {
  fc.assert(
    fc.property(anyItems, (items) => {
      const parcels = planned(items)
      const total = (of: (item: ParcelItem) => number) => items.reduce((sum, each) => sum + each.count * of(each), 0)
      expect(parcels.reduce((sum, parcel) => sum + parcel.sizePoints, 0)).toBe(total((each) => each.sizePoints))
      expect(parcels.reduce((sum, parcel) => sum + parcel.grossGrams, 0)).toBe(total((each) => each.grossGrams))
    }),
  )
})

test('no box is over its limits, none is empty, and none would fit the class below', () => {
  fc.assert(
    fc.property(anyItems, (items) => {
      for (const parcel of planned(items)) {
        const fitting = sizeLimits.filter(
          (limit) => parcel.sizePoints <= limit.maxSizePoints && parcel.grossGrams <= limit.maxGrams,
        )
        expect(fitting[0]?.size).toBe(parcel.size)
        expect(parcel.size).toBeLessThanOrEqual(parcel.temperature === 'ambient' ? 160 : 120)
        expect(parcel.contents.length).toBeGreaterThan(0)
      }
    }),
  )
})

test('the order in which the lines are listed changes nothing', () => {
  const shuffled = anyItems.chain((items) =>
    fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })),
  )
  fc.assert(
    fc.property(shuffled, ([items, others]) => {
      expect(planParcels(others)).toEqual(planParcels(items))
    }),
  )
})
