import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { can } from '#authorization/rules.ts'
import { type ActorKind, endedStates, type OrderState, orderStates, type Reschedule } from '#kernel/enums.ts'
import { newId } from '#kernel/ids.ts'
import { addDays, addHours, at, jstDate, jstDateOf } from '#kernel/jst.ts'
import { actorNames, own, people, strange } from '../../../tests/factories/actors.ts'
import { actorWord, stateWord } from './order-labels.ts'
import { actionsFor, checkTransition, momentOfOrder, nextTimer, type OrderFacts, windowOf } from './order-process.ts'
import { orderProcessMarkdown } from './order-process-doc.ts'
import type { OrderMoment } from './process/transition-rule.ts'
import { actorsOf, orderProcess, ruleOf, type TransitionName, transitionNames } from './process/transitions.ts'

const actors = Object.keys(actorWord) as ActorKind[]
const now = at('2026-11-24 11:00')
const aMillisecond = (moment: Date, after: number) => new Date(moment.getTime() + after)

const reschedule: Reschedule = {
  id: newId<'reschedule'>(),
  deliveryOn: jstDate('2026-11-27'),
  shipOn: jstDate('2026-11-26'),
  slot: 'am',
  note: '',
  cutoffAt: at('2026-11-25 12:00').toISOString(),
  answerDueAt: at('2026-11-25 14:00').toISOString(),
  packAt: at('2026-11-26 14:00').toISOString(),
}

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

/**
 * An order for this transition whose windows are all open, whose timers are all due and whose conditions are satisfied.
 */
function inTimeFor(name: TransitionName, state: OrderState): OrderFacts {
  const { until, when } = ruleOf(name)
  const moment = until ? addHours(now, 1) : addHours(now, -1)
  return order(state, {
    cutoffAt: ruleOf(name).after ? addHours(now, -1) : moment,
    answerDueAt: moment,
    packAt: moment,
    proposalDueAt: moment,
    answerUndoUntil: when === 'answer_given' ? moment : null,
    acceptUndoUntil: when === 'just_accepted' ? moment : null,
    reschedule: when === 'reschedule_asked' ? reschedule : null,
    proposedDay: when === 'day_proposed' ? reschedule : null,
    deliveryOn: addDays(jstDateOf(now), -5),
    deliveredAt: addHours(now, -24 * 40),
    cancelAskedAt: when === 'cancel_asked' ? addHours(now, -2) : null,
    acceptedAt: when === 'accepted_before' ? addHours(now, -2) : null,
  })
}

/** Facts besides the state that this transition requires. */
const fitFor = (name: TransitionName): Partial<OrderFacts> => ({
  proposalDueAt: at('2026-11-24 20:00'),
  answerUndoUntil: ruleOf(name).when === 'answer_given' ? at('2026-11-24 20:00') : null,
  acceptUndoUntil: ruleOf(name).when === 'just_accepted' ? at('2026-11-24 20:00') : null,
  reschedule: ruleOf(name).when === 'reschedule_asked' ? reschedule : null,
  proposedDay: ruleOf(name).when === 'day_proposed' ? reschedule : null,
  cancelAskedAt: ruleOf(name).when === 'cancel_asked' ? at('2026-11-24 13:00') : null,
  acceptedAt: ruleOf(name).when === 'accepted_before' ? at('2026-11-24 11:00') : null,
})

test.each(transitionNames)('%s: only the listed actor from the listed state, everything else is refused', (name) => {
  const rule = ruleOf(name)
  for (const by of actors)
    for (const state of orderStates) {
      const judged = checkTransition(inTimeFor(name, state), name, by, now)
      const expected = !actorsOf(name).includes(by) ? 'wrong_actor' : !rule.from.includes(state) ? 'wrong_state' : 'ok'
      expect([by, state, judged.ok ? 'ok' : judged.refusal]).toEqual([by, state, expected])
    }
})

/** A restaurant that is suspended does not order; a farm that is does not accept. */
const groups: Record<string, readonly string[]> = {
  restaurant: ['buyer', 'colleague', 'unapproved'],
  trading: ['buyer', 'colleague'],
  itsFarm: ['farm', 'unapprovedFarm'],
}

