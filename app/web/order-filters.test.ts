import { expect, test } from 'vitest'
import { addressWith, monthIn, recentMonths } from './order-filters.ts'

test.each(['2026-11', '2000-01', '2099-12'])('%j is a month', (text) => {
  expect(monthIn(text)).toBe(text)
})

test.each(['2026-13', '2026-00', '2026', '2026-1', '9999-12', '1999-12', '2026-11-01', '2026-11\n', 'kzzz', '', null])(
  '%j is no month',
  (text) => {
    expect(monthIn(text)).toBeUndefined()
  },
)

test('the months run back over the new year', () => {
  const months = recentMonths('2027-02-10')
  expect(months.slice(0, 3)).toEqual(['2027-02', '2027-01', '2026-12'])
  expect(months).toHaveLength(12)
})

test('a change of the address keeps its other filters', () => {
  expect(addressWith(new URLSearchParams('state=placed&after=1'), 'after', '2')).toBe('?state=placed&after=2')
})
