import { toHalfWidth, wrongLetters } from './account-kana.ts'

/** The 120 bytes of a record that our bank sends on: fixed fields in JIS X 0201, one byte a letter. */
export const recordBytes = 120

/** A number on the right, filled with zeros. Too many digits are a bug of the caller, who checks what people typed. */
export function digits(value: string | number, width: number): string {
  const text = String(value)
  if (!/^\d+$/.test(text) || text.length > width) throw new RangeError(`${text} is no number of ${width} digits`)
  return text.padStart(width, '0')
}

/** A text on the left, filled with spaces and cut at the width. Names of the bank directory come in full width. */
export function letters(text: string, width: number): string {
  const halfWidth = toHalfWidth(text)
  const wrong = wrongLetters(halfWidth)
  if (wrong.length > 0) throw new RangeError(`no bank file takes ${wrong.join(' ')}`)
  return halfWidth.slice(0, width).padEnd(width)
}

export const spaces = (width: number): string => ' '.repeat(width)

/** MMDD */
export const monthAndDay = (day: string): string => day.slice(5, 7) + day.slice(8, 10)

const separators = { crlf: '\r\n', none: '' } as const
export type Separator = keyof typeof separators

const [firstHalfKana, firstByte] = [0xff61, 0xa1]

/** The records as bytes of Shift_JIS: ASCII, and half-width kana as one byte each. */
export function recordsToBytes(records: readonly string[], separator: Separator = 'crlf'): Uint8Array {
  for (const record of records)
    if (record.length !== recordBytes) throw new RangeError(`a record of ${record.length} bytes: ${record}`)
  const text = records.map((record) => record + separators[separator]).join('')
  return Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0)
    return code < 0x80 ? code : code - firstHalfKana + firstByte
  })
}

/** The letters of a file; null where a byte is neither ASCII nor a half-width kana. */
export function bytesToText(bytes: Uint8Array): string | null {
  const codes = Array.from(bytes, (byte) => {
    if (byte < 0x80) return byte
    return byte >= firstByte && byte <= 0xdf ? byte - firstByte + firstHalfKana : null
  })
  return codes.includes(null) ? null : codes.map((code) => String.fromCharCode(code ?? 0)).join('')
}

/** The records of a file with CRLF, LF or nothing between them, and nothing after the last; null where one is not 120 bytes long. */
export function recordsOf(text: string): string[] | null {
  const lines = text.split(/\r?\n/)
  const records = lines.length > 1 ? lines : (lines[0]?.match(new RegExp(`.{1,${recordBytes}}`, 'gs')) ?? [])
  return records.length > 0 && records.every(({ length }) => length === recordBytes) ? records : null
}
