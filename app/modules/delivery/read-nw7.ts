/**
 * Reads NW-7 (Codabar, JIS X 0506) in a picture of a label, where the browser has no reader of its own (`BarcodeDetector`).
 * The libraries that read it are WebAssembly, which our content policy does not allow, or find it only in a row with nothing
 * else (docs/decisions/0083). A number is believed when two lines of the picture say the same; its check digit is the
 * caller's business.
 */

/** Brightness from 0 to 255, row by row. */
export type GreyPicture = { data: Uint8Array; width: number; height: number }

/** By the place of the wide bar (of four) and of the wide space (of three). */
const digits = [
  ['3', '9', '5'],
  ['8', '$', '4'],
  ['7', '-', '1'],
  ['6', '2', '0'],
] as const
/** Start and stop have one wide bar and two wide spaces: by the wide bar and the narrow space. */
const ends: Readonly<Record<string, string>> = { '1 0': 'A', '3 2': 'B', '3 0': 'C', '2 0': 'D' }

/** Between two letters of one code: narrow; much wider than a letter's narrow parts is another code. */
const widestGap = 4
/** The letters of one code are about as wide as each other, however the label is held. */
const mostStretch = 1.5
/** A wide part is 2 to 3 times as wide as a narrow one; blur brings them nearer. */
const leastRatio = 1.35
/** With start and stop; print and noise look like a few letters now and then. */
const fewestLetters = 8
/** How many lines are looked at in each direction. */
const lines = 32

/** The text of the code, with its start and stop letter; null if there is none, or the lines disagree. */
export function readNw7(picture: GreyPicture): string | null {
  const seen = new Map<string, number>()
  for (const line of [...rowsOf(picture), ...columnsOf(picture)]) {
    const runs = runsOf(line)
    const text = readRuns(runs) ?? readRuns(runs.toReversed())
    if (text === null) continue
    const times = (seen.get(text) ?? 0) + 1
    if (times > 1) return text
    seen.set(text, times)
  }
  return null
}

function* rowsOf({ data, width, height }: GreyPicture): Generator<Uint8Array> {
  for (let at = 0; at < lines; at++) {
    const row = Math.floor(((at + 0.5) * height) / lines)
    yield data.subarray(row * width, (row + 1) * width)
  }
}

function* columnsOf({ data, width, height }: GreyPicture): Generator<Uint8Array> {
  for (let at = 0; at < lines; at++) {
    const column = Math.floor(((at + 0.5) * width) / lines)
    yield Uint8Array.from({ length: height }, (_, row) => data[row * width + column] ?? 255)
  }
}

type Run = { dark: boolean; length: number }

/** Lengths of dark and light, judged against the brightness around: a label is rarely lit evenly. */
function runsOf(line: Uint8Array): Run[] {
  const reach = Math.max(12, Math.floor(line.length / 24))
  const sums = [0]
  for (const value of line) sums.push((sums.at(-1) ?? 0) + value)
  const runs: Run[] = []
  for (const [at, value] of line.entries()) {
    const [from, to] = [Math.max(0, at - reach), Math.min(line.length, at + reach + 1)]
    const mean = ((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from)
    const dark = value < mean - 6
    const last = runs.at(-1)
    if (last?.dark === dark) last.length += 1
    else runs.push({ dark, length: 1 })
  }
  return runs
}

function readRuns(runs: readonly Run[]): string | null {
  for (const [at, { dark }] of runs.entries()) {
    if (!dark) continue
    const text = readFrom(runs, at)
    if (text) return text
  }
  return null
}

/** From a start letter to a stop letter; null if anything between is no letter of this code. */
function readFrom(runs: readonly Run[], start: number): string | null {
  let text = ''
  let before = 0
  for (let at = start; at + 7 <= runs.length; at += 8) {
    const part = runs.slice(at, at + 7).map(({ length }) => length)
    const width = part.reduce((sum, length) => sum + length, 0)
    if (before > 0 && Math.max(width, before) > mostStretch * Math.min(width, before)) return null
    const letter = text === '' ? endOf(part) : (digitOf(part) ?? endOf(part))
    if (letter === null) return null
    text += letter
    if (text.length > 1 && /[A-D]/.test(letter)) return text.length < fewestLetters ? null : text
    const gap = runs[at + 7]?.length ?? Number.POSITIVE_INFINITY
    if (gap > widestGap * Math.max(1, Math.min(...part))) return null
    before = width
  }
  return null
}

const barsOf = (part: readonly number[]) => part.filter((_, at) => at % 2 === 0)
const spacesOf = (part: readonly number[]) => part.filter((_, at) => at % 2 === 1)

/** The place of the only large one; -1 if it is not clearly larger than the others. */
function onlyLarge(lengths: readonly number[]): number {
  const largest = Math.max(...lengths)
  const place = lengths.indexOf(largest)
  const second = Math.max(...lengths.filter((_, at) => at !== place))
  return largest >= leastRatio * second ? place : -1
}

function onlySmall(lengths: readonly number[]): number {
  const smallest = Math.min(...lengths)
  const place = lengths.indexOf(smallest)
  const second = Math.min(...lengths.filter((_, at) => at !== place))
  return second >= leastRatio * smallest ? place : -1
}

const digitOf = (part: readonly number[]): string | null =>
  digits[onlyLarge(barsOf(part))]?.[onlyLarge(spacesOf(part))] ?? null

const endOf = (part: readonly number[]): string | null =>
  ends[`${onlyLarge(barsOf(part))} ${onlySmall(spacesOf(part))}`] ?? null
