/**
 * Real presses of the main job on a phone of 390 px with a processor four times slower and a slow line, as the browser itself
 * reports them: per press the time until the next paint (INP), per page LCP and CLS of a first visit.
 *
 *   npm run bench:presses            builds, starts the app on its own data, prints the tables
 *   npm run bench:presses -- 1       with the processor as it is
 *
 * Reports, does not judge: the times are those of this machine.
 */
import { chromium, devices, type Locator, type Page } from '@playwright/test'
import { password, RunningApp } from '../tests/support/running-app.ts'

const [slower = '4'] = process.argv.slice(2)
/** Lighthouse's slow 4G: 150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up. */
const line = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8) | 0, uploadThroughput: (750e3 / 8) | 0 }
const visits = 3
/** ms after a press in which everything has come that comes of it. */
const untilQuiet = 2_500

type Seen = { press: number; lcp: number; cls: number }

const app = await RunningApp.start()
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium' })
try {
  await lookAtPages()
  console.log('\nms until the next paint, press')
  await shop()
  await farm()
} finally {
  await browser.close()
  await app.end()
}

async function lookAtPages(): Promise<void> {
  const product = /\/restaurant\/products\/[0-9a-f-]{36}/.exec(await (await fetch(`${app.origin}/sitemap.xml`)).text())
  const pages = [
    ['visitor', '/'],
    ['visitor', '/restaurant/products'],
    ['chef', '/restaurant'],
    ['chef', '/restaurant/products'],
    ['chef', product?.[0] ?? ''],
    ['chef', '/restaurant/cart'],
    ['farmer', '/farmer'],
  ] as const
  console.log(`LCP ms and CLS, median of ${visits} first visits, processor ${slower} times slower, slow 4G`)
  for (const [who, path] of pages) {
    const seen: Seen[] = []
    for (let visit = 0; visit < visits; visit++) {
      const { page, seen: now } = await phone(who)
      await page.goto(app.origin + path)
      // a visitor's page starts no script until it is wanted
      if (who !== 'visitor') await started(page)
      await page.waitForTimeout(2_000)
      seen.push(now())
      await page.context().close()
    }
    const middle = (of: (it: Seen) => number) => seen.map(of).sort((a, b) => a - b)[visits >> 1] ?? 0
    const [lcp, cls] = [middle((it) => it.lcp), middle((it) => it.cls)]
    console.log(`${String(Math.round(lcp)).padStart(6)}  ${cls.toFixed(4)}  ${who} ${path}`)
  }
}

/** Home, list, filter, add, cart, day, checkout. */
async function shop(): Promise<void> {
  const { page, press } = await phone('chef')
  await page.goto(`${app.origin}/restaurant`)
  await started(page)
  await press('home: to the list', page.locator('a[href^="/restaurant/products"]:visible').first())
  await page.waitForURL('**/restaurant/products*')
  await started(page)
  await press('list: a category', page.getByRole('link', { name: '根菜' }))
  await page.waitForURL('**category=root*')
  await press('list: open the filters', page.locator('summary', { hasText: '絞り込み' }))
  const add = page.getByRole('button', { name: 'かごに追加' })
  await page.keyboard.press('Escape')
  await taken(add.first())
  await press('list: add to the cart', add.first(), answered(add.first()))
  await press('list: one more', page.getByRole('button', { name: /増やす/ }).first())
  await press('list: add another', add.nth(1), answered(add.nth(1)))
  await press('to the cart', page.locator('a[href="/restaurant/cart"]:visible').last())
  await page.waitForURL('**/restaurant/cart')
  await started(page)
  await press(
    'cart: one more',
    page
      .getByRole('main')
      .getByRole('button', { name: /増やす/ })
      .first(),
  )
  await press('cart: why not these days', page.locator('main summary', { hasText: 'お届けできない日' }).first())
  await press('cart: another day', page.locator('main label:has([name="day"]):visible').last())
  await press(
    'to the checkout',
    page.locator('main a[href="/restaurant/order"]:visible, a[href="/restaurant/order"]:visible').last(),
  )
  await page.waitForURL('**/restaurant/order')
  await started(page)
  await press('checkout: order', page.getByRole('button', { name: 'この内容で注文する' }))
  await page.waitForURL('**/completed/**', { timeout: 30_000 })
  await page.context().close()
}

/** Today, orders, accept, begin to pack, the day of harvest; then the same without a signal. */
async function farm(): Promise<void> {
  const { page, press } = await phone('farmer')
  await page.goto(`${app.origin}/farmer`)
  await started(page)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await press('today: to the orders', page.getByRole('main').locator('a[href^="/farmer/orders?step=confirm"]'))
  await page.waitForURL('**/farmer/orders?*')
  await started(page)
  await orderOf(page, press, 'on')
  await page.goto(`${app.origin}/farmer/orders?step=confirm`)
  await started(page)
  await orderOf(page, press, 'off')
  await page.context().close()
}

