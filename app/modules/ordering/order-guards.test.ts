import { expect, test } from 'vitest'
import type { Temperature } from '#kernel/enums.ts'
import { newId } from '#kernel/ids.ts'
import { aBirdLine, anOrderLine, weighed } from '../../../tests/factories/order-line.ts'
import { askGuards, type GuardFacts } from './order-guards.ts'
import { ruleOf, transitionNames } from './process/transitions.ts'

const carrots = anOrderLine()
const bird = aBirdLine()
const weighedBird = aBirdLine({ shipped: weighed(2, 3_700) })
const box = (temperature: Temperature, sent = true) => ({
  parcel: { id: newId<'parcel'>(), temperature, tracked: true },
  sent,
})
const lots = (...named: [GuardFacts['moving'][number]['line'], number][]) =>
  new Map(named.map(([line, qty]) => [line.id, [{ qty: qty - 1 }, { qty: 1 }]]))
const all = lots([carrots, 2], [bird, 2], [weighedBird, 2])

const moving = (...goods: [GuardFacts['moving'][number]['line'], number][]) =>
  goods.map(([line, qty]) => ({ line, qty }))

test.each([
  ['something', moving([carrots, 1], [bird, 0]), null],
  ['nothing', moving([carrots, 0], [bird, 0]), 'nothing_confirmed'],
] as const)('a farm that confirms %s: %#', (_, goods, expected) => {
  expect(askGuards('accept', { moving: goods })?.refusal ?? null).toBe(expected)
})

test.each([
  ['all is ready', { moving: moving([carrots, 2]), lots: all, boxes: [box('ambient')] }, null],
  ['nothing goes', { moving: moving([carrots, 0]), lots: all, boxes: [box('ambient')] }, 'nothing_to_ship'],
  ['a bird is not weighed', { moving: moving([bird, 2]), lots: all, boxes: [box('chilled')] }, 'weight_missing'],
  ['the bird is weighed', { moving: moving([weighedBird, 2]), lots: all, boxes: [box('chilled')] }, null],
  [
    'a harvest is named for fewer than go',
    { moving: moving([carrots, 2]), lots: lots([carrots, 1]), boxes: [box('ambient')] },
    'lot_missing',
  ],
  ['a harvest is not named', { moving: moving([carrots, 2]), boxes: [box('ambient')] }, 'lot_missing'],
  [
    'what stays needs no harvest',
    { moving: moving([carrots, 2], [bird, 0]), lots: lots([carrots, 2]), boxes: [box('ambient')] },
    null,
  ],
  [
    'the box has no number',
    { moving: moving([carrots, 2]), lots: all, boxes: [box('ambient', false)] },
    'tracking_missing',
  ],
  [
    'one of two boxes goes',
    { moving: moving([carrots, 2]), lots: all, boxes: [box('ambient', false), box('ambient')] },
    null,
  ],
  ['the cold has no box', { moving: moving([weighedBird, 2]), lots: all, boxes: [box('ambient')] }, 'tracking_missing'],
  ['boxes are not spoken of', { moving: moving([carrots, 2]), lots: all }, 'tracking_missing'],
] satisfies [string, GuardFacts, string | null][])('shipping while %s', (_, facts, expected) => {
  expect(askGuards('ship', facts)?.refusal ?? null).toBe(expected)
})

test('a refusal names its line, or its box', () => {
  const planned = box('ambient', false)
  expect(askGuards('ship', { moving: moving([bird, 2]) })?.detail).toEqual({ line: bird.id })
  expect(askGuards('ship', { moving: moving([carrots, 2]), lots: all, boxes: [planned] })?.detail).toEqual({
    parcel: planned.parcel.id,
  })
})

test('a transition without guards in the table asks nothing', () => {
  for (const name of transitionNames) if (!ruleOf(name).guards) expect(askGuards(name, { moving: [] })).toBeNull()
})
