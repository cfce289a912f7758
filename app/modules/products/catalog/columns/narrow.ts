import { type Columns, compareRows, flag } from './columns.ts'

type Codes = Uint8Array | Uint16Array | Uint32Array
type Numbers = Int32Array | Float64Array

/** What a row has to meet. Each kind is a loop of its own over one column: a million rows take a millisecond or two. */
export type Rule =
  | { kind: 'one of'; column: Codes; table: Uint8Array }
  | { kind: 'between'; column: Numbers; from: number; to: number }
  | { kind: 'has'; column: Uint8Array | Uint16Array; bits: number }
  | { kind: 'has or is one of'; flags: Uint8Array; bits: number; column: Codes; table: Uint8Array }

/** For each temperature, by air and without: the farms from which it arrives, by their codes. */
export type Arrival = (temperature: number, byAir: boolean) => Uint8Array

/** Valid until the next call of `narrow`, which uses the same memory. */
export type Narrowed = {
  /** The rows that meet all rules. */
  rows: Uint32Array
  /** For each rule, the rows that meet all others but not this one; none of them unless `withNearly`. */
  nearly: Uint32Array[]
}

/** More than any number of rules. */
const notShown = 1 << 15

/** What a call writes: a million rows are 10 MB, which would otherwise be allocated and cleared with each one. */
let scratch = { failed: new Uint16Array(0), rows: new Uint32Array(0), nearly: new Uint32Array(0) }
const scratchFor = (rows: number) => {
  if (scratch.failed.length < rows)
    scratch = { failed: new Uint16Array(rows), rows: new Uint32Array(rows), nearly: new Uint32Array(rows) }
  return scratch
}

/** The visible rows that meet all rules, and those that meet all but one: they are counted for the choice of that rule. */
export function narrow(
  columns: Columns,
  rules: readonly Rule[],
  { arrival, withNearly }: { arrival: Arrival | null; withNearly: boolean },
): Narrowed {
  const { size } = columns
  const memory = scratchFor(columns.flags.length)
  const failed = memory.failed.subarray(0, size)
  markHidden(columns, failed, arrival)
  if (!withNearly) return { rows: meetingAll(failed, rules, memory.rows), nearly: [] }
  for (const [index, rule] of rules.entries()) markFailing(rule, failed, 1 << index)
  const { rows, nearly } = memory
  const howMany = new Uint32Array(rules.length)
  let [all, some] = [0, 0]
  for (let row = 0; row < size; row++) {
    const bits = failed[row] ?? 0
    if (bits === 0) rows[all++] = row
    else if (bits < notShown && (bits & (bits - 1)) === 0) {
      nearly[some++] = row
      const rule = 31 - Math.clz32(bits)
      howMany[rule] = (howMany[rule] ?? 0) + 1
    }
  }
  return { rows: rows.subarray(0, all), nearly: byRule(nearly.subarray(0, some), failed, howMany) }
}

/** Rule by rule, each over the rows that are left. */
function meetingAll(failed: Uint16Array, rules: readonly Rule[], rows: Uint32Array): Uint32Array {
  let count = 0
  for (let row = 0; row < failed.length; row++) if (failed[row] === 0) rows[count++] = row
  for (const rule of rules) count = keepMeeting(rule, rows, count)
  return rows.subarray(0, count)
}

/** Moves the first `count` rows that meet a rule to the front; how many they are. */
function keepMeeting(rule: Rule, rows: Uint32Array, count: number): number {
  let kept = 0
  if (rule.kind === 'one of') {
    const { column, table } = rule
    for (let nth = 0; nth < count; nth++) {
      const row = rows[nth] ?? 0
      if (table[column[row] ?? 0] === 1) rows[kept++] = row
    }
  } else if (rule.kind === 'between') {
    const { column, from, to } = rule
    for (let nth = 0; nth < count; nth++) {
      const row = rows[nth] ?? 0
      const value = column[row] ?? 0
      if (value >= from && value <= to) rows[kept++] = row
    }
  } else if (rule.kind === 'has') {
    const { column, bits } = rule
    for (let nth = 0; nth < count; nth++) {
      const row = rows[nth] ?? 0
      if (((column[row] ?? 0) & bits) !== 0) rows[kept++] = row
    }
  } else {
    const { flags, bits, column, table } = rule
    for (let nth = 0; nth < count; nth++) {
      const row = rows[nth] ?? 0
      if (((flags[row] ?? 0) & bits) !== 0 || table[column[row] ?? 0] === 1) rows[kept++] = row
    }
  }
  return kept
}

function byRule(nearly: Uint32Array, failed: Uint16Array, howMany: Uint32Array): Uint32Array[] {
  if (howMany.length === 1) return [nearly]
  const parts = Array.from(howMany, (count) => new Uint32Array(count))
  const written = new Uint32Array(howMany.length)
  for (let nth = 0; nth < nearly.length; nth++) {
    const row = nearly[nth] ?? 0
    const rule = 31 - Math.clz32(failed[row] ?? 0)
    const part = parts[rule]
    const at = written[rule] ?? 0
    if (part) part[at] = row
    written[rule] = at + 1
  }
  return parts
}

