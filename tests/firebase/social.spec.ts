import { expect, type Page } from '@playwright/test'
import { expectNewcomer, newEmail, openSignIn, session, test } from './support.ts'

/** Creates an account of another service on the emulator's own page. */
async function signInAtEmulator(window: Page, email: string): Promise<void> {
  await window.locator('#add-account-button').click()
  await window.locator('#email-input').fill(email)
  await window.locator('#display-name-input').fill('店長 花子')
  await window.locator('#sign-in').click()
}

test('T07 a window of 500 x 600, and signed in when it closes', async ({ page }) => {
  await openSignIn(page)
  const opens = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Googleでサインイン' }).click()
  const window = await opens
  await window.waitForURL(/providerId=google\.com/)
  expect(new URL(window.url()).searchParams.get('eventId')).toBeTruthy()
  expect(await window.evaluate(() => [innerWidth, innerHeight])).toEqual([500, 600])
  await signInAtEmulator(window, newEmail())
  await expectNewcomer(page)
  expect((await session(page)).status).toBe('email_verified')
})

test('T08 the window was closed: the button works, and nothing is called an error', async ({ page }) => {
  test.slow()
  await openSignIn(page)
  const opens = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Googleでサインイン' }).click()
  const window = await opens
  await window.waitForURL(/providerId=google\.com/)
  await window.close()
  await expect(page.getByRole('button', { name: 'Googleでサインイン' })).toBeEnabled()
  await page.waitForTimeout(12_000)
  await expect(page.getByRole('alert')).toHaveCount(0)
  const again = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Googleでサインイン' }).click()
  const second = await again
  await second.waitForURL(/providerId=google\.com/)
  await signInAtEmulator(second, newEmail())
  await expectNewcomer(page)
})

test('T06 a blocked window: the page itself goes there, and comes back signed in', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await openSignIn(page)
  await page.getByRole('button', { name: 'Googleでサインイン' }).click()
  await page.getByRole('button', { name: '画面を切り替えてサインイン' }).click()
  await page.waitForURL(/emulator\/auth\/handler/)
  await signInAtEmulator(page, newEmail())
  await expectNewcomer(page)
})

test('T67 only pages below /auth let the provider in', async ({ page }) => {
  for (const [path, lets] of [
    ['/auth/signIn', true],
    ['/auth', true],
    ['/', false],
    ['/restaurant/Guide', false],
    ['/admin/signin', false],
  ] as const) {
    const headers = (await page.request.get(path)).headers()
    expect(headers['cross-origin-opener-policy'] === 'same-origin-allow-popups', path).toBe(lets)
    expect(/apis\.google\.com|identitytoolkit/.test(headers['content-security-policy'] ?? ''), path).toBe(lets)
  }
})
