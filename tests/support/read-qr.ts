/**
 * Reads a QR code (ISO/IEC 18004) from its dark squares: versions 1 to 6, error correction M, bytes. It shares nothing with
 * the library that draws, and corrects nothing: a square in the wrong place is an error.
 */
export function readQr(squares: readonly (readonly [row: number, column: number])[]): string {
  const size = Math.max(...squares.map(([row]) => row)) + 1
  const dark = new Set(squares.map(([row, column]) => row * size + column))
  const isDark = (row: number, column: number) => dark.has(row * size + column)
  const version = (size - 17) / 4
  const blocks = blocksOfM[version]
  if (!blocks) throw new Error(`${size} squares wide`)
  const format = formatBits.reduce((bits, [row, column]) => bits * 2 + Number(isDark(row, column)), 0) ^ 0x5412
  if (format >> 13 !== 0) throw new Error('not error correction M')
  const mask = masks[(format >> 10) & 7]
  if (!mask) throw new Error('no mask')
  const bits = path(size, version).map(([row, column]) => isDark(row, column) !== mask(row, column))
  const codewords = Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    numberOf(bits.slice(at * 8, at * 8 + 8)),
  )
  const { count, data, check } = blocks
  const dataCodewords = Array.from({ length: count }, (_, block) => {
    const own = Array.from({ length: data + check }, (_, at) => codewords[at * count + block] ?? 0)
    if (!isWhole(own, check)) throw new Error('a square is in the wrong place')
    return own.slice(0, data)
  })
  return textOf(dataCodewords.flat())
}

/** Blocks, and data and check codewords of each, by version. */
const blocksOfM = [
  null,
  { count: 1, data: 16, check: 10 },
  { count: 1, data: 28, check: 16 },
  { count: 1, data: 44, check: 26 },
  { count: 2, data: 32, check: 18 },
  { count: 2, data: 43, check: 24 },
  { count: 4, data: 27, check: 16 },
]

/** Where the format stands beside the first finder pattern, its highest bit first. */
const formatBits: [row: number, column: number][] = [
  ...[0, 1, 2, 3, 4, 5, 7, 8].map((column): [number, number] => [8, column]),
  ...[7, 5, 4, 3, 2, 1, 0].map((row): [number, number] => [row, 8]),
]

const masks: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
]

/** The squares that carry data, in their order: pairs of columns from the right, up and down in turn. */
function path(size: number, version: number): [row: number, column: number][] {
  const alignment = size - 7
  const isPattern = (row: number, column: number) =>
    row === 6 ||
    column === 6 ||
    (row < 9 && (column < 9 || column >= size - 8)) ||
    (row >= size - 8 && column < 9) ||
    (version > 1 && Math.abs(row - alignment) <= 2 && Math.abs(column - alignment) <= 2)
  const rights = Array.from({ length: size }, (_, at) => size - 1 - at).filter((column) =>
    column > 6 ? column % 2 === 0 : column % 2 === 1,
  )
  return rights.flatMap((right, turn) =>
    Array.from({ length: size }, (_, at) => (turn % 2 === 0 ? size - 1 - at : at)).flatMap((row) =>
      [right, right - 1].filter((column) => !isPattern(row, column)).map((column): [number, number] => [row, column]),
    ),
  )
}

const numberOf = (bits: readonly boolean[]) => bits.reduce((number, bit) => number * 2 + Number(bit), 0)

/** Whether the check codewords (Reed–Solomon, GF(256) by 0x11d) belong to the data. */
function isWhole(codewords: readonly number[], check: number): boolean {
  const times = (a: number, b: number): number => {
    let product = 0
    for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ (product >> 7 ? 0x11d : 0) ^ (b & (1 << bit) ? a : 0)
    return product
  }
  let root = 1
  for (let at = 0; at < check; at++) {
    if (codewords.reduce((sum, codeword) => times(sum, root) ^ codeword, 0) !== 0) return false
    root = times(root, 2)
  }
  return true
}

/** One segment of bytes: its mode 0100, its length in 8 bits, its bytes. */
function textOf(codewords: readonly number[]): string {
  const nibbles = codewords.flatMap((codeword) => [codeword >> 4, codeword & 15])
  if (nibbles[0] !== 4) throw new Error('not bytes')
  const byteAt = (at: number) => (nibbles[at] ?? 0) * 16 + (nibbles[at + 1] ?? 0)
  return Buffer.from(Array.from({ length: byteAt(1) }, (_, at) => byteAt(3 + at * 2))).toString()
}
