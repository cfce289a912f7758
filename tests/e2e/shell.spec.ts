import { expect, type Page, type Route, test } from '@playwright/test'
import {
  calendar,
  chunkReload,
  countdown,
  errorWords,
  linkPrefetch,
  loadingBar,
  pageFade,
  table,
  toast,
  tooltip,
} from '../../app/ui/constants.ts'
import { expectAccessible } from './support.ts'

/** How the shell behaves between, before and instead of pages, with the numbers of app/ui/constants.ts. */

/** The script has taken over the page and its later parts: links no longer load documents. */
const started = (page: Page) =>
  page.waitForFunction(() => {
    const taken = (it: Element) => Object.keys(it).some((key) => key.startsWith('__reactProps'))
    const parts = [...document.querySelectorAll('.skip-link, footer a')]
    return parts.length > 0 && parts.every(taken) && document.querySelector('[data-page-focus]') !== null
  })

async function open(page: Page, path: string) {
  const response = await page.goto(path)
  await started(page)
  return response
}

/** The file in which the script of a page is. */
const moduleOf = (page: Page, id: string) =>
  page.evaluate((id) => {
    const manifest: unknown = Reflect.get(window, '__reactRouterManifest')
    return (manifest as { routes: Record<string, { module: string }> }).routes[id]?.module ?? 'none'
  }, id)

const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name })
const law = '特定商取引法に基づく表記'
const bar = (page: Page) => page.getByRole('progressbar', { name: '読みこんでいます' })

test('the numbers are those of the requirements', () => {
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

test.describe('loading bar', () => {
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

  test('shows only what takes longer than its throttle, fills over its duration, and leaves after the end', async ({
    page,
  }) => {
    await standStill(page)
    const held = hold(page, /\/restaurant\/law\.data/)
    await footerLink(page, law).click()
    const route = await held
    await page.clock.runFor(loadingBar.throttle - 1)
    await expect(bar(page)).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(bar(page)).toBeVisible()
    const looks = await bar(page).evaluate((it) => {
      const { top, height, left, width } = it.getBoundingClientRect()
      const [grows] = it.getAnimations({ subtree: true })
      return { top, height, left, width, over: innerWidth, duration: grows?.effect?.getTiming().duration }
    })
    expect(looks).toMatchObject({ top: 0, left: 0, height: loadingBar.heightPx, duration: loadingBar.duration })
    expect(looks.width).toBeGreaterThanOrEqual(looks.over - 20)
    await route.continue()
    await expect(page.getByRole('heading', { level: 1, name: law })).toBeVisible()
    await expect(bar(page)).toHaveAttribute('data-phase', 'full')
    await page.clock.runFor(loadingBar.hide - 1)
    await expect(bar(page)).toHaveCount(1)
    await page.clock.runFor(1)
    await expect(bar(page)).toHaveCount(0)
  })

  test('a page that comes at once shows none', async ({ page }) => {
    await standStill(page)
    await footerLink(page, law).click()
    await expect(page.getByRole('heading', { level: 1, name: law })).toBeVisible()
    await page.clock.runFor(loadingBar.throttle + loadingBar.hide)
    await expect(bar(page)).toHaveCount(0)
  })

  test('counts what our scripts ask, too', async ({ page }) => {
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

  test('moves nothing, and stands still for those who want no motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await standStill(page)
    const before = await page.locator('#main').boundingBox()
    const held = hold(page, /\/restaurant\/law\.data/)
    await footerLink(page, law).evaluate((link: HTMLElement) => link.click())
    await held
    await page.clock.runFor(loadingBar.throttle)
    await expect(bar(page)).toBeVisible()
    expect(await page.locator('#main').boundingBox()).toEqual(before)
    expect(await bar(page).evaluate((it) => it.getAnimations({ subtree: true }).length)).toBe(0)
  })
})

test.describe('between two pages', () => {
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

  test('the old one has faded out before the new one fades in', async ({ page }) => {
    await open(page, '/')
    const seen = await fades(page)
    expect(seen).toHaveLength(2)
    expect(seen).toContainEqual({ part: '::view-transition-old(root)', duration: pageFade.out, delay: 0 })
    expect(seen).toContainEqual({ part: '::view-transition-new(root)', duration: pageFade.in, delay: pageFade.out })
  })

  test('nothing fades for those who want no motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page, '/')
    expect(await fades(page)).toEqual([])
  })
})

test.describe('guards', () => {
  test('a visitor is led to sign in, and back', async ({ page }) => {
    await page.goto('/test/guards/auth?x=1')
    expect(new URL(page.url()).searchParams.get('returnTo')).toBe('/test/guards/auth?x=1')
    await page.getByLabel('メールアドレス').fill('admin@example.jp')
    await page.getByLabel('パスワード').fill('demo-password-1')
    await page.getByRole('button', { name: 'サインインする' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('番人「auth」は通しました')
  })

  for (const name of ['nobody', 'toString', 'constructor'])
    test(`an unknown one, ${name}, is a fault of ours`, async ({ page }) => {
      expect((await page.goto(`/test/guards/${name}`))?.status()).toBe(500)
      await expect(page.getByText(`${errorWords.unknownGuard} ${name}`, { exact: true })).toBeVisible()
    })
})

test.describe('errors', () => {
  const { notFound, insideError } = errorWords

  test('an unknown page says so, and leads home', async ({ page }) => {
    expect((await open(page, '/nowhere'))?.status()).toBe(404)
    await expect(page).toHaveTitle(`${notFound.ja}｜畝と皿`)
    await expect(page.getByRole('heading', { level: 1, name: notFound.ja })).toBeVisible()
    await expect(page.getByText(notFound.en, { exact: true })).toHaveAttribute('lang', 'en')
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page)
    const home = page.getByRole('main').getByRole('link', { name: notFound.back.ja })
    await expect(home).toContainText(notFound.back.en)
    await home.click()
    await expect(page).toHaveURL('/')
  })

  for (const [kind, status, message] of [
    ['status', 418, '急須でコーヒーはいれられません。'],
    ['statusCode', 503, 'いま混みあっています。'],
    ['response', 502, 'むこうの返事がありません。'],
  ] as const)
    test(`status and words come from the error: ${kind}`, async ({ page }) => {
      expect((await open(page, `/test/faults/${kind}`))?.status()).toBe(status)
      await expect(page.getByText(String(status), { exact: true })).toBeVisible()
      await expect(page.getByText(message)).toBeVisible()
    })

  test('a bug is 500 and names the request, whose number can be copied', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const response = await open(page, '/test/faults/bug')
    expect(response?.status()).toBe(500)
    const number = response?.headers()['x-request-id'] ?? 'none'
    await expect(page.getByText(number, { exact: true })).toBeVisible()
    await expect(page.getByText('03-0000-0000')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: '番号を写す' }).click()
    await expect(page.getByText('写しました')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(number)
  })

  test('on the way from another page, it names the request of the answer and has the focus', async ({ page }) => {
    await open(page, '/')
    const answered = page.waitForResponse(/faults\/status\.data/)
    await navigate(page, '/test/faults/status')
    const number = (await answered).headers()['x-request-id'] ?? 'none'
    await expect(page.getByText(number, { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page).toHaveTitle('エラーが起きました｜畝と皿')
  })

  test('an error inside the error page still leads home: from the server and in the browser', async ({ page }) => {
    expect((await page.goto('/test/faults/inside'))?.status()).toBe(500)
    const said = page.getByText(insideError.en, { exact: true })
    await expect(said).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: insideError.back.en }).click()
    await expect(page).toHaveURL('/')
    await started(page)
    await navigate(page, '/test/faults/inside')
    await expect(said).toBeVisible()
    await expect(page.getByRole('link', { name: insideError.back.en })).toHaveAttribute('href', '/')
  })
})

/** As a link would, without one. */
const navigate = (page: Page, to: string) =>
  page.evaluate((to) => {
    const router: unknown = Reflect.get(window, '__reactRouterDataRouter')
    void (router as { navigate(to: string): Promise<void> }).navigate(to)
  }, to)

/** A browser that saves data fetches nothing ahead. */
const saveData = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))

