import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Actor } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { Forbidden, NotFound, Unauthenticated } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import { formOf } from './form.ts'
import { page, pageAction, safeReturn } from './page.server.ts'
import { requestCtx } from './request-context.ts'

test.each([
  ['/restaurant', '/restaurant'],
  ['/restaurant/order/History?farm=1#top', '/restaurant/order/History?farm=1#top'],
  ['/品', '/%E5%93%81'],
  ['/?q=人参', '/?q=%E4%BA%BA%E5%8F%82'],
  ['/a\r\nset-cookie: x=1', '/aset-cookie:%20x=1'],
  ['/a\u0000b', '/a%00b'],
  [null, '/home'],
  ['', '/home'],
  ['restaurant', '/home'],
  ['//elsewhere.example', '/home'],
  ['/\t/elsewhere.example', '/home'],
  ['/\\elsewhere.example', '/home'],
  ['/..//elsewhere.example', '/home'],
  ['/.//elsewhere.example', '/home'],
  ['https://elsewhere.example/', '/home'],
  ['javascript:alert(1)', '/home'],
])('after signing in, %j leads to %s', (to, expected) => {
  const safe = safeReturn(to, '/home')
  expect(safe).toBe(expected)
  expect(() => new Headers({ location: safe })).not.toThrow()
})

function sent(accept: string, actor: Actor = { kind: 'visitor' }) {
  const context = new RouterContextProvider()
  context.set(requestCtx, { actor } as Ctx)
  const request = new Request('https://here.invalid/farmer/orders/1.data?x=1', {
    method: 'POST',
    headers: { accept },
    body: new URLSearchParams({ key: 'k', note: 'ひと箱つぶれていた' }),
  })
  return { request, context }
}
const endedAfterReading = async (_: Ctx, { request }: { request: Request }) => {
  await formOf(request)
  throw new Unauthenticated('order.pack')
}
const signIn = '/auth/signIn?returnTo=%2Ffarmer%2Forders%2F1'

test('an ended session leaves the form as it is, with all that was typed', async () => {
  const answer = await pageAction(endedAfterReading)(sent('*/*'))
  expect(answer).toMatchObject({
    data: { problem: { fields: {}, typed: { key: 'k', note: 'ひと箱つぶれていた' }, signIn } },
    init: { status: 401 },
  })
})

test.each(['*/*', 'text/html'])(
  'an address that is not proven leads to the page that proves it (accepts %s)',
  async (accept) => {
    const unproven = { personId: newId<'person'>(), name: '山田' }
    const asked = sent(accept, { kind: 'visitor', unproven })
    for (const run of [page(endedAfterReading), pageAction(endedAfterReading)]) {
      const thrown = await run({ ...asked, request: asked.request.clone() }).catch((error: unknown) => error)
      expect(thrown).toBeInstanceOf(Response)
      expect((thrown as Response).headers.get('location')).toBe('/auth/signup/verify-email')
      expect((thrown as Response).headers.get('set-cookie')).toContain('notice=')
    }
  },
)

test('without script an ended session leads to the sign-in and back', async () => {
  const thrown = await pageAction(endedAfterReading)(sent('text/html,*/*;q=0.8')).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(Response)
  expect((thrown as Response).headers.get('location')).toBe(signIn)
})

test.each([
  [new NotFound('order'), 404],
  [new Forbidden('order'), 403],
])('%s has its status on pages and in actions', async (error, status) => {
  const thrown = { init: { status } }
  await expect(page(() => Promise.reject(error))(sent('*/*'))).rejects.toMatchObject(thrown)
  await expect(pageAction(() => Promise.reject(error))(sent('*/*'))).rejects.toMatchObject(thrown)
})

test('a bug rises as it is', async () => {
  const bug = new TypeError('bug')
  await expect(pageAction(() => Promise.reject(bug))(sent('*/*'))).rejects.toBe(bug)
})
