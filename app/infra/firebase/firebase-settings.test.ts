import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '#infra/settings.server.ts'
import { firebaseOf, WrongServiceAccount } from './firebase-settings.server.ts'
import { serviceAccountOf } from './service-account.server.ts'

const folder = mkdtempSync(join(tmpdir(), 'une-to-sara-service-account-'))
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const file = (project_id: string) => ({
  project_id,
  client_email: `robot@${project_id}.iam.gserviceaccount.com`,
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  token_uri: 'https://oauth2.googleapis.com/token',
})

beforeAll(() => {
  for (const project of ['une-to-sara-test', 'une-to-sara-prod'])
    writeFileSync(join(folder, `${project}.json`), JSON.stringify(file(project)))
  writeFileSync(join(folder, 'broken.json'), '{"private_key": "a secret"')
  writeFileSync(join(folder, 'other.json'), '{"project_id": "une-to-sara-test", "key": "a secret"}')
})
afterAll(() => rmSync(folder, { recursive: true }))

const set = (name: 'TEST' | 'PROD', project: string) => ({
  [`IDENTITY_${name}_API_KEY`]: `key-of-${project}`,
  [`IDENTITY_${name}_AUTH_DOMAIN`]: `${project}.example.jp`,
  [`IDENTITY_${name}_PROJECT_ID`]: project,
  [`IDENTITY_${name}_APP_ID`]: `1:${project}`,
  [`IDENTITY_${name}_MESSAGING_SENDER_ID`]: name === 'TEST' ? '1' : '2',
  [`IDENTITY_${name}_SERVICE_ACCOUNT_FILE`]: join(folder, `${project}.json`),
})
const trial = { APP_ENV: 'test', IDENTITY_PROVIDER: 'firebase', ...set('TEST', 'une-to-sara-test') }
const production = {
  APP_ENV: 'production',
  APP_ORIGIN: 'https://une.example.jp',
  SMTP_URL: 'smtp://mail.example.jp',
  AUTH_SECRET: 'q7Vf2ZpX0sLw9TnRb4KdYc6MhJg1EaUe',
  TRUSTED_PROXIES: '1',
  MAIL_FROM: '畝と皿 <info@une.example.jp>',
  OPERATOR_NAME: '株式会社うねとさら',
  OPERATOR_REPRESENTATIVE: '畑野 実',
  OPERATOR_ADDRESS: '東京都千代田区九段北1-99-9',
  OPERATOR_PHONE: '03-1234-5678',
  OPERATOR_EMAIL: 'info@une.example.jp',
  OPERATOR_REGISTRATION_NUMBER: 'none',
  SUPPORT_HOURS: '平日 9:00〜17:00',
  PAY_TO: 'みほん銀行/本店/普通/1234567/カ）ミホンイチバ',
  SMS_URL: 'https://sms.example.jp',
  IDENTITY_PROVIDER: 'firebase',
  ...set('PROD', 'une-to-sara-prod'),
}

