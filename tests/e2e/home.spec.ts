import { expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { test } from './test.ts'

test.use({ readsOnly: true })

test.describe.configure({ mode: 'parallel' })

const facts = (page: Page) =>
  page
    .getByRole('region', { name: '現在の市場' })
    .locator('dd')
    .allInnerTexts()
    .then((texts) => texts.map((text) => Number(text.replace(/\D/g, ''))))

test('a visitor sees above the fold what the site is, and the two entrances', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('今朝の畑から、明日の厨房へ')
  await expect(page.getByText('飲食店が、生産者から直接仕入れる市場です。')).toBeInViewport()
  for (const name of ['飲食店の方', '生産者の方'])
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport()
})

test('each entrance leads to the sign-in and from there to its own side; new users sign up for it', async ({
  page,
}) => {
  await page.goto('/')
  const doors = page.getByRole('navigation', { name: '入口' }).getByRole('link')
  await expect(doors).toHaveCount(4)
  await expect
    .poll(() => doors.evaluateAll((links) => links.map((link) => link.getAttribute('href'))))
    .toEqual([
      '/auth/signIn?returnTo=/restaurant',
      '/auth/user-type?side=restaurant',
      '/auth/signIn?returnTo=/farmer',
      '/auth/user-type?side=farm',
    ])
})

test('the numbers agree with each other and with the list of the prefectures', async ({ page }) => {
  await page.goto('/')
  const [farms, restaurants, places] = await facts(page)
  const list = page.locator('section', { has: page.getByRole('heading', { name: '産地から検索' }) }).locator('dd a')
  const counts = (await list.locator('.num').allTextContents()).map((text) => Number(text.replace(/\D/g, '')))
  expect(counts.length).toBe(places)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(farms)
  expect(restaurants).toBeGreaterThan(0)
})

test('a prefecture leads to what is grown there', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: /^熊本県/ }).click()
  await expect(page).toHaveURL(/\/restaurant\/products\?q=/)
  expect(new URL(page.url()).searchParams.get('q')).toBe('熊本県')
  await expect(page.getByRole('link', { name: /トマト/ }).first()).toBeVisible()
})

test('the harvest of today shows no prices and leads to the goods', async ({ page }) => {
  await page.goto('/')
  const harvest = page.locator('section', { has: page.getByRole('heading', { name: 'とれたての食材' }) })
  await expect(harvest.getByRole('listitem')).toHaveCount(6)
  await expect(harvest).not.toContainText(/[¥円]/)
  const first = harvest.getByRole('heading', { level: 3 }).first()
  const name = (await first.textContent()) ?? ''
  await first.getByRole('link').click()
  await expect(page).toHaveURL(/\/restaurant\/products\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name.trim())
})

test('the scene is loaded first, by time of day, and dark in the dark theme', async ({ browser }) => {
  const seen = async (colorScheme: 'light' | 'dark') => {
    const context = await browser.newContext({ colorScheme })
    const page = await context.newPage()
    await page.goto('/')
    const field = page.locator('picture img').first()
    await expect(field).toHaveAttribute('fetchpriority', 'high')
    await expect(field).not.toHaveAttribute('loading', 'lazy')
    const shown = await field.evaluate((img: HTMLImageElement) => img.decode().then(() => img.currentSrc))
    const asked = await page.evaluate(
      () => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/pictures/home-')).length,
    )
    await context.close()
    expect(asked, 'one picture of the field').toBe(1)
    return shown
  }
  await expect.poll(() => seen('light')).toMatch(/\/home-autumn-(dawn|day|dusk|night)-/)
  await expect.poll(() => seen('dark')).toMatch(/\/home-autumn-night-/)
})

for (const address of ['/', '/auth', '/auth/signIn'])
  test(`${address} holds at 320 px and with letters twice as large`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(address)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.addStyleTag({ content: ':root { font-size: 200% !important }' })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoSidewaysScroll(page)
  })

async function expectNoSidewaysScroll(page: Page) {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }))
  expect(scroll).toBeLessThanOrEqual(client)
}

test('no layout shift while the page loads', async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        document.documentElement.dataset.shift = String(
          Number(document.documentElement.dataset.shift ?? 0) + ('value' in entry ? Number(entry.value) : 0),
        )
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  await expect.poll(() => page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))).toBeLessThan(0.05)
})

test('the menu opens by keyboard and offers brightness and size of letters', { tag: '@mouse' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: '変更する' })).toHaveCount(0)
  await page.getByRole('banner').locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: '暗い' })).toBeVisible()
  const kept = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('radio', { name: '暗い' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await kept
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(page.locator('picture img').first()).toHaveAttribute('src', /night/)
})

test('a signed-in user is led to their own home, and every public page links to it', async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  await page.goto('/')
  await expect(page).toHaveURL(/\/restaurant$/)
  await page.goto('/auth')
  await expect(page).toHaveURL(/\/restaurant$/)
})
