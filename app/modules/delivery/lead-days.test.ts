import { expect, test } from 'vitest'
import { type Zone, zones } from '#kernel/place.ts'
import { type Lane, leadDays, leadDaysRange } from './lead-days.ts'

const lane = (from: Zone, to: Zone, more: Partial<Lane> = {}): Lane => ({
  from,
  to,
  temperature: 'ambient',
  airAllowed: true,
  ...more,
})

test.each([
  ['hokkaido', 'n_tohoku', 1],
  ['hokkaido', 's_tohoku', 2],
  ['hokkaido', 'kanto', 2],
  ['hokkaido', 'chugoku', 2],
  ['hokkaido', 'okinawa', 4],
  ['shinetsu', 'kanto', 1],
  ['kyushu', 'kanto', 2],
  ['okinawa', 'kanto', 3],
  ['okinawa', 'okinawa', 1],
] as const)('from %s to %s takes %i days', (from, to, days) => {
  expect(leadDays(lane(from, to))).toBe(days)
})

test('every zone reaches every zone in 1 to 4 days, and as fast there as back', () => {
  for (const from of zones) {
    for (const to of zones) {
      expect(leadDays(lane(from, to))).toBeGreaterThanOrEqual(1)
      expect(leadDays(lane(from, to))).toBeLessThanOrEqual(4)
      expect(leadDays(lane(from, to))).toBe(leadDays(lane(to, from)))
    }
  }
})

test('goods that may not fly are planned with 7 days to and from 沖縄 and shown as 5 to 10', () => {
  for (const bySea of [
    lane('okinawa', 'kanto', { airAllowed: false }),
    lane('kyushu', 'okinawa', { airAllowed: false }),
  ]) {
    expect(leadDays(bySea)).toBe(7)
    expect(leadDaysRange(bySea)).toEqual({ min: 5, max: 10 })
  }
})

test('goods that may not fly lose nothing inside 沖縄 or on the main islands', () => {
  expect(leadDays(lane('okinawa', 'okinawa', { airAllowed: false }))).toBe(1)
  expect(leadDays(lane('hokkaido', 'kyushu', { airAllowed: false }))).toBe(3)
})

test('an island adds its days, also to the way by sea', () => {
  const override = { extraDays: 2 }
  expect(leadDays(lane('kyushu', 'kyushu', { override }))).toBe(3)
  expect(leadDaysRange(lane('kanto', 'okinawa', { airAllowed: false, override }))).toEqual({ min: 7, max: 12 })
})

test('a measured lane stands in place of the table', () => {
  const measured = lane('okinawa', 'kanto', { airAllowed: false, override: { days: 6 } })
  expect(leadDays(measured)).toBe(6)
  expect(leadDaysRange(measured)).toEqual({ min: 6, max: 6 })
})

test('only a lane that is always one day may be called 翌日', () => {
  expect(leadDaysRange(lane('shinetsu', 'kanto')).max).toBe(1)
  expect(leadDaysRange(lane('okinawa', 'kanto', { airAllowed: false })).max).not.toBe(1)
})
