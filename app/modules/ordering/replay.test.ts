import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ActorKind, endedStates, stages } from '#kernel/enums.ts'
import { newId } from '#kernel/ids.ts'
import { addDays, addHours, at, jstDate, momentOf } from '#kernel/jst.ts'
import { yen } from '#kernel/yen.ts'
import { applyTransition, type Moving } from './apply-transition.ts'
import { checkTransition, momentOfOrder, nextTimer, type OrderFacts } from './order-process.ts'
import { ruleOf, type TransitionName, transitionNames } from './process/transitions.ts'
import { type LoggedStep, replay, replayQuantities, type StatedQuantity } from './replay.ts'

const people: readonly ActorKind[] = ['buyer', 'buyer_approver', 'farm', 'staff', 'carrier', 'instruction']
const deliveryOn = jstDate('2026-11-27')
const packAt = momentOf(addDays(deliveryOn, -1), 14 * 60)
const draft: Moving = { state: 'draft', acceptedAt: null, cancelAskedAt: null, deliveredAt: null, finalizedAt: null }

type QueuedMutation = { which: number; goesOn: boolean; hours: number }

/**
 * Which of all the buttons is pressed, four times of five one that goes on, and how many hours later; null: no action
 * anything, and the clock goes on.
 */
const presses = fc.array(
  fc.option(
    fc.record({
      which: fc.nat(99),
      goesOn: fc.integer({ min: 0, max: 4 }).map(Boolean),
      hours: fc.oneof(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 30 })),
    }),
  ),
  { minLength: 1, maxLength: 25 },
)

/** Everything that the process lets happen, in any order of presses and timers; the log is written as the use cases do. */
function live(pressed: readonly (QueuedMutation | null)[]) {
  let now = at('2026-11-24 10:00')
  let order: Moving = draft
  const log: LoggedStep[] = []
  const facts = (): OrderFacts => ({
    ...order,
    deliveryOn,
    cutoffAt: addHours(packAt, -26),
    answerDueAt: addHours(packAt, -24),
    packAt,
    inspectHours: 48,
    proposalDueAt: order.state === 'proposed' ? addHours(packAt, -1) : null,
  })
  const take = (name: TransitionName) => {
    log.push({ at: now, kind: ruleOf(name).event, fromState: order.state, toState: ruleOf(name).to })
    order = applyTransition(order, name, now)
  }
  for (const press of pressed) {
    const open = press
      ? transitionNames.filter((name) =>
          people.some((who) => checkTransition(facts(), name, who, addHours(now, press.hours)).ok),
        )
      : []
    const goingOn = open.filter((name) => !endedStates.some((ended) => ended === ruleOf(name).to))
    const chosen = press?.goesOn && goingOn.length > 0 ? goingOn : open
    const name = press && chosen[press.which % Math.max(1, chosen.length)]
    const timer = nextTimer(facts())
    if (press && name) {
      now = addHours(now, press.hours)
      take(name)
    } else if (timer) {
      now = new Date(Math.max(now.getTime(), momentOfOrder(facts(), ruleOf(timer.name).at ?? 'packAt').getTime()))
      take(timer.name)
    }
    // a line was weighed, a box packed again: irrelevant for the order
    log.push({ at: now, kind: 'line_packed_again', fromState: null, toState: null })
  }
  return { order, log }
}

test('whatever happens to an order: its log alone makes the same order again', () => {
  const reached = new Set<string>()
  fc.assert(
    fc.property(presses, (chosen) => {
      const { order, log } = live(chosen)
      for (const { toState } of log) if (toState) reached.add(toState)
      expect(replay(log)).toEqual({ ok: true, order })
    }),
  )
  for (const state of ['proposed', 'partly_shipped', 'cancelled', 'finalized', 'sent_back', 'expired'])
    expect(reached).toContain(state)
})

test('a log that lacks a step, or has one twice in another place, is found out or makes another order', () => {
  fc.assert(
    fc.property(presses, fc.nat(), (chosen, nth) => {
      const { order, log } = live(chosen)
      const steps = log.filter(({ toState }) => toState !== null)
      const lost = steps[nth % Math.max(1, steps.length)]
      fc.pre(lost !== undefined && lost.fromState !== lost.toState)
      const again = replay(log.filter((step) => step !== lost))
      if (again.ok) expect(again.order.state).not.toBe(order.state)
    }),
  )
})

const [day, later] = [at('2026-11-24 10:00'), at('2026-11-24 12:00')]
const step = (kind: string, fromState: LoggedStep['fromState'], toState: LoggedStep['toState']): LoggedStep => ({
  at: day,
  kind,
  fromState,
  toState,
})

test.each([
  ['an unknown step', step('order_dreamt', 'draft', 'placed')],
  ['from where it was not', step('order_accepted', 'placed', 'accepted')],
  ['to where it does not lead', step('order_placed', 'draft', 'accepted')],
])('%s cannot have happened', (_, wrong) => {
  expect(replay([wrong])).toEqual({ ok: false, wrong })
})

test('a request to cancel is void once something else happens, and the first acceptance stays the first', () => {
  const log = [
    step('order_placed', 'draft', 'placed'),
    step('order_accepted', 'placed', 'accepted'),
    { ...step('order_cancel_asked', 'accepted', 'accepted'), at: later },
  ]
  expect(replay(log)).toMatchObject({ order: { acceptedAt: day, cancelAskedAt: later } })
  const refused = [...log, { ...step('order_cancel_refused', 'accepted', 'accepted'), at: later }]
  expect(replay(refused)).toMatchObject({ order: { acceptedAt: day, cancelAskedAt: null } })
})

test('of quantities the last statement of each stage counts', () => {
  const lines = [newId<'orderLine'>(), newId<'orderLine'>()]
  const word = fc.record({
    lineId: fc.constantFrom(...lines),
    stage: fc.constantFrom(...stages),
    quantity: fc.record({ qty: fc.nat(50), grams: fc.constant(null) }),
    yen: fc.constantFrom(null, yen(1_200)),
  })
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (stated: StatedQuantity[]) => {
      const known = replayQuantities(stated)
      for (const lineId of lines)
        for (const stage of stages) {
          const last = stated.findLast((it) => it.lineId === lineId && it.stage === stage)
          expect(known.get(lineId)?.[stage]).toEqual(last && { quantity: last.quantity, yen: last.yen })
        }
    }),
  )
})
