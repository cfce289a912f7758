import { expect, type Page } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, settled, started } from './support.ts'
import { test } from './test.ts'

const staff = (page: Page) => signedIn(page, 'admin@example.jp')
const viewBar = (page: Page) => page.getByRole('complementary', { name: '閲覧中' })

test('a chef makes a token for their software, sees it once, uses it and takes it back', { tag: '@desktop' }, async ({
  page,
}) => {
  await signedIn(page, 'chef@example.jp')
  await open(page, '/profile/tokens')
  const name = `会計ソフト ${Date.now().toString(36)}`
  await page.getByLabel('名前').fill(name)
  await page.getByRole('checkbox', { name: '注文の閲覧' }).check()
  await page.getByRole('button', { name: 'トークンを作成' }).click()
  const token = await page.locator('[data-new-token]').textContent()
  expect(token).toMatch(/^hti_[0-9a-z]{10}_[\w-]{43}$/)
  const ask = (path: string) => page.request.get(path, { headers: { authorization: `Bearer ${token}`, cookie: '' } })
  expect((await ask('/api/orders')).status()).toBe(200)
  expect((await ask('/api/cart')).status()).toBe(403)

  await page.getByRole('link', { name: /一覧に戻る/ }).click()
  const card = page.getByRole('article', { name })
  await expect(card).toContainText('注文の閲覧')
  await expect(page.locator('main')).not.toContainText(token?.slice(-20) ?? 'none')
  await card.getByRole('button', { name: /取り消す/ }).click()
  await expect(card).toBeHidden()
  expect((await ask('/api/orders')).status()).toBe(401)
})

test('staff renew their own backup codes, on a desk and on a phone', { tag: '@desktop' }, async ({ page }) => {
  await staff(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/admin')
  await page.locator('summary', { hasText: 'メニュー' }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: '自分のサインイン設定' }).click()
  await expect(page).toHaveURL(/\/admin\/profile$/)
  await expect(page.getByRole('link', { name: '自分のサインイン設定' })).toBeHidden()
  await page.getByRole('button', { name: '予備コードを再発行' }).click()
  await expect(page.locator('[data-backup-code]')).toHaveCount(10)
  await page.getByRole('link', { name: '控えました' }).click()
  await expect(page.getByRole('region', { name: '予備コード' })).toContainText('残り10個')
})

test('staff view as a chef, change nothing, and their steps are recorded', { tag: '@desktop' }, async ({ page }) => {
  await staff(page)
  await page.goto('/admin/users?q=ビストロ 灯')
  await page.getByRole('table').getByRole('link', { name: 'ビストロ 灯', exact: true }).click()
  await page.getByRole('link', { name: 'すべて見る' }).click()
  // with script the account is a dialog
  await page.waitForURL(/\/account\?/)
  await started(page)
  const people = page.getByRole('region', { name: 'メンバー' })
  await people
    .getByText(/さんの画面を閲覧する$/)
    .first()
    .click()
  await people.getByLabel('閲覧の理由').first().fill('検収の画面が開かないと電話')
  await people.getByRole('button', { name: '画面を閲覧する' }).first().click()
  await expect(page).toHaveURL(/\/restaurant$/)
  await expect(viewBar(page)).toContainText(/さんの画面を閲覧中/)
  await started(page)
  await expect(viewBar(page)).toContainText(/あと/)
  await expectAccessible(page)

  await page.goto('/profile')
  await expect(page.getByLabel('お名前').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: '自分のデータ' })).toBeHidden()
  expect((await page.goto('/profile/tokens'))?.status()).toBe(403)
  await expect(viewBar(page)).toBeVisible()
  const { origin } = new URL(page.url())
  const written = await page.request.post('/profile', {
    form: { intent: 'name', name: '別の人', nameKana: '' },
    headers: { origin },
  })
  expect(written.status()).toBe(403)

  await settled(page)
  await viewBar(page).getByRole('button', { name: '閲覧を終了' }).click()
  await expect(page).toHaveURL(/\/admin\/users\/restaurant-.*\/account/)
  await page.goto('/admin/audit?kind=view_page_seen')
  const seen = page.getByRole('table').getByRole('row')
  await expect(seen.filter({ hasText: '/profile/tokens' }).first()).toBeVisible()
  await page.goto('/restaurant')
  await expect(viewBar(page)).toBeHidden()
})
