import { expect, test } from 'vitest'
import { tellApart } from './tell-apart.ts'

test.each([
  [[['a', '灯', '新宿区']], ['灯']],
  [
    [
      ['a', '灯', '新宿区'],
      ['b', 'みなと', '新宿区'],
    ],
    ['灯', 'みなと'],
  ],
  [
    [
      ['a', '灯', '新宿区'],
      ['b', '灯', '鎌倉市'],
    ],
    ['灯（新宿区）', '灯（鎌倉市）'],
  ],
  [
    [
      ['c', '灯', '新宿区'],
      ['a', '灯', '新宿区'],
      ['b', '灯', null],
    ],
    ['灯（新宿区・2）', '灯（新宿区・1）', '灯'],
  ],
] as const)('%j', (parties, names) => {
  const named = tellApart(parties.map(([id, name, place]) => ({ id, name, place })))
  expect(parties.map(([id]) => named.get(id))).toEqual(names)
})
