import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { bodyLimits } from '../../server/body-limits.ts'

const app = new Hono().use(bodyLimits).all('*', async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)))
const sent = (path: string, bytes: number) =>
  app.request(path, { method: 'POST', body: new Uint8Array(bytes), headers: { 'content-length': String(bytes) } })
const megabyte = 1024 * 1024

test.each([
  '/restaurant/Account',
  '/restaurant/Account.data',
  '/restaurant/account/',
  '/restaurant/Inquiry',
  '/restaurant/Inquiry.data',
  '/auth/signup/additionalReg',
  '/auth/signup/additionalReg/_.data',
  '/profile/organisation',
  '/profile/organisation.data',
])('%s takes a paper of 10 MB, and not 25', async (path) => {
  const whole = await sent(path, 10 * megabyte + 2_000)
  expect([whole.status, await whole.text()]).toEqual([200, String(10 * megabyte + 2_000)])
  const over = await sent(path, 25 * megabyte)
  expect([over.status, await over.text()]).toEqual([413, expect.stringContaining('24MBまで')])
})

test.each(['/restaurant/Account/kitchens/new', '/profile', '/restaurant/order.data', '/admin/users/message'])(
  '%s takes 64 KB and refuses more in a sentence, as text',
  async (path) => {
    expect((await sent(path, 64 * 1024)).status).toBe(200)
    const over = await sent(path, 64 * 1024 + 1)
    expect([over.status, over.headers.get('content-type'), await over.text()]).toEqual([
      413,
      expect.stringMatching(/^text\/plain/),
      expect.stringContaining('大きすぎます'),
    ])
  },
)

test('an API client gets an error code', async () => {
  const over = await sent('/api/cart', 64 * 1024 + 1)
  expect([over.status, await over.json()]).toMatchObject([413, { code: 'PAYLOAD_TOO_LARGE' }])
})

test('a version of a page may be long', async () => {
  expect((await sent('/admin/pages/law/new.data', 900_000)).status).toBe(200)
  expect((await sent('/admin/pages/law/new', 2 * megabyte)).status).toBe(413)
})
