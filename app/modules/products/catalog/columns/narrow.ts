import { type Columns, compareRows } from './columns.ts'
import { flag } from './totals.ts'

type Codes = Uint8Array | Uint16Array | Uint32Array
type Numbers = Int32Array | Float64Array

/** What a row has to meet. Each kind is a loop of its own over one column. */
export type Rule =
  | { kind: 'one of'; column: Codes; table: Uint8Array }
  | { kind: 'between'; column: Numbers; from: number; to: number }
  | { kind: 'has'; column: Uint8Array | Uint16Array; bits: number }
  | { kind: 'has or is one of'; flags: Uint8Array; bits: number; column: Codes; table: Uint8Array }

/** For each temperature, by air and without: the farms from which it arrives, by their codes. */
export type Arrival = (temperature: number, byAir: boolean) => Uint8Array

/** Rows are narrowed so many at a time, in memory that stays in the cache of the processor. */
export const blockRows = 8_192

/** Of a block of rows; valid until the next block, which uses the same memory. */
export type Narrowed = {
  /** The rows that meet all rules. */
  rows: Uint32Array
  /** For each rule, the rows that meet all others but not this one. */
  nearly: readonly Uint32Array[]
  /** The other rows that are visible: they do not meet several rules, or do not arrive. */
  others: Uint32Array
}

const rulesAtMost = 14
const [absent, hidden] = [1 << rulesAtMost, 1 << 15]

/** Lists of rows: those that meet everything, the others, those of each rule, and one of hidden rows that is not read. */
const [meeting, other, firstNearly, unread] = [0, 1, 2, 2 + rulesAtMost]

/** For what a row has failed, bit by bit, the list it belongs to. Looking it up is quicker than to branch on what cannot be predicted. */
const listOf = Uint8Array.from({ length: 1 << 16 }, (_, bits) => {
  if (bits === 0) return meeting
  if (bits >= hidden) return unread
  return bits < absent && (bits & (bits - 1)) === 0 ? firstNearly + 31 - Math.clz32(bits) : other
})

const failed = new Uint16Array(blockRows)
const lists = new Uint32Array((unread + 1) * blockRows)
const lengths = new Int32Array(unread + 1)
const listed = (list: number) => lists.subarray(list * blockRows, list * blockRows + (lengths[list] ?? 0))

/** From the first row to before another, at most `blockRows` of them. */
export type Block = { from: number; to: number }

/** The rows of a block that meet all rules; valid until the next block. */
export function meetingIn(
  columns: Columns,
  rules: readonly Rule[],
  arrival: Arrival | null,
  block: Block,
): Uint32Array {
  const { from, to } = block
  markHidden(columns, arrival, block)
  let count = 0
  for (let nth = 0; nth < to - from; nth++) {
    lists[count] = from + nth
    count += Number(failed[nth] === 0)
  }
  for (const rule of rules) count = keepMeeting(rule, lists, count)
  return lists.subarray(0, count)
}

/** The rows of a block by what they meet: those that meet all rules but one are counted for the choice of that rule. */
export function narrow(columns: Columns, rules: readonly Rule[], arrival: Arrival | null, block: Block): Narrowed {
  const { from, to } = block
  markHidden(columns, arrival, block)
  for (const [index, rule] of rules.entries()) markFailing(rule, 1 << index, block)
  lengths.fill(0)
  for (let nth = 0; nth < to - from; nth++) {
    const list = listOf[failed[nth] ?? 0] ?? 0
    const length = lengths[list] ?? 0
    lists[list * blockRows + length] = from + nth
    lengths[list] = length + 1
  }
  return {
    rows: listed(meeting),
    nearly: rules.map((_, index) => listed(firstNearly + index)),
    others: listed(other),
  }
}

