import type { Category } from '#kernel/enums.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import { addDays, type JstDate, jstDate } from '#kernel/jst.ts'
import { sumYen, type Yen, yen } from '#kernel/yen.ts'

/** What was billed for one product in one month, without tax. */
export type BoughtCell = {
  /** `2026-11`: the month in which it was ordered. */
  month: string
  farmId: FarmId
  farm: string
  category: Category
  productId: ProductId
  name: string
  billedYen: Yen
}

export type Share<Key> = { key: Key; name: string; billedYen: Yen }

export type Analysis = {
  totalYen: Yen
  /** Every month from the first to the last, including those without an order. */
  months: { month: string; billedYen: Yen }[]
  /** Largest first. */
  farms: Share<FarmId>[]
  categories: { category: Category; billedYen: Yen }[]
  products: Share<ProductId>[]
}

/** Spending by month, farm, category and product. Without tax and freight. */
export function analyse(cells: readonly BoughtCell[], { from, to }: { from: JstDate; to: JstDate }): Analysis {
  const sumOf = (some: readonly BoughtCell[]) => sumYen(some.map(({ billedYen }) => billedYen))
  const shares = <Key>(keyOf: (cell: BoughtCell) => Key, nameOf: (cell: BoughtCell) => string): Share<Key>[] =>
    [...Map.groupBy(cells, keyOf)]
      .map(([key, some]) => ({ key, name: some.map(nameOf).at(-1) ?? '', billedYen: sumOf(some) }))
      .sort((a, b) => b.billedYen - a.billedYen || (a.name < b.name ? -1 : 1))
  const byCategory = shares(
    ({ category }) => category,
    ({ category }) => category,
  )
  return {
    totalYen: sumOf(cells),
    months: monthsFrom(from, to).map((month) => ({
      month,
      billedYen: sumOf(cells.filter((cell) => cell.month === month)),
    })),
    farms: shares(
      ({ farmId }) => farmId,
      ({ farm }) => farm,
    ),
    categories: byCategory.map(({ key: category, billedYen }) => ({ category, billedYen })),
    products: shares(
      ({ productId }) => productId,
      ({ name }) => name,
    ),
  }
}

function monthsFrom(from: JstDate, to: JstDate): string[] {
  const months: string[] = []
  for (let day = from; day.slice(0, 7) <= to.slice(0, 7); day = addDays(jstDate(`${day.slice(0, 7)}-01`), 31))
    months.push(day.slice(0, 7))
  return months
}

/** The largest ones, and all others combined. */
export function largest<Of extends { name: string; billedYen: Yen }>(
  shares: readonly Of[],
  most: number,
): { name: string; billedYen: Yen }[] {
  if (shares.length <= most) return [...shares]
  const rest = shares.slice(most - 1)
  return [
    ...shares.slice(0, most - 1),
    { name: `他${rest.length}件`, billedYen: sumYen(rest.map(({ billedYen }) => billedYen)) },
  ]
}

/** The unit price without tax, on the days on which it was ordered. */
export type PricePoint = { orderedOn: JstDate; priceYen: Yen }

/**
 * The change from the first price to the last: in yen, and in whole percent of the first. Null if there is only one.
 */
export function priceMove(points: readonly PricePoint[]): { yen: Yen; percent: number } | null {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || first === last) return null
  const moved = last.priceYen - first.priceYen
  return { yen: yen(moved), percent: Math.round((moved / first.priceYen) * 100) }
}

/** A product can have several prices in one order, when an order joined it; the last one of a day counts. */
export const onePerDay = (points: readonly PricePoint[]): PricePoint[] => [
  ...new Map(points.map((point) => [point.orderedOn, point])).values(),
]

/** How many months back, up to today. */
export const analysisSpans = [3, 6, 12, 24] as const

/** From the first day of the month this many months ago, counting the current one. */
export function analysisFrom(today: JstDate, months: number): JstDate {
  const count = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1 - (months - 1)
  return jstDate(`${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}-01`)
}
