import fc from 'fast-check'
import { expect, test } from 'vitest'
import { endedStates, type OrderState, plainInstructions, shortageInstructions } from '#kernel/enums.ts'
import { newId, type ProductId } from '#kernel/ids.ts'
import { addHours, at, type MinuteOfDay } from '#kernel/jst.ts'
import { sumYen, yen } from '#kernel/yen.ts'
import { amountOf, ceilingOf, nominalQuantity } from '#modules/pricing/line-terms.ts'
import { aBirdLine, anOrderLine, pieces, weighed } from '../../../tests/factories/order-line.ts'
import { decideAnswers } from './accept-order.server.ts'
import { decideShortage, type Offer, type Settled, type Statement } from './decide-shortage.ts'
import { instructionOf } from './instruction.ts'
import type { OrderLine } from './order.ts'
import { checkTransition, nextTimer, type OrderFacts } from './order-process.ts'
import { ruleOf, type TransitionName } from './process/transitions.ts'

/** What a farm can harvest, against what chefs have allowed, when no restaurant answers. */

const goods = Array.from({ length: 6 }, () => newId<'product'>()) as ProductId[]
const someTerms = fc.record({
  substitutes: fc.subarray(goods),
  substituteMaxYen: fc.integer({ min: 0, max: 12_000 }).map(yen),
  askUntil: fc.integer({ min: 0, max: 1_439 }).map((minute) => minute as MinuteOfDay),
  otherwise: fc.constantFrom(...plainInstructions),
})
/** With realistic frequencies: most chefs take what there is. */
const someInstruction = fc.oneof(
  { weight: 6, arbitrary: fc.constant('ship_what_there_is' as const) },
  { weight: 4, arbitrary: fc.constantFrom(...shortageInstructions) },
)

const someLine = fc
  .record({
    byWeight: fc.boolean(),
    qty: fc.integer({ min: 1, max: 20 }),
    onShortage: someInstruction,
    shortageTerms: someTerms,
    harvestPercent: fc.oneof(fc.constant(100), fc.integer({ min: 0, max: 120 })),
    offer: fc.option(
      fc.record({
        productId: fc.constantFrom(...goods),
        qty: fc.integer({ min: 0, max: 20 }),
        price: fc.integer({ min: 1, max: 3_000 }),
      }),
    ),
  })
  .map(({ byWeight, qty, onShortage, shortageTerms, harvestPercent, offer }) => {
    const more = { onShortage, shortageTerms }
    const line = byWeight
      ? aBirdLine({ ordered: weighed(qty, 1_800 * qty) }, more)
      : anOrderLine({ ordered: pieces(qty) }, more)
    const terms = {
      catchWeight: false,
      nominalGrams: null,
      tolerancePercent: null,
      priceYen: yen(offer?.price ?? 1),
      taxPercent: 8,
    }
    const offered: Offer | null = offer && { productId: offer.productId, name: '', qty: offer.qty, terms }
    return { line, harvest: Math.floor((qty * harvestPercent) / 100), offered }
  })

const someMorning = fc.record({
  lines: fc.array(someLine, { minLength: 1, maxLength: 6 }),
  /** When the farm finds out, in hours before packing. */
  hoursBefore: fc.integer({ min: 0, max: 30 }),
  acceptedBefore: fc.boolean(),
})

type Morning = typeof someMorning extends fc.Arbitrary<infer T> ? T : never

