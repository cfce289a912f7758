import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { addDays, addHours, at, jstDate, jstDateOf } from '#kernel/jst.ts'
import { type ActorKind, type OrderState, orderStates } from '#kernel/words.ts'
import {
  actionsFor,
  judge,
  momentOfOrder,
  nextTimer,
  type OrderFacts,
  type OrderMoment,
  orderProcess,
  ruleOf,
  type TransitionName,
  transitionNames,
} from './order-process.ts'
import { orderProcessMarkdown } from './order-process-doc.ts'
import { actorWord, stateWord } from './order-words.ts'

const actors = Object.keys(actorWord) as ActorKind[]
const now = at('2026-11-24 11:00')
const aMillisecond = (moment: Date, after: number) => new Date(moment.getTime() + after)

const order = (state: OrderState, more: Partial<OrderFacts> = {}): OrderFacts => ({
  state,
  deliveryOn: jstDate('2026-11-26'),
  cutoffAt: at('2026-11-24 12:00'),
  answerDueAt: at('2026-11-24 14:00'),
  packAt: at('2026-11-25 14:00'),
  deliveredAt: null,
  inspectHours: 48,
  ...more,
})

/** An order whose windows are all open and whose timers are all due, as far as this transition is concerned. */
function inTimeFor(name: TransitionName, state: OrderState): OrderFacts {
  const moment = ruleOf(name).until ? addHours(now, 1) : addHours(now, -1)
  const deliveredAt = addHours(now, -72)
  return order(state, {
    cutoffAt: moment,
    answerDueAt: moment,
    packAt: moment,
    deliveryOn: addDays(jstDateOf(now), -5),
    deliveredAt,
  })
}

test.each(transitionNames)('%s: only the listed actor from the listed state, everything else is refused', (name) => {
  const rule = ruleOf(name)
  for (const by of actors)
    for (const state of orderStates) {
      const judged = judge(inTimeFor(name, state), name, by, now)
      const expected = !rule.by.includes(by) ? 'wrong_actor' : !rule.from.includes(state) ? 'wrong_state' : 'ok'
      expect([by, state, judged.ok ? 'ok' : judged.refusal]).toEqual([by, state, expected])
    }
})

// The same from the design (ORDERS.md §3), by hand: the table in the code may not drift from it unseen.
test.each([
  ['place', 'draft', 'placed', 'buyer'],
  ['request', 'draft', 'pending_approval', 'buyer'],
  ['approve', 'pending_approval', 'placed', 'buyer_approver'],
  ['sendBack', 'pending_approval', 'draft', 'buyer_approver'],
  ['withdraw', 'pending_approval', 'draft', 'buyer'],
  ['lapse', 'pending_approval', 'draft', 'system'],
  ['accept', 'placed', 'accepted', 'farm system'],
  ['decline', 'placed', 'declined', 'farm'],
  ['expire', 'placed', 'expired', 'system'],
  ['cancel', 'placed accepted', 'cancelled', 'buyer'],
  ['prepare', 'accepted', 'preparing', 'farm system'],
  ['short', 'preparing', 'preparing', 'farm'],
  ['weigh', 'preparing', 'preparing', 'farm'],
  ['ship', 'preparing partly_shipped', 'shipped', 'farm carrier'],
  ['deliver', 'partly_shipped shipped', 'delivered', 'buyer carrier system'],
  ['inspect', 'delivered', 'inspected', 'buyer system'],
  ['finalize', 'inspected', 'finalized', 'system'],
] as const)('%s leads from %s to %s and is done by %s', (name, from, to, by) => {
  const rule = ruleOf(name)
  expect([rule.from.join(' '), rule.to, rule.by.join(' ')]).toEqual([from, to, by])
})

test('no transition is missing from the design, and no number is used twice', () => {
  expect(transitionNames).toHaveLength(17)
  expect(new Set(transitionNames.map((name) => ruleOf(name).no)).size).toBe(transitionNames.length)
})

test.each(
  transitionNames.flatMap((name) => {
    const { until } = ruleOf(name)
    return until ? [[name, until] as const] : []
  }),
)('%s is in time at its moment (%s), and a millisecond later it is not', (name, until) => {
  const rule = ruleOf(name)
  for (const state of rule.from)
    for (const by of rule.by) {
      const facts = order(state)
      const moment = momentOfOrder(facts, until)
      expect(judge(facts, name, by, aMillisecond(moment, -1)).ok).toBe(true)
      expect(judge(facts, name, by, moment).ok).toBe(true)
      expect(judge(facts, name, by, aMillisecond(moment, 1))).toEqual({
        ok: false,
        refusal: 'too_late',
        detail: { moment: until },
      })
    }
})

test.each(
  transitionNames.flatMap((name) => {
    const { at: timer } = ruleOf(name)
    return timer ? [[name, timer] as const] : []
  }),
)('%s by itself happens at its moment (%s) and never a millisecond before; people need not wait', (name, timer) => {
  const rule = ruleOf(name)
  for (const state of rule.from)
    for (const by of rule.by) {
      const facts = order(state, { deliveredAt: at('2026-11-26 09:30') })
      const moment = momentOfOrder(facts, timer)
      const early = judge(facts, name, by, aMillisecond(moment, -1))
      if (by === 'system') expect(early).toEqual({ ok: false, refusal: 'too_early', detail: { moment: timer } })
      else expect(early.ok).toBe(true)
      expect(judge(facts, name, by, moment).ok).toBe(true)
    }
})

