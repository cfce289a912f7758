import { expect, test } from 'vitest'
import { readSettings } from '#infra/settings.server.ts'

const development = { APP_ENV: 'development' }
const line = { LINE_CHANNEL_TOKEN: 't', LINE_CHANNEL_SECRET: 's', LINE_ACCOUNT: '@une' }
const push = {
  PUSH_PUBLIC_KEY: 'a'.repeat(87),
  PUSH_PRIVATE_KEY: 'b'.repeat(43),
  PUSH_CONTACT: 'mailto:info@example.jp',
}

test('LINE and push are whole, or not at all', () => {
  expect(readSettings({ ...development, ...line, ...push })).toMatchObject({ LINE_ACCOUNT: '@une' })
  expect(readSettings(development).LINE_CHANNEL_TOKEN).toBeUndefined()
  for (const whole of [line, push])
    for (const name of Object.keys(whole))
      expect(() => readSettings({ ...development, ...whole, [name]: '' })).toThrow(name)
})

test.each([
  ['LINE_ACCOUNT', 'une'],
  ['PUSH_PUBLIC_KEY', 'short'],
  ['PUSH_PRIVATE_KEY', 'b'.repeat(44)],
  ['PUSH_CONTACT', 'info@example.jp'],
  ['FAX_URL', 'ftp://fax.example.jp'],
])('%s: %s stops the start with its name', (name, value) => {
  expect(() => readSettings({ ...development, ...line, ...push, [name]: value })).toThrow(name)
})
