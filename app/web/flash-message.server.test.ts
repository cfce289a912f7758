import { expect, test } from 'vitest'
import { flashIsShown, redirectWithFlash, takeFlash } from './flash-message.server.ts'

const pair = (setCookie: string | null) => setCookie?.split(';')[0] ?? ''

async function anAction(notice = '保存しました。') {
  const { headers } = await redirectWithFlash('/farmer', notice)
  const cookie = pair(headers.get('set-cookie'))
  const ask = (more: Record<string, string> = {}, shown = '') =>
    takeFlash(new Request('https://uneto.test', { headers: { cookie: `${cookie}; ${shown}`, ...more } }))
  return { ask }
}
const byBrowser = { accept: 'text/html,application/xhtml+xml' }

test('what our script fetches brings the message until the page says that it was shown', async () => {
  const { ask } = await anAction()
  const discarded = await ask()
  expect(discarded.headers.get('set-cookie')).toBeNull()
  const { flash } = await ask()
  expect(flash).toEqual({ id: discarded.flash?.id, notice: '保存しました。', wayBack: null })
  expect((await ask({}, pair(flashIsShown(flash?.id ?? '')))).flash).toBeNull()
})

test('a page that the browser navigates to shows it, with or without script, and the next one does not', async () => {
  const { ask } = await anAction()
  const { flash, headers } = await ask(byBrowser)
  expect(flash?.notice).toBe('保存しました。')
  const after = pair(headers.get('set-cookie'))
  for (const more of [byBrowser, {}]) expect((await ask(more, after)).flash).toBeNull()
})

test('an earlier message that was shown does not hide a newer one with the same words', async () => {
  const [first, second] = [await anAction(), await anAction()]
  const { flash } = await first.ask()
  expect((await second.ask({}, pair(flashIsShown(flash?.id ?? '')))).flash?.notice).toBe('保存しました。')
})

test.each<Record<string, string>>([
  { 'x-kept-ahead': '1' },
  { 'sec-purpose': 'prefetch;prerender' },
  { purpose: 'prefetch' },
])('a page that is fetched ahead (%j) neither has it nor takes it away', async (ahead) => {
  const { ask } = await anAction()
  const { flash, headers } = await ask({ ...byBrowser, ...ahead })
  expect([flash, headers.get('set-cookie')]).toEqual([null, null])
  expect((await ask(byBrowser)).flash?.notice).toBe('保存しました。')
})
