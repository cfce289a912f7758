import { expect, type Page } from '@playwright/test'
import { toast } from '../../app/ui/constants.ts'
import { sample, stopTime } from './samples.ts'
import { test } from './test.ts'

test.use({ readsOnly: true })

/** What is said at the edge of the page, and how long it stays. */

const toasts = (page: Page) => page.locator('.toast')
const said = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test.describe('toast', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await sample(page, 'Toast')
    // the first one loads the program for all
    await page.getByRole('button', { name: 'お知らせを出す' }).click()
    await toasts(page).getByRole('button', { name: '閉じる' }).click()
    await expect(toasts(page)).toHaveCount(0)
    await page.mouse.move(0, 0)
    await stopTime(page)
  })

  test(`hides after ${toast.hideAfter} ms, and not before`, { tag: '@desktop' }, async ({ page }) => {
    await page.getByRole('button', { name: 'できたことを知らせる' }).click()
    await expect(said(page, '保存しました。')).toBeVisible()
    await page.clock.runFor(toast.hideAfter - 1)
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(1)
    await expect(toasts(page)).toHaveCount(0)
  })

  test(`stays ${toast.hideAfterAtLeast} ms, however short it was meant to be`, { tag: '@desktop' }, async ({
    page,
  }) => {
    await page.getByRole('button', { name: 'すぐ消そうとする' }).click()
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(toast.hideAfterAtLeast - 1)
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(1)
    await expect(toasts(page)).toHaveCount(0)
  })

  test('waits while the pointer is on it', { tag: '@mouse' }, async ({ page }) => {
    await page.getByRole('button', { name: 'できたことを知らせる' }).click()
    await toasts(page).hover()
    await page.clock.runFor(toast.hideAfter * 3)
    await expect(toasts(page)).toHaveCount(1)
    await page.mouse.move(0, 0)
    await page.clock.runFor(toast.hideAfter)
    await expect(toasts(page)).toHaveCount(0)
  })

  test('waits while it has the focus, and closes on its button', { tag: '@desktop' }, async ({ page }) => {
    await page.getByRole('button', { name: 'できたことを知らせる' }).click()
    const close = toasts(page).getByRole('button', { name: '閉じる' })
    await close.focus()
    await page.clock.runFor(toast.hideAfter * 3)
    await expect(toasts(page)).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(toasts(page)).toHaveCount(0)
  })

  test('waits while the tab is hidden', { tag: '@desktop' }, async ({ page }) => {
    const hide = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await page.getByRole('button', { name: 'できたことを知らせる' }).click()
    await expect(toasts(page)).toHaveCount(1)
    await page.mouse.move(0, 0)
    await hide(true)
    await page.clock.runFor(toast.hideAfter * 3)
    await expect(toasts(page)).toHaveCount(1)
    await hide(false)
    await page.clock.runFor(toast.hideAfter)
    await expect(toasts(page)).toHaveCount(0)
  })

  test('an error stays until it is closed', { tag: '@desktop' }, async ({ page }) => {
    await page.getByRole('button', { name: 'エラーを出す' }).click()
    await expect(toasts(page)).toHaveCount(1)
    await page.clock.runFor(toast.hideAfter * 10)
    await expect(toasts(page)).toHaveCount(1)
    await toasts(page).getByRole('button', { name: '閉じる' }).click()
    await expect(toasts(page)).toHaveCount(0)
  })

  test(`at most ${toast.atMost} at once, the newest first`, { tag: '@desktop' }, async ({ page }) => {
    for (const name of ['エラーを出す', '注意を出す', 'お知らせを出す', 'できたことを知らせる'])
      await page.getByRole('button', { name }).click()
    await expect(toasts(page)).toHaveCount(toast.atMost)
    await expect(toasts(page).first()).toContainText('保存しました。')
    // the error was pushed out by three others, and comes back when there is room
    await page.clock.runFor(toast.hideAfter)
    await expect(toasts(page)).toHaveCount(1)
    await expect(toasts(page)).toContainText('送れませんでした。')
  })

  test('what was done can be undone from it, and it goes away', { tag: '@desktop' }, async ({ page }) => {
    await page.getByRole('button', { name: '1つ消す' }).click()
    await toasts(page).getByRole('button', { name: '元に戻す' }).click()
    await expect(toasts(page)).toHaveCount(1)
    await expect(toasts(page)).toContainText('もどしました。')
  })

  for (const width of [390, 1440])
    test(`${width} px: at the top right, on a phone as wide as the window`, { tag: '@desktop' }, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.getByRole('button', { name: 'できたことを知らせる' }).click()
      const box = await toasts(page).boundingBox()
      if (!box) throw new Error('no toast')
      expect(box.y).toBeLessThan(130)
      expect(width - (box.x + box.width)).toBeLessThan(40)
      if (width < 768) expect(box.width).toBeGreaterThan(width - 40)
      else expect(box.width).toBeLessThan(width / 2)
    })
})

test('offline, without the script of toasts: shown as plain text that disappears, closes and undoes as the others do', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.clock.install()
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }))
  await page.route(/ui\/toast\.tsx|\/toast-(?!list)[\w-]+\.js/, (route) => route.abort())
  await sample(page, 'Toast')
  await page.getByRole('button', { name: 'できたことを知らせる' }).click()
  await expect(said(page, '保存しました。')).toBeVisible()
  await stopTime(page)
  await page.clock.runFor(toast.hideAfter)
  await expect(toasts(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'エラーを出す' }).click()
  await page.clock.runFor(toast.hideAfter * 10)
  await expect(toasts(page)).toHaveCount(1)
  await page.getByRole('button', { name: '1つ消す' }).click()
  await expect(toasts(page)).toHaveCount(2)
  await toasts(page).getByRole('button', { name: '元に戻す' }).click()
  await expect(said(page, 'もどしました。')).toBeVisible()
  await page.clock.runFor(toast.hideAfter)
  await expect(toasts(page)).toHaveCount(1)
  await toasts(page).getByRole('button', { name: '閉じる' }).click()
  await expect(toasts(page)).toHaveCount(0)
})

test('a page without toasts does not load them', { tag: '@desktop' }, async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await sample(page, 'Badge')
  expect(loaded.filter((url) => /ui\/toast\.tsx|\/toast-(?!list)[\w-]+\.js/.test(url))).toEqual([])
})
