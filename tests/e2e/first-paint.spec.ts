import { expect, type Page, type Route } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { footerLink, law, open, settled, started, taken } from './support.ts'
import { test } from './test.ts'

/** What stands before the first paint, and what is pressed between it and the scripts: docs/decisions/0104. */
test.use({ readsOnly: true })

const pages: [who: string | null, path: string, hasPicture: boolean][] = [
  [null, '/', true],
  [null, '/restaurant/products', true],
  [null, '/restaurant/Guide', false],
  [null, '/auth/signIn', false],
  ['chef@example.jp', '/restaurant', false],
  ['chef@example.jp', '/restaurant/products', true],
  ['chef@example.jp', '/restaurant/cart', false],
  ['farmer@example.jp', '/farmer', true],
  ['farmer@example.jp', '/farmer/orders', false],
]

for (const [who, path, hasPicture] of pages)
  test(`nothing stands before the first paint of ${path} for ${who ?? 'a visitor'}`, { tag: '@phone' }, async ({
    page,
  }) => {
    if (who) await signedIn(page, who)
    const answer = await page.request.get(path)
    const html = (await answer.text()).replace(/<noscript>.*?<\/noscript>/gs, '')
    const tags = [...html.matchAll(/<(?:link|script|img|meta)\b[^>]*>/g)].map(([tag]) => tag)
    const those = (pattern: RegExp) => tags.filter((tag) => pattern.test(tag))
    expect(those(/modulepreload|type="module"|<script[^>]* src=|as="(font|script)"/)).toEqual([])
    expect(those(/stylesheet"/).filter((tag) => !tag.includes(' disabled='))).toEqual([])
    expect(those(/stylesheet"/).length).toBeGreaterThan(0)
    // one picture may be larger than the words, and comes before the others
    const urgent = those(/<img[^>]*fetchPriority="high"/i)
    expect(urgent.length).toBeLessThanOrEqual(1)
    if (hasPicture) expect(urgent).toHaveLength(1)
    for (const tag of urgent) expect(tag).not.toContain('loading="lazy"')
    const early = those(/<link[^>]*as="image"/)
    expect(early.filter((tag) => !/fetchPriority="high"/i.test(tag))).toEqual([])
    const [description] = those(/name="description"/)
    expect(description).toMatch(/content="[^"]{12,}"/)
  })

test('scripts, sheets and fonts are asked for after the first paint', { tag: '@phone' }, async ({ page }) => {
  for (const path of ['/', '/restaurant/products']) {
    await open(page, path)
    const { painted, asked } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
      asked: performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\.(js|css|woff2)$/.test(name))
        .map(({ name, startTime }) => ({ name, startTime })),
    }))
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.filter(({ startTime }) => startTime < painted)).toEqual([])
  }
})

/** Requests for such files wait until they are let through. */
async function holding(page: Page, files: RegExp): Promise<() => Promise<void>> {
  const held: Route[] = []
  let isOver = false
  await page.route(files, (route) => (isOver ? route.continue() : void held.push(route)))
  return async () => {
    isOver = true
    await Promise.all(held.map((route) => route.continue()))
  }
}

for (const [who, path] of pages)
  test(`${path} for ${who ?? 'a visitor'} looks as with its whole sheets`, { tag: ['@phone', '@desktop'] }, async ({
    page,
  }) => {
    if (who) await signedIn(page, who)
    await holding(page, /\.(js|woff2)$/)
    const release = await holding(page, /\.css$/)
    // on a busy machine the sheets are asked for before the page is loaded, which then waits for them
    await page.goto(path, { waitUntil: 'domcontentloaded' })
    /** Where everything is, and in which colours, once the browser has decided what is near enough to the view to be laid out. */
    const looks = () =>
      page.evaluate(async () => {
        for (let frame = 0; frame < 3; frame++) await new Promise((done) => requestAnimationFrame(done))
        return [...document.body.querySelectorAll('*')].map((it) => {
          const { x, y, width, height } = it.getBoundingClientRect()
          const { color, backgroundColor, fontSize, fontWeight } = getComputedStyle(it)
          const place = [x, y + scrollY, width, height].map((number) => Math.round(number * 10) / 10)
          return [it.tagName, it.className, ...place, color, backgroundColor, fontSize, fontWeight].join(' ')
        })
      })
    const before = await looks()
    await release()
    await expect
      .poll(() =>
        page.evaluate(() =>
          [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every((it) => it.sheet && !it.media),
        ),
      )
      .toBe(true)
    expect(before.length).toBeGreaterThan(50)
    expect(await looks()).toEqual(before)
  })

test('presses before the script is there are repeated when it is', { tag: '@phone' }, async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  const release = await holding(page, /\.js$/)
  await page.goto('/restaurant')
  const stepper = page.getByRole('group', { name: /の数量$/ }).first()
  const count = stepper.getByRole('textbox')
  const before = Number(await count.inputValue())
  const more = stepper.getByRole('button', { name: /を増やす$/ })
  await more.click()
  await more.click()
  await expect(count).toHaveValue(String(before))
  await release()
  await expect(count).toHaveValue(String(before + 2))
})

