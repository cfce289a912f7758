import { expect, type Page } from '@playwright/test'
import { type OidcServer, startOidcServer } from '../support/oidc-server.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, started } from './support.ts'
import { test } from './test.ts'

/** The service at which people of these tests are known, where the app was told to look for it. */
const stamp = `${Date.now()}`
const cook = { sub: `cook-${stamp}`, email: `cook-${stamp}@example.jp`, email_verified: true, name: '山田 花子' }
const helper = { sub: `helper-${stamp}`, email: `helper-${stamp}@example.jp`, email_verified: true }
let service: OidcServer
test.beforeAll(async ({ app }) => {
  const callback = `${app.origin}/auth/social/oidc/callback`
  service = await startOidcServer({ port: app.socialPort, callback, people: [cook, helper] })
})
test.afterAll(() => service.close())

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function restaurant(page: Page): Promise<void> {
  await page.getByLabel('店名').fill('ビストロ 畝')
  await page.getByLabel('名称のフリガナ').fill('びすとろうね')
  await page.getByRole('radio', { name: '個人事業' }).check()
  await page.getByLabel('業態').selectOption('フレンチ')
  await page.getByLabel(/^姓/).fill('山田')
  await page.getByLabel(/^名\s*必須/).fill('花子')
  await page.getByLabel('セイ').fill('やまだ')
  await page.getByLabel('メイ').fill('ハナコ')
  await page.getByLabel('郵便番号').fill('1620825')
  await expect(page.getByLabel('市区町村')).toHaveValue('新宿区')
  await page.getByLabel('番地').fill('1-2-3')
  await page.getByLabel('電話番号').fill('0332601234')
  for (const day of ['月', '水', '金']) await page.getByRole('checkbox', { name: day, exact: true }).check()
}

/** The review, and the consents; no password is asked for. */
async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: '内容の確認へ進む' }).click()
  await expect(heading(page, '内容を確認してください')).toBeVisible()
  await page.getByRole('link', { name: 'この内容で進む' }).click()
  await expect(heading(page, '規約に同意して申し込む')).toBeVisible()
  await started(page)
  await expect(page.getByLabel(/パスワード/)).toHaveCount(0)
  for (const box of await page.getByRole('checkbox', { name: /に同意します/ }).all()) await box.check()
  await page.getByRole('button', { name: '同意して申し込む' }).click()
}

async function beginSignUp(page: Page): Promise<void> {
  await page.goto('/auth/user-type')
  await started(page)
  await page.getByRole('button', { name: /^飲食店/ }).click()
  await expect(heading(page, 'メールアドレスとパスワード')).toBeVisible()
}

const signOut = (page: Page) => page.context().clearCookies()

test('a restaurant signs up through a service that has confirmed the address, and signs in with it (T02)', async ({
  page,
}) => {
  await beginSignUp(page)
  await page.getByRole('link', { name: '料理組合で登録する' }).click()
  await page.getByRole('button', { name: cook.sub }).click()
  await expect(heading(page, '飲食店の情報を入力してください')).toBeVisible()
  await started(page)
  await expect(page.getByLabel('メールアドレス')).toHaveCount(0)
  await restaurant(page)
  await confirm(page)
  await expect(page).toHaveURL(/\/auth\/signup\/completed/)

  await signOut(page)
  await page.goto('/auth/signIn')
  await expectAccessible(page)
  await page.getByRole('link', { name: '料理組合でサインイン' }).click()
  await page.getByRole('button', { name: cook.sub }).click()
  await expect(page).toHaveURL(/\/(restaurant|auth\/signup\/completed)/)
})

test('by phone: a code instead of a password, the address asked for and then proven (T03)', async ({ page }) => {
  // no real number has 0 after the 090
  const number = `0908${String(Date.now()).slice(-7)}`
  await beginSignUp(page)
  await page.getByRole('link', { name: '電話番号で登録する' }).click()
  await expect(heading(page, '電話番号でサインイン')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('携帯電話番号').fill(number)
  await page.getByRole('button', { name: '確認コードを送信' }).click()
  await expect(heading(page, '確認コードの入力')).toBeVisible()
  await expectAccessible(page)
  const field = page.getByLabel('確認コード')
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  const messages = await page.request.get('/test/messages')
  const [, digits = ''] =
    new RegExp(`data-to="\\+81${number.slice(1)}"[^]*?確認コードは (\\d{6})`).exec(await messages.text()) ?? []
  await field.fill(digits)
  await page.getByRole('button', { name: 'サインイン', exact: true }).click()

  await expect(heading(page, '飲食店の情報を入力してください')).toBeVisible()
  await started(page)
  await page.getByLabel('メールアドレス').fill(`phone-${stamp}@example.jp`)
  await restaurant(page)
  await confirm(page)
  await expect(heading(page, '確認メールを送信しました')).toBeVisible()
  await expect(page.getByText(`phone-${stamp}@example.jp`)).toBeVisible()
})

test('a service is linked and unlinked in the settings', async ({ page }) => {
  await signedIn(page, 'chef@example.jp')
  await page.goto('/profile')
  await page.getByRole('link', { name: '料理組合と連携する' }).click()
  await page.getByRole('button', { name: helper.sub }).click()
  await expect(page.getByText('料理組合と連携しました。').first()).toBeVisible()
  const card = page.locator('#ways-in')
  await expect(card).toContainText(helper.email)
  await started(page)
  await card.getByText('料理組合の連携を解除').click()
  await card.getByRole('button', { name: '解除する', exact: true }).click()
  await expect(page.getByText('料理組合の連携を解除しました。').first()).toBeVisible()
  await expect(card.getByRole('link', { name: '料理組合と連携する' })).toBeVisible()
})

test('an invalid callback is a page that says what to do; a token is removed from the address at once (T71, T04)', async ({
  page,
}) => {
  const response = await page.goto('/auth/social/oidc/callback?code=stolen&state=foreign')
  expect(response?.status()).toBe(400)
  await expect(heading(page, 'サインインできませんでした')).toBeVisible()
  await expect(page.getByText(/最初からやり直して/)).toBeVisible()
  await expectAccessible(page)

  const posted = await page.request.post('/auth/social/oidc/callback', {
    form: { code: 'a', state: 'b', user: '{"name":{}}' },
    headers: { origin: 'https://appleid.apple.com' },
    maxRedirects: 0,
  })
  expect(posted.status()).toBe(303)
  expect(posted.headers().location).toBe('/auth/social/oidc/callback?code=a&state=b')

  await page.goto('/auth/custom#token=a.b.c')
  await expect(page.getByLabel('トークン')).toHaveValue('a.b.c')
  expect(page.url()).not.toContain('#')
  await page.getByRole('button', { name: 'サインイン', exact: true }).click()
  await expect(page.getByText('このトークンは使用できません。', { exact: false }).first()).toBeVisible()
  await expectAccessible(page)
})
