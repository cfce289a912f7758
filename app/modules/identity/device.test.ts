import { expect, test } from 'vitest'
import { makeEncryption } from '#infra/encryption.server.ts'
import { knownDevice, rememberedDevice } from './device.server.ts'

const encryption = makeEncryption('a key of this installation, 32 letters')
const cookie = rememberedDevice(encryption, null, 'chef@example.jp')

test('a device knows the account that has signed in on it, and no other', () => {
  expect(knownDevice(encryption, cookie, 'chef@example.jp')).toMatch(/^[\w-]{22}$/)
  expect(knownDevice(encryption, cookie, 'owner@example.jp')).toBeNull()
  expect(knownDevice(encryption, cookie, 'admin:chef@example.jp')).toBeNull()
})

test('a device keeps its number when another user signs in; it remembers the five newest accounts', () => {
  const accounts = ['a', 'b', 'c', 'd', 'e', 'f']
  const all = accounts.reduce<string | null>((kept, account) => rememberedDevice(encryption, kept, account), null)
  const known = accounts.map((account) => knownDevice(encryption, all, account))
  expect(known[0]).toBeNull()
  expect(new Set(known.slice(1)).size).toBe(1)
  expect(rememberedDevice(encryption, all, 'f')).toBe(all)
})

test.each([
  ['nothing', null],
  ['words', 'hello'],
  ['no mark', cookie.slice(0, 22)],
  ['a changed mark', `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`],
  ['the mark on another device', `${'x'.repeat(22)}${cookie.slice(22)}`],
  ['too long', `${cookie}${cookie.slice(22).repeat(6)}`],
])('%s is no device', (_, shown) => {
  expect(knownDevice(encryption, shown, 'chef@example.jp')).toBeNull()
})

test('the mark of another installation is none', () => {
  const other = makeEncryption('another key of another installation')
  expect(knownDevice(encryption, rememberedDevice(other, null, 'chef@example.jp'), 'chef@example.jp')).toBeNull()
})
