import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import type { JstDate } from '#kernel/jst.ts'
import { prefCodes } from '#kernel/place.ts'
import { nearestFirst } from '../distance.ts'
import type { Lifts } from '../own-lifts.server.ts'
import type { ProductFilter } from '../product-list.server.ts'
import { type Block, blockRows } from './bits.ts'
import { type Columns, comparesWith, rowOf } from './columns.ts'
import type { Sorting } from './first-rows.ts'

type Order = Omit<Sorting, 'isAfter'> & {
  /** The key as `list-order.server.ts` writes it into a cursor. */
  keyText: (key: number) => string
  keyIn: (text: string) => number
}

/** The order of a list over columns, as `orderOf` is in SQL. */
export function sortingOf(ctx: Ctx, filter: ProductFilter, columns: Columns, lifts: Lifts | null) {
  const { keyIn, ...order } = orderOf(ctx, filter, columns, lifts)
  const { after } = filter
  if (!after) return { ...order, isAfter: null }
  const last = keyIn(after.key)
  const idAgainst = comparesWith(columns, after.id)
  const sign = order.descending ? -1 : 1
  const isAfter = (row: number, key: number) => {
    const difference = key - last
    return (difference === 0 ? idAgainst(row) : difference) * sign > 0
  }
  return { ...order, isAfter }
}

/** As a product without a weight is sorted by its price per kilogram: last. */
const noWeight = 2_147_483_647

function orderOf(ctx: Ctx, { sort = 'newest', near }: ProductFilter, columns: Columns, lifts: Lifts | null): Order {
  const number = { keyText: String, keyIn: Number }
  const by = (column: Int32Array | Float64Array) => ({ keysOf: ({ from, to }: Block) => column.subarray(from, to) })
  if (sort === 'distance' && near) {
    const places = nearestFirst(near)
    const position = Uint8Array.from([0, ...prefCodes.map((code) => places.indexOf(code) + 1)])
    return { keysOf: written((row) => position[columns.place[row] ?? 0] ?? 0), descending: false, ...number }
  }
  if (sort === 'harvest') return { ...by(columns.harvestedOn), descending: true, keyText: dayText, keyIn: daysOf }
  if (sort === 'newest') return { ...by(columns.listedAt), descending: true, keyText: momentText, keyIn: momentIn }
  if (sort === 'popular') return { ...by(columns.orderedCount), descending: true, ...number }
  if (sort === 'rated') return { ...by(columns.rating), descending: true, ...number }
  if (sort === 'per_kg' && can(ctx.actor, 'price.see', null)) {
    const key = (row: number) => {
      const yen = columns.yenPerKg[row] ?? -1
      return yen < 0 ? noWeight : yen
    }
    return { keysOf: written(key), descending: false, ...number }
  }
  return { ...(lifts ? lifted(columns, lifts) : by(columns.score)), descending: true, ...number }
}

const keys = new Int32Array(blockRows)

/** Keys that are in no column, written for one block after the other into the same memory. */
const written =
  (key: (row: number) => number) =>
  ({ from, to }: Block) => {
    for (let row = from; row < to; row++) keys[row - from] = key(row)
    return keys
  }

/** The points of products for one restaurant. */
function lifted(columns: Columns, { text }: Lifts): Pick<Order, 'keysOf'> {
  const lifts = (JSON.parse(text) as { product_id: string; lift: number }[]).flatMap(({ product_id, lift }) => {
    const row = rowOf(columns, product_id)
    return row === null ? [] : [{ row, lift }]
  })
  return {
    keysOf({ from, to }) {
      keys.set(columns.score.subarray(from, to))
      for (const { row, lift } of lifts) if (row >= from && row < to) keys[row - from] = (keys[row - from] ?? 0) + lift
      return keys
    },
  }
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