test('who is wrong is told so before when is wrong', () => {
  const late = at('2026-12-24 11:00')
  expect(judge(order('placed'), 'cancel', 'farm', late)).toEqual({ ok: false, refusal: 'wrong_actor' })
  expect(judge(order('shipped'), 'cancel', 'buyer', late)).toEqual({
    ok: false,
    refusal: 'wrong_state',
    detail: { state: 'shipped' },
  })
})

test.each([
  ['cutoffAt', '2026-11-24 12:00'],
  ['answerDueAt', '2026-11-24 14:00'],
  ['packAt', '2026-11-25 14:00'],
  ['assumedDeliveredAt', '2026-11-28 00:00'],
  ['inspectDueAt', '2026-11-30 00:00'],
] as const)('without a word of delivery the moment %s is %s', (moment, expected) => {
  expect(momentOfOrder(order('shipped'), moment)).toEqual(at(expected))
})

test.each([24, 48, 72])('inspection is due %i hours after the delivery, to the millisecond', (inspectHours) => {
  const deliveredAt = new Date('2026-11-26T01:23:45.678Z')
  const facts = order('delivered', { deliveredAt, inspectHours })
  expect(momentOfOrder(facts, 'inspectDueAt').getTime() - deliveredAt.getTime()).toBe(inspectHours * 3_600_000)
})

const timers: Record<OrderState, [TransitionName, OrderMoment] | null> = {
  draft: null,
  pending_approval: ['lapse', 'cutoffAt'],
  placed: ['expire', 'answerDueAt'],
  accepted: ['prepare', 'packAt'],
  proposed: null,
  preparing: null,
  partly_shipped: ['deliver', 'assumedDeliveredAt'],
  shipped: ['deliver', 'assumedDeliveredAt'],
  delivered: ['inspect', 'inspectDueAt'],
  inspected: null,
  finalized: null,
  declined: null,
  expired: null,
  cancelled: null,
  sent_back: null,
}

test.each(Object.entries(timers))('the timer of an order that is %s is %j', (state, expected) => {
  const facts = order(state as OrderState)
  expect(nextTimer(facts)).toEqual(expected && { name: expected[0], at: momentOfOrder(facts, expected[1]) })
})

test('every state with a timer is left by it: the system may take the step at its moment, into another state', () => {
  for (const state of orderStates) {
    const timer = nextTimer(order(state))
    if (!timer) continue
    const judged = judge(order(state), timer.name, 'system', timer.at)
    expect(judged.ok).toBe(true)
    expect(ruleOf(timer.name).to).not.toBe(state)
  }
})

test('timers alone end an order that everybody forgets, except while a farm packs', () => {
  const walked = (state: OrderState): OrderState => {
    const timer = nextTimer(order(state))
    return timer ? walked(ruleOf(timer.name).to) : state
  }
  expect(walked('pending_approval')).toBe('draft')
  expect(walked('placed')).toBe('expired')
  expect(walked('accepted')).toBe('preparing')
  // finalising follows inspection in the same transaction (receive-order.server.ts)
  expect(walked('shipped')).toBe('inspected')
})

test.each([
  ['buyer', 'pending_approval', '2026-11-24 11:00', [['withdraw', null]]],
  [
    'buyer_approver',
    'pending_approval',
    '2026-11-24 12:01',
    [
      ['approve', 'too_late'],
      ['sendBack', null],
    ],
  ],
  ['farm', 'pending_approval', '2026-11-24 11:00', []],
  ['buyer', 'placed', '2026-11-24 11:00', [['cancel', null]]],
  ['buyer', 'placed', '2026-11-24 12:01', [['cancel', 'too_late']]],
  ['buyer', 'accepted', '2026-11-24 11:00', [['cancel', null]]],
  ['buyer', 'preparing', '2026-11-25 13:00', []],
  ['buyer', 'shipped', '2026-11-26 10:00', [['deliver', null]]],
  ['buyer', 'delivered', '2026-11-26 10:00', [['inspect', null]]],
  ['buyer', 'finalized', '2026-11-30 10:00', []],
  [
    'farm',
    'placed',
    '2026-11-24 14:00',
    [
      ['accept', null],
      ['decline', null],
    ],
  ],
  [
    'farm',
    'placed',
    '2026-11-24 14:01',
    [
      ['accept', 'too_late'],
      ['decline', 'too_late'],
    ],
  ],
  ['farm', 'accepted', '2026-11-24 14:01', [['prepare', null]]],
  [
    'farm',
    'preparing',
    '2026-11-25 13:00',
    [
      ['short', null],
      ['weigh', null],
      ['ship', null],
    ],
  ],
  ['farm', 'shipped', '2026-11-26 10:00', []],
  ['staff', 'placed', '2026-11-24 11:00', []],
] as const)('%s sees of an order that is %s at %s: %j', (by, state, moment, expected) => {
  expect(actionsFor(order(state), by, at(moment)).map(({ name, refusal }) => [name, refusal])).toEqual(expected)
})

test('every button and every sentence of the history has words, and only packing is one press for two transitions', () => {
  for (const { button, told } of Object.values(orderProcess)) expect([button, told].every(Boolean)).toBe(true)
  const words = transitionNames.map((name) => ruleOf(name).button)
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([ruleOf('weigh').button])
  expect(ruleOf('short').button).toBe(ruleOf('weigh').button)
  expect(new Set(Object.values(orderProcess).map(({ told }) => told)).size).toBe(transitionNames.length)
})

test('docs/order-process.md says what the process says', async () => {
  const written = await readFile('docs/order-process.md', 'utf8')
  expect(written).toBe(orderProcessMarkdown())
  for (const state of orderStates) expect(written).toContain(stateWord[state])
  for (const name of transitionNames) expect(written).toContain(`| ${ruleOf(name).no} | ${ruleOf(name).button}`)
})
