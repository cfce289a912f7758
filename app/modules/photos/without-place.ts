export type OriginalType = 'jpeg' | 'png' | 'webp'

/**
 * A photo's file without the metadata that says where, when and with what it was taken; its pixels are untouched. A
 * JPEG keeps its orientation, and nothing else.
 */
export function withoutPlace(bytes: Uint8Array, type: OriginalType, orientation = 1): Uint8Array {
  if (type === 'jpeg') return plainJpeg(bytes, orientation)
  return type === 'png' ? plainPng(bytes) : plainWebp(bytes)
}

/** The EXIF orientation after turning clockwise by a quarter. */
export const turnedRight = (orientation: number): number => [1, 6, 7, 8, 5, 2, 3, 4, 1][orientation] ?? 6

/** Application data to keep, by its first bytes: JFIF, colour profiles, and Adobe's colour encoding. */
const keptApps = new Map([
  [0xe0, 'JFIF\0'],
  [0xe2, 'ICC_PROFILE\0'],
  [0xee, 'Adobe'],
])

function plainJpeg(bytes: Uint8Array, orientation: number): Uint8Array {
  const parts: Uint8Array[] = [bytes.subarray(0, 2), orientationSegment(orientation)]
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    // a marker may be preceded by padding of FF
    if (marker === 0xff) {
      at += 1
      continue
    }
    // the picture ends here; anything after it (a second picture, a video) is dropped
    if (marker === 0xd9) break
    const end = at + 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))
    if (!isConversation(bytes, at, marker)) parts.push(bytes.subarray(at, end))
    at = end
    if (marker !== 0xda) continue
    const scanEnd = endOfScan(bytes, at)
    parts.push(bytes.subarray(at, scanEnd))
    at = scanEnd
  }
  parts.push(Uint8Array.of(0xff, 0xd9))
  return joined(parts)
}

/** A comment, or application data that is not kept: EXIF, XMP, further pictures in the same file. */
function isConversation(bytes: Uint8Array, at: number, marker: number): boolean {
  if (marker < 0xe0 || marker > 0xef) return marker === 0xfe
  const kept = keptApps.get(marker)
  return kept === undefined || String.fromCharCode(...bytes.subarray(at + 4, at + 4 + kept.length)) !== kept
}

/** The next marker after coded data; `FF 00` is a byte of the data, `FF D0`–`FF D7` restart it. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from
  for (; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** EXIF with a single tag: 0x0112, the orientation. */
const orientationSegment = (orientation: number): Uint8Array =>
  orientation === 1
    ? new Uint8Array()
    : Uint8Array.of(
        // biome-ignore format: the bytes of a header, field by field
        0xff,
        0xe1,
        0,
        34,
        0x45,
        0x78,
        0x69,
        0x66,
        0,
        0,
        0x4d,
        0x4d,
        0,
        42,
        0,
        0,
        0,
        8,
        0,
        1,
        0x01,
        0x12,
        0,
        3,
        0,
        0,
        0,
        1,
        0,
        orientation,
        0,
        0,
        0,
        0,
        0,
        0,
      )

const keptChunks = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP'])

function plainPng(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: Uint8Array[] = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    const end = at + 12 + view.getUint32(at)
    if (keptChunks.has(name)) parts.push(bytes.subarray(at, end))
    if (name === 'IEND') break
    at = end
  }
  return joined(parts)
}

const keptWebpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP'])

/** Of the extended header: has EXIF (8), has XMP (4). */
const conversationFlags = 0b1100

function plainWebp(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: Uint8Array[] = []
  const end = Math.min(bytes.length, 8 + view.getUint32(4, true))
  for (let at = 12; at + 8 <= end; ) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4))
    const size = view.getUint32(at + 4, true)
    const next = at + 8 + size + (size % 2)
    const chunk = bytes.slice(at, next)
    if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~conversationFlags
    if (keptWebpChunks.has(name)) parts.push(chunk)
    at = next
  }
  const body = joined(parts)
  const head = new Uint8Array(bytes.slice(0, 12))
  new DataView(head.buffer).setUint32(4, body.length + 4, true)
  return joined([head, body])
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
