import { expect, type Page } from '@playwright/test'
import { reloadedAtKey } from '../../app/ui/chunk-reload.ts'
import { ownerKey } from '../../app/ui/device/owner-key.ts'
import { settled, taken } from './support.ts'
import { test } from './test.ts'

test.use({ readsOnly: true })

/** A page for visitors works without script, and loads its own when a visitor is about to use what is better with it. */

const list = '/restaurant/products'

function asked(page: Page) {
  const paths = { scripts: [] as string[], documents: [] as string[] }
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (request.resourceType() === 'script') paths.scripts.push(pathname)
    if (request.isNavigationRequest()) paths.documents.push(pathname + search)
  })
  return paths
}

test('a visitor who reads and follows links loads no script', async ({ page }) => {
  const { scripts, documents } = asked(page)
  await page.goto(list)
  await page.mouse.wheel(0, 2000)
  await page.locator(`main a[href^="${list}/"]`).filter({ visible: true }).first().click()
  await expect(page).toHaveURL(new RegExp(`${list}/[0-9a-f-]{36}`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(list)
  await settled(page)
  expect(scripts).toEqual([])
  expect(documents[0]).toBe(list)
})

test('a menu opens before the script that it loads, and the sheet then counts what is chosen', async ({ page }) => {
  const { scripts } = asked(page)
  await page.goto(list)
  const sheet = page.locator('details.filter-sheet')
  await sheet.locator('> summary').click()
  await expect(sheet).toHaveAttribute('open', '')
  await taken(sheet.locator('form'))
  expect(scripts.length).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await expect(sheet).not.toHaveAttribute('open')
})

test('a press that needs the script waits for it, and counts once', async ({ page }) => {
  const { documents } = asked(page)
  await page.goto(list)
  await expect(page.getByText(/のうち24件/)).toBeVisible()
  await page.getByRole('link', { name: 'もっと見る' }).click()
  await expect(page.getByText(/のうち48件/)).toBeVisible()
  await expect(page.getByText('24件を読み込みました。')).toBeVisible()
  expect(documents).toEqual([list])
})

test('if the script cannot be loaded, the press is left to the browser', async ({ page }) => {
  await page.addInitScript((key) => sessionStorage.setItem(key, String(Date.now())), reloadedAtKey)
  await page.route(
    ({ pathname }) => pathname.startsWith('/assets/') && pathname.endsWith('.js'),
    (route) => route.abort(),
  )
  await page.goto(list)
  await page.getByRole('link', { name: 'もっと見る' }).click()
  await expect(page).toHaveURL(/shown=48/)
  await expect(page.getByText(/のうち48件/)).toBeVisible()
})

test('a visitor who goes into the search field first is offered what others look for', async ({ page }) => {
  await page.goto(list)
  await page.locator('input[name=q]').filter({ visible: true }).focus()
  await page.keyboard.type('にんじ')
  const options = page.getByRole('listbox', { name: '候補' })
  await expect(options.getByRole('option', { name: /にんじん/ }).first()).toBeVisible()
})

test('on a device that stores pages of a user who is signed out now, it comes at once and deletes them', async ({
  page,
}) => {
  await page.goto(list)
  await page.evaluate((key) => localStorage.setItem(key, 'a user'), ownerKey)
  await page.evaluate(() => caches.open('pages'))
  await page.goto(list)
  await expect.poll(() => page.evaluate((key) => localStorage.getItem(key), ownerKey)).toBeNull()
  expect(await page.evaluate(() => caches.has('pages'))).toBe(false)
})
