import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ok, refuse } from '#kernel/result.ts'
import {
  defaultTrackingLinks,
  formatTrackingNumber,
  parseTrackingNumber,
  scannedTrackingNumber,
  trackingLink,
} from './tracking-number.ts'

test.each(['444413758703', '512547514334', '405548424886', '123456789013', '111111111112', '987654321091'])(
  '%s is a tracking number',
  (digits) => {
    expect(parseTrackingNumber(digits)).toEqual(ok(digits))
  },
)

test.each(['444413758704', '123456789012', '123456789017', '123456789018', '123456789019'])(
  '%s fails the check digit, and the refusal keeps the digits for a warning',
  (digits) => {
    expect(parseTrackingNumber(digits)).toEqual(refuse('check_digit', { digits }))
  },
)

test.each([
  '4444-1375-8703',
  ' 4444 1375 8703\n',
  '４４４４１３７５８７０３',
  '４４４４－１３７５－８７０３',
  '4444ー1375ー8703',
  '4444\u30001375\u30008703',
])('%j is read as 444413758703', (text) => {
  expect(parseTrackingNumber(text)).toEqual(ok('444413758703'))
})

test.each(['', '44441375870', '4444137587030', '12345678901', 'RA123456789JP', '4444137587o3', '4444,1375,8703'])(
  '%j is not 12 digits',
  (text) => {
    expect(parseTrackingNumber(text)).toEqual(refuse('not_12_digits'))
  },
)

test('exactly one of the ten last digits is right, and it is 0 to 6', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (number) => {
      const base = String(number).padStart(11, '0')
      const right = [...'0123456789'].filter((last) => parseTrackingNumber(base + last).ok)
      expect(right).toHaveLength(1)
      expect(Number(right[0])).toBeLessThanOrEqual(6)
    }),
  )
})

test('a number is written in groups of four', () => {
  expect(formatTrackingNumber('123456789012')).toBe('1234-5678-9012')
})

test('what is written can be read again', () => {
  expect(parseTrackingNumber(formatTrackingNumber('444413758703'))).toEqual(ok('444413758703'))
})

test.each([
  ['yamato', 'https://toi.kuronekoyamato.co.jp/cgi-bin/tneko?init=on&number00=1&number01=444413758703'],
  ['sagawa', 'https://k2k.sagawa-exp.co.jp/p/web/okurijosearch.do?okurijoNo=444413758703'],
  [
    'japanpost',
    'https://trackings.post.japanpost.jp/services/srv/search/direct?reqCodeNo1=444413758703&searchKind=S002&locale=ja',
  ],
] as const)('%s has its page for a parcel', (carrier, link) => {
  expect(trackingLink(carrier, '444413758703')).toBe(link)
})

test('settings may replace the pages', () => {
  const links = { ...defaultTrackingLinks, yamato: 'https://example.com/{n}/x' }
  expect(trackingLink('yamato', '444413758703', links)).toBe('https://example.com/444413758703/x')
})

test.each([
  ['A444413758703A', '444413758703'],
  ['a444413758703B', '444413758703'],
  ['444413758703', '444413758703'],
  ['Ａ４４４４－１３７５－８７０３Ｂ', '444413758703'],
  ['AA444413758703A', null],
  ['A444413758704A', null],
  ['4901234567894', null],
])('the barcode %s holds the number %s', (text, number) => {
  expect(scannedTrackingNumber(text)).toBe(number)
})
