import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { demoRates } from '../../../db/seed/freight.ts'
import { carrierAt, type LaneRates, ratesOn } from './freight-rates.ts'

const table = (validFrom: string, more: Partial<LaneRates> = {}): LaneRates => ({
  ...demoRates('kanto', 'kanto'),
  validFrom: jstDate(validFrom),
  createdAt: new Date('2026-01-01'),
  ...more,
})
const on = (day: string, tables: LaneRates[], agreedAt: Date | null = null) => {
  const found = ratesOn({ tables, carriers: [] }, jstDate(day), agreedAt)
  return found && `${found.validFrom} ${found.number}`
}

test('the ship day decides, not the day of the order', () => {
  const tables = [table('2026-01-01'), table('2027-04-01', { number: 2 })]
  expect(on('2027-03-31', tables)).toBe('2026-01-01 1')
  expect(on('2027-04-01', tables)).toBe('2027-04-01 2')
  expect(on('2025-12-31', tables)).toBeNull()
})

test('of two tables of one day the later one holds: a mistake is corrected by the next table', () => {
  expect(on('2026-02-01', [table('2026-01-01', { number: 2 }), table('2026-01-01', { number: 3 })])).toBe(
    '2026-01-01 3',
  )
})

test("a farm's own table wins against a later one of the platform, but only from its own day on", () => {
  const tables = [table('2026-03-01', { own: true, number: 7 }), table('2026-06-01'), table('2026-01-01')]
  expect(on('2026-07-01', tables)).toBe('2026-03-01 7')
  expect(on('2026-02-01', tables)).toBe('2026-01-01 1')
})

test('what was agreed before a table was made is not changed by it; without an older one it is the only one there is', () => {
  const tables = [table('2026-01-01'), table('2026-01-01', { number: 2, createdAt: new Date('2026-05-01') })]
  expect(on('2026-06-01', tables, new Date('2026-04-01'))).toBe('2026-01-01 1')
  expect(on('2026-06-01', tables, new Date('2026-05-01'))).toBe('2026-01-01 2')
  expect(on('2026-06-01', tables, new Date('2020-01-01'))).toBe('2026-01-01 2')
})

test('only tables of the carrier that the farm had chosen count', () => {
  const chosen = [{ carrier: '赤帽', chosenAt: new Date('2026-05-01') }]
  expect(carrierAt([], null)).toBe('yamato')
  expect(carrierAt(chosen, null)).toBe('赤帽')
  expect(carrierAt(chosen, new Date('2026-04-30'))).toBe('yamato')
  const tables = [table('2026-01-01'), table('2026-01-01', { carrier: '赤帽', own: true })]
  expect(ratesOn({ tables, carriers: chosen }, jstDate('2026-06-01'))?.carrier).toBe('赤帽')
  expect(ratesOn({ tables: tables.slice(0, 1), carriers: chosen }, jstDate('2026-06-01'))).toBeNull()
})
