import type { Carrier } from '#kernel/enums.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'

export type TrackingRefusal = 'not_12_digits' | 'check_digit'

/**
 * Reads the number of a parcel (送り状番号) as people paste it: hyphens, spaces and full-width digits are fine. The value is
 * 12 bare digits.
 *
 * The last digit is the first eleven modulo 7 (7DR), the same for ヤマト, 佐川 and ゆうパック; so 7, 8 and 9 are never the last
 * digit. A `check_digit` refusal carries the digits: a number that was typed may be accepted after a warning, a number
 * from a barcode may not. Letters by Japan Post have 11 or 13 digits without this rule; we send parcels only, and
 * refuse them.
 */
export function parseTrackingNumber(text: string): Result<string, TrackingRefusal> {
  const digits = text.normalize('NFKC').replace(/[\s‐‑‒–—―−ー-]/g, '')
  if (!/^\d{12}$/.test(digits)) return refuse('not_12_digits')
  if (Number(digits.slice(0, 11)) % 7 !== Number(digits.slice(11))) return refuse('check_digit', { digits })
  return ok(digits)
}

/** The number of a carrier that we do not know: letters and digits, without spaces and hyphens; null: it is none. */
export function parseOtherNumber(text: string): string | null {
  const number = text
    .normalize('NFKC')
    .replace(/[\s‐‑‒–—―−ー-]/g, '')
    .toUpperCase()
  return /^[0-9A-Z]{4,20}$/.test(number) ? number : null
}

/**
 * The number in a barcode (NW-7) of a label: one start and one stop letter may stand around it. Null for any other barcode,
 * and for one that was misread: the check digit of a barcode is never wrong.
 */
export function scannedTrackingNumber(text: string): string | null {
  const read = parseTrackingNumber(
    text
      .normalize('NFKC')
      .trim()
      .replace(/^[A-D]|[A-D]$/gi, ''),
  )
  return read.ok ? read.value : null
}

/** `1234-5678-9012`, as it is printed on the label. */
export const formatTrackingNumber = (digits: string): string => digits.replace(/^(\d{4})(\d{4})(\d{4})$/, '$1-$2-$3')

/**
 * Carriers' pages that track a parcel; `{n}` is the number. Carriers change them, so settings may replace them. Seen in
 * public repositories in November 2026; the parameters of Japan Post are from general knowledge.
 */
export const defaultTrackingLinks: Readonly<Record<Carrier, string>> = {
  yamato: 'https://toi.kuronekoyamato.co.jp/cgi-bin/tneko?init=on&number00=1&number01={n}',
  sagawa: 'https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo={n}',
  japanpost: 'https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1={n}&searchKind=S002&locale=ja',
}

export const trackingLink = (
  carrier: Carrier,
  digits: string,
  links: Readonly<Record<Carrier, string>> = defaultTrackingLinks,
): string => links[carrier].replaceAll('{n}', encodeURIComponent(digits))
