import { expect, test } from 'vitest'
import { nextDirection, type SortDirection, type SortValue, sortAddress, sortIn, sortRows } from './table-sort.ts'

const sorted = (values: readonly SortValue[], direction: SortDirection) => sortRows(values, (value) => value, direction)

test.each<[SortDirection, SortValue[], SortValue[]]>([
  ['asc', [3, null, 1, 2], [null, 1, 2, 3]],
  ['desc', [3, null, 1, 2], [3, 2, 1, null]],
  ['last', [3, null, 1, 2], [1, 2, 3, null]],
  ['last', ['', 'か', null, 'あ'], ['あ', 'か', '', null]],
  ['asc', [Number.NaN, 1], [Number.NaN, 1]],
  ['asc', [0, null, -1], [null, -1, 0]],
  ['asc', ['10箱', '9箱', '1箱'], ['1箱', '9箱', '10箱']],
  [
    'asc',
    ['トマト', 'だいこん', 'ダイコン', 'かぶ', 'キャベツ'],
    ['かぶ', 'キャベツ', 'だいこん', 'ダイコン', 'トマト'],
  ],
  ['desc', ['さくら', 'ざくろ', 'サラダ'], ['サラダ', 'ざくろ', 'さくら']],
  ['asc', [new Date(2_000), new Date(1_000)], [new Date(1_000), new Date(2_000)]],
  ['asc', [], []],
])('%s of %j is %j', (direction, values, expected) => {
  expect(sorted(values, direction)).toEqual(expected)
})

test('rows that are equal keep their order, and the rows themselves are left alone', () => {
  const rows = [
    { id: 1, farm: 'b' },
    { id: 2, farm: 'a' },
    { id: 3, farm: 'b' },
  ]
  const before = structuredClone(rows)
  expect(sortRows(rows, ({ farm }) => farm, 'asc').map(({ id }) => id)).toEqual([2, 1, 3])
  expect(sortRows(rows, ({ farm }) => farm, 'desc').map(({ id }) => id)).toEqual([1, 3, 2])
  expect(rows).toEqual(before)
})

test.each([
  ['?sort=farm&dir=desc', { by: 'farm', direction: 'desc' }],
  ['?sort=farm&dir=last', { by: 'farm', direction: 'last' }],
  ['?sort=farm', { by: 'farm', direction: 'asc' }],
  ['?sort=farm&dir=sideways', { by: 'farm', direction: 'asc' }],
  ['?sort=password&dir=asc', null],
  ['', null],
])('the address %s sorts by %j', (address, expected) => {
  expect(sortIn(new URLSearchParams(address), ['farm', 'number'])).toEqual(expected)
})

test.each([
  [null, true, 'asc'],
  ['asc', true, 'desc'],
  ['desc', true, 'last'],
  ['last', true, 'asc'],
  ['desc', false, 'asc'],
] as const)('after %s (values may lack: %s) comes %s', (now, mayLack, next) => {
  expect(nextDirection(now, mayLack)).toBe(next)
})

test('the address of a sort keeps the filter and begins at the first page', () => {
  expect(
    sortAddress(new URLSearchParams('state=placed&page=3&sort=a&dir=asc'), { by: 'farm', direction: 'last' }),
  ).toBe('?state=placed&sort=farm&dir=last')
})
