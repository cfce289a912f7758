import { expect, test } from 'vitest'
import type { BadgeProgress } from './badge.ts'
import { attached, badgeFileName, searchOf, wishIn } from './badge-file.ts'
import { embedCode, embedToday } from './embed.ts'
import { missingWords, partDone } from './progress-labels.ts'

const usual = { rule: null, shape: 'seal', size: 60, bleed: false, code: false, farm: null }

test.each([
  ['', usual],
  [
    'shape=tag&size=90&bleed=1&code=1&rule=organic',
    { rule: 'organic', shape: 'tag', size: 90, bleed: true, code: true, farm: null },
  ],
  ['shape=line&farm=x', { ...usual, shape: 'line', farm: 'x' }],
  ['shape=star&size=9999&bleed=yes&rule=__proto__&farm=x', usual],
])('%j is the wish of an address', (search, wish) => {
  expect(wishIn(new URLSearchParams(search))).toEqual(wish)
  expect(wishIn(new URLSearchParams(searchOf(wishIn(new URLSearchParams(search)))))).toEqual(wish)
})

test('a file has a Japanese name, and a plain one for programs that know no other', () => {
  const name = badgeFileName(wishIn(new URLSearchParams('bleed=1&code=1')), 'svg')
  expect(name).toBe('産地バッジ-丸シール-60mm-QR付き-塗り足し.svg')
  expect(attached("It's (a) *.svg")).toBe(
    `attachment; filename="sanchi-badge.svg"; filename*=UTF-8''It%27s%20%28a%29%20%2A.svg`,
  )
})

test('what is embedded is one link around one picture, whatever the shop is called', () => {
  const it = { badge: { token: 'T'.repeat(22), shop: `"><script>'&` }, origin: 'https://a.example' }
  for (const code of [embedCode(it, 'seal'), embedCode(it, 'tag'), embedCode(it, 'line'), embedToday(it)]) {
    expect(code).toMatch(
      /^<a href="[^"<>]*"><img src="[^"<>]*" width="\d+" height="\d+" alt="[^"<>]*" loading="lazy"><\/a>$/,
    )
    expect(code).not.toContain('\n')
  }
})

const progress = (over: Partial<BadgeProgress>): BadgeProgress => ({
  rule: 'farms',
  have: 1,
  need: 3,
  deliveries: 1,
  deliveriesNeeded: 3,
  nearest: { name: '佐藤農園', deliveries: 1 },
  ...over,
})

test.each([
  [progress({}), '佐藤農園から、あと2回の納品で作成できます', { value: 1, max: 3 }],
  [progress({ have: 0, nearest: null }), 'あと3回の納品で作成できます', { value: 0, max: 3 }],
  [progress({ rule: 'organic', have: 90, need: 30 }), 'あと2回の納品で、割合を算出できます', { value: 1, max: 3 }],
  [
    progress({ rule: 'season', have: 47, need: 60, deliveries: 9 }),
    '現在47%。60%に達すると作成できます',
    { value: 47, max: 60 },
  ],
])('%j says %s', (it, words, bar) => {
  expect(missingWords(it)).toBe(words)
  expect(partDone(it)).toEqual(bar)
})
