import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { writeKeptPartsBy } from '#ui/kept.tsx'
import type { Facets } from '../product-facets.ts'
import { readWish } from '../product-filter.ts'
import { FilterFields } from './filter-fields.tsx'

afterEach(() => writeKeptPartsBy(null))

const farmId = newId<'farm'>()
const facets: Facets = {
  category: { leaf: 1_234 },
  item: [
    { key: 'carrot', name: 'にんじん', count: 3 },
    { key: 'tomato', name: 'トマト', count: 2 },
  ],
  place: { '13': 4, '01': 0 },
  method: {},
  temperature: { chilled: 5 },
  farm: [{ id: farmId, name: '<畑> & 里', count: 7 }],
  fresh: { '1': 2 },
  season: 0,
  favourites: 1,
  freight: 2,
  weighed: 3,
  isNew: 4,
  perKg: [1, 2, 3, 4, 5, 6],
}
const addresses = [
  '',
  'q=トマト&item=tomato&on=2026-12-01',
  'category=leaf&season=1&new=1&free=1&weighed=1&fresh=2',
  'region=kanto&pref=13&pref=14&method=jas_organic&temp=chilled&kgFrom=300&yenTo=5000',
  `farm=${farmId}&fav=1`,
  `farm=${newId<'farm'>()}`,
]
const pages = addresses.flatMap((address) =>
  [facets, { ...facets, perKg: null }, null].flatMap((counts) =>
    [true, false].map((known) =>
      createElement(FilterFields, {
        wish: readWish(new URLSearchParams(address), known),
        facets: counts,
        mayPrice: known,
        signedIn: known,
      }),
    ),
  ),
)

test('the choices are the same, written anew and kept, for every set of filters and for every kind of viewer', () => {
  const plain = pages.map((page) => renderToString(page))
  writeKeptPartsBy(renderToString)
  for (const time of ['first', 'again'])
    expect(
      pages.map((page) => renderToString(page)),
      time,
    ).toEqual(plain)
  expect(new Set(plain).size).toBeGreaterThan(addresses.length * 4)
})
