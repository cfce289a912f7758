import { expect, test } from 'vitest'
import { addressWith, cursorIn, cursorText, monthIn, recentMonths } from './order-filters.ts'

const id = '01a1f94c-c380-7001-abd5-109d8fef4216'

test('a cursor comes back as it was', () => {
  const next = { placedAt: new Date('2026-11-21T07:00:00.123Z'), id: id as never }
  expect(cursorIn(cursorText(next))).toEqual(next)
})

test.each([null, '', 'x_y', `abc_${id}`, `-1_${id}`, '1792584900000_', '1792584900000'])(
  'the cursor %j starts at the top',
  (text) => {
    expect(cursorIn(text)).toBeUndefined()
  },
)

test.each(['2026-13', '2026', '2026-1', 'kzzz', null])('%j is no month', (text) => {
  expect(monthIn(text)).toBeUndefined()
})

test('the months run back over the new year', () => {
  const months = recentMonths('2027-02-10')
  expect(months.slice(0, 3)).toEqual(['2027-02', '2027-01', '2026-12'])
  expect(months).toHaveLength(12)
})

test('a change of the address keeps its other filters', () => {
  expect(addressWith(new URLSearchParams('state=placed&after=1'), 'after', '2')).toBe('?state=placed&after=2')
})
