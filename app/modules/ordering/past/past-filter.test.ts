import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { at } from '#kernel/jst.ts'
import { isNarrowed, orderedWithin, readPastFilter } from './past-filter.ts'

const farm = newId<'farm'>()

test.each([
  ['', {}],
  ['q=%E3%80%80%E4%BA%BA%E5%8F%82%20', { words: '人参' }],
  [`farm=${farm}`, { farmId: farm }],
  ['farm=not-an-id', {}],
  ['month=2026-11', { month: '2026-11' }],
  ['month=2026-13', {}],
  ['from=2026-11-01&to=2026-11-30', { from: '2026-11-01', to: '2026-11-30' }],
  ['from=2026-11-30&to=2026-11-01', { from: '2026-11-01', to: '2026-11-30' }],
  ['from=2026-02-30&to=1999-01-01', {}],
  ['least=%EF%BC%95%2C000%E5%86%86&most=', { leastYen: 5_000 }],
  ['least=9000&most=5000', { leastYen: 5_000, mostYen: 9_000 }],
  ['least=-1&most=abc', {}],
  ['state=received', { states: ['inspected', 'finalized'] }],
  ['state=done', { states: ['inspected', 'finalized', 'cancelled', 'declined', 'expired', 'sent_back'] }],
  ['state=constructor', {}],
])('“%s” asks for %j', (address, filter) => {
  const read = readPastFilter(new URLSearchParams(address))
  expect(JSON.parse(JSON.stringify(read))).toEqual(filter)
  expect(isNarrowed(read)).toBe(Object.keys(filter).length > 0)
})

test.each([
  [{}, null, null],
  [{ month: '2026-12' }, '2026-12-01 00:00', '2027-01-01 00:00'],
  [{ from: '2026-11-24', to: '2026-11-24' }, '2026-11-24 00:00', '2026-11-25 00:00'],
  [{ month: '2026-11', from: '2026-11-20', to: '2026-12-05' }, '2026-11-20 00:00', '2026-12-01 00:00'],
])('%j is from %s to before %s, in Japan', (days, since, before) => {
  const filter = readPastFilter(new URLSearchParams(days))
  expect(orderedWithin(filter)).toEqual({ since: since && at(since), before: before && at(before) })
})
