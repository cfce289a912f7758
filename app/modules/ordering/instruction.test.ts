import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { at, minuteOfDay } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { anOrderLine, pieces } from '../../../tests/factories/order-line.ts'
import { type ChefAnswer, decideShortage, isApproved, type Offer, type Statement } from './decide-shortage.ts'
import { askDueAt, instructionOf, instructionText, nearestInstruction } from './instruction.ts'
import type { OrderLine } from './order.ts'

const now = at('2026-11-24 15:00')
const packAt = at('2026-11-25 14:00')
const terms = { catchWeight: false, nominalGrams: null, tolerancePercent: null, priceYen: yen(500), taxPercent: 8 }
const onions: Offer = { productId: newId<'product'>(), name: '玉ねぎ', qty: 2, terms }

const line = (onShortage: OrderLine['onShortage'], shortageTerms: OrderLine['shortageTerms'] = {}) =>
  anOrderLine({ ordered: pieces(5) }, { onShortage, shortageTerms })
const short = (it: OrderLine, stated = 3, offer: Offer | null = null): Statement => ({
  line: it,
  stated,
  reason: '収穫不足',
  offer,
})
const whole = (): Statement => ({ line: line('ship_what_there_is'), stated: 5, reason: null, offer: null })

const becomes = (
  statement: Statement,
  more: Partial<Parameters<typeof decideShortage>[1]> = {},
  others = [whole()],
) => {
  const decision = decideShortage([statement, ...others], { now, packAt, ...more })
  return decision.outcome === 'settled'
    ? `${decision.lines[0]?.confirmed}${decision.lines[0]?.offer ? '+' : ''} ${decision.lines[0]?.by}`
    : decision.outcome === 'ask'
      ? decision.until
      : decision.outcome
}
const instead = { substitutes: [onions.productId], substituteMaxYen: yen(1_000) }
const asking = { askUntil: minuteOfDay('20:00'), otherwise: 'ship_what_there_is' as const }

test.each([
  ['what there is', line('ship_what_there_is'), null, '3 instruction'],
  ['the whole line or none of it', line('drop_line'), null, '0 instruction'],
  ['all or nothing', line('all_or_nothing'), null, 'end'],
  ['onions for up to ¥1,000', line('substitute', instead), onions, '3+ instruction'],
  ['onions, and none are offered', line('substitute', instead), null, '0 instruction'],
  [
    'onions, else what there is',
    line('substitute', { ...instead, otherwise: 'ship_what_there_is' }),
    null,
    '3 instruction',
  ],
  [
    'onions, and they have become dearer',
    line('substitute', { ...instead, substituteMaxYen: yen(999) }),
    onions,
    '0 instruction',
  ],
  [
    'leeks, and onions are offered',
    line('substitute', { ...instead, substitutes: [newId<'product'>()] }),
    onions,
    '0 instruction',
  ],
  ['nothing about onions', line('ship_what_there_is'), onions, '3 instruction'],
  ['to be asked until 20:00', line('ask', asking), null, at('2026-11-24 20:00')],
  ['to be asked, said by an old page', line('ask'), null, at('2026-11-24 20:00')],
] as const)('a chef who allows %s', (_, it, offer, expected) => {
  expect(becomes(short(it, 3, offer))).toEqual(expected)
})

test.each([
  ['they take it', new Map<string, ChefAnswer>([['x', 'take']]), false, '3 chef'],
  ['they leave it', new Map<string, ChefAnswer>([['x', 'drop']]), false, '0 chef'],
  ['nobody answers, and the time is up', new Map<string, ChefAnswer>(), true, '3 instruction'],
] as const)('who was asked: %s', (_, answers, timeIsUp, expected) => {
  const it = line('ask', asking)
  const byLine = new Map([...answers.values()].map((answer) => [it.id, answer]))
  expect(becomes(short(it), { answers: byLine, timeIsUp })).toBe(expected)
})

test('without an instruction for no answer the default is safe: confirmed lines are sent, changed ones are not', () => {
  expect(becomes(short(line('ask')), { timeIsUp: true })).toBe('0 instruction')
})

test.each([
  ['in the afternoon', '2026-11-24 15:00', '2026-11-24 20:00'],
  ['a minute before', '2026-11-24 19:59', '2026-11-24 20:00'],
  ['at that time', '2026-11-24 20:00', '2026-11-25 13:00'],
  ['at night', '2026-11-24 23:00', '2026-11-25 13:00'],
  ['an hour before packing', '2026-11-25 13:00', null],
  ['while it is packed', '2026-11-25 14:30', null],
] as const)('asked %s, one is waited for until %s → %s', (_, asked, until) => {
  expect(askDueAt(minuteOfDay('20:00'), at(asked), packAt)).toEqual(until && at(until))
})

test('too late to ask is no reason to wait: it goes on at once', () => {
  expect(becomes(short(line('ask', asking)), { now: at('2026-11-25 13:30') })).toBe('3 instruction')
})

test('nothing is left when every line is dropped, and that is said', () => {
  expect(becomes(short(line('drop_line')), {}, [])).toBe('nothing')
})

test('the nearest instruction counts: of the line before that of its list before that of the restaurant', () => {
  const [own, list, shop] = (['drop_line', 'all_or_nothing', 'ship_what_there_is'] as const).map((kind) => ({ kind }))
  expect(nearestInstruction(own, list, shop)).toBe(own)
  expect(nearestInstruction(null, list, shop)).toBe(list)
  expect(nearestInstruction(null, undefined, shop)).toBe(shop)
  expect(nearestInstruction(null, null, null)).toEqual({ kind: 'ship_what_there_is' })
})

test('a substitute is judged by the most that it can cost, also by weight', () => {
  const bird = { ...terms, catchWeight: true, nominalGrams: onions.terms.nominalGrams, tolerancePercent: 10 }
  expect(isApproved(onions, instructionOf(line('substitute', instead)))).toBe(true)
  expect(isApproved({ ...onions, qty: 3 }, instructionOf(line('substitute', instead)))).toBe(false)
  expect(isApproved({ ...onions, qty: 0 }, instructionOf(line('substitute', instead)))).toBe(false)
  expect(
    isApproved({ ...onions, terms: bird }, { kind: 'ask', until: minuteOfDay('20:00'), otherwise: 'drop_line' }),
  ).toBe(false)
})

test.each([
  [line('ask', asking), '20:00まで確認を待つ。回答がない場合は、出荷可能な数量のみ受け取る'],
  [line('substitute', instead), '指定の代替品を1,000円（税抜）まで。ない場合は、この商品をキャンセルする'],
  [line('drop_line'), 'この商品をキャンセルする'],
] as const)('both sides read the same sentence', (it, text) => {
  expect(instructionText(instructionOf(it)).replace('￥', '').replace('¥1,000', '1,000円')).toBe(text)
})
