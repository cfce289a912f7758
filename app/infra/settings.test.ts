import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { apiUrlOf, readSettings, WrongSettings } from './settings.server.ts'

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
}

test('without APP_ENV the settings are those of production', () => {
  expect(() => readSettings({})).toThrow(/^APP_ENV: .*\n(.*\n)*SMTP_URL: /m)
  expect(readSettings({ ...production, APP_ENV: undefined })).toMatchObject({ APP_ENV: 'production' })
})

test('nothing more needs to be set to try it out', () => {
  expect(readSettings({ APP_ENV: 'development' })).toMatchObject({
    APP_ENV: 'development',
    PORT: 3000,
    HOST: '127.0.0.1',
    WORKER: 'inline',
    DATA_DIR: resolve('.data'),
  })
})

test('an empty value counts as not set, as shells and compose files leave it', () => {
  expect(readSettings({ APP_ENV: 'development', PORT: '', APP_ORIGIN: '', DEMO_PASSWORD: '' }).PORT).toBe(3000)
})

test('unknown environment variables are ignored', () => {
  expect(readSettings({ APP_ENV: 'development', PATH: '/bin', HOME: '/root' })).not.toHaveProperty('PATH')
})

test.each([
  ['PORT', 'abc'],
  ['PORT', '70000'],
  ['PORT', '30.5'],
  ['APP_ENV', 'staging'],
  ['APP_ORIGIN', 'une.example.jp'],
  ['DATABASE_POOL', '0'],
  ['WORKER', 'yes'],
  ['DEMO_PASSWORD', 'short'],
  ['DEMO_PRODUCTS', '5'],
  ['SMTP_URL', 'mail.example.jp'],
  ['SMTP_URL', 'https://mail.example.jp'],
  ['SMTP_URL', 'smtp://une%zz:word@mail.example.jp'],
  ['SMTP_URL', 'smtp://une:100%@mail.example.jp'],
  ['AUTH_SECRET', 'short'],
  ['MAIL_FROM', '畝と皿'],
  ['MAIL_FROM', 'a@b.jp\nBcc: c@d.jp'],
  ['MAIL_STAFF', 'a@b.jp, c@d.jp'],
  ['STORAGE', 'cloud'],
  ['S3_ENDPOINT', 's3.example.jp'],
  ['S3_BUCKET', 'Une to Sara'],
  ['S3_FORCE_PATH_STYLE', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['TEST_CLOCK_FILE', '/tmp/clock'],
  ['API_HOST', 'api.example.jp'],
  ['API_URL', 'v1'],
  ['API_URL', '/v1'],
  ['API_URL', '//elsewhere.example/'],
  ['API_URL', 'https://a b/v1/'],
  ['API_URL', 'https://a;sandbox/v1/'],
  ['API_URL', 'https://*/v1/'],
  ['API_URL', 'https://us:er@api.example.jp/v1/'],
  ['API_HOST', 'https://a;sandbox'],
  ['STRIPE_SECRET_KEY', 'pk_test_publishable'],
  ['STRIPE_WEBHOOK_SECRET', 'secret'],
  ['STRIPE_API_HOST', 'api.example.jp'],
  ['TRUSTED_PROXIES', '-1'],
  ['TRUSTED_PROXIES', '6'],
  ['TRUSTED_PROXIES', 'one'],
])('a wrong %s (%s) stops the start with its name', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(WrongSettings)
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name}: .`, 'm'))
})

test('all that is wrong is named at once', () => {
  expect(() => readSettings({ PORT: 'abc', WORKER: 'yes' })).toThrow(/PORT: .*\n.*WORKER: /s)
})

test.each([
  ['no origin', { APP_ORIGIN: undefined }, 'APP_ORIGIN'],
  ['a http origin', { APP_ORIGIN: 'http://une.example.jp' }, 'APP_ORIGIN'],
  ['no mail server', { SMTP_URL: undefined }, 'SMTP_URL'],
  ['no secret', { AUTH_SECRET: undefined }, 'AUTH_SECRET'],
  ['no word about proxies', { TRUSTED_PROXIES: undefined }, 'TRUSTED_PROXIES'],
  ['an empty word about proxies', { TRUSTED_PROXIES: '' }, 'TRUSTED_PROXIES'],
  ['mails without a sender', { MAIL_FROM: undefined }, 'MAIL_FROM'],
  ['a demo password', { DEMO_PASSWORD: 'long enough 123' }, 'DEMO_PASSWORD'],
  ['a clock to be moved', { TEST_CLOCK_FILE: '/tmp/clock' }, 'TEST_CLOCK_FILE'],
])('production refuses %s', (_, more, name) => {
  expect(() => readSettings({ ...production, ...more })).toThrow(new RegExp(`^${name}: `, 'm'))
})

test('T97 production refuses a secret that is guessed easily, and does not say it', () => {
  const secret = 'correct-horse-battery-staple-correct'
  const start = () => readSettings({ ...production, AUTH_SECRET: secret })
  expect(start).toThrow(/^AUTH_SECRET: .*openssl rand -base64 48$/m)
  expect(start).not.toThrow(secret)
  expect(readSettings({ APP_ENV: 'development', AUTH_SECRET: secret }).AUTH_SECRET).toBe(secret)
})

test('production starts with what it needs, and a test may move its clock', () => {
  expect(readSettings(production)).toMatchObject({ APP_ENV: 'production', TRUSTED_PROXIES: 1 })
  expect(readSettings({ ...production, TRUSTED_PROXIES: '0' }).TRUSTED_PROXIES).toBe(0)
  expect(readSettings({ APP_ENV: 'test', TEST_CLOCK_FILE: '/tmp/clock' }).TEST_CLOCK_FILE).toBe('/tmp/clock')
})

const bucket = {
  STORAGE: 's3',
  S3_REGION: 'ap-northeast-1',
  S3_BUCKET: 'une-to-sara',
  S3_ACCESS_KEY_ID: 'AKIAEXAMPLE',
  S3_SECRET_ACCESS_KEY: 'a secret of the bucket',
}

test.each(['S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])(
  'half a bucket, without %s, stops the start',
  (name) => {
    for (const rest of [production, { APP_ENV: 'development' }])
      expect(() => readSettings({ ...rest, ...bucket, [name]: undefined })).toThrow(
        new RegExp(`^${name}: STORAGE=s3 needs it$`, 'm'),
      )
  },
)

test('a whole bucket starts; one that STORAGE does not choose was meant to be used', () => {
  expect(readSettings({ ...production, ...bucket })).toMatchObject({ STORAGE: 's3', S3_BUCKET: 'une-to-sara' })
  expect(() => readSettings({ ...production, ...bucket, STORAGE: undefined })).toThrow(/^S3_BUCKET: is set, but/m)
})

test.each([
  [{}, null],
  [{ API_URL: '/v1/' }, '/v1/'],
  [{ API_HOST: 'https://api.example.jp' }, 'https://api.example.jp/api/'],
  [{ API_HOST: 'https://api.example.jp', API_URL: '/v1/' }, 'https://api.example.jp/v1/'],
  [{ API_URL: 'https://api.example.jp/v1/' }, 'https://api.example.jp/v1/'],
])('with %j pages find the API at %s', (said, url) =>
  expect(apiUrlOf(readSettings({ APP_ENV: 'development', ...said }))).toBe(url),
)

test('an API in the open is refused in production', () => {
  expect(() => readSettings({ ...production, API_HOST: 'http://api.example.jp' })).toThrow(/^API_URL: /m)
})

const stripe = { STRIPE_SECRET_KEY: 'sk_live_abcdefgh1234', STRIPE_WEBHOOK_SECRET: 'whsec_abcdefgh1234' }

test('cards need both keys, and an encrypted connection in production; no key is repeated', () => {
  expect(readSettings({ ...production, ...stripe })).toMatchObject(stripe)
  expect(() => readSettings({ ...production, ...stripe, STRIPE_WEBHOOK_SECRET: undefined })).toThrow(
    /^STRIPE_WEBHOOK_SECRET: the other key is set$/m,
  )
  const open = () => readSettings({ ...production, ...stripe, STRIPE_API_HOST: 'http://127.0.0.1:1' })
  expect(open).toThrow(/^STRIPE_API_HOST: production needs https$/m)
  expect(open).not.toThrow(stripe.STRIPE_SECRET_KEY)
  expect(() => readSettings({ ...production, STRIPE_API_HOST: 'https://stripe.example.jp' })).toThrow(
    /^STRIPE_API_HOST: /m,
  )
})