function live({ lines, hoursBefore, acceptedBefore }: Morning) {
  const packAt = at('2026-11-25 14:00')
  const now = addHours(packAt, -hoursBefore)
  let facts: OrderFacts = {
    state: acceptedBefore ? 'accepted' : 'placed',
    deliveryOn: '2026-11-26' as OrderFacts['deliveryOn'],
    cutoffAt: addHours(packAt, -26),
    answerDueAt: packAt,
    packAt,
    deliveredAt: null,
    inspectHours: 48,
    acceptedAt: acceptedBefore ? now : null,
  }
  const steps: TransitionName[] = []
  const take = (name: TransitionName, by: Parameters<typeof checkTransition>[2], when: Date) => {
    const judged = checkTransition(facts, name, by, when)
    expect([name, judged.ok ? 'ok' : judged.refusal]).toEqual([name, 'ok'])
    steps.push(name)
    facts = { ...facts, state: ruleOf(name).to }
  }
  const ordered = lines.map(
    ({ line }): OrderLine =>
      acceptedBefore ? { ...line, quantities: { ...line.quantities, confirmed: line.quantities.ordered } } : line,
  )
  const said = decideAnswers(
    ordered,
    lines.map(({ line, harvest }) => ({
      lineId: line.id,
      qty: Math.min(harvest, line.quantities.ordered?.qty ?? 0),
      reason: 'harvest' as const,
    })),
    {
      now,
      packAt,
      offers: new Map(lines.flatMap(({ line, offered }) => (offered ? [[line.id, offered] as const] : []))),
    },
  )
  if (!said.ok) throw new Error(said.refusal)
  const { statements } = said.value
  let { decision } = said.value
  const asked = decision.outcome === 'ask'
  if (decision.outcome === 'ask') {
    facts = { ...facts, proposalDueAt: decision.until }
    take('propose', 'farm', now)
    // without an answer the timer fires
    const timer = nextTimer(facts)
    expect(timer).toMatchObject({ name: 'agree' })
    expect(timer?.at.getTime()).toBeLessThan(packAt.getTime())
    decision = decideShortage(statements, { now: timer?.at ?? now, packAt, timeIsUp: true })
    if (decision.outcome === 'settled') take('agree', 'system', timer?.at ?? now)
    else take('turnDown', 'instruction', timer?.at ?? now)
  } else if (decision.outcome === 'settled') take(acceptedBefore ? 'cover' : 'accept', 'farm', now)
  else if (decision.outcome === 'nothing' && !acceptedBefore) take('decline', 'farm', now)
  else {
    facts = { ...facts, proposalDueAt: now }
    take('propose', 'farm', now)
    take('turnDown', 'instruction', now)
  }
  expect(decision.outcome).not.toBe('ask')
  return {
    asked,
    short: statements.some(({ line, stated }) => stated < (line.quantities.ordered?.qty ?? 0)),
    state: facts.state,
    statements,
    settled: decision.outcome === 'settled' ? decision.lines : [],
  }
}

const settledStates: readonly OrderState[] = ['accepted', ...endedStates]
const nothingButGood = (it: Settled, said: Statement) => {
  const { line, confirmed, offer } = it
  const ordered = line.quantities.ordered?.qty ?? 0
  // never more than was harvested, never more than was ordered
  expect(confirmed).toBeLessThanOrEqual(Math.min(ordered, said.stated))
  expect(amountOf(line, nominalQuantity(line, confirmed))).toBeLessThanOrEqual(line.ceilingYen)
  if (!offer) return
  const instruction = instructionOf(line)
  if (instruction.kind !== 'substitute') throw new Error('a substitute that nobody allowed')
  expect(instruction.products).toContain(offer.productId)
  expect(ceilingOf(offer.terms, offer.qty)).toBeLessThanOrEqual(instruction.maxYen)
  // substitutes only replace what is missing
  expect(said.stated).toBeLessThan(ordered)
}

test('without any answer: every order ends, nothing above its ceiling, no substitute that was not named', () => {
  let [mornings, short, asked] = [0, 0, 0]
  fc.assert(
    fc.property(someMorning, (morning) => {
      const lived = live(morning)
      mornings++
      if (lived.short) short++
      if (lived.asked) asked++
      expect(settledStates).toContain(lived.state)
      lived.settled.forEach((it, index) => {
        const said = lived.statements[index]
        if (said) nothingButGood(it, said)
      })
      // a line that must be complete is never partial
      for (const { line, confirmed } of lived.settled)
        if (instructionOf(line).kind === 'drop_line' && confirmed > 0)
          expect(confirmed).toBe(line.quantities.ordered?.qty)
      expect(
        sumYen(lived.settled.map(({ line, confirmed }) => amountOf(line, nominalQuantity(line, confirmed)))),
      ).toBeLessThanOrEqual(sumYen(morning.lines.map(({ line }) => line.ceilingYen)))
    }),
  )
  expect(short / mornings).toBeGreaterThan(0.5)
  // asked are only those who wished it, and even they are not waited for
  expect(asked / mornings).toBeLessThan(0.25)
})
