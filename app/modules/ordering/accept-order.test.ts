import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { at } from '#kernel/jst.ts'
import { anOrderLine, pieces } from '../../../tests/factories/order-line.ts'
import { decideAnswers } from './accept-order.server.ts'
import type { LineAnswer } from './order-input.ts'

const carrots = anOrderLine({ ordered: pieces(10) })
const leaves = anOrderLine({ ordered: pieces(3) }, { onShortage: 'drop_line' })
const lines = [carrots, leaves]
const saying = (qty: number, reason: LineAnswer['reason'] = null): LineAnswer[] => [{ lineId: carrots.id, qty, reason }]

const moment = { now: at('2026-11-24 11:00'), packAt: at('2026-11-25 14:00') }
const settled = (answers: readonly LineAnswer[]) => {
  const said = decideAnswers(lines, answers, moment)
  return said.ok && said.value.decision.outcome === 'settled' ? said.value.decision.lines : null
}
const confirmed = (answers: readonly LineAnswer[]) => {
  const said = decideAnswers(lines, answers, moment)
  if (!said.ok) return said.refusal
  const { decision } = said.value
  return decision.outcome === 'settled' ? decision.lines.map((it) => it.confirmed) : decision.outcome
}

test.each([
  ['nothing is said', [], [10, 3]],
  ['all of it is said', saying(10), [10, 3]],
  ['less, with a reason', saying(4, 'harvest'), [4, 3]],
  ['none of one line, with a reason', saying(0, 'weather'), [0, 3]],
  ['less of a line to be dropped then', [{ lineId: leaves.id, qty: 2, reason: 'pests' as const }], [10, 0]],
  ['all of a line to be dropped if short', [{ lineId: leaves.id, qty: 3 }], [10, 3]],
  ['a reason for nothing', saying(10, 'other'), [10, 3]],
  ['less without a reason', saying(9), 'reason_missing'],
  ['more than ordered', saying(11), 'more_than_ordered'],
  ['less than nothing', saying(-1, 'harvest'), 'bad_quantity'],
  ['half a box', saying(0.5, 'harvest'), 'bad_quantity'],
  ['what is no number', saying(Number.NaN, 'harvest'), 'bad_quantity'],
  ['without end', saying(Number.POSITIVE_INFINITY), 'bad_quantity'],
  ['more than a computer counts', saying(2 ** 53), 'bad_quantity'],
  ['a line of another order', [{ lineId: newId<'orderLine'>(), qty: 1 }], 'unknown_line'],
] satisfies [string, LineAnswer[], unknown][])('the farm answers: %s', (_, answers, expected) => {
  expect(confirmed(answers)).toEqual(expected)
})

test('an order of which nothing is left has to be declined, not accepted', () => {
  expect(confirmed([...saying(0, 'harvest'), { lineId: leaves.id, qty: 2, reason: 'harvest' }])).toBe('nothing')
})

test('what the farm said and what the chef’s instruction made of it are both kept', () => {
  expect(settled([{ lineId: leaves.id, qty: 2, reason: 'quality' }])).toMatchObject([
    { by: 'farm' },
    { stated: 2, confirmed: 0, reason: '品質不良', by: 'instruction' },
  ])
})

test('the refusal names the line and its limit', () => {
  expect(decideAnswers(lines, saying(11), moment)).toMatchObject({ detail: { line: carrots.id, max: 10 } })
})

test('the first of two answers about one line counts', () => {
  expect(confirmed([...saying(4, 'harvest'), ...saying(9, 'harvest')])).toEqual([4, 3])
})
