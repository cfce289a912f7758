import { expect, type Page } from '@playwright/test'
import { accountOf, makeAccount } from './emulator.ts'
import { chosen, newEmail, openSignIn, session, signInWith, taken, test } from './support.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function toConfirm(page: Page, email: string): Promise<void> {
  await page.goto('/auth/user-type?side=farm')
  await taken(page)
  await page.getByRole('button', { name: /^生産者/ }).click()
  await expect(heading(page, 'メールアドレスとパスワード')).toBeVisible()
  await taken(page)
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByLabel('パスワード', { exact: false }).first().fill(chosen)
  await page.getByRole('button', { name: '次へ進む' }).click()
  await expect(heading(page, '農園の情報を入力してください')).toBeVisible()
  await page.getByLabel('農園名').fill('山田農園')
  await page.getByLabel('名称のフリガナ').fill('ヤマダノウエン')
  await page.getByRole('radio', { name: '個人事業' }).check()
  await page.getByLabel(/^姓/).fill('山田')
  await page.getByLabel(/^名\s*必須/).fill('太郎')
  await page.getByLabel('セイ').fill('ヤマダ')
  await page.getByLabel('メイ').fill('タロウ')
  await page.getByLabel('郵便番号').fill('1620825')
  await expect(page.getByLabel('市区町村')).toHaveValue('新宿区')
  await page.getByLabel('番地').fill('1-2-3')
  await page.getByLabel('電話番号').fill('0332601234')
  await page.getByRole('checkbox', { name: '自家栽培の野菜・果物・きのこ' }).check()
  await page.getByRole('checkbox', { name: '火', exact: true }).check()
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  await page.getByRole('link', { name: 'この内容で進む' }).click()
  await expect(heading(page, '規約に同意して申し込む')).toBeVisible()
}

async function agree(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox', { name: /に同意します/ }).all()) await box.check()
  await page.getByRole('button', { name: '同意して申し込む' }).click()
  await expect(heading(page, '確認メールを送信しました')).toBeVisible()
}

/** The newest mail to this address, as text. */
async function mailTo(page: Page, email: string): Promise<string> {
  const mails = await page.context().newPage()
  await mails.goto('/test/mails')
  await mails.getByRole('listitem').filter({ hasText: email }).first().getByRole('link').click()
  const text = (await mails.locator('pre').textContent()) ?? ''
  await mails.close()
  return text
}

const linkIn = (text: string) => /https?:\/\/\S*MngAccount\S*oobCode=[\w-]+\S*/.exec(text)?.[0] ?? 'no link'

test('T01 T09 a farmer signs up in order: the account is made at the end, and proven by the mail', async ({ page }) => {
  test.slow()
  const email = newEmail()
  await toConfirm(page, email)
  expect(await accountOf(email)).toBeUndefined()
  await agree(page)
  expect(await accountOf(email)).toMatchObject({ emailVerified: false })
  expect((await session(page)).user).toBeNull()

  await page.goto(linkIn(await mailTo(page, email)))
  await page.getByRole('button', { name: 'このアドレスを確認する' }).click()
  await expect(heading(page, '申し込みを受け付けました')).toBeVisible()
  expect(await session(page)).toMatchObject({ status: 'profile_submitted' })
  expect(await accountOf(email)).toMatchObject({ emailVerified: true })

  await page.context().clearCookies()
  await openSignIn(page)
  await signInWith(page, email)
  await expect(page).toHaveURL(/\/farmer/)
})

test('T10 T18 another browser is asked for the password; an address that is known gets the same page', async ({
  page,
  browser,
}) => {
  test.slow()
  const email = newEmail()
  await toConfirm(page, email)
  await agree(page)
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(linkIn(await mailTo(page, email)))
  await elsewhere.getByRole('button', { name: 'このアドレスを確認する' }).click()
  await expect(elsewhere.getByLabel('パスワード')).toBeVisible()
  expect((await session(elsewhere)).user).toBeNull()
  await elsewhere.getByLabel('パスワード').fill('not-the-password-1')
  await elsewhere.getByRole('button', { name: 'このアドレスを確認する' }).click()
  await expect(elsewhere.getByText('パスワードが違います').first()).toBeVisible()
  await elsewhere.getByLabel('パスワード').fill(chosen)
  await elsewhere.getByRole('button', { name: 'このアドレスを確認する' }).click()
  await expect(heading(elsewhere, '申し込みを受け付けました')).toBeVisible()

  await page.context().clearCookies()
  const known = newEmail()
  const subject = await makeAccount(known, 'another-password-9')
  await toConfirm(page, known)
  await agree(page)
  expect(await accountOf(known)).toMatchObject({ localId: subject, emailVerified: true })
  expect(await mailTo(page, known)).not.toMatch(/mode=verifyEmail/)
})

test('T13 T14 a forgotten password: the new one works, the old one does not', async ({ page }) => {
  test.slow()
  const email = newEmail()
  await toConfirm(page, email)
  await agree(page)
  await page.goto(linkIn(await mailTo(page, email)))
  await page.getByRole('button', { name: 'このアドレスを確認する' }).click()
  await expect(heading(page, '申し込みを受け付けました')).toBeVisible()

  await page.goto('/auth/forgotPassword')
  await page.getByLabel('メールアドレス').fill(email)
  await page.getByRole('main').getByRole('button').last().click()
  await expect(page).toHaveURL(/resetPassword/)
  const link = linkIn(await mailTo(page, email))
  await page.goto(link)
  const fresh = '新しい畑の合言葉は柚子'
  await page.getByLabel('新しいパスワード').fill(fresh)
  await page.getByRole('button', { name: 'このパスワードを設定' }).click()
  await expect(page).toHaveURL(/\/auth\/signIn/)
  expect((await session(page)).user).toBeNull()
  await taken(page)
  await signInWith(page, email)
  await expect(page.getByRole('alert')).toBeVisible()
  await signInWith(page, email, fresh)
  await expect(page).toHaveURL(/\/farmer/)
  await page.goto(link)
  await expect(page.getByLabel('新しいパスワード')).toHaveCount(0)
})
