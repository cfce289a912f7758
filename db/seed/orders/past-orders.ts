import { addDays, addMinutes, type JstDate, jstDateOf, momentOf, monthOf, weekdayOf } from '#kernel/jst.ts'
import { possibleDays, type Wanted } from '../engine.ts'
import type { SeedFarm } from '../farms.ts'
import type { SeedProduct } from '../products.ts'
import type { Random } from '../random.ts'
import type { SeedRestaurant } from '../restaurants.ts'
import { courseOf } from './course.ts'
import { type DeliveryKeys, noteOf, type PurchasePlan, usualQty, withInstruction, withMinimum } from './plan.ts'

type Usual = { farm: SeedFarm; lines: Wanted[] }
type Habit = { restaurant: SeedRestaurant; weekdays: number[]; minute: number; usuals: Usual[] }

const daysBack = 364

/**
 * A year of orders. Every restaurant has its days, its hour, its farms and its favourites, and keeps to them, as
 * kitchens do. Events after now have not happened yet, so the last orders are still open.
 */
export function pastPurchases(
  restaurants: readonly SeedRestaurant[],
  products: readonly SeedProduct[],
  demoFarms: readonly SeedFarm[],
  now: Date,
  keys: DeliveryKeys,
  random: Random,
): PurchasePlan[] {
  const today = jstDateOf(now)
  const habits = habitsOf(restaurants, products, demoFarms, random)
  return Array.from({ length: daysBack }, (_, index) => addDays(today, index - daysBack)).flatMap((day) =>
    habits
      .filter((habit) => habit.weekdays.includes(weekdayOf(day)))
      .filter(({ restaurant }) => restaurant === restaurants[0] || random.chance(0.82))
      .flatMap((habit) => {
        const placedAt = addMinutes(momentOf(day, habit.minute), random.int(0, 50))
        const purchase = placedAt < now ? purchaseOf(habit, day, placedAt, keys, random) : null
        return purchase && purchase.orders.length > 0 ? [purchase] : []
      }),
  )
}

/** The first restaurant orders every Monday night from the three demo farms, and a little on Thursdays. */
function habitsOf(
  restaurants: readonly SeedRestaurant[],
  products: readonly SeedProduct[],
  demoFarms: readonly SeedFarm[],
  random: Random,
): Habit[] {
  const sold = products.filter(({ row, farm }) => row.status !== 'draft' && farm.row.status === 'approved')
  const byFarm = Map.groupBy(sold, ({ farm }) => farm)
  const farms = [...byFarm.keys()].slice(0, 60)
  const usual = (farm: SeedFarm, count: number): Usual => ({
    farm,
    lines: random.some(byFarm.get(farm) ?? [], count).map((product) => ({ product, qty: usualQty(product, random) })),
  })
  const first = (farm: SeedFarm): Usual => ({
    farm,
    lines: (byFarm.get(farm) ?? []).slice(0, 12).map((product) => ({ product, qty: usualQty(product, random) })),
  })
  return restaurants.flatMap((restaurant, index): Habit[] => {
    const minute = random.pick([21, 22, 22, 23, 24, 14]) * 60
    if (index > 0) {
      const chosen = [...random.some(demoFarms, 1), ...random.some(farms, 5)]
      const weekdays = random.pick([[1, 4], [2, 5], [0, 3], [1, 3], [2], [4]])
      return [{ restaurant, weekdays, minute, usuals: [...new Set(chosen)].map((farm) => usual(farm, 9)) }]
    }
    const others = random.some(
      farms.filter((farm) => !demoFarms.includes(farm)),
      4,
    )
    return [
      { restaurant, weekdays: [1], minute: 22 * 60 + 20, usuals: demoFarms.map(first) },
      { restaurant, weekdays: [4], minute: 23 * 60, usuals: others.map((farm) => usual(farm, 9)) },
    ]
  })
}

function purchaseOf(habit: Habit, day: JstDate, placedAt: Date, keys: DeliveryKeys, random: Random): PurchasePlan {
  const { restaurant, usuals } = habit
  const [kitchen] = restaurant.kitchens
  const everyWeek = usuals.length <= 3
  const chosen = everyWeek ? usuals : random.some(usuals, random.int(2, 4))
  const wish = addDays(day, random.int(1, 3))
  const orders = chosen.flatMap(({ farm, lines }) => {
    const wanted = thisTime(farm, lines, placedAt, everyWeek, random)
    if (wanted.length === 0) return []
    const days = possibleDays(farm, kitchen, wanted, placedAt)
    const best = days.find(({ deliveryOn }) => deliveryOn >= wish) ?? days.at(-1)
    if (!best || !keys.claim(farm, kitchen, best)) return []
    const slot = kitchen.row.defaultSlot
    const course = courseOf(farm, best, placedAt, slot, random)
    const upTo = 'finalized' as const
    return [{ farm, wanted: withInstruction(wanted, random), day: best, slot, note: noteOf(random), course, upTo }]
  })
  return { restaurant, kitchen, placedAt, orders }
}

/** The favourites available at that time of the year; the same lines first every time. */
function thisTime(farm: SeedFarm, lines: readonly Wanted[], at: Date, everyWeek: boolean, random: Random): Wanted[] {
  const month = monthOf(jstDateOf(at))
  const there = lines.filter(({ product: { row } }) => row.createdAt < at && row.seasonMonths.includes(month))
  const count = everyWeek ? 4 : random.int(1, 4)
  const taken = there.slice(0, count).map(({ product, qty }) => ({
    product,
    qty: random.chance(everyWeek ? 0.1 : 0.25) ? Math.min(product.row.maxQty, qty + 1) : qty,
  }))
  return taken.length === 0 ? [] : withMinimum(farm, taken)
}
