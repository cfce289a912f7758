/**
 * Takes the pictures of the guides from the running program, as a phone shows it, into public/pictures/guide.
 *
 *   DEMO_PASSWORD=… node scripts/guide-pictures.mjs [http://localhost:3000]
 *
 * It signs in as the demo people and needs an unchanged demo market; it packs an order there, and
 * empties the chef's cart. The names say how large a picture is shown; it holds twice the pixels.
 */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'

const origin = process.argv[2] ?? 'http://localhost:3000'
const password = process.env.DEMO_PASSWORD
if (!password) throw new Error('DEMO_PASSWORD: the password that the start has printed')
const size = { width: 390, height: 700 }
const folder = join(import.meta.dirname, '../public/pictures/guide')

await mkdir(folder, { recursive: true })
for (const old of await readdir(folder)) await rm(join(folder, old))
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  await ofTheChef()
  await ofTheFarmers()
} finally {
  await browser.close()
}

async function ofTheChef() {
  const { page, ask } = await signedIn('chef@example.jp')
  const { orders } = await ask('GET', '/orders')
  const ordered = orders.filter(({ state }) => state === 'placed' || state === 'accepted')
  const { products } = await ask('GET', `/products?q=${encodeURIComponent('地鶏')}`)
  for (const { id } of ordered.slice(0, 2)) await ask('POST', `/orders/${id}/reorder`)
  try {
    await take(page, 'search', '/restaurant/products?q=にんじん')
    await take(page, 'product', `/restaurant/products/${products.find(({ catchWeight }) => catchWeight).id}`)
    await take(page, 'cart', '/restaurant/cart')
    await take(page, 'confirm', '/restaurant/order')
  } finally {
    for (const { lines } of (await ask('GET', '/cart')).farms)
      for (const { productId } of lines) await ask('DELETE', `/cart/lines/${productId}`)
  }
  await take(page, 'slip', `/restaurant/orders/${ordered[0].id}`)
  await take(page, 'receive', `/restaurant/receiving/${orders.find(({ state }) => state === 'shipped').id}`)
}

async function ofTheFarmers() {
  const wanted = new Map([
    ['farm-answer', ['placed', 'すべて出荷できますか']],
    ['farm-pack', ['preparing', '箱詰めした商品']],
    ['farm-ship', ['preparing', '送り状番号']],
  ])
  for (const email of ['farmer@example.jp', 'farmer3@example.jp', 'farmer2@example.jp']) {
    const { page, ask } = await signedIn(email)
    if (email === 'farmer@example.jp') await take(page, 'farm-today', '/farmer')
    const { orders } = await ask('GET', '/orders')
    if (email === 'farmer3@example.jp') await packOne(ask, orders)
    for (const [name, [inState, question]] of wanted)
      for (const { id } of orders.filter(({ state }) => state === inState)) {
        await page.goto(`${origin}/farmer/orders/${id}`, { waitUntil: 'networkidle' })
        const heading = page.getByRole('heading', { name: question })
        if (!wanted.has(name) || !(await heading.isVisible())) continue
        await heading.evaluate((it) => window.scrollTo(0, it.getBoundingClientRect().top + scrollY - 76))
        await shoot(page, name)
        wanted.delete(name)
      }
  }
  if (wanted.size > 0) throw new Error(`No order shows ${[...wanted.keys()].join(', ')}`)
}

/** The picture of the waybill's number needs an order that is packed. */
async function packOne(ask, orders) {
  for (const { id } of orders.filter(({ state }) => state === 'preparing')) {
    const { lines } = await ask('GET', `/orders/${id}`)
    const packed = lines.map((line) => ({
      lineId: line.id,
      qty: line.quantities.confirmed.qty,
      grams: line.catchWeight ? line.quantities.confirmed.grams : null,
      lot: 'today',
    }))
    await ask('POST', `/orders/${id}/packing`, { lines: packed })
  }
}

/** A signed-in user's phone, and the API as the same user. */
async function signedIn(email) {
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto(`${origin}/auth/signIn`)
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'サインインする' }).click()
  await page.waitForURL((url) => !/sign/i.test(url.pathname))
  const { token } = await call('POST', '/auth/tokens', { body: { email, password } })
  return { page, ask: (method, path, body) => call(method, path, { token, body }) }
}

async function call(method, path, { token, body } = {}) {
  const response = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
    },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text && JSON.parse(text)
}

async function take(page, name, path) {
  await page.goto(origin + path, { waitUntil: 'networkidle' })
  await shoot(page, name)
}

async function shoot(page, name) {
  await page.evaluate(() => document.fonts.ready)
  const file = join(folder, `${name}-${size.width}x${size.height}.webp`)
  const { size: bytes } = await sharp(await page.screenshot())
    .webp({ quality: 62, effort: 6 })
    .toFile(file)
  console.log(`${name}: ${Math.round(bytes / 1024)} kB`)
}
