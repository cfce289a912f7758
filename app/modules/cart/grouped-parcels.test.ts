import { expect, test } from 'vitest'
import { yen } from '#kernel/yen.ts'
import type { FreightLine } from '#modules/delivery/freight.ts'
import { groupedParcels } from './grouped-parcels.ts'

const parcel = (more: Partial<FreightLine>): FreightLine => ({
  size: 160,
  temperature: 'ambient',
  freightYen: yen(2_100),
  coolYen: yen(0),
  ...more,
})

test('seventeen parcels of one size are one line, and the lines add up to the freight', () => {
  const parcels = [
    parcel({ size: 140, freightYen: yen(1_800) }),
    ...Array.from({ length: 17 }, () => parcel({})),
    parcel({ size: 120, temperature: 'chilled', freightYen: yen(1_500), coolYen: yen(650) }),
  ]
  expect(groupedParcels(parcels)).toEqual([
    { size: 160, temperature: 'ambient', count: 17, eachYen: 2_100 },
    { size: 140, temperature: 'ambient', count: 1, eachYen: 1_800 },
    { size: 120, temperature: 'chilled', count: 1, eachYen: 2_150 },
  ])
  const total = groupedParcels(parcels).reduce((sum, { count, eachYen }) => sum + count * eachYen, 0)
  expect(total).toBe(1_800 + 17 * 2_100 + 2_150)
})

test('a freight that is charged on the first box stands on a line of its own', () => {
  expect(groupedParcels([parcel({ freightYen: yen(500) }), parcel({ freightYen: yen(0) })])).toEqual([
    { size: 160, temperature: 'ambient', count: 1, eachYen: 500 },
    { size: 160, temperature: 'ambient', count: 1, eachYen: 0 },
  ])
})
