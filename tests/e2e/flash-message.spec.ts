import { expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { open } from './support.ts'
import { test } from './test.ts'

const said = '設定を保存しました。'
const toastIn = (page: Page) => page.getByRole('alertdialog').filter({ hasText: said })
const saved = (page: Page) => page.getByRole('button', { name: '設定を保存' }).click()

test('the answer that brings a message is lost on the way: the next page says it, once', { tag: '@mouse' }, async ({
  page,
}) => {
  await signedIn(page, 'owner@example.jp')
  await open(page, '/restaurant/bookkeeping')
  // the page after the action, whose answer does not arrive
  let lost = 0
  await page.route('**/restaurant/bookkeeping.data*', (route) => {
    if (route.request().method() !== 'GET' || lost > 0) return route.fallback()
    lost += 1
    return route.fetch().then(() => route.abort())
  })
  await saved(page)
  await expect.poll(() => lost).toBe(1)
  await open(page, '/restaurant/invoices')
  await expect(page.getByRole('status').filter({ hasText: said })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(said)).toHaveCount(0)
})

test('a message is said once: not by the page that is opened next, the way back or a reload', {
  tag: '@mouse',
}, async ({ page }) => {
  await signedIn(page, 'owner@example.jp')
  await open(page, '/restaurant/bookkeeping')
  const told = page.waitForResponse((answer) => answer.url().endsWith('/flash-message'))
  await saved(page)
  await expect(toastIn(page)).toBeVisible()
  expect((await told).status()).toBe(200)
  await toastIn(page).getByRole('button', { name: '閉じる' }).click()
  await page.getByRole('link', { name: '店舗情報へ戻る' }).click()
  await expect(page).toHaveURL(/\/restaurant\/Account/)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(said)).toHaveCount(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the page after the action says it, and the same page again does not', { tag: '@mouse' }, async ({ page }) => {
    await signedIn(page, 'owner@example.jp')
    await page.goto('/restaurant/bookkeeping')
    await saved(page)
    await expect(page.getByText(said)).toBeVisible()
    await page.goto('/restaurant/bookkeeping')
    await expect(page.getByText(said)).toHaveCount(0)
  })
})
