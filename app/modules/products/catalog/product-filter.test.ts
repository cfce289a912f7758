import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isNarrowed,
  noWish,
  type ProductWish,
  readWish,
  wantedPrefectures,
  wishAddress,
  wishParams,
} from './product-filter.ts'
import { listCursorText, parseListCursor, productSorts } from './product-sort.ts'

const read = (query: string, mayPrice = true) => readWish(new URLSearchParams(query), mayPrice)

test.each<[string, Partial<ProductWish>]>([
  ['', {}],
  ['q=%E4%BA%BA%E5%8F%82', { q: '人参' }],
  ['q=++x++', { q: 'x' }],
  ['category=root', { category: 'root' }],
  ['category=nothing', {}],
  ['item=carrot', { item: 'carrot' }],
  ['item=Carrot%27', {}],
  ['region=kanto&region=mars', { regions: ['kanto'] }],
  ['pref=13&pref=01&pref=99', { prefectures: ['01', '13'] }],
  ['method=jas_organic&method=natural', { methods: ['jas_organic', 'natural'] }],
  ['temp=frozen', { temperatures: ['frozen'] }],
  ['kgFrom=５００&kgTo=1,000', { perKg: { from: 500, to: 1000 } }],
  ['kgFrom=1000&kgTo=500', { perKg: { from: 500, to: 1000 } }],
  ['yenFrom=-1&yenTo=x', {}],
  ['yenTo=3000', { perUnit: { from: null, to: 3000 } }],
  ['season=1', { inSeason: true }],
  ['season=yes', {}],
  ['fresh=1', { fresh: 1 }],
  ['fresh=5', {}],
  ['on=2026-11-26', { on: '2026-11-26' as ProductWish['on'] }],
  ['on=2026-02-30', {}],
  ['fav=1&free=1&weighed=1&new=1', { favouriteFarms: true, freeFreight: true, catchWeight: true, isNew: true }],
  ['sort=popular', { sort: 'popular' }],
  ['sort=price', {}],
])('%j is read', (query, wish) => {
  expect(read(query)).toEqual({ ...noWish, ...wish })
})

test('a user who may not see prices cannot filter or sort by them', () => {
  expect(read('kgFrom=1&kgTo=2&yenFrom=1&yenTo=2&sort=per_kg&q=x', false)).toEqual({ ...noWish, q: 'x' })
})

test('the same wish has one address, and the address says all of it', () => {
  const some = fc.constantFrom
  const wish = fc.record({
    q: some('', '人参', 'a&b=c', '100%'),
    category: some(null, 'root', 'fish'),
    item: some(null, 'carrot'),
    regions: fc.subarray(['hokkaido', 'kanto', 'kyushu']),
    prefectures: fc.subarray(['01', '13', '47']),
    methods: fc.subarray(['conventional', 'jas_organic']),
    temperatures: fc.subarray(['ambient', 'frozen']),
    perKg: some({ from: null, to: null }, { from: 1, to: null }, { from: 0, to: 900 }),
    perUnit: some({ from: null, to: null }, { from: null, to: 3 }),
    inSeason: fc.boolean(),
    on: some(null, '2026-11-26'),
    fresh: some(null, 1, 7),
    farmId: some(null, '0192f0a0-0000-7000-8000-000000000000'),
    favouriteFarms: fc.boolean(),
    freeFreight: fc.boolean(),
    catchWeight: fc.boolean(),
    isNew: fc.boolean(),
    sort: some(...productSorts),
  })
  fc.assert(
    fc.property(wish, (it) => {
      const known = it as ProductWish
      expect(readWish(wishParams(known), true)).toEqual(known)
      expect(wishAddress(readWish(wishParams(known), true))).toBe(wishAddress(known))
    }),
  )
})

test.each([
  ['', false],
  ['q=x&sort=popular', false],
  ['season=1', true],
  ['on=2026-11-26', true],
])('%j narrows: %j', (query, narrowed) => {
  expect(isNarrowed(read(query))).toBe(narrowed)
})

test('a region is all of its prefectures, and a prefecture beside it is one more', () => {
  expect(wantedPrefectures({ regions: ['hokkaido'], prefectures: ['13'] })).toEqual(['01', '13'])
  expect(wantedPrefectures({ regions: [], prefectures: [] })).toEqual([])
})

const id = '0192f0a0-0000-7000-8000-000000000000'
test.each([
  ['recommended', '1234', true],
  ['recommended', '-1', false],
  ['recommended', '', false],
  ['harvest', '2026-11-24', true],
  ['harvest', '2026-02-30', false],
  ['newest', '2026-11-24T01:02:03.123456Z', true],
  ['newest', '2026-02-30T01:02:03.123456Z', false],
  ['newest', '2026-11-24T25:02:03.123456Z', false],
  ['newest', '2026-11-24', false],
  ['per_kg', '2147483647', true],
  ['per_kg', '2147483648', false],
  ['distance', '47', true],
  ['distance', "1'", false],
  ['popular', '0', true],
] as const)('a list by %s goes on after %j: %j', (sort, key, real) => {
  expect(parseListCursor(`${key}~${id}`, sort)).toEqual(real ? { key, id } : null)
  expect(parseListCursor(`${key}~${id}~`, sort)).toBeNull()
  expect(parseListCursor(key, sort)).toBeNull()
})

test('a cursor is written as it is read', () => {
  const cursor = parseListCursor(`7~${id}`, 'popular')
  expect(cursor && listCursorText(cursor)).toBe(`7~${id}`)
})