test.describe('a part of the program that cannot be loaded', () => {
  /** Cuts the line to a page's script while `cut()` says so, and writes down which documents were loaded. */
  async function cutting(page: Page, module: string, cut: (documents: number) => boolean) {
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname)
    })
    await page.route(
      (url) => url.pathname === module,
      (route) => (cut(documents.length) ? route.abort() : route.continue()),
    )
    return documents
  }

  test('the click is not lost: the clicked page is loaded as a document, once', async ({ page }) => {
    await saveData(page)
    await open(page, '/')
    const documents = await cutting(page, await moduleOf(page, 'routes/public/law'), (loaded) => loaded === 0)
    await footerLink(page, law).click()
    await expect(page.getByRole('heading', { level: 1, name: law })).toBeVisible()
    await started(page)
    expect(documents).toEqual(['/restaurant/law'])
  })

  test('if it stays away there is no second reload, but words', async ({ page }) => {
    await saveData(page)
    await open(page, '/')
    const documents = await cutting(page, await moduleOf(page, 'routes/public/law'), () => true)
    await footerLink(page, law).click()
    await expect(page).toHaveURL('/restaurant/law')
    await expect(page.getByRole('heading', { level: 1, name: law })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(documents).toEqual(['/restaurant/law'])
    await open(page, '/')
    await footerLink(page, law).click()
    await expect(page.getByRole('heading', { level: 1, name: '画面を読みこめませんでした' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(documents).toEqual(['/restaurant/law', '/'])
    await expect(page.getByRole('link', { name: 'もう一度開く' })).toHaveAttribute('href', '/restaurant/law')
  })

  test('a document whose own script is missing is loaded once more', async ({ page }) => {
    await saveData(page)
    await open(page, '/')
    const module = await moduleOf(page, 'routes/public/law')
    const documents = await cutting(page, module, (loaded) => loaded === 1)
    await page.goto('/restaurant/law')
    await started(page)
    expect(documents).toEqual(['/restaurant/law', '/restaurant/law'])
  })

  test('without a signal the page is not thrown away for nothing', async ({ page }) => {
    await saveData(page)
    await open(page, '/')
    const documents = await cutting(page, await moduleOf(page, 'routes/public/law'), () => true)
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }))
    await footerLink(page, law).click()
    await expect(page.getByRole('heading', { level: 1, name: '画面を読みこめませんでした' })).toBeVisible()
    expect(documents).toEqual([])
  })
})