async function orderOf(page: Page, press: Press, signal: 'on' | 'off'): Promise<void> {
  await press(`${signal}: open an order`, page.getByRole('main').locator('a[href^="/farmer/orders/"]:visible').first())
  await page.waitForURL(/\/farmer\/orders\/[0-9a-f-]{36}/)
  await started(page)
  // the service worker keeps the page
  await page.waitForTimeout(3_000)
  const order = page.url()
  if (signal === 'off') await page.context().setOffline(true)
  for (const name of ['すべて受注する', '箱詰めを開始する', '箱詰めを登録する']) {
    if (signal === 'on') {
      await page.goto(order)
      await started(page)
    }
    const button = page.getByRole('button', { name })
    await taken(button)
    for (const harvest of await page.locator('select[name^="lot."]:visible').all()) await harvest.selectOption('today')
    await press(`${signal}: ${name}`, button, answered(button))
  }
}

/** ms from the end of the press until the page shows it: a stamp on the button, before the server has answered, or what comes in its place. */
async function answered(button: Locator): Promise<number> {
  return await button
    .evaluate(
      (it) =>
        new Promise<number>((done) => {
          addEventListener('pointerup', () => {
            const from = performance.now()
            const waits = () => it.isConnected && it.checkVisibility() && !it.querySelector('.stamp')
            const look = () => (waits() ? void requestAnimationFrame(look) : done(performance.now() - from))
            look()
          })
        }),
    )
    .catch(() => Number.NaN)
}

type Press = (what: string, where: Locator, answer?: Promise<number>) => Promise<void>

/** A new browser profile of a phone, signed in, and what its browser reports. */
async function phone(who: 'visitor' | 'chef' | 'farmer') {
  const context = await browser.newContext({
    ...devices['Pixel 5'],
    viewport: { width: 390, height: 844 },
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    reducedMotion: 'no-preference',
  })
  if (who !== 'visitor')
    await context.request.post(`${app.origin}/auth/signIn`, {
      headers: { origin: app.origin },
      form: { email: `${who}@example.jp`, password },
    })
  const page = await context.newPage()
  const seen: Seen = { press: 0, lcp: 0, cls: 0 }
  await page.exposeBinding('report', (_, kind: keyof Seen, value: number) => {
    seen[kind] = kind === 'cls' ? seen.cls + value : Math.max(seen[kind], value)
  })
  await page.addInitScript(watch)
  const browserSide = await context.newCDPSession(page)
  await browserSide.send('Network.enable')
  await browserSide.send('Network.emulateNetworkConditions', line)
  await browserSide.send('Emulation.setCPUThrottlingRate', { rate: Number(slower) })
  const press: Press = async (what, where, answer) => {
    seen.press = 0
    await where.tap()
    await page.waitForTimeout(untilQuiet)
    const shown = await Promise.race([answer, Promise.resolve(undefined)])
    console.log(
      `${String(Math.round(seen.press)).padStart(6)}  ${what}${shown === undefined ? '' : `: answered after ${Math.round(shown)} ms`}`,
    )
  }
  return { page, press, seen: () => ({ ...seen }) }
}

/** Runs in the page, before its own scripts. */
function watch(): void {
  const report: (kind: string, value: number) => void = Reflect.get(window, 'report')
  const observe = (
    options: PerformanceObserverInit & { durationThreshold?: number },
    told: (it: PerformanceEntry) => void,
  ) => new PerformanceObserver((list) => list.getEntries().forEach(told)).observe({ buffered: true, ...options })
  observe({ type: 'event', durationThreshold: 16 }, (it) => {
    if (Reflect.get(it, 'interactionId') > 0) report('press', it.duration)
  })
  observe({ type: 'largest-contentful-paint' }, (it) => report('lcp', it.startTime))
  observe({ type: 'layout-shift' }, (it) => {
    if (!Reflect.get(it, 'hadRecentInput')) report('cls', Reflect.get(it, 'value'))
  })
}

/** React has taken the whole page over. */
async function started(page: Page): Promise<void> {
  await page.waitForSelector('[data-page-focus]', { state: 'attached', timeout: 60_000 })
}

/** React has taken this part over. */
async function taken(part: Locator): Promise<void> {
  await part.evaluate(async (it) => {
    while (!Object.keys(it).some((key) => key.startsWith('__reactProps')))
      await new Promise((later) => setTimeout(later, 50))
  })
}
