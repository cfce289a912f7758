import { expect, test } from 'vitest'
import { newTotpSecret, qrPath, spelled, stepAt, stepOf, totpAddress, totpCode } from './totp.server.ts'

/** The secret of RFC 6238, Appendix B: `12345678901234567890`. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const at = (seconds: number) => new Date(seconds * 1_000)

/** The last six of the eight digits that the RFC prints. */
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('at second %i since 1970 the code is %s', (seconds, code) => {
  expect(totpCode(secret, stepAt(at(seconds)))).toBe(code)
  expect(stepOf(secret, code, at(seconds))).toBe(Math.floor(seconds / 30))
})

test.each([
  [-31, null],
  [-30, 41],
  [-1, 41],
  [0, 41],
  [29, 41],
  [59, 41],
  [60, null],
])('a code is taken %i seconds from the beginning of its own thirty: %j', (seconds, step) => {
  expect(stepOf(secret, totpCode(secret, 41), at(41 * 30 + seconds))).toBe(step)
})

test.each(['', '28708', '2870822', '28708a', ' 287082', '２８７０８２'])('%j is no code', (typed) => {
  expect(stepOf(secret, typed, at(59))).toBeNull()
})

test('every secret is another one, of 160 bits', () => {
  const made = new Set(Array.from({ length: 20 }, newTotpSecret))
  expect(made.size).toBe(20)
  for (const it of made) expect(it).toMatch(/^[A-Z2-7]{32}$/)
})

test('an app learns whose it is and the secret', () => {
  const address = new URL(totpAddress(secret, 'chef@example.jp'))
  expect(address.protocol).toBe('otpauth:')
  expect(address.searchParams.get('secret')).toBe(secret)
  expect(address.searchParams.get('issuer')).toBe('畝と皿')
  expect(decodeURIComponent(address.pathname)).toContain('chef@example.jp')
  expect(spelled(secret)).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')
})

test('a QR code is dark where its finders are, and leaves four modules of white around', () => {
  const { size, path } = qrPath('otpauth://totp/x')
  expect(path).toContain('M4 4h1v1h-1z')
  expect(path).not.toMatch(/M[0-3] |M\d+ [0-3]h/)
  expect(size).toBeGreaterThanOrEqual(21 + 8)
})