/** Moves the first `count` rows that meet a rule to the front; how many they are. */
function keepMeeting(rule: Rule, rows: Uint32Array, count: number): number {
  let kept = 0
  if (rule.kind === 'one of') {
    const { column, table } = rule
    for (let nth = 0; nth < count; nth++) {
      const row = rows[nth] ?? 0
      rows[kept] = row
      kept += table[column[row] ?? 0] ?? 0
    }
  } else if (rule.kind === 'between') {
    const { column, from, to } = rule
    for (let nth = 0; nth < count; nth++) {
      const row = rows[nth] ?? 0
      const value = column[row] ?? 0
      rows[kept] = row
      kept += Number(value >= from) & Number(value <= to)
    }
  } else if (rule.kind === 'has') {
    const { column, bits } = rule
    for (let nth = 0; nth < count; nth++) {
      const row = rows[nth] ?? 0
      rows[kept] = row
      kept += Number(((column[row] ?? 0) & bits) !== 0)
    }
  } else {
    const { flags, bits, column, table } = rule
    for (let nth = 0; nth < count; nth++) {
      const row = rows[nth] ?? 0
      rows[kept] = row
      kept += Number(((flags[row] ?? 0) & bits) !== 0) | (table[column[row] ?? 0] ?? 0)
    }
  }
  return kept
}

function markHidden({ flags, temperature, farm }: Columns, arrival: Arrival | null, { from, to }: Block): void {
  if (!arrival) {
    for (let row = from; row < to; row++) failed[row - from] = hidden * Number(((flags[row] ?? 0) & flag.visible) === 0)
    return
  }
  for (let row = from; row < to; row++) {
    const has = flags[row] ?? 0
    const arrives =
      (has & flag.inStock) !== 0 && arrival(temperature[row] ?? 0, (has & flag.airAllowed) !== 0)[farm[row] ?? 0] === 1
    failed[row - from] = (has & flag.visible) === 0 ? hidden : arrives ? 0 : absent
  }
}

function markFailing(rule: Rule, bit: number, { from, to }: Block): void {
  if (rule.kind === 'one of') {
    const { column, table } = rule
    const bits = Uint16Array.from(table, (meets) => (meets === 1 ? 0 : bit))
    for (let row = from; row < to; row++) mark(row - from, bits[column[row] ?? 0] ?? 0)
  } else if (rule.kind === 'between') {
    const { column } = rule
    const [least, most] = [rule.from, rule.to]
    for (let row = from; row < to; row++) {
      const value = column[row] ?? 0
      mark(row - from, bit * (Number(value < least) | Number(value > most)))
    }
  } else if (rule.kind === 'has') {
    const { column, bits } = rule
    for (let row = from; row < to; row++) mark(row - from, bit * Number(((column[row] ?? 0) & bits) === 0))
  } else {
    const { flags, bits, column, table } = rule
    for (let row = from; row < to; row++) {
      const lacks = Number(((flags[row] ?? 0) & bits) === 0)
      mark(row - from, bit * (lacks & ((table[column[row] ?? 0] ?? 0) ^ 1)))
    }
  }
}

function mark(nth: number, bit: number): void {
  failed[nth] = (failed[nth] ?? 0) | bit
}

export type Sorting = {
  descending: boolean
  /** What the rows of a block are sorted by; valid until the next block. */
  keysOf: (block: Block) => Numbers
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
    add(block: Block, rows: Uint32Array): void {
      if (limit === 0) return
      const keysOfBlock = keysOf(block)
      const take = (row: number, key: number): void => {
        const value = key * sign
        if (best.length === limit && comesAfter(value, row, limit - 1)) return
        if (!isAfter || isAfter(row, key)) put(value, row)
      }
      // nearly all are behind what is there already
      if (descending) {
        for (let nth = rows.length - 1; nth >= 0; nth--) {
          const row = rows[nth] ?? 0
          const key = keysOfBlock[row - block.from] ?? 0
          if (key >= worst) take(row, key)
        }
      } else {
        for (let nth = 0; nth < rows.length; nth++) {
          const row = rows[nth] ?? 0
          const key = keysOfBlock[row - block.from] ?? 0
          if (key <= worst) take(row, key)
        }
      }
    },
    rows: () => best.map((row, nth) => ({ row, key: (keys[nth] ?? 0) * sign })),
  }
}
