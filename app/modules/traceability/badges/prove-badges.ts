import type { FarmId } from '#kernel/ids.ts'
import { addDays, earlierDay, type JstDate } from '#kernel/jst.ts'
import { type BadgeRule, badgeRules } from './badge.ts'
import { publishedRules } from './badge-rules.ts'

/** A line of which something was received, and for which rules it may count. */
export type ReceivedLine = {
  /** What it cost without tax, after all corrections; lines with an amount of zero are not included. */
  yen: number
  /** The codes of the lots that it names. A line without lots counts in no badge. */
  lots: readonly string[]
  /** Sold as 有機JAS when it was ordered. */
  organic: boolean
  /** Of a farm in the prefecture of the kitchen that received it. */
  local: boolean
  /** In the harvest season of the farm's region on the day it was received. */
  inSeason: boolean
}

/** One order that was received (検収), on the day in Japan on which it arrived. */
export type ReceivedDelivery = { farmId: FarmId; day: JstDate; lines: readonly ReceivedLine[] }

/** A 有機JAS certificate that staff have checked: first and last day on which it is valid. */
export type OrganicCertificate = { farmId: FarmId; from: JstDate; until: JstDate }

export type BadgeInputs = {
  /** The restaurant is approved, and not suspended or closed. */
  trading: boolean
  /** Those farms that are approved, and not suspended or closed. */
  tradingFarms: ReadonlySet<FarmId>
  deliveries: readonly ReceivedDelivery[]
  certificates: readonly OrganicCertificate[]
  /** Farms that the restaurant hides. */
  left: Readonly<Partial<Record<BadgeRule, ReadonlySet<FarmId>>>>
}

/**
 * A delivery as evidence. The weights are per mille by value of everything received in the window; null for `farms`.
 */
export type CountedDelivery = {
  farmId: FarmId
  day: JstDate
  lots: readonly string[]
  /** Something in it counts for the rule. */
  counts: boolean
  counted: number | null
  other: number | null
}

export type ProvenFarm = {
  farmId: FarmId
  deliveries: number
  firstOn: JstDate
  lastOn: JstDate
  until: JstDate
  shown: boolean
}

/** What is proven of one rule on one day. */
export type Proof = {
  rule: BadgeRule
  holds: boolean
  /** First day of the window. */
  from: JstDate
  /**
   * The last day on which it is valid, and the last on which everything it says now is proven, if nothing more is
   * received.
   */
  until: JstDate
  wholeUntil: JstDate
  /** Deliveries of the window that name a lot. */
  deliveries: number
  permille: number | null
  farms: ProvenFarm[]
  /** For `farms`: the farm with the most deliveries that are not enough yet. */
  nearest: { farmId: FarmId; deliveries: number } | null
  evidence: CountedDelivery[]
}

/**
 * What the received deliveries prove on a day: pure, so that it can be recalculated by others. A restaurant or a farm
 * that is not active proves nothing, but its deliveries stay in the total of which shares are calculated.
 */
export const proveBadges = (inputs: BadgeInputs, day: JstDate): Proof[] =>
  badgeRules.map((rule) => (rule === 'farms' ? proveFarms(inputs, day) : proveShare(inputs, rule, day)))

/** The last day on which a delivery counts: the same day this many months later, or the end of that month. */
export function countsUntil(day: JstDate, months: number): JstDate {
  const { year, month } = monthsOn(day, months)
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return asDay(year, month, Math.min(Number(day.slice(8)), last))
}

/** The first day whose deliveries still count on this one. */
export function windowFrom(day: JstDate, months: number): JstDate {
  const { year, month } = monthsOn(day, -months)
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const date = Number(day.slice(8))
  return date <= last ? asDay(year, month, date) : addDays(asDay(year, month, last), 1)
}

