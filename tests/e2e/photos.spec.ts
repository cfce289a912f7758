import { type Browser, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { signedIn } from './signed-in.ts'
import { open, started } from './support.ts'
import { test, theApp } from './test.ts'

/** A photo with something to see, as a phone makes it. */
const aPhoto = (background: string, width = 1_600, height = 1_200) =>
  sharp({ create: { width, height, channels: 3, background, noise: { type: 'gaussian', mean: 128, sigma: 20 } } })
    .jpeg({ quality: 80 })
    .toBuffer()

/** The pictures of a page that the window shows, each with what the browser chose and what it should have chosen. */
const choices = (page: Page) =>
  page.locator('img.photo').evaluateAll((images: HTMLImageElement[]) =>
    images
      .filter((image) => image.srcset && image.getBoundingClientRect().width > 0 && image.currentSrc !== '')
      .filter(
        (image) => image.getBoundingClientRect().top < innerHeight && image.getBoundingClientRect().left < innerWidth,
      )
      .map((image) => {
        const box = image.getBoundingClientRect()
        // a box that is higher than the picture cuts its sides off
        const shape = image.srcset.includes('640w') || image.width / image.height > 2 ? 5 / 2 : 4 / 3
        const needed = Math.max(box.width, box.height * shape) * devicePixelRatio
        const candidates = image.srcset.split(', ').map((it) => it.split(' '))
        const widths = candidates.map(([, width = '']) => Number.parseInt(width, 10)).sort((a, b) => a - b)
        const chosen = candidates.find(([address = '']) => image.currentSrc.endsWith(address))?.[1] ?? '0w'
        // a tenth less is not seen where one pixel of the page is three, and spares a phone half of the bytes
        const best = widths.find((width) => width >= needed * 0.89) ?? widths.at(-1)
        return { sizes: image.sizes, needed: Math.round(needed), chosen: Number.parseInt(chosen, 10), best }
      }),
  )

async function aVisitor(browser: Browser, width: number, height: number, deviceScaleFactor: number) {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor, locale: 'ja-JP' })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return { page, done: () => context.close() }
}

test('a photo has its place and its colours before it comes, and comes in the right size', { tag: '@desktop' }, async ({
  page,
  browser,
}) => {
  await signedIn(page, 'farmer@example.jp')
  const { goods } = await (await page.request.get('/api/farm/goods')).json()
  const product = goods.find((it: { status: string }) => it.status === 'listed')
  const { origin } = theApp()
  // only one is there, however often this is asked
  const photosOf = `/api/farm/goods/${product.id}/photos`
  for (const { key } of (await (await page.request.get(photosOf)).json()).photos)
    await page.request.delete(`${photosOf}/${key}`, { headers: { origin } })
  const added = await page.request.post(photosOf, {
    headers: { origin, 'idempotency-key': crypto.randomUUID() },
    data: { data: (await aPhoto('#b04020')).toString('base64') },
  })
  const photo = await added.json()
  for (const [width, height, dpr] of [
    [390, 844, 3],
    [1440, 900, 1],
  ] as const) {
    const visitor = await aVisitor(browser, width, height, dpr)
    const held = Promise.withResolvers<void>()
    await visitor.page.route('**/media/**', async (route) => {
      await held.promise
      await route.continue()
    })
    await visitor.page.goto(`${origin}/restaurant/products/${product.id}`, { waitUntil: 'domcontentloaded' })
    const image = visitor.page.locator(`img.photo[src*="${photo.key}"]`).first()
    const before = await image.boundingBox()
    expect(before?.height).toBeGreaterThan(100)
    const ground = await image.evaluate((it) => getComputedStyle(it).backgroundImage)
    expect(ground).toContain('radial-gradient')
    await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(0)
    held.resolve()
    await expect.poll(() => image.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(100)
    await expect.poll(() => image.boundingBox()).toEqual(before)
    const shifted = await visitor.page.evaluate(() => ('shifts' in window ? (window.shifts as number[]) : [1]))
    expect(shifted.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02)
    for (const path of [`/restaurant/products/${product.id}`, '/restaurant/products', '/restaurant/farmers']) {
      await visitor.page.goto(`${origin}${path}`, { waitUntil: 'networkidle' })
      // a busy browser asks for its first picture after the network has been idle for a while
      await expect.poll(async () => (await choices(visitor.page)).length, path).toBeGreaterThan(0)
      for (const choice of await choices(visitor.page))
        expect([path, width, choice.sizes, choice.needed, choice.chosen]).toEqual([
          path,
          width,
          choice.sizes,
          choice.needed,
          choice.best,
        ])
    }
    await visitor.done()
  }
})

test('a restaurant sets a logo, rotates it, and removes it', { tag: '@desktop' }, async ({ page }) => {
  await signedIn(page, 'owner@example.jp')
  await open(page, '/restaurant/Account')
  const part = page.getByRole('region', { name: 'ロゴ' })
  const choose = async (name: string, mimeType: string, buffer: Buffer) =>
    part.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await choose('看板.jpg', 'image/jpeg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await part.getByRole('button', { name: /ロゴを(登録|変更)/ }).click()
  await expect(part.getByText('写真として読み込めないファイルです')).toBeVisible()
  await choose(
    '看板.png',
    'image/png',
    await sharp(await aPhoto('#205040', 600, 400))
      .png()
      .toBuffer(),
  )
  await part.getByRole('button', { name: /ロゴを(登録|変更)/ }).click()
  const logo = part.getByRole('img', { name: '現在のロゴ' })
  const shape = () => logo.evaluate((it: HTMLImageElement) => it.naturalWidth / it.naturalHeight)
  await expect.poll(shape, { timeout: 20_000 }).toBeCloseTo(1.5, 1)
  await started(page)
  await expect(page.locator('header img.avatar')).toHaveCount(1)
  await part.getByRole('button', { name: '右に回転' }).click()
  await expect.poll(shape, { timeout: 20_000 }).toBeCloseTo(0.67, 1)
  await part.getByRole('button', { name: /^削除/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '削除', exact: true }).click()
  await expect(part.getByText(/^ロゴを登録すると/)).toBeVisible()
  await expect(logo).toHaveCount(0)
})