// The same from the design (ORDERS.md §3), written independently, so that the table in the code cannot drift from it
// unnoticed. Last: who of tests/factories/actors.ts may take it, staff and the system of any order.
test.each([
  ['place', 'draft', 'placed', 'buyer', 'trading'],
  ['request', 'draft', 'pending_approval', 'buyer', 'trading'],
  ['approve', 'pending_approval', 'placed', 'buyer_approver', 'trading'],
  ['sendBack', 'pending_approval', 'draft', 'buyer_approver', 'restaurant'],
  ['withdraw', 'pending_approval', 'draft', 'buyer', 'restaurant'],
  ['join', 'pending_approval', 'draft', 'buyer_approver', 'trading'],
  ['lapse', 'pending_approval', 'draft', 'system', 'system'],
  ['change', 'placed accepted', 'placed', 'buyer', 'trading'],
  ['reduce', 'accepted', 'accepted', 'buyer', 'trading'],
  ['amend', 'accepted', 'accepted', 'buyer', 'trading'],
  ['askReschedule', 'accepted', 'accepted', 'buyer', 'trading'],
  ['withdrawReschedule', 'accepted', 'accepted', 'buyer', 'restaurant'],
  ['agreeReschedule', 'accepted', 'accepted', 'farm', 'farm'],
  ['refuseReschedule', 'accepted', 'accepted', 'farm', 'itsFarm'],
  ['proposeDay', 'accepted', 'accepted', 'farm', 'farm'],
  ['agreeDay', 'accepted', 'accepted', 'buyer', 'trading'],
  ['refuseDay', 'accepted', 'accepted', 'buyer', 'restaurant'],
  ['accept', 'placed', 'accepted', 'farm system', 'farm system'],
  ['decline', 'placed', 'declined', 'farm', 'itsFarm'],
  ['expire', 'placed', 'expired', 'system', 'system'],
  ['keep', 'placed', 'accepted', 'farm system', 'itsFarm system'],
  ['propose', 'placed accepted', 'proposed', 'farm system', 'itsFarm system'],
  ['cover', 'accepted', 'accepted', 'farm system', 'itsFarm system'],
  ['agree', 'proposed', 'accepted', 'buyer instruction system', 'restaurant system'],
  ['reopen', 'accepted', 'proposed', 'buyer', 'restaurant'],
  ['unaccept', 'accepted', 'placed', 'farm', 'itsFarm'],
  ['turnDown', 'proposed', 'cancelled', 'buyer instruction system', 'restaurant system'],
  ['cancel', 'placed accepted', 'cancelled', 'buyer', 'restaurant'],
  ['askCancel', 'accepted', 'accepted', 'buyer', 'restaurant'],
  ['agreeCancel', 'accepted', 'cancelled', 'farm', 'itsFarm'],
  ['refuseCancel', 'accepted', 'accepted', 'farm', 'itsFarm'],
  ['prepare', 'accepted', 'preparing', 'farm system', 'itsFarm system'],
  ['short', 'preparing', 'preparing', 'farm', 'itsFarm'],
  ['weigh', 'preparing', 'preparing', 'farm', 'itsFarm'],
  ['shipPart', 'preparing', 'partly_shipped', 'farm', 'itsFarm'],
  ['ship', 'preparing partly_shipped', 'shipped', 'farm carrier', 'itsFarm'],
  ['dropRest', 'partly_shipped', 'shipped', 'farm system', 'itsFarm system'],
  ['replace', 'draft', 'accepted', 'system', 'system'],
  ['giveUp', 'preparing', 'cancelled', 'farm staff', 'itsFarm'],
  ['neverShipped', 'preparing', 'cancelled', 'system', 'system'],
  ['deliver', 'partly_shipped shipped', 'delivered', 'buyer carrier system', 'restaurant system'],
  ['handOver', 'shipped', 'delivered', 'farm', 'itsFarm'],
  ['sendParcelBack', 'shipped delivered', 'sent_back', 'carrier staff', 'staff'],
  ['inspect', 'delivered', 'inspected', 'buyer system', 'restaurant system'],
  ['finalize', 'inspected', 'finalized', 'system', 'system'],
  ['close', 'inspected', 'finalized', 'system', 'system'],
  ['correct', 'finalized', 'finalized', 'staff system', 'staff system'],
  [
    'overrule',
    'pending_approval placed accepted proposed preparing partly_shipped shipped delivered inspected',
    'cancelled',
    'staff',
    'staff',
  ],
] as const)('%s leads from %s to %s, is done by %s, and is allowed to %s', (name, from, to, by, allowed) => {
  const rule = ruleOf(name)
  expect([rule.from.join(' '), rule.to, actorsOf(name).join(' ')]).toEqual([from, to, by])
  const who = allowed.split(' ').flatMap((word) => groups[word] ?? [word])
  const may = (order: typeof own | typeof strange) =>
    actorNames.filter((one) => can(people[one], `order.${name}`, order))
  expect(may(own)).toEqual(actorNames.filter((one) => who.includes(one)))
  expect(may(strange)).toEqual(actorNames.filter((one) => ['staff', 'system'].includes(one) && who.includes(one)))
})

