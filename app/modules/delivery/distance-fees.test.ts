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
  return fees.ok && fees.value ? feeTo(fees.value, { prefectureCode: '12', city, postalCode }) : null
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

// [what a farm has stated, prefecture and municipality of the kitchen, whether it is meant]
test.each([
  ['大町', '20', '大町市', false],
  ['大町市', '20', '大町市', true],
  ['大町', '01', '雨竜郡大町', true],
  ['市川市', '28', '神崎郡市川町', false],
  ['千葉市', '12', '千葉市花見川区', true],
  ['千葉市花見川区', '12', '千葉市', false],
  ['中央区', '12', '千葉市中央区', false],
  ['中央区', '13', '中央区', true],
  ['山市', '29', '大和郡山市', false],
  ['大和郡山市', '29', '大和郡山市', true],
  ['三戸郡', '02', '三戸郡新郷村', true],
  ['三戸郡新郷村', '02', '三戸郡新郷村', true],
  ['三戸郡', '02', '二戸郡一戸町', false],
  ['青森県三戸郡', '02', '三戸郡新郷村', true],
  ['青森県新郷村', '02', '三戸郡新郷村', true],
  ['東京都府中市', '13', '府中市', true],
  ['東京都府中市', '34', '府中市', false],
  ['府中市', '34', '府中市', true],
  ['京都府京都市', '26', '京都市上京区', true],
])('%s, for %s%s: %s', (place, prefectureCode, city, meant) => {
  const fees = { bands, distances: [{ place, km: 5 }] }
  expect(feeTo(fees, { prefectureCode, city, postalCode: '0000000' })?.km).toBe(meant ? 5 : undefined)
})

test.each([
  ['a village counts before its county', '02', '三戸郡新郷村', ['三戸郡', '新郷村']],
  ['a village with its county counts before its name', '02', '三戸郡新郷村', ['新郷村', '三戸郡新郷村']],
  ['a name with its prefecture counts before the name', '34', '府中市', ['府中市', '広島県府中市']],
  ['a ward counts before its city with the prefecture', '12', '千葉市緑区', ['千葉県千葉市', '千葉市緑区']],
  ['a longer postal code counts before a shorter one', '12', '千葉市緑区', ['千葉県千葉市緑区', '266', '26600']],
])('%s, in any order', (_, prefectureCode, city, places) => {
  const stated = places.map((place, km) => ({ place, km: km + 1 }))
  const nearest = (distances: Distance[]) =>
    feeTo({ bands, distances }, { prefectureCode, city, postalCode: '2660031' })?.km
  expect([nearest(stated), nearest(stated.toReversed())]).toEqual([places.length, places.length])
})

test.each([
  ['neither is one fee', [], [], { ok: true, value: null }],
  ['bands alone', bands, [], { refusal: 'distances_missing' }],
  ['distances alone', [], distances, { refusal: 'bands_missing' }],
  ['a band twice', [...bands, ...bands], distances, { refusal: 'band_twice', detail: { what: '30km' } }],
  [
    'a place twice',
    bands,
    [...distances, { place: '千葉市', km: 9 }],
    { refusal: 'listed_twice', detail: { what: '千葉市' } },
  ],
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
