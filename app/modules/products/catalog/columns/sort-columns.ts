import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { JstDate } from '#kernel/jst.ts'
import { prefCodes } from '#kernel/place.ts'
import { nearestFirst } from '../distance.ts'
import type { Lifts } from '../own-lifts.server.ts'
import type { ProductFilter } from '../product-list.server.ts'
import { type Columns, comparesWith, rowOf } from './columns.ts'

type Sorting = {
  key: (row: number) => number
  descending: boolean
  /** The key as `list-order.server.ts` writes it into a cursor. */
  keyText: (key: number) => string
  /** Whether a row comes after the cursor; null without one. */
  isAfter: ((row: number) => boolean) | null
}
type Order = Omit<Sorting, 'isAfter'> & { keyIn: (text: string) => number }

/** The order of a list over columns, as `orderOf` is in SQL. */
export function sortingOf(ctx: Ctx, filter: ProductFilter, columns: Columns, lifts: Lifts | null): Sorting {
  const { keyIn, ...order } = orderOf(ctx, filter, columns, lifts)
  const { after } = filter
  if (!after) return { ...order, isAfter: null }
  const last = keyIn(after.key)
  const idAgainst = comparesWith(columns, after.id)
  const sign = order.descending ? -1 : 1
  const isAfter = (row: number) => {
    const difference = order.key(row) - last
    return (difference === 0 ? idAgainst(row) : difference) * sign > 0
  }
  return { ...order, isAfter }
}

/** As a product without a weight is sorted by its price per kilogram: last. */
const noWeight = 2_147_483_647

function orderOf(ctx: Ctx, { sort = 'newest', near }: ProductFilter, columns: Columns, lifts: Lifts | null): Order {
  const number = { keyText: String, keyIn: Number }
  if (sort === 'distance' && near) {
    const places = nearestFirst(near)
    const position = Uint8Array.from([0, ...prefCodes.map((code) => places.indexOf(code) + 1)])
    return { key: (row) => position[columns.place[row] ?? 0] ?? 0, descending: false, ...number }
  }
  if (sort === 'harvest')
    return { key: (row) => columns.harvestedOn[row] ?? 0, descending: true, keyText: dayText, keyIn: daysOf }
  if (sort === 'newest')
    return { key: (row) => columns.listedAt[row] ?? 0, descending: true, keyText: momentText, keyIn: momentIn }
  if (sort === 'popular') return { key: (row) => columns.orderedCount[row] ?? 0, descending: true, ...number }
  if (sort === 'rated') return { key: (row) => columns.rating[row] ?? 0, descending: true, ...number }
  if (sort === 'per_kg' && can(ctx.actor, 'price.see', null)) {
    const key = (row: number) => {
      const yen = columns.yenPerKg[row] ?? -1
      return yen < 0 ? noWeight : yen
    }
    return { key, descending: false, ...number }
  }
  const points = lifts ? lifted(columns, lifts) : columns.score
  return { key: (row) => points[row] ?? 0, descending: true, ...number }
}

/** The points of all products for one restaurant. */
function lifted(columns: Columns, { text }: Lifts): Int32Array {
  const lifts = JSON.parse(text) as { product_id: string; lift: number }[]
  if (lifts.length === 0) return columns.score
  const points = columns.score.slice()
  for (const { product_id, lift } of lifts) {
    const row = rowOf(columns, product_id)
    if (row !== null) points[row] = (points[row] ?? 0) + lift
  }
  return points
}

const epoch = Date.UTC(2000, 0, 1)
const dayMs = 86_400_000

/** Days since 2000-01-01. */
export const daysOf = (day: JstDate | string): number => (Date.parse(`${day}T00:00:00Z`) - epoch) / dayMs
const dayText = (days: number): string => new Date(epoch + days * dayMs).toISOString().slice(0, 10)

/** Microseconds since 2000-01-01. */
export const microsecondsOf = (moment: Date): number => (moment.getTime() - epoch) * 1_000

/** With all six digits: a Date has three. */
function momentText(microseconds: number): string {
  const milliseconds = Math.floor(microseconds / 1_000)
  const rest = `${microseconds - milliseconds * 1_000}`.padStart(3, '0')
  return `${new Date(epoch + milliseconds).toISOString().slice(0, -1)}${rest}Z`
}
const momentIn = (text: string): number =>
  microsecondsOf(new Date(`${text.slice(0, 23)}Z`)) + Number(text.slice(23, 26))
