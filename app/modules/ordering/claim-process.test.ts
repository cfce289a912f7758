import { expect, test } from 'vitest'
import { type ActorKind, type ClaimState, claimStates } from '#kernel/enums.ts'
import { addHours, at } from '#kernel/jst.ts'
import {
  type ClaimFacts,
  type ClaimTransition,
  checkClaim,
  claimRuleOf,
  claimTransitions,
  momentOfClaim,
  nextClaimTimer,
} from './claim-process.ts'
import { actorWord } from './order-labels.ts'

const actors = Object.keys(actorWord) as ActorKind[]
const openedAt = at('2026-11-26 10:00')

const claim = (state: ClaimState | null, more: Partial<ClaimFacts> = {}): ClaimFacts => ({
  state,
  orderState: 'delivered',
  reason: 'damaged',
  photo: true,
  amountYen: 2_000,
  automaticYen: 3_000,
  largeYen: 10_000,
  rateBelowThreshold: true,
  offeredPercent: 50,
  rechecked: false,
  openedAt,
  answeredAt: addHours(openedAt, 1),
  escalatedAt: addHours(openedAt, 2),
  decidedAt: addHours(openedAt, 3),
  visibleUntil: addHours(openedAt, 48),
  hiddenUntil: addHours(openedAt, 24 * 7),
  hidden: false,
  ...more,
})

/** A claim that satisfies the condition of this transition. */
const fitFor: Partial<Record<ClaimTransition, Partial<ClaimFacts>>> = {
  silenceEscalates: { amountYen: 10_001 },
  silenceTakesOffer: { offeredPercent: 100 },
}
/** Early enough for people, late enough for the timer. */
const momentFor = (name: ClaimTransition, facts: ClaimFacts) => {
  const { at: timer, until } = claimRuleOf(name)
  return timer ? momentOfClaim(facts, timer) : until ? momentOfClaim(facts, until) : addHours(openedAt, 4)
}

test.each(claimTransitions)('%s: only the listed actor from the listed state', (name) => {
  const rule = claimRuleOf(name)
  for (const by of actors)
    for (const state of [null, ...claimStates]) {
      const facts = claim(state, fitFor[name])
      const judged = checkClaim(facts, name, by, momentFor(name, facts))
      const here = state === null ? rule.from.length === 0 : rule.from.includes(state)
      const expected = !rule.by.includes(by) ? 'wrong_actor' : here ? 'ok' : 'wrong_state'
      expect([by, state, judged.ok ? 'ok' : judged.refusal]).toEqual([by, state, expected])
    }
})

// The design (ORDERS §4), written independently, so that the table in the code cannot drift from it unnoticed.
test.each([
  ['open', '', 'opened', 'buyer staff'],
  ['sendBack', '', 'escalated', 'carrier staff'],
  ['settleItself', 'opened', 'settled', 'system'],
  ['answer', 'opened', 'answered', 'farm'],
  ['silenceSettles', 'opened', 'settled', 'system'],
  ['silenceEscalates', 'opened', 'escalated', 'system'],
  ['takeOffer', 'answered', 'settled', 'buyer'],
  ['silenceTakesOffer', 'answered', 'settled', 'system'],
  ['escalate', 'answered', 'escalated', 'buyer farm'],
  ['silenceOnPart', 'answered', 'escalated', 'system'],
  ['decide', 'escalated', 'decided', 'staff'],
  ['noDecision', 'escalated', 'settled', 'system'],
  ['recheck', 'decided', 'escalated', 'buyer farm'],
  ['carryOut', 'decided', 'settled', 'system'],
  ['withdraw', 'opened answered escalated', 'withdrawn', 'buyer'],
] as const)('%s leads from %s to %s and is done by %s', (name, from, to, by) => {
  const rule = claimRuleOf(name)
  expect([rule.from.join(' '), rule.to, rule.by.join(' ')]).toEqual([from, to, by])
  expect(claimTransitions).toHaveLength(15)
})

test.each([
  ['a photo is there', {}, 'buyer', 1, null],
  ['there is none', { photo: false }, 'buyer', 1, 'photo_missing'],
  ['some is missing', { photo: false, reason: 'short' }, 'buyer', 1, null],
  ['it never came', { photo: false, reason: 'not_arrived' }, 'buyer', 1, null],
  ['the order is on its way', { orderState: 'shipped' }, 'buyer', 1, 'not_delivered'],
  ['two days have passed', {}, 'buyer', 48, null],
  ['more than two days have passed', {}, 'buyer', 48.1, 'too_late'],
  ['it could not be seen', { hidden: true }, 'buyer', 24 * 7, null],
  ['that there were fewer could be seen at once', { reason: 'short', hidden: true }, 'buyer', 48.1, 'too_late'],
  ['it could not be seen for a week', { hidden: true }, 'buyer', 24 * 7 + 1, 'too_late'],
  ['staff open it later', {}, 'staff', 24 * 30, null],
] as const)('a claim is opened while %s', (_, more, by, hours, expected) => {
  const judged = checkClaim(claim(null, more), 'open', by, addHours(openedAt, hours))
  expect(judged.ok ? null : judged.refusal).toBe(expected)
})

test.each([
  ['within what both agreed to', {}, true],
  ['above it', { amountYen: 3_001 }, false],
  ['without a photo', { photo: false }, false],
  ['for something wrong', { reason: 'wrong' }, false],
  ['from a restaurant that claims often', { rateBelowThreshold: false }, false],
] as const)('a claim %s settles by itself: %s', (_, more, expected) => {
  expect(checkClaim(claim('opened', more), 'settleItself', 'system', openedAt).ok).toBe(expected)
})

test('without any answer, timers alone bring every claim to its end, whatever the facts', () => {
  const kinds = [
    {},
    { amountYen: 99_999 },
    { offeredPercent: 100 },
    { offeredPercent: null },
    { rechecked: true },
    { rateBelowThreshold: false },
  ]
  for (const more of kinds)
    for (const state of claimStates) {
      let facts = claim(state, more)
      const seen: ClaimState[] = []
      for (let timer = nextClaimTimer(facts); timer; timer = nextClaimTimer(facts)) {
        expect(checkClaim(facts, timer.name, 'system', timer.at).ok).toBe(true)
        const early = checkClaim(facts, timer.name, 'system', new Date(timer.at.getTime() - 1))
        expect(early).toMatchObject({ refusal: 'too_early' })
        seen.push(claimRuleOf(timer.name).to)
        facts = { ...facts, state: claimRuleOf(timer.name).to }
        expect(seen.length).toBeLessThan(6)
      }
      expect(['settled', 'withdrawn']).toContain(facts.state)
    }
})
