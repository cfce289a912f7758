import { Hono } from 'hono'
import { beforeEach, expect, test } from 'vitest'
import { readsOwnWrites } from '../../server/read-own-writes.ts'

/** A process that is behind until it catches up. */
let isBehind = true
beforeEach(() => {
  isBehind = true
})
const app = new Hono()
app.use(
  readsOwnWrites({
    caughtUp: async () => {
      isBehind = false
    },
  }),
)
app.all('/', (c) => c.text(isBehind ? 'old' : 'new'))

const ask = (method: string, cookie?: string) => app.request('/', { method, headers: cookie ? { cookie } : {} })
const session = '__Host-sid=abc'

test('the page after a form is read after the process has caught up, whichever took the form', async () => {
  const sent = await ask('POST', session)
  const [set = ''] = sent.headers.getSetCookie()
  expect(set).toMatch(/^__Host-wrote=1; .*Max-Age=2$/)
  expect(await (await ask('GET', `${session}; ${set.split(';')[0]}`)).text()).toBe('new')
})

test('a browser that has sent nothing waits for nothing and gets no cookie', async () => {
  const answer = await ask('GET', session)
  expect(await answer.text()).toBe('old')
  expect(answer.headers.getSetCookie()).toEqual([])
})

test('a program without cookies gets none', async () => {
  expect((await ask('POST')).headers.getSetCookie()).toEqual([])
})
