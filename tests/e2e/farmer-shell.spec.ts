import { expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { open, settled } from './support.ts'
import { test } from './test.ts'

const screens = [
  '/farmer',
  '/farmer/orders?step=confirm',
  '/farmer/orders?step=pack',
  '/farmer/papers',
  '/farmer/shipments',
  '/farmer/products/List',
  '/farmer/harvest',
  '/farmer/Vacation',
  '/farmer/Intro',
  '/farmer/profile',
  '/farmer/menu',
]

test.beforeEach(async ({ page }) => signedIn(page, 'farmer3@example.jp'))

/** メニュー, once a press acts at once: without script a button sends the choice. */
async function openMenu(page: Page) {
  await page.goto('/farmer/menu')
  await expect(page.getByRole('button', { name: '変更する' })).toBeHidden()
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'メニュー' })

test('the tabs lead to the four places, and say how many shops wait', async ({ page }) => {
  await page.goto('/farmer')
  await expect(menu(page).getByRole('link')).toHaveCount(4)
  for (const [word, address] of [
    ['受注', '/farmer/orders'],
    ['チャット', '/farmer/Chat'],
    ['メニュー', '/farmer/menu'],
    ['今日', '/farmer'],
  ] as const) {
    await menu(page).getByRole('link', { name: word }).click()
    await expect(page).toHaveURL((url) => url.pathname === address)
    await expect(menu(page).getByRole('link', { name: word })).toHaveAttribute('aria-current', 'page')
  }
})

test('メニュー contains the help, the appearance settings, the rules and the sign-out', async ({ page }) => {
  await openMenu(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: '使い方', exact: true })).toHaveAttribute('href', '/farmer/Guide')
  await expect(main.getByRole('link', { name: '特定商取引法に基づく表記' })).toHaveAttribute('href', '/restaurant/law')
  await main.getByRole('button', { name: 'サインアウト' }).click()
  await expect(page).toHaveURL(/\/auth\/signIn/, { timeout: 30_000 })
})

test('large letters stay large on the next page and at the next visit', async ({ page }) => {
  await openMenu(page)
  const size = () => page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))
  const usual = await size()
  const kept = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.getByRole('radio', { name: '特大' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-text', 'xlarge')
  await expect.poll(size).toBeCloseTo(usual * 1.25)
  await kept
  await page.goto('/farmer')
  await expect(page.locator('html')).toHaveAttribute('data-text', 'xlarge')
  for (const screen of screens) {
    await page.goto(screen)
    await expectNoSidewaysScroll(page, screen)
  }
  await openMenu(page)
  await page.getByRole('radio', { name: '標準' }).click()
  await expect(page.locator('html')).not.toHaveAttribute('data-text', 'xlarge')
  await page.waitForLoadState('networkidle')
})

test('the screens hold at 320 px and with letters twice as large', async ({ page }) => {
  for (const screen of screens) {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(screen)
    await expectNoSidewaysScroll(page, screen)
    await page.setViewportSize({ width: 390, height: 800 })
    await page.addStyleTag({ content: ':root { font-size: 200% !important }' })
    await expectNoSidewaysScroll(page, `${screen} at 200 %`)
  }
})

async function expectNoSidewaysScroll(page: Page, of: string) {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, of).toBeLessThanOrEqual(0)
}

test('the first answer is above the fold, on a small phone with the largest letters, too', async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  for (const { width, height, text } of [
    { width: 390, height: 844, text: 'standard' },
    { width: 320, height: 640, text: 'xlarge' },
  ]) {
    await page.setViewportSize({ width, height })
    await page.goto('/farmer/orders?step=confirm')
    await page.evaluate((size) => document.documentElement.setAttribute('data-text', size), text)
    const first = page.getByRole('button', { name: /^すべて受注する/ }).first()
    await expect(first).toBeVisible()
    const [button, tabs] = [await first.boundingBox(), await menu(page).boundingBox()]
    expect((button?.y ?? Number.NaN) + (button?.height ?? 0), `${width} px`).toBeLessThanOrEqual(tabs?.y ?? 0)
    await expectNoSidewaysScroll(page, `${width} px, ${text}`)
  }
})

test('every tab and the main button are large enough for gloved hands', async ({ page }) => {
  await page.goto('/farmer')
  const targets = [...(await menu(page).getByRole('link').all()), page.getByRole('main').locator('.btn').last()]
  for (const target of targets) {
    const box = await target.boundingBox()
    expect(box?.height ?? 0).toBeGreaterThanOrEqual(52)
  }
})

test('a PC has the menu at its side, and no tabs', { tag: '@desktop' }, async ({ page }) => {
  for (const screen of ['/farmer', '/farmer/orders', '/farmer/products/List', '/farmer/harvest', '/farmer/profile']) {
    await page.goto(screen)
    await expect(page.locator('nav.tabs'), screen).toBeHidden()
    await expect(menu(page).locator('[aria-current=page]'), screen).toHaveAttribute('href', screen)
    await expectNoSidewaysScroll(page, screen)
    const main = await page.getByRole('main').boundingBox()
    expect(main?.width ?? 0, screen).toBeGreaterThan(1100)
  }
})

test('a phone does not load the menu of the side, until it is as wide as a PC', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await open(page, '/farmer')
  await page.locator('[data-page-focus]').waitFor({ state: 'attached' })
  await settled(page)
  expect(asked.filter((url) => url.includes('farm-sidebar'))).toEqual([])
  await menu(page).getByRole('link', { name: '受注' }).click()
  await expect(page).toHaveURL(/orders$/)
  await page.setViewportSize({ width: 1200, height: 800 })
  await menu(page).getByRole('link', { name: '収穫' }).click()
  await expect(page).toHaveURL(/harvest$/)
  await expect(menu(page).locator('[aria-current=page]')).toHaveAttribute('href', '/farmer/harvest')
})

test('paper shows no buttons', { tag: '@desktop' }, async ({ page }) => {
  for (const screen of ['/farmer', '/farmer/orders', '/farmer/Chat', '/farmer/Guide', '/farmer/profile']) {
    await page.goto(screen)
    await page.emulateMedia({ media: 'print' })
    await expect(page.locator('button:visible, .btn:visible, .chip:visible'), screen).toHaveCount(0)
    await expect(menu(page), screen).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  }
})

test('offline a strip says so, and the content stays', async ({ page, context }) => {
  await open(page, '/farmer/orders')
  await settled(page)
  await context.setOffline(true)
  await expect(page.getByText('オフラインです。操作は保存され、接続後に送信されます。')).toBeVisible()
  await expect(page.getByRole('navigation', { name: '作業の順序' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText('オフラインです。操作は保存され、接続後に送信されます。')).toBeHidden()
})
