import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { makeVault, vaultOf } from './vault.server.ts'

const vault = makeVault('a secret of more than thirty-two letters')

test('what was sealed is opened for the same purpose only', () => {
  const sealed = vault.seal('totp', '畝と皿')
  expect(sealed).not.toContain('畝')
  expect(vault.open('totp', sealed)).toBe('畝と皿')
  expect(vault.open('bank', sealed)).toBeNull()
})

test('the same text is sealed differently each time', () => {
  expect(vault.seal('totp', 'x')).not.toBe(vault.seal('totp', 'x'))
})

test('what was changed, cut or sealed elsewhere opens nothing', () => {
  const sealed = vault.seal('totp', 'secret')
  const bytes = Buffer.from(sealed, 'base64url')
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  expect(vault.open('totp', bytes.toString('base64url'))).toBeNull()
  expect(vault.open('totp', sealed.slice(0, 20))).toBeNull()
  expect(vault.open('totp', '')).toBeNull()
  expect(makeVault('another secret of thirty-two letters').open('totp', sealed)).toBeNull()
})

test('a mark is the same each time, and another for another purpose or key', () => {
  expect(vault.mark('sms', '123456')).toEqual(vault.mark('sms', '123456'))
  expect(vault.mark('sms', '123456')).not.toEqual(vault.mark('totp', '123456'))
  expect(vault.mark('sms', '123456')).not.toEqual(makeVault('another secret').mark('sms', '123456'))
})

test('without AUTH_SECRET one is made, kept for its owner only, and found again', async () => {
  const DATA_DIR = await temporaryFolder('vault')
  const [first, second] = await Promise.all([vaultOf({ DATA_DIR }), vaultOf({ DATA_DIR })])
  expect(second.open('totp', first.seal('totp', 'x'))).toBe('x')
  expect((await stat(join(DATA_DIR, 'auth-secret'))).mode & 0o777).toBe(0o600)
})
