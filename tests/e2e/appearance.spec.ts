import { type Browser, expect, type Page } from '@playwright/test'
import { lateScript } from './samples.ts'
import { expectAccessible, signIn } from './support.ts'
import { test } from './test.ts'

/** The appearance settings of a user: theme and text size. */

const place = '/test?only=AppearanceForm'
const html = (page: Page) => page.locator('html')
const groundOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const themeColour = (page: Page) =>
  page.locator('meta[name="theme-color"]').evaluateAll((all) => all.map((it) => it.getAttribute('content')))
const light = 'rgb(242, 245, 238)'
const dark = 'rgb(16, 22, 19)'

/** What the server sends, before any script. */
const sent = async (page: Page, path = place) =>
  /<html[^>]*>/.exec(await (await page.request.get(path)).text())?.[0] ?? ''

const saved = (page: Page) =>
  page.waitForResponse(
    (answer) => /\/looks(\.data)?$/.test(new URL(answer.url()).pathname) && answer.request().method() === 'POST',
  )

/** The form as it stands in the menu of the header. */
async function formInMenu(page: Page) {
  const menu = page.locator('details:has(.looks-form)').filter({ visible: true }).first()
  const form = menu.locator('.looks-form')
  await expect(form.getByRole('button', { name: '変更する' })).toHaveCount(0)
  // a menu closes when the page under it changes, and that may still be going on
  await expect(async () => {
    if (!(await form.isVisible())) await menu.locator('summary').first().click()
    await expect(form).toBeVisible({ timeout: 1_000 })
  }).toPass()
  return form
}

test('as long as nothing was chosen, the device decides', { tag: '@desktop' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(place)
  await expect(page.getByLabel('端末の設定に合わせる', { exact: true }).last()).toBeChecked()
  await expect.poll(() => groundOf(page)).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => groundOf(page)).toBe(light)
  await expect.poll(() => themeColour(page)).toEqual(['#17583a', '#19211d'])
})

test('a press changes the page at once, and the next one comes from the server like that: nothing flashes', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(place)
  const form = page.locator('.looks-form').last()
  await expect(form.getByRole('button', { name: '変更する' })).toHaveCount(0)
  const answer = saved(page)
  await form.getByLabel('暗い', { exact: true }).check()
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await answer
  await expect.poll(() => groundOf(page)).toBe(dark)
  await expect.poll(() => themeColour(page)).toEqual(['#19211d'])
  await expect(form.getByLabel('暗い', { exact: true })).toBeFocused()
  const again = saved(page)
  await form.getByLabel('特大', { exact: true }).check()
  await again
  await expect(html(page)).toHaveAttribute('data-text', 'xlarge')
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('20px')
  expect(await sent(page)).toMatch(/data-theme="dark" data-text="xlarge"/)
  await page.goto('/auth/signIn')
  await expectAccessible(page)
})

test('what was pressed before the script came is kept as if it had been pressed after', { tag: '@desktop' }, async ({
  page,
}) => {
  const letScriptCome = await lateScript(page, place)
  const form = page.locator('.looks-form').last()
  await form.getByLabel('暗い', { exact: true }).check()
  await form.getByLabel('大', { exact: true }).check()
  const answer = saved(page)
  await letScriptCome()
  await answer
  await expect(html(page)).toHaveAttribute('data-theme', 'dark')
  await expect(html(page)).toHaveAttribute('data-text', 'large')
  await expect(form.getByLabel('暗い', { exact: true })).toBeChecked()
  await expect(form.getByLabel('大', { exact: true })).toBeChecked()
  expect(await sent(page)).toMatch(/data-theme="dark" data-text="large"/)
})

test('a user who does not work in a restaurant is not offered the night theme', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto(place)
  await expect(page.getByLabel('夜間のみ暗く（21時〜6時）')).toHaveCount(0)
})

