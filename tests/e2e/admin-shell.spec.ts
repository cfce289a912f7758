import { expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, signIn } from './support.ts'
import { test } from './test.ts'

const staff = (page: Page) => signedIn(page, 'admin@example.jp')
const menu = (page: Page) => page.getByRole('navigation', { name: '管理メニュー' })

test('administrators start at the work list; every number there is a link', { tag: '@desktop' }, async ({ page }) => {
  await signIn(page, 'admin@example.jp', '/admin/signin')
  await expect(page).toHaveURL(/\/admin$/)
  await expect(page.getByRole('heading', { level: 1, name: '対応待ち' })).toBeVisible()
  const waiting = page.getByRole('link', { name: /農園の回答待ちの注文/ })
  const count = Number(((await waiting.locator('.num').textContent()) ?? '').replace(/\D/g, ''))
  await waiting.click()
  await expect(page).toHaveURL(/\/admin\/orders\?state=placed/)
  if (count > 0 && count < 50) await expect(page.getByRole('rowheader')).toHaveCount(count)
})

test('the menu works by keyboard and marks the current page', { tag: '@mouse' }, async ({ page }) => {
  await staff(page)
  await page.goto('/admin')
  await menu(page).getByRole('link', { name: /^注文/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/orders/)
  await expect(menu(page).getByRole('link', { name: /^注文/ })).toHaveAttribute('aria-current', 'page')
  await expect(menu(page).getByRole('link', { name: 'ホーム' })).not.toHaveAttribute('aria-current', 'page')
})

test('public pages show a signed-in administrator a link back and their own sign-out', { tag: '@desktop' }, async ({
  page,
}) => {
  await staff(page)
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header.getByRole('link', { name: 'サインイン', exact: true })).toHaveCount(0)
  await header.getByRole('link', { name: '管理画面へ' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(/\/admin$/)
  await page.goto('/')
  await header.locator('summary').click()
  await header.getByRole('button', { name: 'サインアウト' }).click()
  await expect(page).toHaveURL(/\/admin\/signin$/)
  await page.goto('/')
  await expect(header.getByRole('link', { name: 'サインイン', exact: true })).toBeVisible()
})

test('an administrator who signs out is sent to the administrators’ sign-in page', { tag: '@desktop' }, async ({
  page,
}) => {
  await staff(page)
  await page.goto('/admin')
  await page.getByRole('banner').locator('summary').last().click()
  await page.getByRole('button', { name: 'サインアウト' }).click()
  await expect(page).toHaveURL(/\/admin\/signin$/)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/admin\/signin\?returnTo/)
})

test('the open menu of staff is accessible in both themes, and holds at 320 px', { tag: '@desktop' }, async ({
  page,
}) => {
  await staff(page)
  await page.goto('/admin')
  await page.getByRole('banner').locator('summary').last().click()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(over, 'sideways scroll at 320 px').toBeLessThanOrEqual(0)
})

test('at 200 % text the bar and the work list do not overlap anything', { tag: '@desktop' }, async ({ page }) => {
  await staff(page)
  await page.goto('/admin')
  for (const width of [1440, 1000, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const found = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      const boxOf = (of: Element | null) => of?.getBoundingClientRect()
      const cards = [...document.querySelectorAll('main a[class~="group"]')]
      const [bar, summary, word] = [
        boxOf(document.querySelector('header')),
        boxOf(document.querySelector('header > details > summary')),
        boxOf(document.querySelector('.staff-bar-word')),
      ]
      return {
        sideways: document.documentElement.scrollWidth > document.documentElement.clientWidth,
        cards: cards.length > 10 && cards.every((card) => card.scrollWidth <= card.clientWidth),
        menuInBar: !bar || !summary || summary.bottom <= bar.bottom,
        apart: !word || !summary || word.width === 0 || summary.width === 0 || word.right <= summary.left,
      }
    })
    expect(found, `at ${width} px`).toEqual({ sideways: false, cards: true, menuInBar: true, apart: true })
  }
})
