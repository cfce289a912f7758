import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { at, jstDate } from '#kernel/jst.ts'
import type { Lot } from './lot.server.ts'
import { usualLot } from './usual-lot.ts'

const today = jstDate('2026-11-24')
const lot = (harvestedOn: string, lastNamedAt: string | null, bestBeforeOn: string | null = null): Lot => ({
  id: newId<'lot'>(),
  productId: newId<'product'>(),
  code: 'A',
  harvestedOn: jstDate(harvestedOn),
  bestBeforeOn: bestBeforeOn === null ? null : jstDate(bestBeforeOn),
  lastNamedAt: lastNamedAt === null ? null : at(lastNamedAt),
})

test.each([
  ['nothing is known of the product', [], null],
  ["yesterday's harvest was packed yesterday", [lot('2026-11-23', '2026-11-23 08:00')], null],
  ['a harvest was never packed', [lot('2026-11-20', null)], null],
  [
    'the farm has recorded a harvest today',
    [lot('2026-11-24', null), lot('2026-11-23', '2026-11-23 08:00')],
    '2026-11-24',
  ],
  ['an older one was named today', [lot('2026-11-24', null), lot('2026-11-22', '2026-11-24 06:00')], '2026-11-22'],
  [
    'two were named today',
    [lot('2026-11-24', '2026-11-24 06:00'), lot('2026-11-23', '2026-11-24 07:00')],
    '2026-11-23',
  ],
  ['onions come from the store', [lot('2026-06-20', '2026-11-20 08:00')], '2026-06-20'],
  ['two days after the harvest is no store', [lot('2026-11-18', '2026-11-20 08:00')], null],
  ['the store is past its day', [lot('2026-06-20', '2026-11-20 08:00', '2026-11-23')], null],
  ['the store is good until today', [lot('2026-06-20', '2026-11-20 08:00', '2026-11-24')], '2026-06-20'],
] as const)('%s: %s', (_, lots, expected) => {
  expect(usualLot(lots, today)?.harvestedOn ?? null).toBe(expected)
})
