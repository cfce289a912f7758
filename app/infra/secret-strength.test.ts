import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { fewestSecretBits, secretBits } from './secret-strength.server.ts'

test.each([
  ['one letter', 'x'.repeat(64)],
  ['two letters', 'ab'.repeat(32)],
  ['a word again and again', 'unetosara'.repeat(8)],
  ['the digits', '0123456789'.repeat(5)],
  ['the alphabet', 'abcdefghijklmnopqrstuvwxyz0123456789'],
  ['rows of the keyboard', 'qwertyuiopasdfghjklzxcvbnm1234567890'],
  ['words', 'correct-horse-battery-staple-correct'],
  ['a sentence', 'thirty-two letters that nobody can guess'],
  ['a placeholder', 'change-me-in-production-please!!!!'],
  ['words with digits', 'Password1234!Password1234!Secret99'],
])('T97 %s is too little', (_, secret) => expect(secretBits(secret)).toBeLessThan(fewestSecretBits))

/** Always the same ones: of 100,000 secrets of 24 bytes, six hold so many words and repeats that they are refused. */
const bytes = (n: number, seed: string) => createHash('sha512').update(seed).digest().subarray(0, n)

test.each([
  ['48 bytes in base64', 48, 'base64'],
  ['32 bytes in base64', 32, 'base64'],
  ['24 bytes in base64url', 24, 'base64url'],
  ['32 bytes in hex', 32, 'hex'],
] as const)('%s are enough', (what, length, encoding) => {
  for (let n = 0; n < 100; n++) {
    const secret = bytes(length, `${what} ${n}`).toString(encoding)
    expect([secret, secretBits(secret) >= fewestSecretBits]).toEqual([secret, true])
  }
})

test('two UUIDs are enough', () => {
  const uuids = '3f0c2a9e-71d4-4b86-9c55-e2a7d08b614f9b1e64c7-05fa-4d32-8e7b-46c1f93a20d8'
  expect(secretBits(uuids)).toBeGreaterThan(fewestSecretBits)
})
