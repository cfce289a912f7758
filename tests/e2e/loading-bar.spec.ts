import { expect, type Page, type Route } from '@playwright/test'
import { loadingBar } from '../../app/ui/constants.ts'
import { footerLink, law, open } from './support.ts'
import { test } from './test.ts'

test.use({ readsOnly: true, contextOptions: { reducedMotion: 'no-preference' } })

/** The bar at the very top, while something is on its way. */

const bar = (page: Page) => page.getByRole('progressbar', { name: '読み込み中です' })

/** Holds the next page's data until it is let go. */
async function hold(page: Page, what: RegExp) {
  const held = Promise.withResolvers<Route>()
  await page.route(what, (route) => held.resolve(route))
  return held.promise
}

async function standStill(page: Page) {
  await page.clock.install({ time: '2026-11-24T01:00:00Z' })
  await open(page, '/')
  await page.clock.pauseAt('2026-11-24T02:00:00Z')
}

test('shows only what takes longer than its throttle, fills over its duration, and leaves after the end', {
  tag: '@desktop',
}, async ({ page }) => {
  await standStill(page)
  const held = hold(page, /\/restaurant\/law\.data/)
  await footerLink(page, law).click()
  const route = await held
  await page.clock.runFor(loadingBar.throttle - 1)
  await expect(bar(page)).toHaveCount(0)
  await page.clock.runFor(1)
  await expect(bar(page)).toBeVisible()
  const appearance = await bar(page).evaluate((it) => {
    const { top, height, left, width } = it.getBoundingClientRect()
    const [grows] = it.getAnimations({ subtree: true })
    return { top, height, left, width, over: innerWidth, duration: grows?.effect?.getTiming().duration }
  })
  expect(appearance).toMatchObject({ top: 0, left: 0, height: loadingBar.heightPx, duration: loadingBar.duration })
  expect(appearance.width).toBeGreaterThanOrEqual(appearance.over - 20)
  await route.continue()
  await expect(page.getByRole('heading', { level: 1, name: law })).toBeVisible()
  await expect(bar(page)).toHaveAttribute('data-phase', 'full')
  await page.clock.runFor(loadingBar.hide - 1)
  await expect(bar(page)).toHaveCount(1)
  await page.clock.runFor(1)
  await expect(bar(page)).toHaveCount(0)
})

test('a page that comes at once shows none', { tag: '@desktop' }, async ({ page }) => {
  await standStill(page)
  await footerLink(page, law).click()
  await expect(page.getByRole('heading', { level: 1, name: law })).toBeVisible()
  await page.clock.runFor(loadingBar.throttle + loadingBar.hide)
  await expect(bar(page)).toHaveCount(0)
})

test('counts what our scripts ask, too', { tag: '@desktop' }, async ({ page }) => {
  await page.clock.install({ time: '2026-11-24T01:00:00Z' })
  await open(page, '/test?only=LoadingBar')
  await page.clock.pauseAt('2026-11-24T02:00:00Z')
  const live = page.locator('.loading-bar-place')
  await page.getByRole('button', { name: '2秒かかる問い合わせ' }).press('Enter')
  await page.clock.runFor(loadingBar.throttle)
  await expect(live.getByRole('progressbar')).toHaveAttribute('data-phase', 'growing')
  await page.clock.runFor(2000)
  await expect(live.getByRole('progressbar')).toHaveAttribute('data-phase', 'full')
  await page.clock.runFor(loadingBar.hide)
  await expect(live).toHaveCount(0)
})

test('shifts no content, and does not move with prefers-reduced-motion', { tag: '@desktop' }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await standStill(page)
  const before = await page.locator('#main').boundingBox()
  const held = hold(page, /\/restaurant\/law\.data/)
  await footerLink(page, law).evaluate((link: HTMLElement) => link.click())
  await held
  await page.clock.runFor(loadingBar.throttle)
  await expect(bar(page)).toBeVisible()
  await expect.poll(() => page.locator('#main').boundingBox()).toEqual(before)
  await expect.poll(() => bar(page).evaluate((it) => it.getAnimations({ subtree: true }).length)).toBe(0)
})
