import { expect } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open } from './support.ts'
import { test } from './test.ts'

test('staff see both sides of a claim, what a decision would come to, and decide', { tag: '@desktop' }, async ({
  page,
}) => {
  await signedIn(page, 'admin@example.jp')
  await open(page, '/admin/claims')
  await page.getByRole('region', { name: '不良・欠品の報告一覧' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('報告')
  await expect(page.getByRole('article')).toContainText('農園：')
  await page.getByLabel('割合').fill('50')
  await page.getByLabel('負担').selectOption('carrier')
  await page.getByRole('button', { name: '決定結果を確認' }).click()
  await expect(page.getByText('理由を入力してください').first()).toBeVisible()
  await page.getByLabel('決定の理由').fill('写真から、運ばれている間のものと見ました。')
  await page.getByRole('button', { name: '決定結果を確認' }).click()
  await expect(page.getByRole('status', { name: '決定結果' })).toContainText('負担は配送会社')
  await expectAccessible(page)
  await page.getByRole('button', { name: '決定する' }).click()
  await expect(page.getByText('決定しました。双方にメールで通知します。').first()).toBeVisible()
  await expect(page.getByRole('article')).toContainText('運営が決定済み')
})

test('staff take an order on behalf of a farm that called: seen first, then done, and recorded as theirs', {
  tag: '@desktop',
}, async ({ page }) => {
  await signedIn(page, 'admin@example.jp')
  await open(page, '/admin/orders')
  await expect(page.getByRole('region', { name: /優先して確認する注文/ })).toBeVisible()
  await open(page, '/admin/orders?state=placed')
  await page.getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('link', { name: 'すべて受注する' }).click()
  const preview = page.getByRole('region', { name: '操作後の内容' })
  await expect(preview).toContainText('受注確認待ち → 受注確定')
  await expectAccessible(page)
  await preview.getByRole('button', { name: 'すべて受注する' }).click()
  await expect(preview).toContainText('理由を入力してください')
  await preview.getByLabel('理由').fill('園主から電話。畑に出ているため')
  await preview.getByRole('button', { name: 'すべて受注する' }).click()
  await expect(page.getByText('操作しました。').first()).toBeVisible()
  await expect(page.getByText(/代理の理由：園主から電話/).first()).toBeVisible()
})

test('staff correct a final bill: previewed first, then recorded beside it, with what it corrects', {
  tag: '@desktop',
}, async ({ page }) => {
  await signedIn(page, 'admin@example.jp')
  await open(page, '/admin/orders?state=finalized')
  await page.getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('link', { name: '修正伝票を発行する' }).click()
  await page.getByRole('textbox').first().fill('−100')
  await page.getByLabel('理由').fill('箱の数えまちがい')
  await page.getByRole('button', { name: '発行内容を確認' }).click()
  await expect(page.getByRole('status', { name: '発行内容' })).toContainText('元の伝票')
  await expectAccessible(page)
  await page.getByRole('button', { name: '修正伝票を発行する' }).click()
  await expect(page.getByText(/修正伝票 .*を発行しました/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: '修正' })).toContainText('箱の数えまちがい')
  await expectAccessible(page)
})
