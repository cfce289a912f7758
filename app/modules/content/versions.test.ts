import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { consentCountsFrom, type VersionHead, versionInForce, versionsOn } from './versions.ts'

const version = (number: number, day: string, material = true): VersionHead => ({
  number,
  effectiveOn: jstDate(day),
  changeNote: `変更${number}`,
  material,
})
const all = [version(2, '2026-11-25', false), version(1, '2026-11-01'), version(3, '2026-12-01')]

test.each([
  ['2026-10-31', null, null],
  ['2026-11-01', 1, 1],
  ['2026-11-24', 1, 1],
  ['2026-11-25', 2, 1],
  ['2026-11-30', 2, 1],
  ['2026-12-01', 3, 3],
])('on %s version %s holds, and consents count from %s on', (day, holds, counts) => {
  expect(versionInForce(all, jstDate(day))?.number ?? null).toBe(holds)
  expect(consentCountsFrom(all, jstDate(day))).toBe(counts)
})

test('of two that begin on the same day the higher number holds', () => {
  const twice = [version(1, '2026-11-01'), version(2, '2026-11-01')]
  expect(versionsOn(twice, jstDate('2026-11-24')).map(({ number, state }) => [number, state])).toEqual([
    [2, 'inForce'],
    [1, 'earlier'],
  ])
})

test('every version says where it stands, the newest first', () => {
  expect(versionsOn(all, jstDate('2026-11-25')).map(({ number, state }) => [number, state])).toEqual([
    [3, 'planned'],
    [2, 'inForce'],
    [1, 'earlier'],
  ])
})