test.describe('links that are in view', () => {
  /** Idle at once, and counted; told by the page how long it would wait. */
  const idle = (page: Page) =>
    page.addInitScript(() => {
      const timeouts: (number | undefined)[] = []
      Object.assign(window, { timeouts })
      window.requestIdleCallback = (run, options) =>
        window.setTimeout(() => {
          timeouts.push(options?.timeout)
          run({ didTimeout: false, timeRemaining: () => 50 })
        }, 0)
      window.cancelIdleCallback = (handle) => window.clearTimeout(handle)
    })
  const idleTimes = (page: Page) => page.evaluate<number[]>(() => Reflect.get(window, 'timeouts'))
  const ahead = (page: Page, module: string) => page.locator(`link[rel="modulepreload"][href="${module}"]`)

  test('have their scripts fetched when the browser is idle: no data, nothing twice', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await idle(page)
    await open(page, '/')
    await expect(ahead(page, await moduleOf(page, 'routes/auth/sign-in'))).toHaveCount(1)
    expect(new Set(await idleTimes(page))).toEqual(new Set([linkPrefetch.idleTimeout]))
    const lawModule = await moduleOf(page, 'routes/public/law')
    await expect(ahead(page, lawModule)).toHaveCount(0)
    await footerLink(page, law).scrollIntoViewIfNeeded()
    await expect(ahead(page, lawModule)).toHaveCount(1)
    await navigate(page, '/restaurant/Guide')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await footerLink(page, law).scrollIntoViewIfNeeded()
    await expect(ahead(page, lawModule)).toHaveCount(1)
    expect(asked.filter((path) => /law\.data|signIn\.data|^\/api\//.test(path))).toEqual([])
    await page.waitForLoadState('networkidle')
    const fetched = asked.filter((path) => path === lawModule)
    expect(fetched).toHaveLength(1)
  })

  for (const [why, property, value] of [
    ['without a signal', 'onLine', false],
    ['on 2g', 'connection', { effectiveType: '2g' }],
    ['on slow-2g', 'connection', { effectiveType: 'slow-2g' }],
    ['with data saver', 'connection', { effectiveType: '4g', saveData: true }],
  ] as const)
    test(`${why} nothing is fetched ahead`, async ({ page }) => {
      await idle(page)
      await page.addInitScript(
        ([property, value]) => Object.defineProperty(navigator, property, { get: () => value }),
        [property, value] as const,
      )
      await open(page, '/')
      // once to look for links, once more because some came into view
      await expect.poll(async () => (await idleTimes(page)).length).toBeGreaterThanOrEqual(2)
      await expect(ahead(page, await moduleOf(page, 'routes/auth/sign-in'))).toHaveCount(0)
    })

  test('downloads, other sites, the API, other windows and the sign-out are left alone', async ({ page }) => {
    await idle(page)
    await open(page, '/nowhere')
    const lawModule = await moduleOf(page, 'routes/public/law')
    const signOut = await moduleOf(page, 'routes/auth/sign-out')
    const before = (await idleTimes(page)).length
    await page.getByRole('main').evaluate((main) => {
      main.insertAdjacentHTML(
        'afterbegin',
        `<p><a data-discover="true" href="/restaurant/law" download>1</a>
         <a data-discover="true" href="https://elsewhere.example/restaurant/law">2</a>
         <a data-discover="true" href="/restaurant/law" target="_blank">3</a>
         <a data-discover="true" href="/api/docs">4</a>
         <a data-discover="true" href="/auth/signOut">5</a>
         <a data-discover="true" href="/restaurant/Guide">6</a></p>`,
      )
    })
    await expect.poll(async () => (await idleTimes(page)).length).toBeGreaterThan(before)
    await expect(ahead(page, await moduleOf(page, 'routes/public/guide'))).toHaveCount(1)
    await expect(ahead(page, lawModule)).toHaveCount(0)
    await expect(ahead(page, signOut)).toHaveCount(0)
  })
})

test.describe('focus', () => {
  test('begins at the skip link', async ({ page }) => {
    await open(page, '/')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '本文へ' })).toBeFocused()
  })

  test('goes to the heading of the next page, whose title is announced, and is there after going back', async ({
    page,
  }) => {
    await open(page, '/')
    await footerLink(page, law).click()
    await expect(page.getByRole('heading', { level: 1, name: law })).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: law })).toHaveText(await page.title())
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  })

  test('stays where it is when only the query changes', async ({ page }) => {
    await open(page, '/')
    const link = footerLink(page, law)
    await link.focus()
    await navigate(page, '/?season=autumn')
    await expect(page).toHaveURL('/?season=autumn')
    await expect(link).toBeFocused()
  })

  test('is left to a page that has set it itself', async ({ page }) => {
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