function markHidden({ flags, temperature, farm, size }: Columns, failed: Uint16Array, arrival: Arrival | null): void {
  if (!arrival) {
    for (let row = 0; row < size; row++) failed[row] = ((flags[row] ?? 0) & flag.visible) === 0 ? notShown : 0
    return
  }
  const needed = flag.visible | flag.inStock
  for (let row = 0; row < size; row++) {
    const has = flags[row] ?? 0
    const isThere =
      (has & needed) === needed && arrival(temperature[row] ?? 0, (has & flag.airAllowed) !== 0)[farm[row] ?? 0] === 1
    failed[row] = isThere ? 0 : notShown
  }
}

function markFailing(rule: Rule, failed: Uint16Array, bit: number): void {
  if (rule.kind === 'one of') {
    const { column, table } = rule
    for (let row = 0; row < failed.length; row++)
      if (table[column[row] ?? 0] !== 1) failed[row] = (failed[row] ?? 0) | bit
  } else if (rule.kind === 'between') {
    const { column, from, to } = rule
    for (let row = 0; row < failed.length; row++) {
      const value = column[row] ?? 0
      if (value < from || value > to) failed[row] = (failed[row] ?? 0) | bit
    }
  } else if (rule.kind === 'has') {
    const { column, bits } = rule
    for (let row = 0; row < failed.length; row++)
      if (((column[row] ?? 0) & bits) === 0) failed[row] = (failed[row] ?? 0) | bit
  } else {
    const { flags, bits, column, table } = rule
    for (let row = 0; row < failed.length; row++)
      if (((flags[row] ?? 0) & bits) === 0 && table[column[row] ?? 0] !== 1) failed[row] = (failed[row] ?? 0) | bit
  }
}

/** How many of these rows meet a rule. */
export function countMeeting(rule: Rule, rows: Uint32Array): number {
  let count = 0
  if (rule.kind === 'one of') {
    const { column, table } = rule
    for (let nth = 0; nth < rows.length; nth++) count += table[column[rows[nth] ?? 0] ?? 0] ?? 0
  } else if (rule.kind === 'between') {
    const { column, from, to } = rule
    for (let nth = 0; nth < rows.length; nth++) {
      const value = column[rows[nth] ?? 0] ?? 0
      if (value >= from && value <= to) count++
    }
  } else if (rule.kind === 'has') {
    const { column, bits } = rule
    for (let nth = 0; nth < rows.length; nth++) if (((column[rows[nth] ?? 0] ?? 0) & bits) !== 0) count++
  } else {
    const { flags, bits, column, table } = rule
    for (let nth = 0; nth < rows.length; nth++) {
      const row = rows[nth] ?? 0
      if (((flags[row] ?? 0) & bits) !== 0 || table[column[row] ?? 0] === 1) count++
    }
  }
  return count
}

/** How many of these rows have each code, which is below `most`. */
export function countEach(column: Codes, most: number, rows: Uint32Array): Uint32Array {
  const counts = new Uint32Array(most)
  for (let nth = 0; nth < rows.length; nth++) {
    const code = column[rows[nth] ?? 0] ?? 0
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

/** How many of these rows are in each band; `starts`: where each begins, ascending; what is below the first is in none. */
export function countBands(column: Numbers, starts: readonly number[], rows: Uint32Array): Uint32Array {
  const from = Float64Array.from(starts)
  // the first is for what is in none
  const counts = new Uint32Array(from.length + 1)
  for (let nth = 0; nth < rows.length; nth++) {
    const value = column[rows[nth] ?? 0] ?? 0
    let band = from.length
    while (band > 0 && value < (from[band - 1] ?? 0)) band--
    counts[band] = (counts[band] ?? 0) + 1
  }
  return counts.subarray(1)
}

type Sorting = { key: (row: number) => number; descending: boolean; isAfter: ((row: number) => boolean) | null }

/** The first of these rows by their key and then by their id, both in the same direction. */
export function firstRows(
  columns: Columns,
  rows: Uint32Array,
  { key, descending, isAfter }: Sorting,
  limit: number,
): number[] {
  const sign = descending ? -1 : 1
  const keys: number[] = []
  const best: number[] = []
  if (limit === 0) return best
  const comesAfter = (value: number, row: number, place: number) => {
    const other = keys[place] ?? 0
    return value > other || (value === other && sign * compareRows(columns, row, best[place] ?? 0) > 0)
  }
  // from the end of the ids if they descend: then equal keys need not be moved
  for (let nth = 0; nth < rows.length; nth++) {
    const row = rows[descending ? rows.length - 1 - nth : nth] ?? 0
    const value = key(row) * sign
    if (best.length === limit && comesAfter(value, row, limit - 1)) continue
    if (isAfter && !isAfter(row)) continue
    let place = best.length
    while (place > 0 && !comesAfter(value, row, place - 1)) place--
    keys.splice(place, 0, value)
    best.splice(place, 0, row)
    if (best.length > limit) {
      keys.pop()
      best.pop()
    }
  }
  return best
}
