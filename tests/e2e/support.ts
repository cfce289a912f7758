import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'
import sharp from 'sharp'

export const password = 'demo-password-1'

/** Signs in as that sign-in form does, and opens the page it leads to; the form itself has its own tests. */
export async function signIn(page: Page, email: string, door = '/auth/signIn'): Promise<void> {
  const to = await send(page, door, { email, password })
  if (!door.startsWith('/admin')) await page.goto(to)
  else await page.goto(await send(page, to, { code: await demoBackupCode(page, email) }))
  await expect(page).not.toHaveURL(/sign/i)
}

/** Sends a form, and says where its answer leads. */
async function send(page: Page, to: string, form: Record<string, string>): Promise<string> {
  const answer = await page.request.post(to, { form, headers: { origin: await originOf(page) }, maxRedirects: 0 })
  const { location } = answer.headers()
  if (answer.status() !== 302 || !location) throw new Error(`${to} answered ${answer.status()}: ${await answer.text()}`)
  return location
}

const originOf = async (page: Page) => new URL((await page.request.get('/healthz')).url()).origin

/** The second step of a demo administrator, with a backup code made for it: codes of an app come only every 30 s. */
export async function secondStep(page: Page, email: string): Promise<void> {
  await expect(page).toHaveURL(/\/admin\/signin\/code/)
  const code = await demoBackupCode(page, email)
  // the page offers backup codes to those who have one
  await page.reload()
  await page.getByRole('link', { name: /予備コードを使用/ }).click()
  await page.getByLabel('予備コード').fill(code)
  await page.getByRole('button', { name: '確認してサインイン' }).click()
}

/** A backup code of a demo administrator, made for this one use. */
export async function demoBackupCode(page: Page, email: string): Promise<string> {
  const headers = { origin: await originOf(page) }
  const answer = await page.request.post('/test/codes', { form: { email }, headers })
  const [, code] = /<output[^>]*>(\w{5}-\w{5})</.exec(await answer.text()) ?? []
  if (!code) throw new Error(`no backup code for ${email}: ${answer.status()}`)
  return code
}

/**
 * The script has taken over the page and its later parts: links no longer load documents. A page for visitors is touched,
 * or it would load none.
 */
export const started = (page: Page) =>
  page.waitForFunction(() => {
    document.querySelector('summary, button')?.dispatchEvent(new Event('pointerover', { bubbles: true }))
    const taken = (it: Element) => Object.keys(it).some((key) => key.startsWith('__reactProps'))
    const parts = [...document.querySelectorAll('.skip-link, footer a')]
    return parts.length > 0 && parts.every(taken) && document.querySelector('[data-page-focus]') !== null
  })

/** The script has taken over this part, which may come after the page's own. */
export const taken = (part: Locator) =>
  expect.poll(() => part.evaluate((it) => Object.keys(it).some((key) => key.startsWith('__reactProps')))).toBe(true)

/** Opens a page, which does not fail, and waits for its script. */
export async function open(page: Page, path: string) {
  const response = await openAny(page, path)
  expect(response?.status() ?? 200).toBeLessThan(500)
  return response
}

/** The same of a page that may fail. */
export async function openAny(page: Page, path: string) {
  const response = await page.goto(path)
  await started(page)
  return response
}

/** As a link would, without one. */
export const navigate = (page: Page, to: string) =>
  page.evaluate((to) => {
    const router: unknown = Reflect.get(window, '__reactRouterDataRouter')
    void (router as { navigate(to: string): Promise<void> }).navigate(to)
  }, to)

/** The file in which the script of a page is. */
export const moduleOf = (page: Page, id: string) =>
  page.evaluate((id) => {
    const manifest: unknown = Reflect.get(window, '__reactRouterManifest')
    return (manifest as { routes: Record<string, { module: string }> }).routes[id]?.module ?? 'none'
  }, id)

/** A page that the footer leads to, from everywhere. */
export const law = '特定商取引法に基づく表記'
export const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name })

const { resolve } = createRequire(import.meta.url)
/** The program that AxeBuilder sends into the page with every look, twice. */
const { source: axeSource }: { source: string } = createRequire(resolve('@axe-core/playwright'))('axe-core')

/** A look with axe, which is sent into each document once. */
export async function axeOn(page: Page): Promise<AxeBuilder> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // one window, only what is wrong, and no style sheets read for rules that are not asked: a third of the time, and there
  // are no foreign frames to look into
  return new AxeBuilder({ page, axeSource: 'void 0' })
    .setLegacyMode()
    .options({ resultTypes: ['violations'], preload: false })
}

