import type { OrderState } from '#kernel/enums.ts'
import { addDays, addHours, addMinutes, jstDateOf, momentOf, monthOf } from '#kernel/jst.ts'
import type { PossibleDay } from '#modules/delivery/delivery-days.ts'
import { goodsYenOf, possibleDays, type Wanted } from '../engine.ts'
import type { SeedFarm } from '../farms.ts'
import type { SeedProduct } from '../products.ts'
import type { Random } from '../random.ts'
import type { SeedKitchen, SeedRestaurant } from '../restaurants.ts'
import { arrivalAt, type Course, courseOf, inspectHours } from './course.ts'
import { askedAbout, type DeliveryKeys, type PurchasePlan, usualQty, withInstruction, withMinimum } from './plan.ts'

type Destination = { restaurant: SeedRestaurant; kitchen: SeedKitchen }
type Candidate = Destination & { placedAt: Date; day: PossibleDay; wanted: Wanted[]; course: Course }

/**
 * One order that must exist now: its state, the days on which it is possible, the best one, and when it reached that
 * state.
 */
type Need = {
  state: OrderState
  count: number
  suits: (candidate: Candidate) => boolean
  order: (a: Candidate, b: Candidate) => number
  moments: (candidate: Candidate) => Partial<Course>
  /** while it waits for the farm, it was placed just now; else on an evening before */
  fresh?: true
  /** for a party: products for at least this many yen */
  leastYen?: number
  /** the chef added one more of a product, this long before now */
  changedMinutes?: number
}

/**
 * Orders around now for the three demo farms, so that every screen of the demo has something to show, at any hour and
 * weekday: some to answer, to pack, half packed and in transit; and one that ビストロ 灯 has to inspect (検収).
 */
export function openPurchases(
  demoFarms: readonly SeedFarm[],
  restaurants: readonly SeedRestaurant[],
  products: readonly SeedProduct[],
  now: Date,
  keys: DeliveryKeys,
  random: Random,
): PurchasePlan[] {
  const destinations = restaurants.flatMap((restaurant) =>
    restaurant.kitchens.map((kitchen) => ({ restaurant, kitchen })),
  )
  const mine = destinations.filter(({ restaurant }) => restaurant === restaurants[0])
  const fill = (farms: readonly SeedFarm[], to: readonly Destination[], need: Need) =>
    fulfil(farms, to, need, products, now, keys, random)
  return [
    ...fill(demoFarms, mine, delivered(now)),
    ...demoFarms.flatMap((farm) =>
      [shipped(now), preparing(now), accepted(now), placed(now)].flatMap((need) => {
        const inTurn = [...mine, ...random.some(destinations.slice(mine.length), destinations.length)]
        return fill([farm], inTurn, need)
      }),
    ),
    ...fill(demoFarms, mine, askedFor(now)),
    ...fill(demoFarms, mine, changed(now)),
    ...fill(demoFarms, mine, proposed(now)),
  ]
}

const earliest = (a: Candidate, b: Candidate) => a.day.packAt.getTime() - b.day.packAt.getTime()
const latest = (a: Candidate, b: Candidate) => earliest(b, a)
/** The day nearest to this many days from now: neither the next one nor the last. */
const inDays = (now: Date, days: number) => (a: Candidate, b: Candidate) => {
  const distance = ({ day }: Candidate) => Math.abs(day.packAt.getTime() - addDaysTo(now, days).getTime())
  return distance(a) - distance(b)
}

const placed = (now: Date): Need => ({
  state: 'placed',
  count: 3,
  fresh: true,
  suits: ({ day }) => day.answerDueAt > addMinutes(now, 20),
  order: earliest,
  moments: () => ({ answeredAt: addDaysTo(now, 1) }),
})

/** More than the chef of ビストロ 灯 may order alone: it waits for the owner's approval. */
const askedFor = (now: Date): Need => ({
  state: 'pending_approval',
  count: 1,
  fresh: true,
  leastYen: 105_000,
  suits: ({ day }) => day.cutoffAt > addHours(now, 4),
  order: earliest,
  moments: () => ({ answeredAt: addDaysTo(now, 1) }),
})

/** The chef has changed it a moment ago: the farm sees the change. */
const changed = (now: Date): Need => ({ ...placed(now), count: 1, order: inDays(now, 5), changedMinutes: 4 })

/** There is less than was ordered, and the chef wants to be asked. */
const proposed = (now: Date): Need => ({
  state: 'proposed',
  count: 1,
  fresh: true,
  suits: ({ day }) => day.answerDueAt > now && day.packAt > addHours(now, 3),
  order: inDays(now, 7),
  moments: () => ({ answeredAt: addMinutes(now, -3), answeredBy: 'farm' }),
})

const accepted = (now: Date): Need => ({
  state: 'accepted',
  count: 2,
  suits: ({ day }) => day.packAt > now,
  order: earliest,
  moments: (candidate) => ({ answeredAt: answeredBefore(candidate, now), answeredBy: 'farm' }),
})

const preparing = (now: Date): Need => ({
  state: 'preparing',
  count: 1,
  suits: ({ day }) => day.cutoffAt < addMinutes(now, -30),
  order: (a, b) => Number(isLate(a, now)) - Number(isLate(b, now)) || (isLate(a, now) ? latest(a, b) : earliest(a, b)),
  moments: (candidate) => {
    const answeredAt = answeredBefore(candidate, addMinutes(now, -25))
    const { packAt } = candidate.day
    const preparingAt = new Date(Math.min(packAt.getTime(), addMinutes(now, -15).getTime()))
    return { answeredAt, answeredBy: 'farm', preparingAt, preparingBy: 'farm' }
  },
})

