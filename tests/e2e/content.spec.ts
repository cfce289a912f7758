import { expect, type Page } from '@playwright/test'
import { test } from './test.ts'

test.use({ readsOnly: true })

/** The content pages: public, on any screen, on paper, and without script. */
const pages = [
  '/restaurant/Guide',
  '/farmer/Guide',
  '/restaurant/law',
  '/restaurant/PrivacyPolicy',
  '/restaurant/UserPolicy',
]

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const path of pages) {
  test(`${path} holds at 320 px and with letters twice as large`, { tag: '@desktop' }, async ({ page }) => {
    await page.goto(path)
    const width = page.viewportSize()?.width ?? 390
    await page.setViewportSize({ width: 320, height: 700 })
    await expect.poll(() => sideways(page)).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width, height: 844 })
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    await expect.poll(() => sideways(page)).toBeLessThanOrEqual(0)
  })
}

test('every link of the texts leads to a page of ours, every picture is there', { tag: '@desktop' }, async ({
  page,
  request,
}) => {
  const links = new Set<string>()
  for (const path of pages) {
    await page.goto(path)
    const found = await page
      .locator('.prose a[href^="/"], .prose img')
      .evaluateAll((all) =>
        all.map((it) => (it.getAttribute('href') ?? it.getAttribute('src') ?? '').replace(/#.*/, '')),
      )
    for (const address of found) links.add(address)
  }
  expect(links.size).toBeGreaterThan(10)
  const answers = await Promise.all(
    [...links].map(async (address) => `${(await request.get(address)).status()} ${address}`),
  )
  expect(answers.filter((answer) => !answer.startsWith('200'))).toEqual([])
})

test('the contents lead to their chapter, which the header does not cover', { tag: '@desktop' }, async ({
  page,
  isMobile,
}) => {
  await page.goto('/restaurant/UserPolicy')
  if (isMobile) await page.locator('summary').filter({ hasText: '目次' }).click()
  await page.getByRole('link', { name: '飲食店による取り消しと変更' }).click()
  await expect(page).toHaveURL(/#cancel$/)
  const chapter = page.getByRole('heading', { name: '飲食店による取り消しと変更' })
  await expect(chapter).toBeInViewport()
  const header = await page.getByRole('banner').boundingBox()
  const heading = await chapter.boundingBox()
  expect(heading?.y ?? 0).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0) - 1)
})

test('what is looked for is listed and marked, and the guide says where to ask if it is not there', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/restaurant/Guide')
  await page.getByLabel('このページ内を検索').fill('しめきり')
  await page.getByRole('button', { name: '検索' }).click()
  const result = page.getByRole('region', { name: '検索結果' })
  await expect(result.getByText(/か所にあります/)).toBeVisible()
  await expect(result.getByRole('link', { name: 'かごとお届け日' })).toBeVisible()
  await expect(page.locator('.prose mark').first()).toHaveText('しめきり')
  await page.goto('/restaurant/Guide?q=宇宙船')
  await expect(page.getByText('「宇宙船」は見つかりませんでした')).toBeVisible()
})

test('an unknown version gives the not-found page', { tag: '@desktop' }, async ({ page }) => {
  expect((await page.goto('/restaurant/law?version=1'))?.status()).toBe(200)
  for (const wrong of ['99', 'x', '-1', '1.5'])
    expect((await page.goto(`/restaurant/law?version=${wrong}`))?.status(), wrong).toBe(404)
})

test('on paper there are the words, the version and its day, and nothing to press', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/restaurant/UserPolicy')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible()
  await expect(page.getByText(/第2版・2026年11月23日/)).toBeVisible()
  await expect(page.getByRole('heading', { name: '変更点' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: '目次' })).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the guide is read, searched and left', { tag: '@desktop' }, async ({ page, isMobile }) => {
    await page.goto('/restaurant/Guide')
    await page.getByLabel('このページ内を検索').fill('不定貫')
    await page.getByRole('button', { name: '検索' }).click()
    await expect(page.getByText('「不定貫」は', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: '印刷する' })).toBeHidden()
    if (isMobile) await page.locator('summary').filter({ hasText: '目次' }).click()
    await page.locator('.prose').getByRole('link', { name: 'サインインと登録' }).click()
    await expect(page).toHaveURL(/\/auth$/)
  })
})
