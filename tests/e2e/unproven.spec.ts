import { expect, type Page } from '@playwright/test'
import { giveKeys, newColleagueOf, newUnproven } from './new-person.ts'
import { expectAccessible, linkMailedTo, open, password, started } from './support.ts'
import { test } from './test.ts'

/** An account whose address is not confirmed, and what goes on beside sessions, on a phone. */

async function comeIn(page: Page, email: string) {
  await open(page, '/auth/signIn')
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'サインインする' }).click()
  await expect(page).not.toHaveURL(/signIn/)
}
const verifyPage = '/auth/signup/verify-email'

test('T76 every page of a member leads to the one that confirms the address, with its ways', async ({ page }) => {
  const email = await newUnproven()
  await comeIn(page, email)
  await expect(page).toHaveURL(verifyPage)
  for (const path of [
    '/restaurant',
    '/restaurant/cart',
    '/restaurant/members',
    '/profile',
    '/profile/webhooks',
    '/farmer',
  ])
    await test.step(path, async () => {
      await page.goto(path)
      await expect(page).toHaveURL(verifyPage)
    })
  await started(page)
  const main = page.getByRole('main')
  await expect(main.getByText(email)).toBeVisible()
  await expect(main.getByRole('button')).toHaveText([
    '再送する',
    'アドレスを変更して送信',
    'サインアウト',
    '登録を削除する',
  ])
  await expectAccessible(page)
})

test('another address is confirmed with the link, in the same browser', async ({ page }) => {
  const email = await newUnproven()
  const other = `other-${crypto.randomUUID()}@example.jp`
  await comeIn(page, email)
  await started(page)
  await page.getByRole('button', { name: 'アドレスを変更して送信' }).click()
  await expect(page.getByLabel('正しいメールアドレス')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('正しいメールアドレス').fill(other)
  await page.getByRole('button', { name: 'アドレスを変更して送信' }).click()
  await expect(page.getByText(`${other} に確認メールを送信しました`).first()).toBeVisible()
  await expect(page.getByRole('main').locator('b', { hasText: other })).toBeVisible()
  await page.goto(await linkMailedTo(page, other, 'メールアドレスの確認をお願いします'))
  await page.getByRole('button', { name: 'このアドレスを確認する' }).click()
  await expect(page).toHaveURL('/auth/signup/completed')
})

test('signing out, and deleting after a box is ticked', async ({ page }) => {
  const email = await newUnproven()
  await comeIn(page, email)
  await page.getByRole('main').getByRole('button', { name: 'サインアウト' }).click()
  await expect(page).toHaveURL('/auth/signIn')
  await comeIn(page, email)
  await started(page)
  await page.getByRole('button', { name: '登録を削除する' }).click()
  await expect(page.getByLabel('登録を削除することを確認しました')).toHaveAccessibleDescription(/元に戻せません/)
  await page.getByLabel('登録を削除することを確認しました').check()
  await page.getByRole('button', { name: '登録を削除する' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByText('登録を削除しました').first()).toBeVisible()
})

test('T78 signing out everywhere names and counts what else is ended; what is unticked stays', async ({ page }) => {
  const email = await newColleagueOf('chef@example.jp')
  await giveKeys(email)
  await comeIn(page, email)
  await open(page, '/profile')
  const devices = page.locator('#devices')
  await expect(devices.getByRole('checkbox')).toHaveCount(3)
  for (const name of ['連携用トークン 2件も無効にする', 'カレンダー配信 1件も無効にする', 'パスキー 1件も無効にする'])
    await expect(devices.getByLabel(name)).toBeChecked()
  await expectAccessible(page)
  await devices.getByLabel('パスキー 1件も無効にする').uncheck()
  await devices.getByRole('button', { name: '他の端末をすべてサインアウトする' }).click()
  await expect(page.getByText('連携用トークン 2件・カレンダー配信 1件を無効にしました').first()).toBeVisible()
  await expect(devices.getByRole('checkbox')).toHaveCount(1)
})

test('T78 tokens and calendars are listed with their last use, and ended one by one', async ({ page }) => {
  const email = await newColleagueOf('chef@example.jp')
  await giveKeys(email)
  await comeIn(page, email)
  await open(page, '/profile')
  const card = page.locator('#tokens')
  await expect(card.getByRole('listitem')).toHaveCount(3)
  await expect(card.getByText(/作成 .*・未使用/)).toHaveCount(3)
  await card.getByRole('button', { name: /無効にする.*会計ソフト/ }).click()
  await expect(page.getByText('連携用トークンを無効にしました').first()).toBeVisible()
  await card.getByRole('button', { name: /無効にする.*カレンダー配信/ }).click()
  await expect(card.getByRole('listitem')).toHaveCount(1)
})

test('T78 a reset asks about passkeys, and the mail names what was ended', async ({ page }) => {
  const email = await newColleagueOf('chef@example.jp')
  await giveKeys(email)
  await open(page, '/auth/forgotPassword')
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByRole('button', { name: 'メールを送信' }).click()
  await expect(page).toHaveURL('/auth/resetPassword')
  await page.goto(await linkMailedTo(page, email, 'パスワードの再設定'))
  await expect(page.getByLabel('パスキー 1件も無効にする')).toBeChecked()
  await expectAccessible(page)
  await page.getByLabel('新しいパスワード').fill('畑の朝つゆと長ねぎの味噌汁')
  await page.getByRole('button', { name: 'このパスワードを設定' }).click()
  await expect(page).toHaveURL('/auth/signIn')
  await page.goto(`/test/mails?to=${email}`)
  await page.getByRole('listitem').getByRole('link', { name: 'パスワードを変更しました' }).first().click()
  await expect(page.locator('pre')).toContainText('連携用トークン 2件・カレンダー配信 1件・パスキー 1件')
})
