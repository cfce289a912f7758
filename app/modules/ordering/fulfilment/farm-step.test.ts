import { expect, test } from 'vitest'
import { at } from '#kernel/jst.ts'
import { anOrderLine, pieces } from '../../../../tests/factories/order-line.ts'
import { isPartWithoutSlip, shippedDayOf } from './farm-step.ts'

test.each([
  ['nothing has left', [null, null], null],
  ['the day on which it left, not the one that was planned', [at('2026-11-26 08:00'), null], '2026-11-26'],
  ['of two parts, the later', [at('2026-11-26 08:00'), at('2026-11-28 23:59')], '2026-11-28'],
])('the day of shipping: %s', (_, moments, day) => {
  expect(shippedDayOf({ parcels: moments.map((shippedAt) => ({ shippedAt })) })).toBe(day)
})

const first = { part: 'first' as const }
const rest = { part: 'rest' as const }
test.each([
  ['the first part has just left', 'partly_shipped', 5, [], true],
  ['only the slip of the whole was printed before', 'partly_shipped', 5, [{}], true],
  ['the first part has its slip', 'partly_shipped', 5, [first], false],
  ['the rest has just left', 'shipped', 5, [first], true],
  ['both have theirs', 'shipped', 5, [first, rest], false],
  ['the rest was dropped', 'shipped', 3, [first], false],
  ['it was divided before parts had slips', 'shipped', 5, [{}], false],
  ['nothing has left', 'preparing', 5, [], false],
] as const)('a slip of a part is to be issued: %s', (_, state, sent, slips, due) => {
  const line = anOrderLine({ ordered: pieces(5), confirmed: pieces(5), shipped: pieces(sent) })
  const left = new Map([[line.id, pieces(3)]])
  expect(isPartWithoutSlip({ state, left, lines: [line] }, slips)).toBe(due)
  expect(isPartWithoutSlip({ state: 'shipped', left: new Map(), lines: [line] }, slips)).toBe(false)
})
