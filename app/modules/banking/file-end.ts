/** Line feed, carriage return, and the end mark of DOS (0x1A, Ctrl+Z), which programs of banks still write. */
const ends: ReadonlySet<number | undefined> = new Set([0x0a, 0x0d, 0x1a])

/** A file of a bank without what may follow its last record, in any order: line ends and end marks. Copies nothing. */
export function withoutFileEnd(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  while (end > 0 && ends.has(bytes[end - 1])) end -= 1
  return bytes.subarray(0, end)
}
