import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FarmId, newId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDate } from '#kernel/jst.ts'
import type { BadgeRule } from './badge.ts'
import {
  type BadgeInputs,
  countsUntil,
  type OrganicCertificate,
  type Proof,
  proveBadges,
  type ReceivedDelivery,
  type ReceivedLine,
  windowFrom,
} from './prove-badges.ts'

const farms: readonly FarmId[] = Array.from({ length: 3 }, () => newId<'farm'>())
const farmOf = (n: number): FarmId => farms[n % farms.length] ?? newId<'farm'>()

/** What may happen; everything else is not received by the restaurant, and so is in no log of what it received. */
type Happening =
  | { kind: 'received'; farm: number; lines: ReceivedLine[] }
  | { kind: 'corrected'; delivery: number; yen: number }
  | { kind: 'refused'; delivery: number }
  | { kind: 'certified'; farm: number; days: number }
  | { kind: 'withdrawn'; certificate: number }
  | { kind: 'farm'; farm: number; trading: boolean }
  | { kind: 'shop'; trading: boolean }
  | { kind: 'left'; farm: number; rule: BadgeRule; left: boolean }
  | { kind: 'passed'; days: number }

const line = fc.record({
  yen: fc.integer({ min: 1, max: 5_000 }),
  lots: fc.constantFrom([], ['261101'], ['261101', '261102']),
  organic: fc.boolean(),
  local: fc.boolean(),
  inSeason: fc.boolean(),
})
const farm = fc.nat(2)
const received = fc.record({
  kind: fc.constant('received' as const),
  farm,
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
})
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: received },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('corrected' as const), delivery: fc.nat(), yen: fc.nat(900) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refused' as const), delivery: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('certified' as const), farm, days: fc.integer({ min: 1, max: 90 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('withdrawn' as const), certificate: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('farm' as const), farm, trading: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('shop' as const), trading: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('left' as const),
      farm,
      rule: fc.constantFrom('farms' as const, 'season' as const),
      left: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('passed' as const), days: fc.integer({ min: 1, max: 40 }) }) },
)

type State = { inputs: BadgeInputs; today: JstDate }
const beginning: State = {
  inputs: { trading: true, tradingFarms: new Set(farms), deliveries: [], certificates: [], left: {} },
  today: jstDate('2026-08-29'),
}

function after({ inputs, today }: State, it: Happening): State {
  const with_ = (more: Partial<BadgeInputs>): State => ({ inputs: { ...inputs, ...more }, today })
  const changed = (index: number, change: (delivery: ReceivedDelivery) => ReceivedDelivery[]) =>
    with_({
      deliveries: inputs.deliveries.flatMap((d, at) => (at === index % inputs.deliveries.length ? change(d) : [d])),
    })
  switch (it.kind) {
    case 'received':
      return with_({ deliveries: [...inputs.deliveries, { farmId: farmOf(it.farm), day: today, lines: it.lines }] })
    case 'corrected':
      return changed(it.delivery, (d) => {
        const lines = d.lines.map((l, at) => (at === 0 ? { ...l, yen: it.yen } : l)).filter(({ yen }) => yen > 0)
        return lines.length > 0 ? [{ ...d, lines }] : []
      })
    case 'refused':
      return changed(it.delivery, () => [])
    case 'certified':
      return with_({
        certificates: [
          ...inputs.certificates,
          { farmId: farmOf(it.farm), from: today, until: addDays(today, it.days) },
        ],
      })
    case 'withdrawn':
      return with_({
        certificates: inputs.certificates.filter((_, at) => at !== it.certificate % inputs.certificates.length),
      })
    case 'farm': {
      const others = [...inputs.tradingFarms].filter((id) => id !== farmOf(it.farm))
      return with_({ tradingFarms: new Set(it.trading ? [...others, farmOf(it.farm)] : others) })
    }
    case 'shop':
      return with_({ trading: it.trading })
    case 'left': {
      const others = [...(inputs.left[it.rule] ?? [])].filter((id) => id !== farmOf(it.farm))
      return with_({ left: { ...inputs.left, [it.rule]: new Set(it.left ? [...others, farmOf(it.farm)] : others) } })
    }
    case 'passed':
      return { inputs, today: addDays(today, it.days) }
  }
}

