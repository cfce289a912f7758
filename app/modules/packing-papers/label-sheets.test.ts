import { expect, test } from 'vitest'
import { labelSheetNames, labelSheets, labelsOnSheet, placeOnSheet } from './label-sheets.ts'

test.each(labelSheetNames)('the labels of %s fill their page to a millimetre', (name) => {
  const { page, label, columns, rows, left, top } = labelSheets[name]
  expect(Math.abs(2 * left + label.width * columns - page.width)).toBeLessThanOrEqual(1)
  expect(Math.abs(2 * top + label.height * rows - page.height)).toBeLessThanOrEqual(1)
})

test.each([
  ['a4_12', 12],
  ['a4_24', 24],
  ['a4_10', 10],
  ['single_100x150', 1],
  ['roll_62', 1],
] as const)('%s has %i labels', (name, count) => {
  expect(labelsOnSheet(labelSheets[name])).toBe(count)
})

test('labels are counted along the rows, and moved by tenths of a millimetre', () => {
  const none = { xTenths: 0, yTenths: 0 }
  expect(placeOnSheet(labelSheets.a4_24, 0, none)).toEqual({ x: 6, y: 12.9 })
  expect(placeOnSheet(labelSheets.a4_24, 4, none)).toEqual({ x: 72, y: 46.8 })
  expect(placeOnSheet(labelSheets.a4_12, 1, { xTenths: -3, yTenths: 12 })).toEqual({ x: 104.7, y: 22.8 })
})

test('the roll prints 696 dots of 300 dpi', () => {
  const { label } = labelSheets.roll_62
  expect(Math.round((label.width / 25.4) * 300)).toBe(696)
})
