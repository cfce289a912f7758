import { expect, test } from 'vitest'
import { deliveryDayText } from './delivery-day-text.ts'

test.each(Object.entries(deliveryDayText))('%s fits a calendar cell and says what to do', (_reason, text) => {
  expect(text.short.length).toBeLessThanOrEqual(8)
  expect(text.long).toMatch(/ください。$/)
})

test('no two reasons read alike', () => {
  const shorts = Object.values(deliveryDayText).map((text) => text.short)
  expect(new Set(shorts).size).toBe(shorts.length)
})
