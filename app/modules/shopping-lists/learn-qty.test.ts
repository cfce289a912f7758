import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, jstDate } from '#kernel/jst.ts'
import { type Delivered, learnQty } from './learn-qty.ts'

const tuesday = jstDate('2026-11-17')
/** Newest first: quantities on this many days before 11月17日(火). */
const came = (...days: [number, number][]): Delivered[] =>
  days.map(([before, qty]) => ({ on: addDays(tuesday, -before), qty }))
const line = { weekday: 2, qty: 9, learns: true } as const

test.each([
  ['nothing yet', came(), { qty: 9, why: 'first', of: 0 }],
  ['once only is no habit', came([0, 4]), { qty: 9, why: 'first', of: 1 }],
  ['two Tuesdays: the smaller', came([0, 6], [7, 4]), { qty: 4, why: 'weekday', of: 2 }],
  ['three Tuesdays: the middle', came([0, 6], [7, 4], [14, 5]), { qty: 5, why: 'weekday', of: 3 }],
  ['a banquet changes nothing', came([0, 40], [7, 4], [14, 4], [21, 5]), { qty: 4, why: 'weekday', of: 4 }],
  ['five Tuesdays: the last four', came([0, 2], [7, 2], [14, 2], [21, 2], [28, 50]), { qty: 2, why: 'weekday', of: 4 }],
  ['Tuesdays before Fridays', came([0, 2], [4, 8], [7, 2], [11, 8]), { qty: 2, why: 'weekday', of: 2 }],
  ['one Tuesday: of all days', came([0, 2], [4, 8], [11, 8]), { qty: 8, why: 'lately', of: 3 }],
  ['no Tuesday: of all days', came([3, 3], [4, 5], [10, 4]), { qty: 4, why: 'lately', of: 3 }],
])('on a Tuesday, %s', (_, history, expected) => {
  expect(learnQty(history, line)).toEqual(expected)
})

test('learning never overwrites a quantity that a user fixed', () => {
  expect(learnQty(came([0, 6], [7, 6]), { ...line, learns: false })).toEqual({ qty: 9, why: 'kept', of: 0 })
})

test('what is learned has been ordered before, and lies between the least and the most', () => {
  const day = fc.integer({ min: 0, max: 56 }).map((before) => addDays(tuesday, -before))
  const history = fc.array(fc.record({ on: day, qty: fc.integer({ min: 1, max: 99 }) }), { minLength: 2 })
  fc.assert(
    fc.property(history, (rows) => {
      const learned = learnQty(rows, line)
      expect(rows.map(({ qty }) => qty)).toContain(learned.qty)
    }),
  )
})
