import { expect } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open } from './support.ts'
import { test } from './test.ts'

test('staff see both sides of a claim, what a decision would come to, and decide', { tag: '@desktop' }, async ({
  page,
}) => {
  await signedIn(page, 'admin@example.jp')
  await open(page, '/admin/claims')
  await page.getByRole('region', { name: '申し出の一覧' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('申し出')
  await expect(page.getByRole('article')).toContainText('農園：')
  await page.getByLabel('割合').fill('50')
  await page.getByLabel('負担').selectOption('carrier')
  await page.getByRole('button', { name: '決めたらどうなるか見る' }).click()
  await expect(page.getByText('理由を書いてください').first()).toBeVisible()
  await page.getByLabel('決めたわけ').fill('写真から、運ばれている間のものと見ました。')
  await page.getByRole('button', { name: '決めたらどうなるか見る' }).click()
  await expect(page.getByRole('status', { name: '決めたらどうなるか' })).toContainText('負担は配送会社')
  await expectAccessible(page)
  await page.getByRole('button', { name: '決める', exact: true }).click()
  await expect(page.getByText('決めました。両方にメールで知らせています。').first()).toBeVisible()
  await expect(page.getByRole('article')).toContainText('運営が決めた')
})

test('staff take an order on behalf of a farm that called: seen first, then done, and recorded as theirs', {
  tag: '@desktop',
}, async ({ page }) => {
  await signedIn(page, 'admin@example.jp')
  await open(page, '/admin/orders')
  await expect(page.getByRole('region', { name: /先に見る注文/ })).toBeVisible()
  await open(page, '/admin/orders?state=placed')
  await page.getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('link', { name: 'ぜんぶ受ける' }).click()
  const preview = page.getByRole('region', { name: 'したらどうなるか' })
  await expect(preview).toContainText('発注済 → 受注確定')
  await expectAccessible(page)
  await preview.getByRole('button', { name: 'ぜんぶ受ける' }).click()
  await expect(preview).toContainText('わけを書いてください')
  await preview.getByLabel('わけ').fill('園主から電話。畑に出ているため')
  await preview.getByRole('button', { name: 'ぜんぶ受ける' }).click()
  await expect(page.getByText('操作しました。').first()).toBeVisible()
  await expect(page.getByText(/代理の理由：園主から電話/).first()).toBeVisible()
})

test('staff put a final bill right: seen first, then written beside it, with what it corrects', {
  tag: '@desktop',
}, async ({ page }) => {
  await signedIn(page, 'admin@example.jp')
  await open(page, '/admin/orders?state=finalized')
  await page.getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('link', { name: '修正の伝票をつくる' }).click()
  await page.getByRole('textbox').first().fill('−100')
  await page.getByLabel('わけ').fill('箱の数えまちがい')
  await page.getByRole('button', { name: 'つくったらどうなるか見る' }).click()
  await expect(page.getByRole('status', { name: 'つくったらどうなるか' })).toContainText('もとの伝票')
  await expectAccessible(page)
  await page.getByRole('button', { name: '修正の伝票をつくる' }).click()
  await expect(page.getByText(/修正の伝票 .*をつくりました/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: '修正' })).toContainText('箱の数えまちがい')
  await expectAccessible(page)
})
