import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../tests/support/temporary-folder.ts'
import { encryptionOf, makeEncryption } from './encryption.server.ts'

const encryption = makeEncryption('a secret of more than thirty-two letters')

test('a ciphertext is decrypted for the same purpose only', () => {
  const sealed = encryption.seal('totp', '畝と皿')
  expect(sealed).not.toContain('畝')
  expect(encryption.open('totp', sealed)).toBe('畝と皿')
  expect(encryption.open('bank', sealed)).toBeNull()
})

test('the same text is encrypted differently each time', () => {
  expect(encryption.seal('totp', 'x')).not.toBe(encryption.seal('totp', 'x'))
})

test('a ciphertext that was changed, cut or made with another key is not decrypted', () => {
  const sealed = encryption.seal('totp', 'secret')
  const bytes = Buffer.from(sealed, 'base64url')
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  expect(encryption.open('totp', bytes.toString('base64url'))).toBeNull()
  expect(encryption.open('totp', sealed.slice(0, 20))).toBeNull()
  expect(encryption.open('totp', '')).toBeNull()
  expect(makeEncryption('another secret of thirty-two letters').open('totp', sealed)).toBeNull()
})

test('a keyed hash is the same each time, and differs for another purpose or key', () => {
  expect(encryption.mark('sms', '123456')).toEqual(encryption.mark('sms', '123456'))
  expect(encryption.mark('sms', '123456')).not.toEqual(encryption.mark('totp', '123456'))
  expect(encryption.mark('sms', '123456')).not.toEqual(makeEncryption('another secret').mark('sms', '123456'))
})

test('without AUTH_SECRET one is made, kept for its owner only, and found again', async () => {
  const DATA_DIR = await temporaryFolder('vault')
  const [first, second] = await Promise.all([encryptionOf({ DATA_DIR }), encryptionOf({ DATA_DIR })])
  expect(second.open('totp', first.seal('totp', 'x'))).toBe('x')
  expect((await stat(join(DATA_DIR, 'auth-secret'))).mode & 0o777).toBe(0o600)
})