const shipped = (now: Date): Need => ({
  state: 'shipped',
  count: 2,
  suits: ({ day, course }) => course.shippedAt < now && day.deliveryOn >= addDays(jstDateOf(now), -1),
  order: (a, b) => Number(isOver(a, now)) - Number(isOver(b, now)) || earliest(a, b),
  moments: (candidate) => ({ answeredAt: answeredBefore(candidate, now), answeredBy: 'farm' }),
})

const delivered = (now: Date): Need => ({
  state: 'delivered',
  count: 1,
  suits: ({ course }) =>
    course.deliveredAt < addMinutes(now, -5) && addHours(course.deliveredAt, inspectHours) > addHours(now, 2),
  order: latest,
  moments: (candidate) => ({ answeredAt: answeredBefore(candidate, now), answeredBy: 'farm', deliveredBy: 'buyer' }),
})

const isLate = ({ day }: Candidate, now: Date) => day.shipOn < jstDateOf(now)
const isOver = ({ day }: Candidate, now: Date) => day.deliveryOn < jstDateOf(now)
const addDaysTo = (moment: Date, days: number) => addHours(moment, 24 * days)

/** A moment at which the farm could have answered: not after the deadline, and not after `before`. */
function answeredBefore({ placedAt, day }: Candidate, before: Date): Date {
  const wish = addMinutes(placedAt, 7 * 60)
  const last = Math.min(wish.getTime(), day.answerDueAt.getTime(), addMinutes(before, -2).getTime())
  return new Date(Math.max(placedAt.getTime(), last))
}

function fulfil(
  farms: readonly SeedFarm[],
  destinations: readonly Destination[],
  need: Need,
  products: readonly SeedProduct[],
  now: Date,
  keys: DeliveryKeys,
  random: Random,
): PurchasePlan[] {
  const plans: PurchasePlan[] = []
  for (const farm of farms) {
    for (const destination of destinations) {
      if (plans.length >= need.count) return plans
      const plan = planFor(farm, destination, need, products, now, keys, random)
      if (plan) plans.push(plan)
    }
  }
  return plans
}

function planFor(
  farm: SeedFarm,
  destination: Destination,
  need: Need,
  products: readonly SeedProduct[],
  now: Date,
  keys: DeliveryKeys,
  random: Random,
): PurchasePlan | null {
  const { kitchen, restaurant } = destination
  const slot = kitchen.row.defaultSlot
  const usual = wantedFrom(farm, products, now, random)
  const later = need.changedMinutes !== undefined || need.state === 'proposed'
  const wanted = need.leastYen ? forParty(usual, need.leastYen) : later ? withOneMore(usual) : usual
  const candidates = placingMoments(need, now, random).flatMap((placedAt) =>
    possibleDays(farm, kitchen, wanted, placedAt).map((day): Candidate => {
      const course: Course = { ...courseOf(farm, day, placedAt, slot, random), end: 'finalized', cancelledAt: null }
      return { ...destination, placedAt, day, wanted, course: { ...course, deliveredAt: arrivalAt(day, slot, random) } }
    }),
  )
  const best = candidates.filter(need.suits).sort(need.order)[0]
  if (!best || !keys.claim(farm, kitchen, best.day)) return null
  const instructed = withInstruction(wanted, random)
  const order = {
    farm,
    wanted: need.state === 'proposed' ? askedAbout(instructed) : instructed,
    day: best.day,
    slot,
    note: random.chance(0.3) ? '裏口のベルを鳴らしてください。' : '',
    course: { ...best.course, ...need.moments(best) },
    upTo: need.state,
    ...(need.changedMinutes && { changedAt: addMinutes(now, -need.changedMinutes) }),
  }
  return { restaurant, kitchen, placedAt: best.placedAt, orders: [order] }
}

/** Every line grows until the products are worth that much, or its maximum quantity is reached. */
function forParty(wanted: readonly Wanted[], leastYen: number): Wanted[] {
  const grown = wanted.map((line) => ({ ...line }))
  for (let step = 0; step < 99 && goodsYenOf(grown) < leastYen; step++)
    for (const line of grown) line.qty = Math.min(line.product.row.maxQty, line.qty + line.product.row.orderStep)
  return grown
}

/** So that there can be one step less of the first product. */
const withOneMore = (wanted: readonly Wanted[]): Wanted[] =>
  wanted.map((line, index) => (index === 0 ? { ...line, qty: line.qty + line.product.row.orderStep } : line))

/** Evenings before, the latest first; for what waits for an answer, the last hours. */
function placingMoments(need: Need, now: Date, random: Random): Date[] {
  if (need.fresh) return [addMinutes(now, -random.int(6, 140))]
  return [1, 2, 3, 4, 5]
    .map((days) => momentOf(addDays(jstDateOf(now), -days), 22 * 60 + random.int(0, 80)))
    .filter((moment) => moment < addHours(now, -2))
}

/** Two to four products of which the farm has plenty; products by weight are always among them. */
function wantedFrom(farm: SeedFarm, products: readonly SeedProduct[], now: Date, random: Random): Wanted[] {
  const month = monthOf(jstDateOf(now))
  const there = products.filter(
    ({ farm: of, row, availableQty }) =>
      of === farm && row.status === 'listed' && row.seasonMonths.includes(month) && availableQty >= 20,
  )
  const weighed = there.filter(({ row }) => row.catchWeight).slice(0, 1)
  const rest = random.some(
    there.filter((product) => !weighed.includes(product)),
    random.int(2, 3),
  )
  return withMinimum(
    farm,
    [...weighed, ...rest].map((product) => ({ product, qty: usualQty(product, random) })),
  )
}
