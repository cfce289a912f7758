import { expect, type Page } from '@playwright/test'
import { reloadedAtKey } from '../../app/ui/chunk-reload.ts'
import { chunkReload, linkPrefetch } from '../../app/ui/constants.ts'
import { footerLink, law, moduleOf, navigate, open, started } from './support.ts'
import { test } from './test.ts'

test.use({ readsOnly: true })

/** The scripts of the pages: fetched ahead, or not to be had. */

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

  test('the click is not lost: the clicked page is loaded as a document, once', { tag: '@desktop' }, async ({
    page,
  }) => {
    await open(page, '/')
    const documents = await cutting(page, await moduleOf(page, 'routes/public/content/law'), (loaded) => loaded === 0)
    await footerLink(page, law).click()
    await expect(page.getByRole('heading', { level: 1, name: law })).toBeVisible()
    await started(page)
    expect(documents).toEqual(['/restaurant/law'])
  })

  test('if it stays away there is no second reload, but words', { tag: '@desktop' }, async ({ page }) => {
    await open(page, '/')
    const documents = await cutting(page, await moduleOf(page, 'routes/public/content/law'), () => true)
    await footerLink(page, law).click()
    await expect(page).toHaveURL('/restaurant/law')
    await expect(page.getByRole('heading', { level: 1, name: law })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(documents).toEqual(['/restaurant/law'])
    await open(page, '/')
    await footerLink(page, law).click()
    await expect(page.getByRole('heading', { level: 1, name: '画面を読み込めませんでした' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(documents).toEqual(['/restaurant/law', '/'])
    await expect(page.getByRole('link', { name: 'もう一度開く' })).toHaveAttribute('href', '/restaurant/law')
  })

  test('a minute later it may be loaded as a document once more, and not before', { tag: '@desktop' }, async ({
    page,
  }) => {
    await open(page, '/')
    const documents = await cutting(page, await moduleOf(page, 'routes/public/content/law'), () => true)
    const pressAfter = async (ms: number) => {
      await open(page, '/')
      await page.evaluate(([key, at]) => sessionStorage.setItem(key, at), [
        reloadedAtKey,
        String(Date.now() - ms),
      ] as const)
      await footerLink(page, law).click()
    }
    await pressAfter(chunkReload.atMostEvery - 5_000)
    await expect(page.getByRole('heading', { level: 1, name: '画面を読み込めませんでした' })).toBeVisible()
    expect(documents).toEqual(['/'])
    await pressAfter(chunkReload.atMostEvery)
    await expect(page.getByRole('heading', { level: 1, name: law })).toBeVisible()
    await page.waitForLoadState('networkidle')
    expect(documents).toEqual(['/', '/', '/restaurant/law'])
  })

  test('a document whose own script is missing is loaded once more', { tag: '@desktop' }, async ({ page }) => {
    await open(page, '/')
    const module = await moduleOf(page, 'routes/public/content/law')
    const documents = await cutting(page, module, (loaded) => loaded === 1)
    await page.goto('/restaurant/law')
    await started(page)
    expect(documents).toEqual(['/restaurant/law', '/restaurant/law'])
  })

  test('offline the page is not reloaded', { tag: '@desktop' }, async ({ page }) => {
    await open(page, '/')
    const documents = await cutting(page, await moduleOf(page, 'routes/public/content/law'), () => true)
    await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { value: false }))
    await footerLink(page, law).click()
    await expect(page.getByRole('heading', { level: 1, name: '画面を読み込めませんでした' })).toBeVisible()
    expect(documents).toEqual([])
  })
})

test.describe('links that are in view', () => {
  test.use({ fetchesAhead: true })

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

  test('have their scripts fetched when the browser is idle: no data, nothing twice', { tag: '@desktop' }, async ({
    page,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await idle(page)
    await open(page, '/')
    await expect(ahead(page, await moduleOf(page, 'routes/auth/sign-in'))).toHaveCount(1)
    expect(new Set(await idleTimes(page))).toEqual(new Set([linkPrefetch.idleTimeout]))
    const lawModule = await moduleOf(page, 'routes/public/content/law')
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
    test(`${why} nothing is fetched ahead`, { tag: '@desktop' }, async ({ page }) => {
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

  test('downloads, other sites, the API, other windows and the sign-out are left alone', { tag: '@desktop' }, async ({
    page,
  }) => {
    await idle(page)
    await open(page, '/nowhere')
    const lawModule = await moduleOf(page, 'routes/public/content/law')
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
    await expect(ahead(page, await moduleOf(page, 'routes/public/content/guide'))).toHaveCount(1)
    await expect(ahead(page, lawModule)).toHaveCount(0)
    await expect(ahead(page, signOut)).toHaveCount(0)
  })
})
