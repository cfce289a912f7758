import { expect, type Page } from '@playwright/test'
import { newColleagueOf } from './new-person.ts'
import { expectAccessible, password, signIn } from './support.ts'
import { test } from './test.ts'

/** A new user agrees to the terms before anything else: by touch, with the keyboard alone, without script. */

const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `${title}に同意します` })
const goOn = (page: Page) => page.getByRole('button', { name: '同意して続ける' })

test('a new chef is led to the page from every address of the shop, and not from the pages that all may read', async ({
  page,
}) => {
  await signIn(page, 'newchef@example.jp', '/auth/signIn?returnTo=/restaurant/order/History')
  const asked = `/consent?returnTo=${encodeURIComponent('/restaurant/order/History')}`
  await expect(page).toHaveURL(asked)
  await expect(page).toHaveTitle('規約への同意｜畝と皿')
  for (const address of ['/restaurant', '/restaurant/products', '/restaurant/cart', '/restaurant/order/History']) {
    await page.goto(address)
    await expect(page).toHaveURL(`/consent?returnTo=${encodeURIComponent(address)}`)
  }
  for (const address of [
    '/restaurant/law',
    '/restaurant/UserPolicy',
    '/restaurant/PrivacyPolicy',
    '/restaurant/Inquiry',
  ]) {
    await page.goto(address)
    await expect(page).toHaveURL(address)
  }
  await page.goto('/restaurant/Guide')
  await page.getByRole('link', { name: '食材の検索' }).first().click()
  await expect(page).toHaveURL(/^[^?]*\/consent\?returnTo=%2Frestaurant%2Fproducts$/)
})

test('the page stands in both themes, at 320 px and with letters twice as large', async ({ page }) => {
  await signIn(page, 'newchef@example.jp')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(sideways).toBeLessThanOrEqual(0)
  await page.addStyleTag({ content: 'html { font-size: 200% }' })
  await expect.poll(sideways).toBeLessThanOrEqual(0)
})

test('an unticked box is named beside it, the full text opens beside the form, and then the user is on the requested page', async ({
  page,
}) => {
  await signIn(page, await newColleagueOf('chef@example.jp'), '/auth/signIn?returnTo=/restaurant/order/History')
  await box(page, '利用規約').check()
  await goOn(page).click()
  await expect(box(page, 'プライバシーポリシー')).toHaveAccessibleDescription(
    'プライバシーポリシーを確認し、同意欄にチェックを入れてください。',
  )

  const [text] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: /プライバシーポリシーの全文を読む/ }).click(),
  ])
  await expect(text.getByRole('heading', { level: 1, name: 'プライバシーポリシー' })).toBeVisible()
  await text.close()
  await expect(box(page, '利用規約')).toBeChecked()

  await box(page, 'プライバシーポリシー').check()
  await goOn(page).click()
  await expect(page).toHaveURL('/restaurant/order/History')
  await page.goto('/consent')
  await expect(page).toHaveURL('/restaurant')
})

test('a farmer agrees with the keyboard alone', async ({ page }) => {
  await signIn(page, await newColleagueOf('farmer@example.jp'))
  await expect(page).toHaveURL('/consent?returnTo=%2Ffarmer')
  await box(page, '利用規約').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /プライバシーポリシーの全文を読む/ })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(goOn(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/farmer')
})

test('a user who does not agree signs out, and is asked again', async ({ page }) => {
  const email = await newColleagueOf('farmer@example.jp')
  await signIn(page, email)
  await page.getByRole('button', { name: '同意せずにサインアウト' }).click()
  await expect(page).toHaveURL('/auth/signIn')
  await page.goto('/consent')
  await expect(page).toHaveURL(`/auth/signIn?returnTo=${encodeURIComponent('/consent')}`)
  await signIn(page, email)
  await expect(goOn(page)).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the form asks, names what is missing and goes on', async ({ page }) => {
    await page.goto('/auth/signIn?returnTo=/restaurant/cart')
    await page.getByLabel('メールアドレス').fill(await newColleagueOf('chef@example.jp'))
    await page.getByLabel('パスワード').fill(password)
    await page.getByRole('button', { name: 'サインインする' }).click()
    await box(page, 'プライバシーポリシー').check()
    await goOn(page).click()
    await expect(box(page, '利用規約')).toHaveAccessibleDescription(
      '利用規約を確認し、同意欄にチェックを入れてください。',
    )
    await expect(box(page, 'プライバシーポリシー')).toBeChecked()
    await box(page, '利用規約').check()
    await goOn(page).click()
    await expect(page).toHaveURL('/restaurant/cart')
  })
})
