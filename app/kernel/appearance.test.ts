import { expect, test } from 'vitest'
import { isNight, parseAppearance, shownTextSize, shownTheme } from './appearance.ts'
import { at } from './jst.ts'

test.each([
  ['20:59', false],
  ['21:00', true],
  ['23:59', true],
  ['00:00', true],
  ['05:59', true],
  ['06:00', false],
  ['12:00', false],
])('at %s in Japan it is night: %s', (time, night) => {
  expect(isNight(at(`2026-11-24 ${time}`))).toBe(night)
})

test.each([
  ['system', true, undefined],
  ['system', false, undefined],
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['night', true, 'dark'],
  ['night', false, 'light'],
] as const)('%s, at night: %s, is shown %s', (theme, night, shown) => {
  expect(shownTheme(theme, night)).toBe(shown)
})

test('the usual text size needs no word', () => {
  expect((['standard', 'large', 'xlarge'] as const).map(shownTextSize)).toEqual([undefined, 'large', 'xlarge'])
})

test.each([
  ['dark', 'large', { theme: 'dark', textSize: 'large' }],
  ['dark', undefined, null],
  ['', 'large', null],
  ['toString', 'standard', null],
  [null, null, null],
])('%j and %j are read as %j', (theme, size, appearance) => {
  expect(parseAppearance(theme, size)).toEqual(appearance)
})
