import { expect } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, started } from './support.ts'
import { test } from './test.ts'

test('a farm finds its bank, is told what is wrong beside the field, and is sent a mail', {
  tag: ['@phone', '@desktop'],
}, async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  await page.goto('/farmer/bank-account')
  await started(page)
  await page.getByLabel('金融機関の名前・よみ・コード').fill('みずほ')
  await page.getByRole('button', { name: '検索する' }).click()
  await page.getByRole('link', { name: /0001/ }).click()
  await page.getByLabel('支店の名前・よみ・コード').fill('シンジュク')
  await page.getByRole('button', { name: '検索する' }).click()
  await expectAccessible(page)
  await page
    .getByRole('link', { name: /^新宿(?!.*(南|西|新都心))/ })
    .first()
    .click()
  await page.getByLabel('口座番号').fill('１２３４５６７')
  await page.getByLabel('口座名義（カナ）').fill('見本太郎')
  await page.getByRole('button', { name: '確認のメールを送信する' }).click()
  await expect(page.getByText('口座名義に漢字は使用できません。').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('口座名義（カナ）').fill('みほん　たろう')
  await page.getByRole('button', { name: '確認のメールを送信する' }).click()
  await expect(page.getByText('確認のメールを送信しました。')).toBeVisible()
  await expect(page.getByText(/メールでの確認待ち：みずほ 新宿.* 普通 \*{4}567/)).toBeVisible()
  await page.getByRole('button', { name: 'この変更を取り消す' }).click()
  await expect(page.getByText('口座の変更を取り消しました。')).toBeVisible()
})

test('staff set our account and see that nothing is due', { tag: '@desktop' }, async ({ page }) => {
  await signedIn(page, 'admin@example.jp')
  await page.goto('/admin/payouts?payOn=2026-11-29')
  await started(page)
  await expect(page.getByText(/金融機関の休業日です/)).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('振込依頼人コード（10桁）').fill('1234567890')
  await page.getByLabel('振込依頼人名（カナ）').fill('ミホンマーケット（カ')
  await page.getByLabel('金融機関コード（4桁）').fill('0001')
  await page.getByLabel('支店コード（3桁）').fill('100')
  await page.getByLabel('口座番号（7桁）').fill('1234567')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('振込元の設定を保存しました。')).toBeVisible()
})