test('what an account has chosen is there on its other devices, whatever those had before', {
  tag: '@desktop',
}, async ({ page, browser }) => {
  await signIn(page, 'chef@example.jp')
  const menu = await formInMenu(page)
  const answer = saved(page)
  await menu.getByLabel('夜間のみ暗く（21時〜6時）').check()
  await answer
  // the clock of these tests begins at ten in the morning
  await expect(html(page)).toHaveAttribute('data-theme', 'light')
  const elsewhere = await anotherDevice(browser)
  // such a cookie is set over https; browsers send it to localhost all the same
  const url = `https://${new URL(page.url()).hostname}/`
  await elsewhere.context().addCookies([{ name: '__Host-looks', value: 'dark.large', url, secure: true }])
  await elsewhere.goto(new URL('/auth/signIn', page.url()).href)
  await expect(html(elsewhere)).toHaveAttribute('data-theme', 'dark')
  await signIn(elsewhere, 'chef@example.jp')
  await expect(html(elsewhere)).toHaveAttribute('data-theme', 'light')
  await expect(html(elsewhere)).not.toHaveAttribute('data-text')
  await elsewhere.context().close()
  const open = await formInMenu(page)
  const back = saved(page)
  await open.getByLabel('端末の設定に合わせる').check()
  await back
  await expect(html(page)).not.toHaveAttribute('data-theme')
})

test('administrators have their own sign-in page, cookie and appearance settings', { tag: '@desktop' }, async ({
  page,
}) => {
  await signIn(page, 'admin@example.jp', '/admin/signin')
  const post = (theme: string) =>
    page.request.post('/admin/looks', {
      form: { theme, textSize: 'standard', returnTo: '/admin/orders' },
      headers: { accept: 'text/html', origin: new URL(page.url()).origin },
      maxRedirects: 0,
    })
  const answer = await post('dark')
  expect([answer.status(), answer.headers().location]).toEqual([302, '/admin/orders'])
  await page.context().clearCookies({ name: '__Host-looks' })
  expect(await sent(page, '/admin/orders')).toContain('data-theme="dark"')
  expect((await post('system')).status()).toBe(302)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the button saves the choice and returns to the same page', { tag: '@desktop' }, async ({ page }) => {
    await page.goto(place)
    const form = page.locator('.looks-form').last()
    await form.getByLabel('暗い', { exact: true }).check()
    await form.getByLabel('大', { exact: true }).check()
    await form.getByRole('button', { name: '変更する' }).click()
    await expect(page).toHaveURL(place)
    await expect(html(page)).toHaveAttribute('data-theme', 'dark')
    await expect(html(page)).toHaveAttribute('data-text', 'large')
    await expect(page.locator('.looks-form').last().getByLabel('暗い', { exact: true })).toBeChecked()
  })
})

test('an invalid choice is refused, and does not redirect to another site', { tag: '@desktop' }, async ({
  page,
  baseURL,
}) => {
  const post = (form: Record<string, string>) =>
    page.request.post('/looks', { form, headers: { accept: 'text/html', origin: baseURL ?? '' }, maxRedirects: 0 })
  expect((await post({ theme: 'pink', textSize: 'large' })).status()).toBe(400)
  expect((await post({ theme: 'dark' })).status()).toBe(400)
  for (const returnTo of ['//elsewhere.example', 'https://elsewhere.example/', '/\\elsewhere.example'])
    expect((await post({ theme: 'dark', textSize: 'large', returnTo })).headers().location).toBe('/')
})

test('both themes stand beside each other where a part of the page has its own', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/test?only=Badge&theme=dark')
  const part = page.locator('[data-theme="dark"]').first()
  await expect.poll(() => part.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe(dark)
  await expect.poll(() => groundOf(page)).toBe(light)
})

test('with prefers-contrast: more the contrast is higher', { tag: '@desktop' }, async ({ page }) => {
  await page.goto(place)
  const legend = page.locator('.looks-form legend').last()
  const colour = () => legend.evaluate((it) => getComputedStyle(it).color)
  await expect.poll(colour).toBe('rgb(65, 77, 69)')
  await page.emulateMedia({ contrast: 'more' })
  await expect.poll(colour).toBe('rgb(24, 35, 28)')
})

async function anotherDevice(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: 'ja-JP' })
  return context.newPage()
}
