import { AuthErrorCodes } from '@firebase/auth'
import { expect, test } from 'vitest'
import { failureOf } from './firebase/failure-text.ts'
import { providerErrorText } from './provider-error-text.ts'

const eight = [
  'popup-blocked',
  'auth-domain-config-required',
  'invalid-api-key',
  'internal-error',
  'network-request-failed',
  'invalid-auth-event',
  'already-initialized',
  'dependent-sdk-initialized-before-auth',
]

test('T69 the eight codes, and every code of the SDK, have a text', () => {
  const codes = Object.values(AuthErrorCodes).map((code) => code.replace('auth/', ''))
  expect(codes.length).toBeGreaterThan(100)
  for (const code of [...eight, ...codes]) expect(Object.keys(providerErrorText), code).toContain(code)
})

test('a user who closes the window sees no error; an unknown code is reported as an internal error', () => {
  expect(failureOf('auth/popup-closed-by-user', null)).toBeNull()
  expect(failureOf('auth/popup-blocked', null)).toMatchObject({ blocked: true, code: 'popup-blocked' })
  expect(failureOf('auth/of-tomorrow', null)?.sentence).toBe(providerErrorText['internal-error'])
  expect(failureOf('SUSPENDED', 'このアカウントは制限されています。')?.sentence).toMatch(/制限されて/)
})
