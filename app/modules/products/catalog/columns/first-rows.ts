import { type Bits, type Block, wordRows } from './bits.ts'
import { type Columns, compareRows } from './columns.ts'

export type Sorting = {
  descending: boolean
  /** What the rows of a block are sorted by; valid until the next block. */
  keysOf: (block: Block) => Int32Array | Float64Array
  /** Whether a row with this key comes after the cursor; null without one. */
  isAfter: ((row: number, key: number) => boolean) | null
}

/** Collects the first rows by their key and then by their id, both in the same direction. */
export function firstRows(columns: Columns, { descending, keysOf, isAfter }: Sorting, limit: number) {
  const sign = descending ? -1 : 1
  const keys: number[] = []
  const best: number[] = []
  /** The key of the last one, once there are enough. */
  let worst = descending ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const comesAfter = (value: number, row: number, place: number) => {
    const other = keys[place] ?? 0
    return value > other || (value === other && sign * compareRows(columns, row, best[place] ?? 0) > 0)
  }
  const put = (value: number, row: number) => {
    let place = best.length
    while (place > 0 && !comesAfter(value, row, place - 1)) place--
    keys.splice(place, 0, value)
    best.splice(place, 0, row)
    if (best.length > limit) {
      keys.pop()
      best.pop()
    }
    if (best.length === limit) worst = (keys[limit - 1] ?? 0) * sign
  }
  return {
    /** These rows of a block. Blocks may come in any order; from the end of the ids if they descend, equal keys need not be moved. */
    add(block: Block, rows: Bits): void {
      if (limit === 0) return
      const keysOfBlock = keysOf(block)
      const take = (nth: number, key: number): void => {
        const [row, value] = [block.from + nth, key * sign]
        if (best.length === limit && comesAfter(value, row, limit - 1)) return
        if (!isAfter || isAfter(row, key)) put(value, row)
      }
      // nearly all are behind what is there already
      if (descending) {
        for (let word = rows.length - 1; word >= 0; word--)
          for (let left = rows[word] ?? 0; left !== 0; ) {
            const bit = 31 - Math.clz32(left)
            left ^= 1 << bit
            const key = keysOfBlock[word * wordRows + bit] ?? 0
            if (key >= worst) take(word * wordRows + bit, key)
          }
      } else {
        for (let word = 0; word < rows.length; word++)
          for (let left = rows[word] ?? 0; left !== 0; left &= left - 1) {
            const bit = 31 - Math.clz32(left & -left)
            const key = keysOfBlock[word * wordRows + bit] ?? 0
            if (key <= worst) take(word * wordRows + bit, key)
          }
      }
    },
    rows: () => best.map((row, nth) => ({ row, key: (keys[nth] ?? 0) * sign })),
  }
}
