import { expect, type Page } from '@playwright/test'
import {
  calendar,
  chunkReload,
  countdown,
  linkPrefetch,
  loadingBar,
  pageFade,
  table,
  toast,
  tooltip,
} from '../../app/ui/constants.ts'
import { footerLink, law, navigate, open, secondStep } from './support.ts'
import { test } from './test.ts'

/** How the shell behaves between and before pages, with the numbers of app/ui/constants.ts. */

test('the numbers are those of the requirements', { tag: '@desktop' }, () => {
  const { selections, sorts, noData, noMatch, skeleton } = table
  const numbers = { loadingBar, linkPrefetch, chunkReload, toast, tooltip, countdown, calendar }
  const words = { selections, sorts, noData: noData.en, noMatch: noMatch.en, skeleton }
  expect({ ...numbers, table: words }).toMatchObject({
    loadingBar: { duration: 5000, throttle: 200, hide: 500 },
    linkPrefetch: { idleTimeout: 2000 },
    chunkReload: { atMostEvery: 60_000 },
    toast: { hideAfter: 5000, hideAfterAtLeast: 1000, atMost: 3 },
    tooltip: { delay: 50, boundaryPadding: 5 },
    countdown: { tick: 1000 },
    calendar: { widthPx: 270, firstWeekday: 0 },
    table: {
      selections: ['range', 'multi', 'single'],
      sorts: ['asc', 'desc', 'last'],
      noData: 'There are no records to show',
      noMatch: 'There are no records matching your request',
      skeleton: { columns: 5, rows: 3 },
    },
  })
})

test.describe('between two pages', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  /** The animations of the next change of page. */
  async function fades(page: Page) {
    await page.evaluate(() => {
      const start = document.startViewTransition.bind(document)
      document.startViewTransition = (change) => {
        const transition = start(change)
        const seen = transition.ready.then(() =>
          document.getAnimations().flatMap(({ effect }) => {
            const part = effect instanceof KeyframeEffect ? effect.pseudoElement : null
            const { duration, delay } = effect?.getTiming() ?? {}
            return /(old|new)\(root\)/.test(part ?? '') ? [{ part, duration, delay }] : []
          }),
        )
        Object.assign(window, { seen })
        return transition
      }
    })
    await footerLink(page, law).click()
    await expect(page.getByRole('heading', { level: 1, name: law })).toBeVisible()
    return page.evaluate(() => Reflect.get(window, 'seen'))
  }

  test('the old one has faded out before the new one fades in', { tag: '@desktop' }, async ({ page }) => {
    await open(page, '/')
    const seen = await fades(page)
    expect(seen).toHaveLength(2)
    expect(seen).toContainEqual({ part: '::view-transition-old(root)', duration: pageFade.out, delay: 0 })
    expect(seen).toContainEqual({ part: '::view-transition-new(root)', duration: pageFade.in, delay: pageFade.out })
  })

  test('with prefers-reduced-motion nothing fades', { tag: '@desktop' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, '/')
    await expect.poll(() => fades(page)).toEqual([])
  })
})

test.describe('guards', () => {
  test('a visitor is led to sign in, and back', { tag: '@desktop' }, async ({ page }) => {
    await page.goto('/test/guards/auth?x=1')
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/test/guards/auth?x=1')
    await page.getByLabel('メールアドレス').fill('admin@example.jp')
    await page.getByLabel('パスワード').fill('demo-password-1')
    await page.getByRole('button', { name: 'サインインする' }).click()
    await secondStep(page, 'admin@example.jp')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('番人「auth」は通しました')
  })
})

test.describe('focus', () => {
  test('begins at the skip link', { tag: '@desktop' }, async ({ page }) => {
    await open(page, '/')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '本文へ移動' })).toBeFocused()
  })

  test('goes to the heading of the next page, whose title is announced, and is there after going back', {
    tag: '@desktop',
  }, async ({ page }) => {
    await open(page, '/')
    await footerLink(page, law).click()
    await expect(page.getByRole('heading', { level: 1, name: law })).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: law })).toHaveText(await page.title())
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  })

  test('stays where it is when only the query changes', { tag: '@desktop' }, async ({ page }) => {
    await open(page, '/')
    const link = footerLink(page, law)
    await link.focus()
    await navigate(page, '/?season=autumn')
    await expect(page).toHaveURL('/?season=autumn')
    await expect(link).toBeFocused()
  })

  test('is left to a page that has set it itself', { tag: '@desktop' }, async ({ page }) => {
    await open(page, '/')
    await page.evaluate(() => {
      new MutationObserver((_, watcher) => {
        const field = document.querySelector<HTMLElement>('input[name="email"]')
        if (!field) return
        watcher.disconnect()
        field.focus()
      }).observe(document.body, { childList: true, subtree: true })
    })
    await navigate(page, '/auth/signIn')
    await expect(page.getByRole('status').filter({ hasText: 'サインイン' })).toHaveCount(1)
    await expect(page.getByLabel('メールアドレス')).toBeFocused()
  })
})