/** The problems reported for these settings; empty if there are none. */
function complaint(settings: Record<string, string | undefined>): string {
  try {
    firebaseOf(readSettings(settings))
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test('the embedded provider unless another is asked for', () => {
  expect(firebaseOf(readSettings({ APP_ENV: 'development' }))).toBeNull()
  expect(firebaseOf(readSettings({ APP_ENV: 'development', ...set('TEST', 'une-to-sara-test') }))).toBeNull()
})

test('the environment chooses one set, and only that one is for the browser', () => {
  const both = { ...production, ...set('TEST', 'une-to-sara-test') }
  const firebase = firebaseOf(readSettings(both))
  expect(firebase?.client).toEqual({
    apiKey: 'key-of-une-to-sara-prod',
    authDomain: 'une-to-sara-prod.example.jp',
    projectId: 'une-to-sara-prod',
    appId: '1:une-to-sara-prod',
    messagingSenderId: '2',
    syncUrl: '/api/auth/session',
    social: [],
  })
  expect(firebase?.verifier.name).toBe('GoogleJwksVerifier')
  expect(firebaseOf(readSettings(trial))?.client.projectId).toBe('une-to-sara-test')
})

test('an own OpenID Connect service has the name from the settings', () => {
  const social = (more: object) =>
    firebaseOf(readSettings({ ...trial, IDENTITY_SOCIAL: 'google,oidc', ...more }))?.client.social.map(
      ({ name }) => name,
    )
  expect(social({ IDENTITY_OIDC_NAME: '料理組合' })).toEqual(['Google', '料理組合'])
  expect(social({})).toEqual(['Google', '他のサービス'])
})

describe('T37 settings with which the server does not start', () => {
  test.each([
    ['a set that is not complete', { ...trial, IDENTITY_TEST_APP_ID: undefined }, 'IDENTITY_TEST_APP_ID'],
    [
      'the set of the other environment',
      { ...production, ...trial, APP_ENV: 'test', IDENTITY_TEST_API_KEY: '' },
      'IDENTITY_TEST_API_KEY',
    ],
    ['a name with a mistake', { IDENTITY_TEST_APIKEY: 'secret-1' }, 'IDENTITY_TEST_APIKEY'],
    ['a provider that is none', { IDENTITY_PROVIDER: 'secret-1' }, 'IDENTITY_PROVIDER'],
    ['tokens that are old', { ...trial, IDENTITY_TOKEN_MAX_AGE: '301' }, 'IDENTITY_TOKEN_MAX_AGE'],
    ['a sync elsewhere', { ...trial, IDENTITY_TOKEN_SYNC_URL: 'https://secret-1.example/' }, 'IDENTITY_TOKEN_SYNC_URL'],
    ['another window', { ...trial, IDENTITY_POPUP: '900x900' }, 'IDENTITY_POPUP'],
    [
      'production with a stand-in',
      { ...production, FIREBASE_AUTH_EMULATOR_HOST: 'secret-1:9099' },
      'FIREBASE_AUTH_EMULATOR_HOST',
    ],
    ['production with our name for one', { ...production, IDENTITY_EMULATOR_URL: 'secret-1' }, 'IDENTITY_EMULATOR_URL'],
    [
      'a program run as production with one',
      { ...trial, NODE_ENV: 'production', FIREBASE_AUTH_EMULATOR_HOST: 'secret-1' },
      'FIREBASE_AUTH_EMULATOR_HOST',
    ],
    [
      'production with a demo project',
      { ...production, IDENTITY_PROD_PROJECT_ID: 'demo-secret-1' },
      'IDENTITY_PROD_PROJECT_ID',
    ],
    [
      'production with the key of the trial',
      { ...production, IDENTITY_TEST_API_KEY: 'key-of-une-to-sara-prod' },
      'IDENTITY_PROD_API_KEY',
    ],
    ['production by http', { ...production, APP_ORIGIN: 'http://secret-1.example.jp' }, 'APP_ORIGIN'],
  ])('%s', (_, settings, name) => {
    const said = complaint(settings)
    expect(said).toMatch(new RegExp(`^${name}: `, 'm'))
    expect(said).not.toMatch(/secret-1|key-of/)
  })

  test.each(['broken.json', 'other.json', 'missing.json'])('a service account in %s', (name) => {
    const settings = readSettings({ ...trial, IDENTITY_TEST_SERVICE_ACCOUNT_FILE: join(folder, name) })
    expect(() => firebaseOf(settings)).toThrow(WrongServiceAccount)
    expect(() => firebaseOf(settings)).toThrow(/^IDENTITY_TEST_SERVICE_ACCOUNT_FILE: [^:]+$/)
  })

  test('the service account of another project', () => {
    const other = { ...trial, IDENTITY_TEST_SERVICE_ACCOUNT_FILE: join(folder, 'une-to-sara-prod.json') }
    expect(complaint(other)).toMatch(/^IDENTITY_TEST_SERVICE_ACCOUNT_FILE: of another project/)
  })
})

test('a custom token is signed for one account, for two minutes, and claims nothing', async () => {
  const now = new Date('2026-11-24T01:00:00Z')
  const token = await serviceAccountOf(file('une-to-sara-prod')).customToken('user-1', now)
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', typ: 'JWT' })
  const { payload } = await jwtVerify(token, publicKey, { currentDate: now })
  expect(payload).toMatchObject({ uid: 'user-1', iss: 'robot@une-to-sara-prod.iam.gserviceaccount.com' })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(120)
  expect(decodeJwt(token)).not.toHaveProperty('claims')
})

test('a redirect is not followed: credentials are sent to the configured address only', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, answer) => {
    asked.push(request.url)
    if (request.url === '/token') return answer.writeHead(307, { location: '/elsewhere' }).end()
    answer.end(JSON.stringify({ access_token: 'token', expires_in: 3600 }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  const account = serviceAccountOf({ ...file('une-to-sara-prod'), token_uri: `http://127.0.0.1:${address.port}/token` })
  await expect(account.authorization()).rejects.toThrow('service account: lost')
  server.close()
  expect(asked).toEqual(['/token'])
})
