import { randomBytes, randomUUID } from 'node:crypto'
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

test.each([
  ['48 bytes in base64', () => randomBytes(48).toString('base64')],
  ['32 bytes in base64', () => randomBytes(32).toString('base64')],
  ['24 bytes in base64url', () => randomBytes(24).toString('base64url')],
  ['32 bytes in hex', () => randomBytes(32).toString('hex')],
  ['two UUIDs', () => randomUUID() + randomUUID()],
])('%s are enough, whatever they happen to be', (_, make) => {
  for (let n = 0; n < 100; n++) {
    const secret = make()
    expect([secret, secretBits(secret) >= fewestSecretBits]).toEqual([secret, true])
  }
})
