import { expect, test } from 'vitest'
import { crestOf, placeOfCity } from './organisation-rows.ts'

test.each([
  ['佐藤農園', '佐'],
  ['ビストロ 灯', '灯'],
  ['株式会社 みのり', 'み'],
  ['農事組合法人山里', '山'],
  ['Bistro Akari', 'B'],
  ['𠮷野家の畑', '𠮷'],
  ['株式会社', '株'],
])('%s has the crest %s', (name, crest) => {
  expect(crestOf(name)).toBe(crest)
})

test.each([
  ['八代市', '八代'],
  ['三戸郡新郷村', '新郷'],
  ['札幌市中央区', '札幌'],
  ['新宿区', '新宿'],
  ['郡山市', '郡山'],
  ['四日市市', '四日市'],
  ['郡上市', '郡上'],
  ['津市', '津市'],
  ['市川市', '市川'],
])('%s is %s on a seal', (city, place) => {
  expect(placeOfCity(city)).toBe(place)
})
