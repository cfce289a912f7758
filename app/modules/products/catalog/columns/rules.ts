import { type Bits, type Block, blockRows, noRows, wordRows } from './bits.ts'

/** What a row has to meet. Each kind is a loop of its own over one column. */
export type Rule = {
  /** A text that no other rule of these columns has. Without it the bits are not kept: hardly any other user asks for the same. */
  key?: string
} & (
  | { kind: 'one of'; column: Uint8Array | Uint16Array | Uint32Array; table: Uint8Array }
  | { kind: 'between'; column: Int32Array; from: number; to: number }
  | { kind: 'since'; column: Float64Array; from: number }
  | { kind: 'has'; column: Uint8Array | Uint16Array; bits: number }
  | { kind: 'has or is one of'; flags: Uint8Array; bits: number; column: Uint32Array; table: Uint8Array }
)

/** `version`: the number of the last change of any row when they were written. */
type KeptBlock = { bits: Bits; version: number }

/** The bits of rules that many ask for, and which of them are still true. */
export type KeptBits = {
  /** By key, those asked for longest ago first; then by block. */
  byRule: Map<string, KeptBlock[]>
  /** By block, the number of the last change of any of its rows. */
  changedAt: number[]
}

export const noBits = (): KeptBits => ({ byRule: new Map(), changedAt: [] })

/** Each takes an eighth of a byte a row. */
const mostKept = 48

const notKept = noRows()

type State = { version: number; bits: KeptBits }

/**
 * Which rows of a block meet a rule that was made from the columns as they are now; not to be written to, and valid until the next
 * call.
 */
export function bitsOf(rule: Rule, { version, bits: kept }: State, block: Block): Bits {
  if (rule.key === undefined) {
    setMeeting(notKept, rule, block)
    return notKept
  }
  const nth = block.from / blockRows
  const blocks = kept.byRule.get(rule.key) ?? []
  // once in a pass over all rows is enough to know which one was asked for last
  if (nth === 0 || !kept.byRule.has(rule.key)) putLast(kept, rule.key, blocks)
  const known = blocks[nth]
  if (known && known.version >= (kept.changedAt[nth] ?? 0)) return known.bits
  const bits = known?.bits ?? noRows()
  setMeeting(bits, rule, block)
  blocks[nth] = { bits, version }
  return bits
}

function putLast({ byRule }: KeptBits, key: string, blocks: KeptBlock[]): void {
  byRule.delete(key)
  byRule.set(key, blocks)
  if (byRule.size > mostKept) for (const oldest of byRule.keys().take(1)) byRule.delete(oldest)
}

function setMeeting(into: Bits, rule: Rule, { from, to }: Block): void {
  for (let nth = 0; nth < into.length; nth++) {
    const first = from + nth * wordRows
    into[nth] = wordOf(rule, first, Math.min(first + wordRows, to))
  }
}

/** Of 32 rows. */
function wordOf(rule: Rule, from: number, to: number): number {
  if (rule.kind === 'between') return wordBetween(rule.column, rule, from, to)
  let word = 0
  if (rule.kind === 'one of') {
    const { column, table } = rule
    for (let row = from; row < to; row++) word |= (table[column[row] ?? 0] ?? 0) << (row - from)
  } else if (rule.kind === 'since') {
    const { column, from: first } = rule
    for (let row = from; row < to; row++) word |= Number((column[row] ?? 0) >= first) << (row - from)
  } else if (rule.kind === 'has') {
    const { column, bits } = rule
    for (let row = from; row < to; row++) word |= Number(((column[row] ?? 0) & bits) !== 0) << (row - from)
  } else {
    const { flags, bits, column, table } = rule
    for (let row = from; row < to; row++) {
      const has = Number(((flags[row] ?? 0) & bits) !== 0)
      word |= (has | (table[column[row] ?? 0] ?? 0)) << (row - from)
    }
  }
  return word
}

/** A function of its own, so that it is compiled for one kind of column: prices are worked out anew for each question. */
function wordBetween(column: Int32Array, range: { from: number; to: number }, from: number, to: number): number {
  const { from: least, to: most } = range
  let word = 0
  for (let row = from; row < to; row++) {
    const value = column[row] ?? 0
    word |= (Number(value >= least) & Number(value <= most)) << (row - from)
  }
  return word
}
