import { UnreadableFile } from './bank-statement.ts'

const width = 200
const latin1 = new TextDecoder('latin1')
export const latin = (bytes: Uint8Array) => latin1.decode(bytes)
const shiftJis = new TextDecoder('shift_jis', { fatal: true })

const [firstByte, lastByte, firstKana] = [0xa1, 0xdf, 0xff61]

/** What banks send almost always, ASCII and half-width kana, a byte each; null where there is any other byte. */
function halfWidth(bytes: Uint8Array): string | null {
  let text = ''
  for (const byte of bytes) {
    if (byte >= 0x20 && byte < 0x7f) text += String.fromCharCode(byte)
    else if (byte >= firstByte && byte <= lastByte) text += String.fromCharCode(byte - firstByte + firstKana)
    else return null
  }
  return text
}

/** A record, read by the places of its fields, which are counted from 1 as in the sheets. */
export class ZenginRecord {
  readonly line: number
  /** Where the one after it begins. */
  readonly next: Place
  readonly #bytes: Uint8Array
  readonly #ascii: string
  constructor(line: number, bytes: Uint8Array, next: Place) {
    this.line = line
    this.next = next
    this.#bytes = bytes
    this.#ascii = latin(bytes)
  }

  get kind(): string {
    return this.#ascii.slice(0, 1)
  }

  raw(place: number, length: number): string {
    return this.#ascii.slice(place - 1, place - 1 + length)
  }

  /** Digits; an optional field may be blank instead of zeros. */
  digits(place: number, length: number, name: string): string {
    const text = this.raw(place, length)
    if (/^\d+$/.test(text)) return text
    if (text.trim() === '') return '0'.repeat(length)
    throw this.wrong(`${name}（${place}桁目から${length}桁）が数字ではありません。`)
  }

  number(place: number, length: number, name: string): number {
    return Number(this.digits(place, length, name))
  }

  text(place: number, length: number): string {
    const bytes = this.#bytes.subarray(place - 1, place - 1 + length)
    try {
      return (halfWidth(bytes) ?? shiftJis.decode(bytes)).trim()
    } catch {
      throw this.wrong(`${place}桁目からの文字を、シフトJISとして読み取れません。`)
    }
  }

  wrong(sentence: string): UnreadableFile {
    return new UnreadableFile(this.line, sentence)
  }
}

/** Where a record begins: counted in bytes from 0, and in lines from 1. */
type Place = { start: number; line: number }

/** The records of a file, with CRLF, LF or nothing between them, from the first or from a later one. */
export function* records(bytes: Uint8Array, from: Place = { start: 0, line: 1 }): Generator<ZenginRecord> {
  const end = bytes.length
  let { start, line } = from
  const separated = bytes.includes(0x0a)
  while (start < end) {
    const newLine = separated ? bytes.indexOf(0x0a, start) : -1
    let stop = separated ? (newLine === -1 ? end : newLine) : Math.min(start + width, end)
    const next = separated ? stop + 1 : stop
    if (separated && bytes[stop - 1] === 0x0d) stop -= 1
    const length = stop - start
    if (length !== width)
      throw new UnreadableFile(
        line,
        `1行は${width}バイトですが、${length}バイトです。ファイルが途中で変更された可能性があります。`,
      )
    const here = bytes.subarray(start, stop)
    const of = line
    start = next
    line += 1
    yield new ZenginRecord(of, here, { start, line })
  }
}
