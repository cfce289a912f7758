/** `blockRows` rows from a multiple of it on, the last one fewer: from the first row to before another. */
export type Block = { from: number; to: number }

/** Rows are narrowed so many at a time, in memory that stays in the cache of the processor. */
export const blockRows = 8_192

export const blockAt = (nth: number, size: number): Block => ({
  from: nth * blockRows,
  to: Math.min(size, (nth + 1) * blockRows),
})

/** For each row of a block whether something is so, 32 of them in a number; after the last row nothing is. */
export type Bits = Int32Array

export const wordRows = 32
export const noRows = (): Bits => new Int32Array(blockRows / wordRows)

/** Leaves the rows that the other has as well. */
export function keepIn(some: Bits, others: Bits): void {
  for (let nth = 0; nth < some.length; nth++) some[nth] = (some[nth] ?? 0) & (others[nth] ?? 0)
}

/** Writes the rows that one of two has. */
export function setEither(into: Bits, some: Bits, others: Bits): void {
  for (let nth = 0; nth < into.length; nth++) into[nth] = (some[nth] ?? 0) | (others[nth] ?? 0)
}

/** Writes the rows that the first has and the other has not. */
export function setWithout(into: Bits, some: Bits, others: Bits): void {
  for (let nth = 0; nth < into.length; nth++) into[nth] = (some[nth] ?? 0) & ~(others[nth] ?? 0)
}

/** How many rows they are. */
export function countOf(bits: Bits): number {
  let count = 0
  for (let nth = 0; nth < bits.length; nth++) {
    // the sums of two, four and eight bits beside each other, then of all in the highest byte
    let word = bits[nth] ?? 0
    word -= (word >>> 1) & 0x5555_5555
    word = (word & 0x3333_3333) + ((word >>> 2) & 0x3333_3333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
  }
  return count
}

const rows = new Uint32Array(blockRows)

/** These rows of a block, ascending; valid until the next call, which uses the same memory. */
export function rowsOf(bits: Bits, { from }: Block): Uint32Array {
  let count = 0
  for (let nth = 0; nth < bits.length; nth++) {
    const last = from + nth * wordRows + wordRows - 1
    for (let word = bits[nth] ?? 0; word !== 0; ) {
      const lowest = word & -word
      rows[count++] = last - Math.clz32(lowest)
      word ^= lowest
    }
  }
  return rows.subarray(0, count)
}
