import { expect, test } from 'vitest'
import { grams } from '#kernel/grams.ts'
import { newId } from '#kernel/ids.ts'
import { aBirdLine, anOrderLine, pieces, weighed } from '../../../../tests/factories/order-line.ts'
import { decideInspection, type InspectedLine } from './receive-order.server.ts'

const leaves = anOrderLine({ ordered: pieces(5), confirmed: pieces(4), shipped: pieces(3) })
const birds = aBirdLine({ ordered: weighed(2, 3_600), confirmed: weighed(2, 3_600), shipped: weighed(2, 3_701) })
const none = anOrderLine({ ordered: pieces(2), confirmed: pieces(0) })

const say = (qty: number, more: Partial<InspectedLine> = {}): InspectedLine => ({
  lineId: leaves.id,
  verdict: 'damaged',
  qty,
  grams: null,
  ...more,
})
const bird = (qty: number, weight: number | null, more: Partial<InspectedLine> = {}): InspectedLine =>
  say(qty, { lineId: birds.id, verdict: 'short', grams: weight === null ? null : grams(weight), ...more })

const inspected = (...said: InspectedLine[]) => {
  const decision = decideInspection([leaves, birds], said)
  return decision.ok ? decision.value.map((it) => it.received) : decision.refusal
}

test.each([
  ['nothing said is as shipped', [], [pieces(3), weighed(2, 3_701)]],
  ['found right', [say(3, { verdict: 'ok' })], [pieces(3), weighed(2, 3_701)]],
  ['one damaged', [say(2)], [pieces(2), weighed(2, 3_701)]],
  ['all wrong', [say(0, { verdict: 'wrong' })], [pieces(0), weighed(2, 3_701)]],
  ['damaged, but all there', [say(3)], 'verdict_needs_less'],
  ['more than shipped, though it was ordered', [say(4)], 'more_than_shipped'],
  ['less than nothing', [say(-1)], 'bad_quantity'],
  ['half a bundle', [say(1.5)], 'bad_quantity'],
  ['no number', [say(Number.NaN)], 'bad_quantity'],
  ['a line of another order', [say(1, { lineId: newId<'orderLine'>() })], 'unknown_line'],
  [
    'a tenth of a bag is of no use',
    [say(3, { missing: { count: 1, of: 10 } })],
    [{ ...pieces(3), missing: { count: 1, of: 10 } }, weighed(2, 3_701)],
  ],
  [
    'found right, but a part is missing',
    [say(3, { verdict: 'ok', missing: { count: 1, of: 10 } })],
    'less_needs_verdict',
  ],
  ['a part of nothing', [say(0, { missing: { count: 1, of: 10 } })], 'bad_quantity'],
  ['a part that is all of it', [say(2, { missing: { count: 24, of: 24 } })], 'bad_quantity'],
  ['a part of a bird', [bird(2, null, { missing: { count: 1, of: 2 } })], 'bad_quantity'],
  ['one bird, weighed', [bird(1, 1_850)], [pieces(3), weighed(1, 1_850)]],
  ['one bird, its share rounded down', [bird(1, null)], [pieces(3), weighed(1, 1_850)]],
  ['both birds, lighter', [bird(2, 3_000)], [pieces(3), weighed(2, 3_000)]],
  ['no bird', [bird(0, null)], [pieces(3), weighed(0, 0)]],
  ['no bird weighs nothing', [bird(0, 900)], [pieces(3), weighed(0, 0)]],
  ['both birds, as shipped', [bird(2, 3_701)], 'verdict_needs_less'],
  ['both birds, share of all', [bird(2, null)], 'verdict_needs_less'],
  ['one bird heavier than two', [bird(1, 3_702)], 'more_than_shipped'],
  ['a negative weight', [bird(1, -5)], 'bad_quantity'],
] satisfies [string, InspectedLine[], unknown][])('the kitchen finds: %s', (_, said, expected) => {
  expect(inspected(...said)).toEqual(expected)
})

test('〇 with fewer than were shipped is asked about, not billed in full', () => {
  expect(inspected(say(2, { verdict: 'ok' }))).toEqual('less_needs_verdict')
})

test('a line that never left the farm is received as nothing', () => {
  expect(decideInspection([none], [])).toMatchObject({ ok: true, value: [{ received: pieces(0), verdict: 'ok' }] })
  expect(decideInspection([none], [say(1, { lineId: none.id })])).toMatchObject({ refusal: 'more_than_shipped' })
})

test('a note is trimmed, an empty one is none', () => {
  const noteOf = (note: string) => {
    const decision = decideInspection([leaves], [say(1, { note })])
    return decision.ok ? decision.value[0]?.note : decision.refusal
  }
  expect(noteOf(' 葉が折れていた\n')).toBe('葉が折れていた')
  expect(noteOf('　 ')).toBeUndefined()
})

test('the refusal names the line and what was shipped', () => {
  expect(decideInspection([leaves], [say(4)])).toMatchObject({ detail: { line: leaves.id, max: 3 } })
})