test('what is typed before the script is there counts', { tag: '@phone' }, async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  const release = await holding(page, /\.js$/)
  await page.goto('/restaurant')
  const stepper = page.getByRole('group', { name: /の数量$/ }).first()
  const count = stepper.getByRole('textbox')
  await count.fill('30')
  await stepper.getByRole('button', { name: /を増やす$/ }).click()
  await release()
  await expect(count).toHaveValue('31')
})

test('what is chosen in a part whose script comes last stays, whatever happens meanwhile', { tag: '@phone' }, async ({
  page,
}) => {
  const [order] = await query(
    `select o.id from orders o join memberships m on m.farm_id = o.farm_id join people p on p.id = m.person_id
      where p.email = 'farmer@example.jp' and o.state = 'preparing'
        and not exists (select from line_lots a join order_lines l on l.id = a.order_line_id where l.order_id = o.id)
      order by o.number limit 1`,
  )
  await signedIn(page, 'farmer@example.jp')
  // as soon as React listens, what every part of the page reads changes
  await page.addInitScript(() =>
    new MutationObserver((_, observer) => {
      if (!document.documentElement.hasAttribute('data-started')) return
      observer.disconnect()
      window.dispatchEvent(new Event('offline'))
      window.dispatchEvent(new Event('online'))
      void Reflect.get(window, '__reactRouterDataRouter').revalidate()
    }).observe(document, { attributes: true, subtree: true, attributeFilter: ['data-started'] }),
  )
  const release = await holding(page, /\/pack-task-[^/]+\.js$/)
  await page.goto(`/farmer/orders/${order?.id}`, { waitUntil: 'domcontentloaded' })
  const harvest = page.getByRole('combobox', { name: /収穫日/ }).first()
  await harvest.selectOption('today')
  await settled(page)
  await expect(harvest).toHaveValue('today')
  await release()
  await started(page)
  await taken(harvest)
  await expect(harvest).toHaveValue('today')
})

test('rows chosen with Shift before the script is there have those between them', { tag: '@desktop' }, async ({
  page,
}) => {
  await signedIn(page, 'admin@example.jp')
  const release = await holding(page, /\.js$/)
  await page.goto('/admin/users')
  const box = (row: number) => page.getByRole('row').nth(row).getByRole('checkbox')
  await box(1).check()
  await box(4).click({ modifiers: ['Shift'] })
  await expect(box(3)).not.toBeChecked()
  await box(2).check()
  await release()
  await expect(box(3)).toBeChecked()
  await expect(page.locator('.bulk-bar')).toContainText('4件の会員')
  for (const row of [1, 2, 4]) await expect(box(row)).toBeChecked()
})

test('a link works before the script is there', { tag: '@phone' }, async ({ page }) => {
  const release = await holding(page, /\.js$/)
  await page.goto('/')
  await footerLink(page, law).click()
  await expect(page.getByRole('heading', { level: 1, name: law })).toBeVisible()
  await release()
  await started(page)
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a page has its whole sheets', { tag: '@phone' }, async ({ page }) => {
    const sheets: string[] = []
    page.on('requestfinished', (request) => {
      if (request.url().endsWith('.css')) sheets.push(request.url())
    })
    await page.goto('/restaurant/products')
    expect(sheets.length).toBeGreaterThan(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

test('between two pages nothing fades while the data are on their way', { tag: '@desktop' }, async ({ page }) => {
  await open(page, '/')
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document)
    document.documentElement.dataset.fades = '0'
    document.startViewTransition = (change) => {
      document.documentElement.dataset.fades = '1'
      return start(change)
    }
  })
  const release = await holding(page, /\.data(\?|$)/)
  const asked = page.waitForRequest(/\.data(\?|$)/)
  await footerLink(page, law).click()
  await asked
  const fades = () => page.evaluate(() => document.documentElement.dataset.fades)
  await expect(page.locator('.loading-bar')).toBeAttached()
  expect(await fades()).toBe('0')
  await release()
  await expect(page.getByRole('heading', { level: 1, name: law })).toBeVisible()
  expect(await fades()).toBe('1')
})
