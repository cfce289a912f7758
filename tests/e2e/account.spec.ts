import { expect, type Page } from '@playwright/test'
import { newColleagueOf } from './new-person.ts'
import { expectAccessible, linkMailedTo, open, password, started } from './support.ts'
import { test } from './test.ts'

/** Mails with links, the password and the address, and the user's own page, on a phone. */

const newPassword = '畑の朝つゆと長ねぎの味噌汁'
/** A person of this test alone; they have agreed to nothing yet, and their own page is there all the same. */
const newMember = () => newColleagueOf('chef@example.jp')

/** Signs in and goes to the user's own page: new users are asked for consent first, but this page is open before. */
async function signInTo(page: Page, email: string, secret: string) {
  await trySignIn(page, email, secret)
  await expect(page).not.toHaveURL(/auth/)
  await page.goto('/profile')
}

async function trySignIn(page: Page, email: string, secret: string) {
  await open(page, '/auth/signIn')
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'サインインする' }).click()
}

test('a forgotten password: the mail, a new password, and signed in', async ({ page }) => {
  const email = await newMember()
  await page.goto('/auth/signIn')
  await page.getByRole('link', { name: 'パスワードを忘れた方' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('忘れた方')
  await started(page)
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByRole('button', { name: 'メールを送信' }).click()
  await expect(page).toHaveURL('/auth/resetPassword')
  await expectAccessible(page)

  await page.goto(await linkMailedTo(page, email, 'パスワードの再設定'))
  await expect(page).toHaveURL('/auth/MngAccount')
  await expectAccessible(page)
  await page.getByLabel('新しいパスワード').fill('password123')
  await page.getByRole('button', { name: 'このパスワードを設定' }).click()
  await expect(page.getByLabel('新しいパスワード')).toHaveAccessibleDescription(/よく使われている/)
  await page.getByLabel('新しいパスワード').fill(newPassword)
  await page.getByRole('button', { name: 'このパスワードを設定' }).click()
  await expect(page).toHaveURL('/auth/signIn')
  await expect(page.getByText('新しいパスワードでサインインしてください').first()).toBeVisible()

  await page.goto(await linkMailedTo(page, email, 'パスワードの再設定'))
  await expect(page.getByRole('heading', { name: 'このリンクは使用できません' })).toBeVisible()
  await expectAccessible(page)

  await signInTo(page, email, newPassword)
  await expect(page).toHaveURL('/profile')
})

test('a changed address, which its owner restores from the old one', async ({ page }) => {
  const email = await newMember()
  const other = `other-${crypto.randomUUID()}@example.jp`
  await signInTo(page, email, password)
  await page.getByText('メールアドレスを変更する', { exact: true }).click()
  await page.getByLabel('新しいメールアドレス').fill(other)
  await page.getByRole('button', { name: '確認メールを送信' }).click()
  await expect(page.getByText(`${other} にメールを送信しました`).first()).toBeVisible()

  await page.goto(await linkMailedTo(page, other, '新しいメールアドレスの確認'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'このアドレスに変更する' }).click()
  await expect(page).toHaveURL(/^[^?]*\/[\w-]{43}\/updateEmail$/)
  await expect(page.getByRole('heading', { level: 1, name: /変更しました/ })).toBeVisible()
  await expect(page.getByRole('main').getByText(other)).toHaveCount(1)
  await expectAccessible(page)
  await signInTo(page, other, password)
  await expect(page).toHaveURL('/profile')

  await page.goto(await linkMailedTo(page, email, 'メールアドレスが変更されました'))
  await page.getByRole('button', { name: '元のアドレスに戻す' }).click()
  await expect(page).toHaveURL('/auth/resetPassword')
  await page.goto('/profile')
  await expect(page).toHaveURL('/auth/signIn?returnTo=%2Fprofile')

  await page.goto(await linkMailedTo(page, email, 'パスワードの再設定'))
  await page.getByLabel('新しいパスワード').fill(newPassword)
  await page.getByRole('button', { name: 'このパスワードを設定' }).click()
  await expect(page).toHaveURL('/auth/signIn')
  await signInTo(page, email, newPassword)
  await expect(page).toHaveURL('/profile')
})

test('the user’s own page: the name, the other devices, the data export, and closing the account', async ({
  page,
  browser,
}) => {
  const email = await newMember()
  const elsewhere = await browser.newPage()
  await signInTo(elsewhere, email, password)
  await expect(elsewhere).toHaveURL('/profile')
  await signInTo(page, email, password)
  await expect(page).toHaveURL('/profile')
  await started(page)

  await page.getByRole('textbox', { name: 'お名前' }).fill('山田 花子')
  await page.getByRole('textbox', { name: 'フリガナ' }).fill('やまだ はなこ')
  await page.getByRole('region', { name: 'お名前' }).getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('お名前を保存しました').first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'フリガナ' })).toHaveValue('ヤマダ　ハナコ')

  await page.getByRole('button', { name: '他の端末をすべてサインアウトする' }).click()
  await expect(page.getByText('他の1台をサインアウトしました').first()).toBeVisible()
  await elsewhere.goto('/profile')
  await expect(elsewhere).toHaveURL(/\/auth\/signIn/)
  await elsewhere.close()

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'ファイルを保存する' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^unetosara-[\d-]+\.json$/)

  await page.getByRole('link', { name: '退会手続きへ' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '退会' })).toBeVisible()
  await page.getByRole('button', { name: '退会する' }).click()
  await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(/元に戻せません/)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '退会する' }).click()
  await expect(page.getByText('退会手続きが完了しました').first()).toBeVisible()
  await trySignIn(page, email, password)
  await expect(page.getByText('メールアドレスまたはパスワードが違います').first()).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a form on a page that tells no referrer is taken, and the way of a mail goes to its end', async ({ page }) => {
    const email = await newMember()
    await page.goto('/auth/forgotPassword')
    await page.getByLabel('メールアドレス').fill(email)
    await page.getByRole('button', { name: 'メールを送信' }).click()
    await expect(page).toHaveURL('/auth/resetPassword')
    await page.goto(await linkMailedTo(page, email, 'パスワードの再設定'))
    await page.getByLabel('新しいパスワード').fill(newPassword)
    await page.getByRole('button', { name: 'このパスワードを設定' }).click()
    await expect(page).toHaveURL('/auth/signIn')
  })
})

test('T51 T52 an invalid secret in the address is not found, and is echoed nowhere', async ({ request }) => {
  for (const path of [
    '/foo',
    '/%2e%2e/updateEmail',
    '/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    `/${'x'.repeat(43)}/updateEmail`,
  ]) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(404)
    // the development server alone names the page in the address of its styles
    const words = (await answer.text()).replaceAll(/critical\.css\?pathname=[^"]*/g, '')
    expect(words).not.toMatch(/alert\(1\)|xxxxxxxxxx/)
  }
  expect((await request.get('/robots.txt')).status()).toBe(200)
  for (const path of [
    '/auth/MngAccount',
    '/auth/MngAccount?mode=evil&oobCode=1',
    '/auth/MngAccount?mode=resetPassword',
  ]) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(400)
    expect(answer.headers()['referrer-policy']).toBe('no-referrer')
  }
})
