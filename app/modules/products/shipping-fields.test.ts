import { expect, test } from 'vitest'
import { temperatures } from '#kernel/enums.ts'
import { at, jstDate, minuteOfDay } from '#kernel/jst.ts'
import { simulateShipping } from './farm-shipping.server.ts'
import { cutoffOf, cutoffWord, hoursBefore } from './shipping-fields.ts'

test.each([
  ['1:18', 10, 16, '前日の18:00'],
  ['1:24', 10, 10, '前日の24:00（深夜0時）'],
  ['2:12', 9, 45, '2日前の12:00'],
  ['0:6', 10, 4, '当日の6:00'],
])('%s with packing at %i is %i hours before: %s', (cutoff, packing, hours, word) => {
  expect(hoursBefore(cutoff, packing)).toBe(hours)
  expect(cutoffOf(hours, packing)).toBe(cutoff)
  expect(cutoffWord(cutoff)).toBe(word)
})

test('ordered on Tuesday noon, closing at 18:00 and packing on Wednesday, it is in Tokyo on Thursday', () => {
  const policy = {
    zone: 'kanto' as const,
    shipWeekdays: [1, 2, 3, 4, 5, 6] as const,
    shipsOnHolidays: true,
    packingMinute: minuteOfDay('10:00'),
    cutoffHoursBeforePacking: 16,
    answerHoursAfterCutoff: 2,
  }
  const [tokyo] = simulateShipping(policy, [], at('2026-11-24 12:00'))
  for (const temperature of temperatures)
    expect(tokyo?.days[temperature]).toMatchObject({ shipOn: '2026-11-25', deliveryOn: '2026-11-26' })
  const rest = [{ from: jstDate('2026-11-25'), to: jstDate('2026-11-27') }]
  expect(simulateShipping(policy, rest, at('2026-11-24 12:00'))[0]?.days.chilled?.shipOn).toBe('2026-11-28')
})
