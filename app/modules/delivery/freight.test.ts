import { expect, test } from 'vitest'
import { yen } from '#kernel/yen.ts'
import { demoRates } from '../../../db/seed/freight.ts'
import { freightOf, withFreeThreshold } from './freight.ts'
import type { SizeClass } from './parcels.ts'

const insideKanto = demoRates('kanto', 'kanto')

test.each<[SizeClass, number]>([
  [60, 800],
  [80, 1_000],
  [100, 1_250],
  [120, 1_500],
  [140, 1_800],
  [160, 2_100],
])('size %i inside a zone costs ¥%i', (size, freightYen) => {
  expect(freightOf([{ size, temperature: 'ambient' }], insideKanto)).toEqual({
    lines: [{ size, temperature: 'ambient', freightYen, coolYen: 0 }],
    totalYen: freightYen,
  })
})

test.each<[SizeClass, number]>([
  [60, 250],
  [80, 300],
  [100, 400],
  [120, 650],
])('size %i costs ¥%i more when cool', (size, coolYen) => {
  const { lines } = freightOf(
    [
      { size, temperature: 'chilled' },
      { size, temperature: 'frozen' },
    ],
    insideKanto,
  )
  expect(lines.map((line) => line.coolYen)).toEqual([coolYen, coolYen])
})

test.each([
  ['kanto', 'shinetsu', 800],
  ['hokkaido', 'kanto', 900],
  ['hokkaido', 'okinawa', 1_100],
  ['hokkaido', 'hokkaido', 800],
] as const)('size 60 from %s to %s costs ¥%i', (from, to, totalYen) => {
  expect(freightOf([{ size: 60, temperature: 'ambient' }], demoRates(from, to)).totalYen).toBe(totalYen)
})

test('an island costs more for every parcel, the cool fee stays', () => {
  const extra = [300, 300, 300, 400, 400, 500].map(yen)
  const rates = { ...insideKanto, island: { destination: '1001', yen: extra } }
  const parcels = [
    { size: 80, temperature: 'ambient' },
    { size: 120, temperature: 'frozen' },
  ] as const
  expect(freightOf(parcels, rates).lines.map(({ freightYen, coolYen }) => [freightYen, coolYen])).toEqual([
    [1_300, 0],
    [1_900, 650],
  ])
})

test('every parcel has its line, and the sum holds freight and cool fee', () => {
  const parcels = [
    { size: 100, temperature: 'ambient' },
    { size: 80, temperature: 'chilled' },
  ] as const
  const freight = freightOf(parcels, demoRates('hokkaido', 'kanto'))
  expect(freight.lines.map((line) => [line.freightYen, line.coolYen])).toEqual([
    [1_350, 0],
    [1_100, 300],
  ])
  expect(freight.totalYen).toBe(2_750)
})

test('no parcels cost nothing', () => {
  expect(freightOf([], insideKanto)).toEqual({ lines: [], totalYen: 0 })
})

test('a cool parcel that no carrier takes is a bug and not a price', () => {
  expect(() => freightOf([{ size: 140, temperature: 'chilled' }], insideKanto)).toThrow('no cool parcel of size 140')
})

test.each([
  [14_999, 15_000, { freightYen: 1_250, missingYen: 1 }],
  [15_000, 15_000, { freightYen: 0, missingYen: 0 }],
  [20_000, 15_000, { freightYen: 0, missingYen: 0 }],
  [20_000, null, { freightYen: 1_250, missingYen: null }],
])('goods of ¥%i with freight free from %s: %j', (goods, freeFrom, expected) => {
  expect(withFreeThreshold(yen(1_250), yen(goods), freeFrom === null ? null : yen(freeFrom))).toEqual(expected)
})
