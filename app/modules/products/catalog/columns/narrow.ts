import { type Bits, type Block, keepIn, noRows, setWithout, wordRows } from './bits.ts'
import type { Columns } from './columns.ts'
import { bitsOf, type Rule } from './rules.ts'
import { flag } from './totals.ts'

/** For each temperature, by air and without: the farms from which it arrives, by their codes. */
export type Arrival = (temperature: number, byAir: boolean) => Uint8Array

/** Of a block of rows; valid until the next block, which uses the same memory. */
export type Narrowed = {
  visible: Bits
  /** The rows that meet all rules. */
  found: Bits
  /** For each rule, the rows that meet all others but not this one. */
  nearly: readonly Bits[]
}

const [visible, found, arriving] = [noRows(), noRows(), noRows()]
/** As many as the most rules so far. */
const nearly: Bits[] = []

/** The rows of a block that meet all rules; valid until the next block. */
export function meetingIn(columns: Columns, rules: readonly Rule[], arrival: Arrival | null, block: Block): Bits {
  setShown(columns, arrival, block)
  for (const rule of rules) keepIn(found, bitsOf(rule, columns, block))
  return found
}

/** The same, and those that meet all rules but one, which are counted for the choices of that one. */
export function narrow(columns: Columns, rules: readonly Rule[], arrival: Arrival | null, block: Block): Narrowed {
  setShown(columns, arrival, block)
  for (const [nth, rule] of rules.entries()) {
    const bits = bitsOf(rule, columns, block)
    for (const rows of nearly.slice(0, nth)) keepIn(rows, bits)
    nearly[nth] ??= noRows()
    setWithout(nearly[nth], found, bits)
    keepIn(found, bits)
  }
  return { visible, found, nearly: nearly.slice(0, rules.length) }
}

/** Sets `visible`, and `found` to what is left of it for the rules. */
function setShown(columns: Columns, arrival: Arrival | null, block: Block): void {
  visible.set(bitsOf({ kind: 'has', column: columns.flags, bits: flag.visible, key: 'visible' }, columns, block))
  found.set(visible)
  if (!arrival) return
  setArriving(columns, arrival, block)
  keepIn(found, arriving)
}

function setArriving({ flags, temperature, farm }: Columns, arrival: Arrival, { from, to }: Block): void {
  arriving.fill(0)
  for (let row = from; row < to; row++) {
    const has = flags[row] ?? 0
    const farms = arrival(temperature[row] ?? 0, (has & flag.airAllowed) !== 0)
    const arrives = Number((has & flag.inStock) !== 0) & (farms[farm[row] ?? 0] ?? 0)
    const nth = Math.floor((row - from) / wordRows)
    arriving[nth] = (arriving[nth] ?? 0) | (arrives << ((row - from) % wordRows))
  }
}
