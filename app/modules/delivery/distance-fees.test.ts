import { expect, test } from 'vitest'
import { yen } from '#kernel/yen.ts'
import { type Distance, distanceFeesOf, feeTo, readDistances } from './distance-fees.ts'

const bands = [
  { upToKm: 30, feeYen: yen(900) },
  { upToKm: 10, feeYen: yen(500) },
]
const distances: Distance[] = [
  { place: '千葉市', km: 10 },
  { place: '千葉市美浜区', km: 11 },
  { place: '2610', km: 3 },
  { place: '新郷村', km: 30 },
]

const feeAt = (city: string, postalCode = '2600001') => {
  const fees = distanceFeesOf({ bands, distances })
  return fees.ok && fees.value ? feeTo(fees.value, { city, postalCode }) : null
}

test.each([
  ['the last kilometre of a band is in it', '千葉市中央区', undefined, { km: 10, feeYen: 500 }],
  ['a ward counts before its city', '千葉市美浜区', undefined, { km: 11, feeYen: 900 }],
  ['a postal code counts before a municipality', '千葉市美浜区', '261-0001', { km: 3, feeYen: 500 }],
  ['a village is found with its county', '三戸郡新郷村', '0391801', { km: 30, feeYen: 900 }],
  ['a place without a distance is not served', '市川市', undefined, null],
  ['an address without a municipality is not served', '', undefined, null],
])('%s', (_, city, postalCode, fee) => {
  expect(feeAt(city, postalCode)).toEqual(fee)
})

test.each([
  ['neither is one fee', [], [], { ok: true, value: null }],
  ['bands alone', bands, [], { refusal: 'distances_missing' }],
  ['distances alone', [], distances, { refusal: 'bands_missing' }],
  ['a band twice', [...bands, ...bands], distances, { refusal: 'listed_twice', detail: { what: '30km' } }],
  ['a place twice', bands, [...distances, { place: '千葉市', km: 9 }], { refusal: 'listed_twice' }],
  ['beyond the last band', bands, [{ place: '銚子市', km: 31 }], { detail: { what: '銚子市 31km', farthest: 30 } }],
])('%s', (_, of, to, result) => {
  expect(distanceFeesOf({ bands: of, distances: to })).toMatchObject(result)
})

test('distances are read as farms type them', () => {
  expect(readDistances('千葉市　８\n〒261-0001 3km\n\n三戸郡新郷村 30キロ、市川市 12')).toEqual({
    ok: true,
    value: [
      { place: '千葉市', km: 8 },
      { place: '2610001', km: 3 },
      { place: '三戸郡新郷村', km: 30 },
      { place: '市川市', km: 12 },
    ],
  })
  expect(readDistances('千葉市 8\n千葉 8')).toEqual({ ok: false, line: '千葉 8' })
  expect(readDistances('千葉市')).toEqual({ ok: false, line: '千葉市' })
})
