import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ActorKind, endedStates, type OrderState, type Reschedule } from '#kernel/enums.ts'
import { newId } from '#kernel/ids.ts'
import { addDays, addHours, at, jstDate, momentOf } from '#kernel/jst.ts'
import { actionsFor, checkTransition, nextTimer, type OrderFacts } from './order-process.ts'
import { ruleOf, type TransitionName } from './process/transitions.ts'

/** A year of a market's orders, moved by the timer, and occasionally by people. No user is obliged to act. */

const firstDay = jstDate('2026-01-01')
const people: readonly ActorKind[] = ['buyer', 'buyer_approver', 'farm', 'staff', 'carrier', 'instruction']

/** Whatever the restaurant asks for, it does not keep an order from its end. */
const askedFor: Reschedule = {
  id: newId<'reschedule'>(),
  deliveryOn: firstDay,
  shipOn: firstDay,
  slot: 'none',
  note: '',
  cutoffAt: momentOf(firstDay, 0).toISOString(),
  answerDueAt: momentOf(firstDay, 0).toISOString(),
  packAt: momentOf(firstDay, 0).toISOString(),
}

const someOrder = fc.record({
  day: fc.integer({ min: 0, max: 364 }),
  minute: fc.integer({ min: 0, max: 1439 }),
  leadDays: fc.integer({ min: 1, max: 10 }),
  cutoffHours: fc.integer({ min: 2, max: 72 }),
  answerHours: fc.integer({ min: 0, max: 6 }),
  inspectHours: fc.constantFrom(24, 48, 72),
  pending: fc.boolean(),
  /** Whether a user acts at each moment, and which button they press; four times of five one that moves the order on. */
  presses: fc.array(fc.option(fc.record({ which: fc.nat(99), goesOn: fc.integer({ min: 0, max: 4 }).map(Boolean) })), {
    maxLength: 12,
  }),
  /** How long the restaurant is waited for, when it is asked. */
  waitHours: fc.integer({ min: 0, max: 30 }),
  /** How long it accepts a rest, when a part goes first. */
  restDays: fc.integer({ min: 0, max: 7 }),
})

test('a year of orders: every order ends by its own timers, whichever side does not act, and none is left waiting', () => {
  const reached = new Set<OrderState>()
  let longest = 0
  fc.assert(
    fc.property(someOrder, ({ day, minute, presses, waitHours, ...more }) => {
      const placedAt = momentOf(addDays(firstDay, day), minute)
      const deliveryOn = addDays(firstDay, day + more.leadDays + 1)
      const packAt = momentOf(addDays(deliveryOn, -1), 14 * 60)
      const cutoffAt = new Date(Math.max(placedAt.getTime(), addHours(packAt, -more.cutoffHours).getTime()))
      let order: OrderFacts = {
        state: more.pending ? 'pending_approval' : 'placed',
        deliveryOn,
        cutoffAt,
        answerDueAt: new Date(Math.min(addHours(cutoffAt, more.answerHours).getTime(), packAt.getTime())),
        packAt,
        deliveredAt: null,
        inspectHours: more.inspectHours,
      }
      let now = placedAt
      const take = (name: TransitionName) => {
        const { to } = ruleOf(name)
        reached.add(to)
        order = {
          ...order,
          state: to,
          deliveredAt: to === 'delivered' ? now : order.deliveredAt,
          acceptedAt: to === 'accepted' ? (order.acceptedAt ?? now) : (order.acceptedAt ?? null),
          cancelAskedAt: name === 'askCancel' ? now : null,
          reschedule: name === 'askReschedule' ? askedFor : null,
          proposedDay: name === 'proposeDay' ? askedFor : null,
          restOn: name === 'shipPart' ? addDays(deliveryOn, more.restDays) : (order.restOn ?? null),
          proposalDueAt: to === 'proposed' ? addHours(now, waitHours) : null,
        }
      }
      for (const press of presses) {
        const timer = nextTimer(order)
        if (!timer) break
        const between = now.getTime() + Math.max(0, timer.at.getTime() - now.getTime()) / 2
        const open = people
          .flatMap((who) => actionsFor(order, who, new Date(between)))
          .filter(({ refusal }) => !refusal)
        const goingOn = open.filter(({ name }) => !endedStates.some((ended) => ended === ruleOf(name).to))
        const buttons = press?.goesOn && goingOn.length > 0 ? goingOn : open
        const pressed = press && buttons[press.which % Math.max(1, buttons.length)]
        if (pressed) {
          now = new Date(between)
          take(pressed.name)
        } else {
          now = new Date(Math.max(now.getTime(), timer.at.getTime()))
          expect(checkTransition(order, timer.name, 'system', now).ok).toBe(true)
          take(timer.name)
        }
      }
      // from here on only the timer acts
      for (let timer = nextTimer(order); timer; timer = nextTimer(order)) {
        now = new Date(Math.max(now.getTime(), timer.at.getTime()))
        expect(checkTransition(order, timer.name, 'system', now).ok).toBe(true)
        take(timer.name)
      }
      expect(endedStates.some((ended) => ended === order.state)).toBe(true)
      longest = Math.max(longest, now.getTime() - momentOf(deliveryOn, 0).getTime())
    }),
  )
  // the rarest side road is reached a dozen times in 500 orders; and nothing lives on for long after its day
  for (const state of [
    'proposed',
    'partly_shipped',
    'sent_back',
    'cancelled',
    'finalized',
    'expired',
    'declined',
    'draft',
  ] as const)
    expect(reached).toContain(state)
  expect(longest / 86_400_000).toBeLessThan(45)
})

test.each(['2026-12-31 23:59', '2027-02-28 23:30', '2026-04-29 00:00'])(
  'the moments of an order that is placed at %s are those of Japan, holiday or not',
  (placed) => {
    const placedAt = at(placed)
    const order: OrderFacts = {
      state: 'shipped',
      deliveryOn: jstDate('2027-01-01'),
      cutoffAt: placedAt,
      answerDueAt: placedAt,
      packAt: placedAt,
      deliveredAt: null,
      inspectHours: 48,
    }
    expect(nextTimer(order)?.at).toEqual(at('2027-01-03 00:00'))
  },
)