test('no transition is missing from the design, and no number is used twice', () => {
  expect(transitionNames).toHaveLength(48)
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
    for (const by of actorsOf(name)) {
      const facts = order(state, fitFor(name))
      const moment = momentOfOrder(facts, until)
      expect(checkTransition(facts, name, by, aMillisecond(moment, -1)).ok).toBe(true)
      expect(checkTransition(facts, name, by, moment).ok).toBe(true)
      expect(checkTransition(facts, name, by, aMillisecond(moment, 1))).toEqual({
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
    for (const by of actorsOf(name)) {
      const facts = order(state, { deliveredAt: at('2026-11-26 09:30'), ...fitFor(name) })
      const moment = momentOfOrder(facts, timer)
      const early = checkTransition(facts, name, by, aMillisecond(moment, -1))
      if (by === 'system') expect(early).toEqual({ ok: false, refusal: 'too_early', detail: { moment: timer } })
      else expect(early.ok).toBe(true)
      expect(checkTransition(facts, name, by, moment).ok).toBe(true)
    }
})

test('a wrong actor is refused before a wrong time', () => {
  const late = at('2026-12-24 11:00')
  expect(checkTransition(order('placed'), 'cancel', 'farm', late)).toEqual({ ok: false, refusal: 'wrong_actor' })
  expect(checkTransition(order('shipped'), 'cancel', 'buyer', late)).toEqual({
    ok: false,
    refusal: 'wrong_state',
    detail: { state: 'shipped' },
  })
})

test.each([
  ['cutoffAt', '2026-11-24 12:00'],
  ['answerDueAt', '2026-11-24 14:00'],
  ['packAt', '2026-11-25 14:00'],
  ['proposalDueAt', '2026-11-25 14:00'],
  ['neverShippedAt', '2026-11-29 00:00'],
  ['restDueAt', '2026-11-27 00:00'],
  ['assumedDeliveredAt', '2026-11-28 00:00'],
  ['inspectDueAt', '2026-11-30 00:00'],
  ['closesAt', '2026-12-04 00:00'],
] as const)('without a recorded delivery the moment %s is %s', (moment, expected) => {
  expect(momentOfOrder(order('shipped'), moment)).toEqual(at(expected))
})

test.each([
  [20, '2026-12-20 09:00', '2026-12-24 00:00'],
  // the farm's statement of the month is first
  [20, '2026-12-21 09:00', '2027-01-04 00:00'],
  [5, '2026-11-26 09:00', '2026-12-04 00:00'],
  [31, '2026-11-30 23:59', '2026-12-04 00:00'],
  [31, '2028-02-01 09:00', '2028-03-04 00:00'],
] as const)(
  'a restaurant that closes on day %i: what is delivered on %s is final on %s',
  (closingDay, deliveredAt, closes) => {
    const facts = order('inspected', { deliveredAt: at(deliveredAt), closingDay })
    expect(momentOfOrder(facts, 'closesAt')).toEqual(at(closes))
  },
)

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
  proposed: ['agree', 'proposalDueAt'],
  preparing: ['neverShipped', 'neverShippedAt'],
  partly_shipped: ['dropRest', 'restDueAt'],
  shipped: ['deliver', 'assumedDeliveredAt'],
  delivered: ['inspect', 'inspectDueAt'],
  inspected: ['close', 'closesAt'],
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
    const judged = checkTransition(order(state), timer.name, 'system', timer.at)
    expect(judged.ok).toBe(true)
    expect(ruleOf(timer.name).to).not.toBe(state)
  }
})