/** No accessibility violation (WCAG 2.2 AA), and no horizontal scrolling. */
export async function expectAccessible(page: Page): Promise<void> {
  const violations = await wholePage(page, async () => {
    // what was out of view is styled for another theme when it comes into view, and fades there only then
    await atRest(page)
    const found = await (await axeOn(page))
      // lettering inside seals and stamps is drawing: hidden from readers, and said again as text
      .exclude('.stamp')
      .exclude('.seal')
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
      .analyze()
    return found.violations
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' | ')}`)).toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow, 'sideways scroll').toBeLessThanOrEqual(0)
}

/**
 * What fades in has come, and no table is being read anew: meanwhile letters are paler than they are meant to be. Some
 * never end; those are left.
 */
export async function atRest(page: Page): Promise<void> {
  // another theme is drawn with the next frame
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
  for (let look = 0; look < 20; look++) {
    const moving = await page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((it) => it.playState === 'running' && Number.isFinite(it.effect?.getComputedTiming().endTime))
          .length + document.querySelectorAll('.table-box[aria-busy="true"]').length,
    )
    if (moving === 0) return
    await page.waitForTimeout(100)
  }
}

/** All of the page in view, so that the fixed bars cover nothing that a user would scroll to. */
async function wholePage<T>(page: Page, look: () => Promise<T>): Promise<T> {
  const view = page.viewportSize()
  if (!view) return look()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width: view.width, height: Math.min(height + 300, 12_000) })
  return look().finally(() => page.setViewportSize(view))
}

/** In the cart: everything on the last day that is offered, for which nothing has been ordered yet. */
export async function wishForTheLastDay(page: Page): Promise<void> {
  const days = page.getByRole('region', { name: '全商品のお届け希望日' }).locator('input[type=radio]:enabled')
  if (await days.last().isChecked()) return
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await days.last().check({ force: true })
  await answered
  await expect(days.last()).toBeChecked()
}

/**
 * What comes after the page's own script has come as well. The browser itself cannot say so: pages of members hold a
 * stream open, so their network is never idle.
 */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const came = () => performance.getEntriesByType('resource').length
    for (let before = -1; before !== came(); ) {
      before = came()
      await new Promise((later) => setTimeout(later, 700))
    }
  })

/** A photo as a phone takes it, small. */
export const photoFile = async (name = '箱.jpg') => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background: '#7a6a3a' } })
    .jpeg()
    .toBuffer(),
})

/** The link in the newest such mail to this address, as a path; read on the development page that lists mails. */
export async function linkMailedTo(page: Page, email: string, subject: string): Promise<string> {
  await page.goto(`/test/mails?to=${email}`)
  await page.getByRole('listitem').getByRole('link', { name: subject }).first().click()
  const words = await page.locator('pre').textContent()
  return /https?:\/\/[^/]+(\/auth\/\S+)/.exec(words ?? '')?.[1] ?? '/no-link-in-this-mail'
}

/** Agrees to a version of the terms that came into force since, where one is asked for. */
export async function agreeToTerms(page: Page): Promise<void> {
  await page.goto('/consent')
  if (new URL(page.url()).pathname !== '/consent') return
  await page.getByRole('checkbox', { name: '利用規約に同意します' }).check()
  await page.getByRole('button', { name: '同意して続ける' }).click()
  await expect(page).not.toHaveURL(/\/consent/)
}

/** The bytes of the file that a press saves. */
export async function downloaded(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await press()
  return readFile(await (await download).path())
}

/** Of which harvest each product is, where the farm has not said it today: this morning's. */
export async function nameLots(page: Page, { hasScript = true } = {}): Promise<void> {
  // those of a part that leaves first are folded away
  const fields = page.locator('select[name^="lot."]').filter({ visible: true })
  if (hasScript) await taken(fields.first())
  for (const field of await fields.all()) if ((await field.inputValue()) === '') await field.selectOption('today')
}

/** Goods of a farm, found and put into the cart, or one more of them. */
export async function intoCart(page: Page, product: string, farm: string): Promise<void> {
  await open(page, `/restaurant/products?q=${encodeURIComponent(`${product} ${farm}`)}`)
  await page.getByRole('link', { name: product, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: product })).toBeVisible()
  await page.getByRole('button', { name: /^(かごに追加|数量を変更)$/ }).click()
  await expect(page.getByText(/かごに\d+\S+入っています/)).toBeVisible()
}
