import { expect, type Page } from '@playwright/test'
import { query } from './database.ts'
import { signedIn } from './signed-in.ts'
import { expectAccessible, started } from './support.ts'
import { test } from './test.ts'

/** Approved yesterday, and nothing done since. */
const newChef = 'applicant8@example.jp'
const newFarmer = 'applicant9@example.jp'

const list = (page: Page, name: string) => page.getByRole('region', { name })
const row = (page: Page, step: string) => page.getByRole('listitem').filter({ hasText: step })

test('a new restaurant sees the open steps, does one, and postpones the others', async ({ page }) => {
  await query(`update restaurants set billing_saved_at = null where name = 'ビストロ 若葉'`)
  await signedIn(page, newChef)
  await page.goto('/restaurant')
  await started(page)
  const steps = list(page, '最初の注文までの準備')
  await expect(steps.getByText('残り2項目・約3分')).toBeVisible()
  await expect(row(page, '飲食店の情報を登録する')).toContainText('完了')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)

  await steps.getByRole('link', { name: '支払い方法を確認する' }).click()
  await expect(page).toHaveURL(/\/restaurant\/Account#billing$/)
  await started(page)
  const billing = list(page, '請求と支払い')
  await billing.locator('summary').click()
  await billing.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText('変更点はありませんでした。').first()).toBeVisible()
  await page.goto('/restaurant')
  await expect(row(page, '支払い方法を確認する')).toContainText('完了')
  await expect(steps.getByText('残り1項目・約1分')).toBeVisible()

  await started(page)
  await steps.getByRole('button', { name: 'あとで' }).click()
  const left = steps.getByRole('link', { name: '受取場所と時間帯を確認する' })
  await expect(left).toBeHidden()
  await page.reload()
  await started(page)
  await expect(left).toBeHidden()
  await expect(steps.getByText('残り1項目・約1分')).toBeVisible()
  await steps.getByText('残り1項目・約1分').click()
  await expect(left).toBeVisible()
})

test.describe('without script, on the narrowest screen', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } })

  test('a new farm reads its steps, follows one, and folds them', async ({ page }) => {
    await query(`update farms set shipping_saved_at = null where name = '新田ファーム'`)
    await signedIn(page, newFarmer)
    await page.goto('/farmer')
    const steps = list(page, '最初の受注までの準備')
    await expect(steps.getByText('残り4項目・約14分')).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await steps.getByRole('link', { name: '出荷条件を確認する' }).click()
    await page.getByRole('button', { name: '保存する' }).and(page.locator('[value=shipping]')).click()
    await page.goto('/farmer')
    await expect(row(page, '出荷条件を確認する')).toContainText('完了')
    await expect(steps.getByText('残り3項目・約12分')).toBeVisible()
    await steps.getByRole('button', { name: 'あとで' }).click()
    await expect(steps.getByRole('link', { name: '最初の商品を出品する' })).toBeHidden()
    await expect(steps.getByText('残り3項目・約12分')).toBeVisible()
  })
})

test('a farm that has received orders is not asked any more', async ({ page }) => {
  await signedIn(page, 'farmer@example.jp')
  await page.goto('/farmer')
  await expect(page.getByRole('heading', { name: '回答待ちの飲食店' })).toBeVisible()
  await expect(list(page, '最初の受注までの準備')).toHaveCount(0)
})