const monthsOn = (day: JstDate, months: number) => {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  return { year: Math.floor(count / 12), month: (count % 12) + 1 }
}
const asDay = (year: number, month: number, date: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}` as JstDate

const inWindow = ({ deliveries }: BadgeInputs, rule: BadgeRule, day: JstDate) => {
  const from = windowFrom(day, publishedRules[rule].months)
  return deliveries
    .filter((delivery) => from <= delivery.day && delivery.day <= day)
    .toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.farmId < b.farmId ? -1 : 1))
}

const lotsOf = ({ lines }: ReceivedDelivery) => [...new Set(lines.flatMap(({ lots }) => lots))].sort()
const namesLot = ({ lines }: ReceivedDelivery) => lines.some(({ lots }) => lots.length > 0)

function proveFarms(inputs: BadgeInputs, day: JstDate): Proof {
  const { months, deliveries: need } = publishedRules.farms
  const proving = inWindow(inputs, 'farms', day).filter(namesLot)
  const left = inputs.left.farms ?? new Set()
  const byFarm = [...Map.groupBy(inputs.trading ? proving : [], ({ farmId }) => farmId)].filter(([farmId]) =>
    inputs.tradingFarms.has(farmId),
  )
  const farms = byFarm
    .flatMap(([farmId, of]): ProvenFarm[] => {
      const [first, last, deciding] = [of[0], of.at(-1), of.at(-need)]
      if (!first || !last || !deciding || of.length < need) return []
      return [
        {
          farmId,
          deliveries: of.length,
          firstOn: first.day,
          lastOn: last.day,
          until: countsUntil(deciding.day, months),
          shown: !left.has(farmId),
        },
      ]
    })
    .sort(mostFirst)
  const shown = farms.filter((farm) => farm.shown)
  const untils = shown.map(({ until }) => until).sort()
  const near = byFarm
    .filter(([, of]) => of.length < need)
    .map(([farmId, of]) => ({ farmId, deliveries: of.length }))
    .sort(mostFirst)
  return {
    rule: 'farms',
    holds: shown.length > 0,
    from: windowFrom(day, months),
    until: untils.at(-1) ?? day,
    wholeUntil: untils[0] ?? day,
    deliveries: proving.length,
    permille: null,
    farms,
    nearest: near[0] ?? null,
    evidence: proving
      .filter(({ farmId }) => shown.some((farm) => farm.farmId === farmId))
      .map((delivery) => ({
        farmId: delivery.farmId,
        day: delivery.day,
        lots: lotsOf(delivery),
        counts: true,
        counted: null,
        other: null,
      })),
  }
}

const mostFirst = (a: { farmId: FarmId; deliveries: number }, b: { farmId: FarmId; deliveries: number }) =>
  b.deliveries - a.deliveries || (a.farmId < b.farmId ? -1 : 1)

type ShareRule = Exclude<BadgeRule, 'farms'>

function proveShare(inputs: BadgeInputs, rule: ShareRule, day: JstDate): Proof {
  const { months } = publishedRules[rule]
  const received = weigh(inputs, rule, day)
  const { weighed, permille, deliveries, holds } = shareOn(inputs, rule, received, day)
  const left = inputs.left[rule] ?? new Set()
  const counting = weighed.filter(({ countedYen }) => countedYen > 0)
  const until = holds ? lastDayOf(inputs, rule, received, day) : day
  const farms = [...Map.groupBy(counting, ({ delivery }) => delivery.farmId)]
    .flatMap(([farmId, of]): ProvenFarm[] => {
      const [first, last] = [of[0], of.at(-1)]
      if (!first || !last) return []
      const papers = rule === 'organic' ? papersOn(inputs, farmId, day).map((paper) => paper.until) : []
      return [
        {
          farmId,
          deliveries: of.length,
          firstOn: first.delivery.day,
          lastOn: last.delivery.day,
          until: [...papers, last.until].reduce(earlierDay, until),
          shown: !left.has(farmId),
        },
      ]
    })
    .sort(mostFirst)
  return {
    rule,
    holds,
    from: windowFrom(day, months),
    until,
    wholeUntil: until,
    deliveries,
    permille,
    farms,
    nearest: null,
    evidence: weights(weighed, permille),
  }
}

/**
 * `provenYen`: what counts of it while its farm's documents are valid; `until`: the last day on which it counts at all.
 */
type Received = { delivery: ReceivedDelivery; until: JstDate; yen: number; provenYen: number; traced: boolean }
type Weighed = Received & { countedYen: number }

/** What was received in the window of a day, with everything about it that does not change as days pass. */
const weigh = (inputs: BadgeInputs, rule: ShareRule, day: JstDate): Received[] =>
  inWindow(inputs, rule, day).map((delivery) => ({
    delivery,
    until: countsUntil(delivery.day, publishedRules[rule].months),
    yen: sum(delivery.lines.map(({ yen }) => yen)),
    provenYen: sum(delivery.lines.filter(counts(inputs, rule, delivery)).map(({ yen }) => yen)),
    traced: namesLot(delivery),
  }))

/** The share on a day, in whole per mille rounded down: 30 % is 300, never 299.9. */
function shareOn(inputs: BadgeInputs, rule: ShareRule, received: readonly Received[], day: JstDate) {
  const { percent, deliveries: need } = publishedRules[rule]
  const certified = new Set(
    inputs.certificates.filter(({ from, until }) => from <= day && day <= until).map(({ farmId }) => farmId),
  )
  const weighed = received
    .filter(({ until }) => day <= until)
    .map((it): Weighed => {
      const holds = rule !== 'organic' || certified.has(it.delivery.farmId)
      return { ...it, countedYen: holds ? it.provenYen : 0 }
    })
  const all = sum(weighed.map(({ yen }) => yen))
  const permille = all === 0 ? 0 : Math.floor((sum(weighed.map(({ countedYen }) => countedYen)) * 1_000) / all)
  const deliveries = weighed.filter(({ traced }) => traced).length
  const holds = inputs.trading && deliveries >= need && percent !== null && permille >= percent * 10
  return { weighed, permille, deliveries, holds }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

const papersOn = ({ certificates }: BadgeInputs, farm: FarmId, on: JstDate) =>
  certificates.filter(({ farmId, from, until }) => farmId === farm && from <= on && on <= until)

function counts(inputs: BadgeInputs, rule: ShareRule, { farmId, day }: ReceivedDelivery) {
  const farmCounts = inputs.trading && inputs.tradingFarms.has(farmId)
  const certified = rule === 'organic' && papersOn(inputs, farmId, day).length > 0
  return (line: ReceivedLine): boolean => {
    if (!farmCounts || line.lots.length === 0) return false
    if (rule === 'organic') return certified && line.organic
    return rule === 'prefecture' ? line.local : line.inSeason
  }
}

/** With nothing more received, a share changes only on the day after a delivery or a certificate has expired. */
function lastDayOf(inputs: BadgeInputs, rule: ShareRule, received: readonly Received[], day: JstDate): JstDate {
  const ends = [
    ...received.map(({ until }) => until),
    ...(rule === 'organic' ? inputs.certificates.map(({ until }) => until) : []),
  ]
  const last = [...new Set(ends)]
    .sort()
    .find((end) => end >= day && !shareOn(inputs, rule, received, addDays(end, 1)).holds)
  return last ?? day
}

/**
 * The weights as whole per mille whose sums are exact: the counted parts add up to the share (rounded down), all parts
 * to 1,000. What is lost by rounding goes to the largest remainders.
 */
function weights(weighed: readonly Weighed[], permille: number): CountedDelivery[] {
  const all = sum(weighed.map(({ yen }) => yen))
  const counted = portion(
    weighed.map(({ countedYen }) => countedYen),
    permille,
  )
  const other = portion(
    weighed.map(({ yen, countedYen }) => yen - countedYen),
    all === 0 ? 0 : 1_000 - permille,
  )
  return weighed.map(({ delivery, countedYen }, index) => ({
    farmId: delivery.farmId,
    day: delivery.day,
    lots: lotsOf(delivery),
    counts: countedYen > 0,
    counted: counted[index] ?? 0,
    other: other[index] ?? 0,
  }))
}

/** Divides a whole number in proportion, by largest remainder; if all parts are zero, the first gets everything. */
function portion(parts: readonly number[], whole: number): number[] {
  const all = sum(parts)
  if (all === 0) return parts.map((_, index) => (index === 0 ? whole : 0))
  const exact = parts.map((part) => (part * whole) / all)
  const given = exact.map(Math.floor)
  const rest = whole - sum(given)
  const byRemainder = exact
    .map((it, index) => ({ index, remainder: it - Math.floor(it) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
    .slice(0, rest)
  for (const { index } of byRemainder) given[index] = (given[index] ?? 0) + 1
  return given
}
