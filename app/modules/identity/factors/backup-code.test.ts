import { expect, test } from 'vitest'
import { backupCodeFrom, readBackupCode } from './backup-code.ts'

test.each([
  ['k3m9x-2p7qa', 'k3m9x-2p7qa'],
  [' K3M9X 2P7QA ', 'k3m9x-2p7qa'],
  ['ｋ３ｍ９ｘー２ｐ７ｑａ', 'k3m9x-2p7qa'],
  ['k3m9x2p7qa', 'k3m9x-2p7qa'],
  ['oOil0-11111', '00110-11111'],
  ['', null],
  ['123456', null],
  ['k3m9x-2p7q', null],
  ['k3m9x-2p7qaa', null],
  ['k3m9x-2p7q!', null],
  ['k3m9x-2p7qu', null],
])('%j is read as %j', (typed, code) => {
  expect(readBackupCode(typed)).toBe(code)
})

test('what is made can be read, whatever the bytes are', () => {
  for (let byte = 0; byte < 256; byte++) {
    const code = backupCodeFrom(new Uint8Array(10).fill(byte))
    expect(readBackupCode(code)).toBe(code)
  }
})

test('every letter is as likely as any other', () => {
  const first = Array.from({ length: 256 }, (_, byte) => backupCodeFrom(new Uint8Array(10).fill(byte)).charAt(0))
  const counts = new Map<string, number>()
  for (const letter of first) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  expect([counts.size, new Set(counts.values())]).toEqual([32, new Set([8])])
})
