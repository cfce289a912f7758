import { createHash } from 'node:crypto'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatYen } from '../../app/kernel/format.ts'
import { pagesWritten } from '../../server/written-pages.ts'
import { RunningApp } from '../support/running-app.ts'

const at = new Date('2026-11-24T02:00:10Z')
const requestWith = (encoding: string) =>
  new Request('https://market.example.jp/restaurant', { headers: { 'accept-encoding': encoding } })
const big = `<p>${'畝と皿'.repeat(400)}</p>`

test('a page is kept when it is asked for a second time, for each encoding, and for a minute', async () => {
  const clock = { at, now: () => clock.at }
  const pagesFor = pagesWritten({ clock })
  const [find, findPlain] = [pagesFor(requestWith('gzip')), pagesFor(requestWith(''))]
  expect(find('address and data')).toMatchObject({ written: null, isRepeated: false })
  expect(findPlain('address and data')).toMatchObject({ written: null, isRepeated: false })
  expect(find('address and other data')).toMatchObject({ written: null, isRepeated: false })
  const again = find('address and data')
  expect(again).toMatchObject({ written: null, isRepeated: true })
  await again.keep(big, "'sha256-x'")
  const { written } = find('address and data')
  expect(written && { html: gunzipSync(written.body).toString(), scripts: written.scripts }).toEqual({
    html: big,
    scripts: "'sha256-x'",
  })
  expect(findPlain('address and data').written).toBeNull()
  expect(find('address and other data').written).toBeNull()
  clock.at = new Date(at.getTime() + 60_000)
  expect(find('address and data')).toMatchObject({ written: null, isRepeated: false })
})

test('a page that is not kept is packed as this client takes it, and sent as it is if none or little is to be gained', async () => {
  const packed = async (encoding: string, html: string) => {
    const { packedOnce } = pagesWritten({ clock: { now: () => at } })(requestWith(encoding))('address and data')
    const page = await packedOnce(html)
    return { encoding: page.encoding, body: Buffer.from(page.body) }
  }
  const fast = await packed('gzip, deflate, br, zstd', big)
  expect(fast.encoding).toBe('zstd')
  expect(zstdDecompressSync(fast.body).toString()).toBe(big)
  expect(gunzipSync((await packed('gzip', big)).body).toString()).toBe(big)
  expect(await packed('', big)).toEqual({ encoding: null, body: Buffer.from(big) })
  expect(await packed('gzip, zstd', '<p>畝</p>')).toEqual({ encoding: null, body: Buffer.from('<p>畝</p>') })
})

test('the oldest pages go first when there are too many', async () => {
  const find = pagesWritten({ clock: { now: () => at }, mostBytes: 2.5 * Buffer.byteLength(big), most: 10 })(
    requestWith(''),
  )
  const names = ['first', 'second', 'third']
  for (const name of names) await find(name).keep(big, '')
  expect(names.toReversed().map((name) => find(name).written !== null)).toEqual([true, true, false])
  for (let index = 0; index < 10; index++) find(`seen once ${index}`)
  expect(find('third').written).toBeNull()
})

let app: RunningApp
beforeAll(async () => {
  app = await RunningApp.start()
}, 240_000)
afterAll(() => app.end(), 30_000)

type Visit = { html: string; headers: Headers }

async function visit(path: string, cookie: string): Promise<Visit> {
  const answer = await fetch(app.origin + path, { headers: { cookie } })
  expect(answer.status).toBe(200)
  return { html: await answer.text(), headers: answer.headers }
}

/** A page of which this process keeps what it wrote; the minute may end between two visits. */
async function visitKept(path: string, cookie: string): Promise<{ fresh: Visit; kept: Visit }> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const fresh = await visit(path, cookie)
    await visit(path, cookie)
    const kept = await visit(path, cookie)
    if (!nonceOf(kept) && nonceOf(fresh)) return { fresh, kept }
    // what was written by another test is kept already: another address is another page
    path += `${path.includes('?') ? '&' : '?'}x=${attempt}`
  }
  throw new Error(`nothing is kept of ${path}`)
}

const nonceOf = ({ headers }: Visit) => /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1]
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*(?:\ssrc=|ld\+json))[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text)

test('what is kept is the page that was written, for its reader alone, and its policy names every script', async () => {
  const cookie = await app.cookie('chef@example.jp')
  for (const path of ['/restaurant/products', '/restaurant/cart', '/restaurant/order/History']) {
    const { fresh, kept } = await visitKept(path, cookie)
    expect(kept.html).toBe(fresh.html.replaceAll(` nonce="${nonceOf(fresh)}"`, ''))
    expect(kept.headers.get('cache-control')).toBe('private, no-store')
    const policy = kept.headers.get('content-security-policy') ?? ''
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
    for (const text of inlineScripts(kept.html))
      expect(policy).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  }
})

test('a change is on the next page, and another restaurant has no page of the first', async () => {
  const [cookie, other] = [await app.cookie('chef@example.jp'), await app.cookie('shop5@example.jp')]
  const { pool, close } = await app.database()
  try {
    // one that both may see
    const id = /data-product="([^"]+)"/.exec((await visit('/restaurant/products?sort=newest', other)).html)?.[1] ?? ''
    await visitKept(`/restaurant/products/${id}`, cookie)
    const { rows } = await pool.query<{ price: number }>(
      `insert into own_prices (id, farm_id, product_id, restaurant_id, price_yen, from_on, agreed_at)
       select gen_random_uuid(), products.farm_id, products.id, m.restaurant_id, products.price_yen - 13, '2026-01-01', now()
         from products, memberships m join people p on p.id = m.person_id
        where products.id = $1 and p.email = 'chef@example.jp' and m.restaurant_id is not null
       returning price_yen as price`,
      [id],
    )
    const own = formatYen(rows[0]?.price ?? 0)
    await expect.poll(async () => (await visit(`/restaurant/products/${id}`, cookie)).html).toContain(own)
    const priced = await visitKept(`/restaurant/products/${id}`, cookie)
    expect(priced.kept.html).toContain(own)
    expect((await visit(`/restaurant/products/${id}`, other)).html).not.toContain(own)
    await pool.query(`update products set name = '改名した品' where id = $1`, [id])
    await expect.poll(async () => (await visit(`/restaurant/products/${id}`, cookie)).html).toContain('改名した品')
  } finally {
    await close()
  }
})