test('timers alone bring an order on which no side acts to an end, from every state', () => {
  const walked = (facts: OrderFacts): OrderState => {
    const timer = nextTimer(facts)
    return timer ? walked({ ...facts, state: ruleOf(timer.name).to }) : facts.state
  }
  const ends = orderStates.map((state) => [state, walked(order(state))])
  expect(Object.fromEntries(ends)).toMatchObject({
    pending_approval: 'draft',
    placed: 'expired',
    accepted: 'cancelled',
    proposed: 'cancelled',
    preparing: 'cancelled',
    partly_shipped: 'finalized',
    shipped: 'finalized',
    delivered: 'finalized',
    inspected: 'finalized',
  })
  expect(ends.filter(([, end]) => !endedStates.some((ended) => ended === end))).toEqual([])
  // an increase after the farm's acceptance is not lost when it does not answer: the rest stays accepted
  expect(nextTimer(order('placed', { acceptedAt: now }))?.name).toBe('keep')
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
      ['join', 'too_late'],
    ],
  ],
  ['farm', 'pending_approval', '2026-11-24 11:00', []],
  [
    'buyer',
    'placed',
    '2026-11-24 11:00',
    [
      ['change', null],
      ['cancel', null],
    ],
  ],
  [
    'buyer',
    'placed',
    '2026-11-24 12:01',
    [
      ['change', 'too_late'],
      ['cancel', 'too_late'],
    ],
  ],
  [
    'buyer',
    'accepted',
    '2026-11-24 11:00',
    [
      ['change', null],
      ['reduce', null],
      ['amend', null],
      ['askReschedule', null],
      ['cancel', null],
      ['askCancel', 'too_early'],
    ],
  ],
  [
    'buyer',
    'accepted',
    '2026-11-24 12:01',
    [
      ['change', 'too_late'],
      ['reduce', 'too_late'],
      ['amend', 'too_late'],
      ['askReschedule', null],
      ['cancel', 'too_late'],
      ['askCancel', null],
    ],
  ],
  [
    'buyer',
    'proposed',
    '2026-11-24 12:01',
    [
      ['agree', null],
      ['turnDown', null],
    ],
  ],
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
      ['propose', null],
    ],
  ],
  [
    'farm',
    'placed',
    '2026-11-24 14:01',
    [
      ['accept', 'too_late'],
      ['decline', 'too_late'],
      ['propose', null],
    ],
  ],
  [
    'farm',
    'accepted',
    '2026-11-24 14:01',
    [
      ['proposeDay', null],
      ['propose', null],
      ['cover', null],
      ['prepare', null],
    ],
  ],
  [
    'farm',
    'preparing',
    '2026-11-25 13:00',
    [
      ['short', null],
      ['weigh', null],
      ['shipPart', null],
      ['ship', null],
      ['giveUp', null],
    ],
  ],
  [
    'farm',
    'partly_shipped',
    '2026-11-26 13:00',
    [
      ['ship', null],
      ['dropRest', null],
    ],
  ],
  ['farm', 'shipped', '2026-11-26 10:00', [['handOver', null]]],
  ['staff', 'placed', '2026-11-24 11:00', [['overrule', null]]],
  [
    'staff',
    'shipped',
    '2026-11-26 10:00',
    [
      ['sendParcelBack', null],
      ['overrule', null],
    ],
  ],
  ['staff', 'finalized', '2026-11-30 10:00', [['correct', null]]],
] as const)('%s sees of an order that is %s at %s: %j', (by, state, moment, expected) => {
  expect(actionsFor(order(state), by, at(moment)).map(({ name, refusal }) => [name, refusal])).toEqual(expected)
})

test('the timer waits for the rest of a divided order until its own day, and no longer', () => {
  const divided = order('partly_shipped', { restOn: jstDate('2026-11-28') })
  expect(nextTimer(divided)).toEqual({ name: 'dropRest', at: at('2026-11-29 00:00') })
  expect(nextTimer({ ...divided, state: 'shipped' })).toEqual({ name: 'deliver', at: at('2026-11-30 00:00') })
})

test('every button and every sentence of the history has words, and only changing and packing are one press for two transitions', () => {
  for (const { button, told } of Object.values(orderProcess)) expect([button, told].every(Boolean)).toBe(true)
  const words = transitionNames.map((name) => ruleOf(name).button)
  const shared = [ruleOf('reduce').button, ruleOf('weigh').button]
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual(shared)
  expect(ruleOf('short').button).toBe(ruleOf('weigh').button)
  expect(new Set(Object.values(orderProcess).map(({ told }) => told)).size).toBe(transitionNames.length)
})

test.each([
  ['placed', '2026-11-24 12:00', 'W1'],
  ['accepted', '2026-11-24 12:01', 'W2'],
  ['proposed', '2026-11-24 12:01', 'W2'],
  ['preparing', '2026-11-24 11:00', 'W3'],
  ['shipped', '2026-11-26 11:00', 'W4'],
  ['cancelled', '2026-11-24 11:00', null],
] as const)('the window of an order that is %s at %s is %s', (state, moment, window) => {
  expect(windowOf(order(state), at(moment))).toBe(window)
})

test('docs/order-process.md says what the process says', async () => {
  const written = await readFile('docs/order-process.md', 'utf8')
  expect(written).toBe(orderProcessMarkdown())
  for (const state of orderStates) expect(written).toContain(stateWord[state])
  for (const name of transitionNames) expect(written).toContain(`| ${ruleOf(name).no} | ${ruleOf(name).button}`)
})
