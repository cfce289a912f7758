import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import { newId } from '#kernel/ids.ts'
import { at, jstDate } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { anOrderLine, pieces } from '../../../../tests/factories/order-line.ts'
import { decideRequest, mayAskOn, type RequestedChange, stateAt, yenOfChange } from './adjustment-request.ts'

const sent = { qty: 2, grams: grams(4_000) }
/** Two birds, 4 kg at ¥2,000 a kg; ¥9,000 was agreed at most. */
const birds = anOrderLine(
  { ordered: sent, confirmed: sent, shipped: sent },
  {
    catchWeight: true,
    nominalGrams: grams(2_000),
    tolerancePercent: 10,
    priceYen: yen(2_000),
    ceilingYen: yen(8_800),
    unitLabel: '羽',
  },
)
const boxes = anOrderLine({ ordered: pieces(4), confirmed: pieces(4), shipped: pieces(4) }, { priceYen: yen(1_500) })
const weight = (is: number): RequestedChange => ({ lineId: birds.id, kind: 'weight', qty: null, grams: grams(is) })
const back = (qty: number, of = boxes, weighs: number | null = null): RequestedChange => ({
  lineId: of.id,
  kind: 'return',
  qty,
  grams: weighs === null ? null : grams(weighs),
})

test.each([
  ['a lower weight', weight(3_700), 'ok'],
  ['the same weight', weight(4_000), 'nothing_changed'],
  ['kg typed as g', weight(4), 'weight_not_believable'],
  ['a weight of boxes', { ...weight(3_000), lineId: boxes.id }, 'not_catch_weight'],
  ['all boxes back', back(4), 'ok'],
  ['more boxes than were sent', back(5), 'more_than_shipped'],
  ['a bird without its weight', back(1, birds), 'weight_missing'],
  ['a bird with its weight', back(1, birds, 1_900), 'ok'],
  ['more kg than were sent', back(2, birds, 4_001), 'more_than_shipped'],
  ['a line of another order', { ...back(1), lineId: newId<'orderLine'>() }, 'unknown_line'],
] as const)('%s: %s', (_, change, expected) => {
  const decided = decideRequest([birds, boxes], [change])
  expect(decided.ok ? 'ok' : decided.refusal).toBe(expected)
})

test.each([
  ['3.7 kg instead of 4 kg', weight(3_700), 8_000, -600],
  ['a claim had taken off as much', weight(3_700), 7_400, 0],
  ['a claim had taken off more', weight(3_700), 7_000, 0],
  ['4.2 kg instead of 4 kg', weight(4_200), 8_000, 400],
  ['5 kg: never above what was agreed', weight(5_000), 8_000, 800],
  ['0.5 kg less of it left to pay', weight(4_200), 8_600, 200],
] as const)('%s', (_, change, stands, effect) => {
  expect(yenOfChange(birds, change, yen(stands))).toBe(effect)
})

test.each([
  ['one of four boxes', back(1), boxes, 6_000, -1_500],
  ['more than is left to pay', back(4), boxes, 4_500, -4_500],
  ['a bird of 1.9 kg', back(1, birds, 1_900), birds, 8_000, -3_800],
] as const)('what came back: %s', (_, change, line, stands, effect) => {
  expect(yenOfChange(line, change, yen(stands))).toBe(effect)
})

test('a farm may ask for 30 days, and a question is open until its time', () => {
  const day = jstDate('2026-11-26')
  expect([at('2026-12-26 23:59'), at('2026-12-27 00:00')].map((now) => mayAskOn(day, now))).toEqual([true, false])
  const due = at('2026-12-03 10:00')
  expect(stateAt('asked', due, due)).toBe('asked')
  expect(stateAt('asked', due, at('2026-12-03 10:01'))).toBe('lapsed')
  expect(stateAt('agreed', due, at('2026-12-03 10:01'))).toBe('agreed')
})
