import { expect, test } from 'vitest'
import { makeVault } from '#infra/vault.server.ts'
import { knownDevice, rememberedDevice } from './device.server.ts'

const vault = makeVault('a key of this installation, 32 letters')
const cookie = rememberedDevice(vault, null, 'chef@example.jp')

test('a device knows the account that has signed in on it, and no other', () => {
  expect(knownDevice(vault, cookie, 'chef@example.jp')).toMatch(/^[\w-]{22}$/)
  expect(knownDevice(vault, cookie, 'owner@example.jp')).toBeNull()
  expect(knownDevice(vault, cookie, 'admin:chef@example.jp')).toBeNull()
})

test('its number stays, whoever signs in on it; it remembers five accounts, the newest', () => {
  const accounts = ['a', 'b', 'c', 'd', 'e', 'f']
  const all = accounts.reduce<string | null>((kept, account) => rememberedDevice(vault, kept, account), null)
  const known = accounts.map((account) => knownDevice(vault, all, account))
  expect(known[0]).toBeNull()
  expect(new Set(known.slice(1)).size).toBe(1)
  expect(rememberedDevice(vault, all, 'f')).toBe(all)
})

test.each([
  ['nothing', null],
  ['words', 'hello'],
  ['no mark', cookie.slice(0, 22)],
  ['a changed mark', `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`],
  ['the mark on another device', `${'x'.repeat(22)}${cookie.slice(22)}`],
  ['too long', `${cookie}${cookie.slice(22).repeat(6)}`],
])('%s is no device', (_, shown) => {
  expect(knownDevice(vault, shown, 'chef@example.jp')).toBeNull()
})

test('the mark of another installation is none', () => {
  const other = makeVault('another key of another installation')
  expect(knownDevice(vault, rememberedDevice(other, null, 'chef@example.jp'), 'chef@example.jp')).toBeNull()
})
