import { expect, test } from 'vitest'
import type { OrderState } from '#kernel/enums.ts'
import { jstDate } from '#kernel/jst.ts'
import { arrivalGroupOf, arrivesOn } from './arrival-day.ts'

const day = jstDate('2026-11-26')
const due = (state: OrderState, deliveryOn: string, restOn: string | null = null) => ({
  state,
  deliveryOn: jstDate(deliveryOn),
  restOn: restOn === null ? null : jstDate(restOn),
})

test.each([
  [due('shipped', '2026-11-26'), 'here'],
  [due('delivered', '2026-11-26'), 'here'],
  [due('shipped', '2026-11-25'), 'late'],
  [due('delivered', '2026-11-25'), 'late'],
  // its rest has left, too, and is due today
  [due('shipped', '2026-11-24', '2026-11-26'), 'here'],
  [due('shipped', '2026-11-24', '2026-11-25'), 'late'],
  [due('partly_shipped', '2026-11-25', '2026-11-27'), 'waiting'],
  [due('preparing', '2026-11-26'), 'waiting'],
  [due('accepted', '2026-11-26'), 'waiting'],
  [due('inspected', '2026-11-26'), 'done'],
  [due('finalized', '2026-11-26'), 'done'],
] as const)('%j stands under %s', (order, group) => {
  expect(arrivalGroupOf(order, day)).toBe(group)
})

test('a divided order has arrived with its rest', () => {
  expect(arrivesOn(due('shipped', '2026-11-24', '2026-11-26'))).toBe(day)
  expect(arrivesOn(due('shipped', '2026-11-26'))).toBe(day)
})
