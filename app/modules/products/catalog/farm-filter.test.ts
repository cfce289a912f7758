import { expect, test } from 'vitest'
import { farmWishAddress, noFarmWish, readFarmWish } from './farm-filter.ts'

const id = '0192f0a0-0000-7000-8000-000000000000'
test.each([
  ['', ''],
  ['region=kanto', 'region=kanto'],
  ['region=mars&pref=48&category=x&method=y&on=z&fav=0&after=1', ''],
  ['pref=13&category=root&method=natural', 'pref=13&category=root&method=natural'],
  [`fav=1&on=2026-11-26&after=${id}`, `on=2026-11-26&fav=1&after=${id}`],
])('%j is read and written as %j', (query, written) => {
  const address = farmWishAddress(readFarmWish(new URLSearchParams(query)))
  expect(address).toBe(written === '' ? '/restaurant/farmers' : `/restaurant/farmers?${written}`)
})

test('no wish has the plain address', () => {
  expect(farmWishAddress(noFarmWish)).toBe('/restaurant/farmers')
})
