import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { promisedOf } from '#modules/products/catalog/harvest/harvest-window.ts'
import { promiseOfOneDay, rainNote, saidForOneDay } from './one-day.ts'

const day = { from: jstDate('2026-11-25'), to: jstDate('2026-11-25') }

test.each([
  [12, false, '', 12, ''],
  [12, true, '', 6, rainNote],
  [7, true, '', 3, rainNote],
  [12, true, '露地', 6, '露地'],
  [12, false, rainNote, 12, ''],
  [12, false, '露地', 12, '露地'],
] as const)('%i, rain halves it %s, note %j: %i are promised', (qty, half, note, promised, kept) => {
  const made = promiseOfOneDay(qty, half, note)
  expect([promisedOf(made), made.note]).toEqual([promised, kept])
  expect(saidForOneDay({ ...day, ...made })).toEqual({ qty, half })
})

test.each([
  ['several days', { ...day, to: jstDate('2026-11-26'), leastQty: 5, mostQty: 5, confidence: 'high' }],
  ['a range', { ...day, leastQty: 5, mostQty: 9, confidence: 'middle' }],
  ['a range that is sure', { ...day, leastQty: 5, mostQty: 9, confidence: 'high' }],
] as const)('%s say more than one number', (_, window) => {
  expect(saidForOneDay(window)).toBeNull()
})
