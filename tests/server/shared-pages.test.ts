import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RunningApp } from '../support/running-app.ts'
import { traceAddress } from '../support/trace-address.ts'

/** Pages for visitors from the memory of two processes on one database. */

let app: RunningApp
let second: RunningApp
beforeAll(async () => {
  app = await RunningApp.start()
  second = await RunningApp.startIn(app.folder)
}, 240_000)
afterAll(async () => {
  await second.stop()
  await app.end()
}, 30_000)

const get = async (of: RunningApp, path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(of.origin + path, { headers })
  return { status: answer.status, headers: answer.headers, html: await answer.text() }
}

const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)

test('both show a change within a second, and unchanged pages come from memory', async () => {
  const { pool, close } = await app.database()
  try {
    const { rows } = await pool.query<{ id: string; name: string }>(
      `select p.id, p.name from products p join product_search s on s.product_id = p.id where s.visible order by p.id limit 1`,
    )
    const [{ id = '', name = '' } = {}] = rows
    const path = `/restaurant/products/${id}`
    const before = await Promise.all([app, second].map((each) => get(each, path)))
    const again = await get(app, path, { 'if-none-match': before[0]?.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    for (const { html } of before) expect(html).toContain(name)

    await pool.query('update products set name = $2 where id = $1', [id, '改名した人参'])
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    for (const each of [app, second]) expect((await get(each, path)).html).toContain('改名した人参')
  } finally {
    await close()
  }
})

test('a page has no nonce and no form key; its policy names every inline script, and no other may run', async () => {
  const { pool, close } = await app.database()
  const trace = await traceAddress(async (text, values) => (await pool.query(text, values)).rows)
  await close()
  for (const path of ['/', '/restaurant/products', '/restaurant/farmers', '/restaurant/Guide', trace]) {
    const { status, headers, html } = await get(app, path)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toMatch(/^public, /)
    expect(html).not.toMatch(/nonce=|name="key"/)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).not.toMatch(/nonce-|script-src[^;]*unsafe-inline/)
    for (const text of inlineScripts(html))
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
})

test('a signed-in user has pages of their own, and leaves nothing of them for others', async () => {
  const cookie = await app.cookie('chef@example.jp')
  for (const path of ['/restaurant/products', '/restaurant/farmers']) {
    const visitor = await get(app, path)
    const own = await get(app, path, { cookie })
    expect(own.headers.get('cache-control')).toBe('private, no-store')
    expect(own.headers.get('content-security-policy')).toContain('nonce-')
    expect(own.html).toContain('サインアウト')
    expect(visitor.html).not.toContain('サインアウト')
    const after = await get(app, path)
    expect(after.html).not.toContain('サインアウト')
    expect(after.headers.get('cache-control')).toMatch(/^public, /)
  }
})
