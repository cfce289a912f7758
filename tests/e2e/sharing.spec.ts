import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { test } from './test.ts'

test.use({ readsOnly: true })

/** What search engines and those who share a page get to read. */

const meta = (page: Page, name: string) =>
  page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')
const canonical = (page: Page) => page.locator('link[rel=canonical]').getAttribute('href')

async function addresses(request: APIRequestContext): Promise<string[]> {
  const sitemap = await request.get('/sitemap.xml')
  expect(sitemap.headers()['content-type']).toContain('application/xml')
  return [...(await sitemap.text()).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
}

async function structured(page: Page): Promise<Record<string, unknown>[]> {
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  return texts.map((text) => JSON.parse(text))
}

test('every kind of address of the sitemap answers, has its own title, description and canonical address', {
  tag: '@desktop',
}, async ({ page, request }) => {
  const all = await addresses(request)
  expect(new Set(all).size).toBe(all.length)
  const pages = all.filter((address) => !/[0-9a-f-]{36}/.test(address))
  const farm = all.find((address) => address.includes('/restaurant/farmers/')) ?? ''
  const product = all.find((address) => /products\/[0-9a-f-]{36}/.test(address)) ?? ''
  const titles = new Set<string>()
  for (const address of [...pages, farm, product]) {
    const { pathname } = new URL(address)
    const answer = await page.goto(pathname)
    expect(answer?.status(), pathname).toBe(200)
    expect(new URL((await canonical(page)) ?? '').pathname, pathname).toBe(pathname)
    expect((await meta(page, 'description'))?.length, pathname).toBeGreaterThan(20)
    expect(await meta(page, 'og:title'), pathname).toBe(await page.title())
    titles.add(await page.title())
  }
  expect(titles.size).toBe(pages.length + 2)
})

test('a product says in the words of schema.org what it is and whose, without a price', { tag: '@desktop' }, async ({
  page,
  request,
}) => {
  const address = (await addresses(request)).find((one) => /products\/[0-9a-f-]{36}/.test(one)) ?? ''
  await page.goto(new URL(address).pathname)
  const [product] = (await structured(page)).filter((data) => data['@type'] === 'Product')
  expect(product).toMatchObject({ name: (await page.title()).split('｜')[0], brand: { '@type': 'Brand' } })
  expect(JSON.stringify(product)).not.toMatch(/price/i)

  const image = await request.get(new URL((await meta(page, 'og:image')) ?? '').pathname)
  expect(image.headers()['content-type']).toBe('image/png')
  const png = await image.body()
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630])
})

test('a farm says where it is', { tag: '@desktop' }, async ({ page, request }) => {
  const address = (await addresses(request)).find((one) => one.includes('/restaurant/farmers/')) ?? ''
  await page.goto(new URL(address).pathname)
  const [farm] = (await structured(page)).filter((data) => data['@type'] === 'Organization')
  expect(farm).toMatchObject({ address: { '@type': 'PostalAddress', addressCountry: 'JP' } })
  expect((await request.get(new URL((await meta(page, 'og:image')) ?? '').pathname)).ok()).toBe(true)
})

test('the same page in other letters names the one address that counts', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/RESTAURANT/PRODUCTS')
  expect(new URL((await canonical(page)) ?? '').pathname).toBe('/restaurant/products')
})

test('pages of signed-in users are not for search engines, nor is a trial installation', {
  tag: '@desktop',
}, async ({ page, request }) => {
  await page.goto('/auth/signIn')
  expect(await meta(page, 'robots')).toBe('noindex')
  expect(await (await request.get('/robots.txt')).text()).toBe('User-agent: *\nDisallow: /\n')
})

test('the app can be installed on the home screen', { tag: '@desktop' }, async ({ page, request }) => {
  await page.goto('/')
  const manifest = await (
    await request.get((await page.locator('link[rel=manifest]').getAttribute('href')) ?? '')
  ).json()
  expect(manifest).toMatchObject({ lang: 'ja', display: 'standalone', start_url: '/' })
  for (const { src } of manifest.icons) expect((await request.get(src)).ok(), src).toBe(true)
})

test('there is no picture of what is not on sale', { tag: '@desktop' }, async ({ request }) => {
  expect((await request.get('/share/products/0190b0d4-0000-7000-8000-000000000000')).status()).toBe(404)
  expect((await request.get('/share/farmers/nothing')).status()).toBe(404)
})