/** The rules implemented naively, day by day and line by line, with no precalculated window. */
function naive(
  inputs: BadgeInputs,
  rule: BadgeRule,
  today: JstDate,
): { holds: boolean; farms: FarmId[]; percent: number } {
  const nobody = { holds: false, farms: [], percent: 0 }
  const young = inputs.deliveries.filter(({ day }) => day <= today && today <= threeMonthsLater(day))
  const traced = young.filter(({ lines }) => lines.some(({ lots }) => lots.length > 0))
  if (rule === 'farms') {
    if (!inputs.trading) return nobody
    const enough = farms.filter(
      (id) =>
        inputs.tradingFarms.has(id) &&
        !inputs.left.farms?.has(id) &&
        traced.filter(({ farmId }) => farmId === id).length >= 3,
    )
    return { holds: enough.length > 0, farms: enough, percent: 0 }
  }
  let all = 0
  let counted = 0
  for (const delivery of young)
    for (const it of delivery.lines) {
      all += it.yen
      if (!inputs.trading || !inputs.tradingFarms.has(delivery.farmId) || it.lots.length === 0) continue
      const papers = inputs.certificates.filter(({ farmId }) => farmId === delivery.farmId)
      const proven =
        rule === 'organic'
          ? it.organic && isValid(papers, delivery.day) && isValid(papers, today)
          : rule === 'prefecture'
            ? it.local
            : it.inSeason
      if (proven) counted += it.yen
    }
  const least = { organic: 30, prefecture: 50, season: 60 }[rule]
  const holds = inputs.trading && traced.length >= 3 && counted * 100 >= all * least && all > 0
  return { holds, farms: [], percent: all === 0 ? 0 : Math.floor((counted * 100) / all) }
}

const isValid = (papers: readonly OrganicCertificate[], on: JstDate) =>
  papers.some(({ from, until }) => from <= on && on <= until)

/** With the machine's calendar: 31 November is the end of November. */
function threeMonthsLater(day: JstDate): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  for (let d = date; ; d--) {
    const it = new Date(Date.UTC(year, month - 1 + 3, d))
    if (it.getUTCDate() === d) return it.toISOString().slice(0, 10)
  }
}

test('at every moment of any history a badge says exactly what the received lots prove, and for how long', () => {
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 40 }), (log) => {
      let state = beginning
      for (const it of log) {
        state = after(state, it)
        for (const proof of proveBadges(state.inputs, state.today)) judge(proof, state)
      }
    }),
    { numRuns: 150 },
  )
})

function judge(proof: Proof, { inputs, today }: State): void {
  const known = naive(inputs, proof.rule, today)
  expect(proof.holds, proof.rule).toBe(known.holds)
  if (proof.rule === 'farms')
    expect(proof.farms.flatMap((it) => (it.shown ? [it.farmId] : [])).sort()).toEqual([...known.farms].sort())
  else {
    expect(Math.floor((proof.permille ?? 0) / 10)).toBe(known.percent)
    checkWeights(proof)
  }
  if (!proof.holds) return
  // with nothing more received it is valid on its last day, and not on the next
  expect(naive(inputs, proof.rule, proof.until).holds).toBe(true)
  expect(naive(inputs, proof.rule, addDays(proof.until, 1)).holds).toBe(false)
  if (proof.rule === 'farms')
    expect(naive(inputs, 'farms', proof.wholeUntil).farms).toEqual(naive(inputs, 'farms', today).farms)
  expect(proof.wholeUntil <= proof.until && proof.until >= today).toBe(true)
}

/** What is published matches what it was calculated from. */
function checkWeights({ evidence, permille }: Proof): void {
  const sum = (numbers: (number | null)[]) => numbers.reduce<number>((all, one) => all + (one ?? 0), 0)
  expect(sum(evidence.map(({ counted }) => counted))).toBe(permille)
  if (evidence.length > 0) expect(sum(evidence.flatMap(({ counted, other }) => [counted, other]))).toBe(1_000)
  expect(evidence.every(({ counted, counts }) => counts || counted === 0)).toBe(true)
}

test.each([
  ['2026-08-22', '2026-11-22'],
  ['2026-11-30', '2027-02-28'],
  ['2027-11-30', '2028-02-29'],
  ['2026-10-15', '2027-01-15'],
])('a delivery of %s counts until %s', (day, until) => {
  expect(countsUntil(jstDate(day), 3)).toBe(until)
})

test('the window of a day begins with the first delivery that still counts', () => {
  for (let day = jstDate('2027-01-01'); day < '2028-06-01'; day = addDays(day, 1)) {
    const from = windowFrom(day, 3)
    expect([countsUntil(from, 3) >= day, countsUntil(addDays(from, -1), 3) < day], day).toEqual([true, true])
  }
})
