import { expect } from '@playwright/test'
import { bytesToText } from '../../app/modules/banking/fixed-width.ts'
import { answered, asBytes } from '../../db/seed/money/debit-answer.ts'
import { signedIn } from './signed-in.ts'
import { agreeToTerms, downloaded, expectAccessible, open } from './support.ts'
import { test, theApp } from './test.ts'

test('口座振替: a restaurant applies, its bank agrees, and an invoice is collected', { tag: '@desktop' }, async ({
  browser,
  page,
}) => {
  await signedIn(page, 'admin@example.jp')
  await open(page, '/admin/billing/debits')
  await expectAccessible(page)
  await page.getByLabel('委託者名（カナ）').fill('カ）ミホンイチバ')
  await page.getByLabel('金融機関コード（4桁）').fill('0310')
  await page.getByLabel('支店コード（3桁）').fill('101')
  await page.getByLabel('口座番号（7桁）').fill('7654321')
  await page.getByLabel('委託者番号（10桁）').fill('123')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '委託者番号' })).toBeVisible()
  await page.getByLabel('委託者番号（10桁）').fill('1234567890')
  await page.getByRole('button', { name: '保存する' }).click()
  await expect(page.getByText(/設定を保存しました/).first()).toBeVisible()

  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: theApp().origin })
  const owner = await phone.newPage()
  await signedIn(owner, 'owner@example.jp')
  await open(owner, '/restaurant/Account/debit?bank=0001&branch=240')
  await expectAccessible(owner)
  await owner.getByLabel('口座番号').fill('1234567')
  await owner.getByLabel('口座名義（カナ）').fill('見本')
  const apply = owner.getByRole('button', { name: /申し込む/ })
  await apply.click()
  await expect(owner.getByText('口座名義に漢字は使用できません。').first()).toBeVisible()
  await owner.getByLabel('口座名義（カナ）').fill('ビストロアカリ')
  await apply.click()
  await expect(owner.getByText('申し込みを受け付けました。', { exact: false }).first()).toBeVisible()

  await open(page, '/admin/billing/debits')
  const agreement = page.getByRole('listitem').filter({ hasText: 'ビストロ 灯' })
  await agreement.getByRole('button', { name: '登録済みにする' }).click()
  await expect(agreement.getByText('登録を停止する')).toBeVisible()
  await open(owner, '/restaurant/Account')
  const billing = owner.getByRole('region', { name: '請求と支払い' })
  await billing.getByText('変更').first().click()
  await billing.getByRole('radio', { name: /口座振替/ }).check()
  await billing.getByRole('button', { name: '保存する' }).click()
  await expect(owner.getByText(/保存しました/).first()).toBeVisible()

  // the invoice of its last period falls due on that day
  theApp().clock.moveTo('2026-12-07T10:00:00+09:00')
  await signedIn(page, 'admin@example.jp')
  await open(page, '/admin/billing/debits?debitOn=2026-12-21')
  const due = page.getByRole('region', { name: '引き落とす請求書' })
  await expect(due.getByRole('rowheader')).toHaveText(['ビストロ 灯'])
  await expectAccessible(page)
  await page.getByRole('button', { name: '口座振替を作成する' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '作成する' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /12月21日\(月\)の口座振替/ })).toBeVisible()
  await expectAccessible(page)
  const request = await downloaded(page, () => page.getByRole('button', { name: '依頼データをダウンロード' }).click())
  expect(request.length % 122).toBe(0)

  theApp().clock.moveTo('2026-12-23T10:00:00+09:00')
  await signedIn(page, 'admin@example.jp')
  await page.reload()
  const give = async (bytes: Uint8Array) => {
    const file = { name: 'kekka.txt', mimeType: 'text/plain', buffer: Buffer.from(bytes) }
    await page.getByLabel('銀行から受け取った結果ファイル').setInputFiles(file)
    await page.getByRole('button', { name: '結果を取り込む' }).click()
  }
  await give(asBytes('kekka'))
  await expect(page.locator('#debit-result-error')).toBeVisible()
  await give(asBytes(answered(bytesToText(new Uint8Array(request)) ?? '', '0')))
  await expect(page.getByText('振替済み').first()).toBeVisible()
  await expectAccessible(page)

  await signedIn(owner, 'owner@example.jp')
  await agreeToTerms(owner)
  await open(owner, '/restaurant/invoices')
  await expect(owner.getByText('未払いの請求書はありません。')).toBeVisible()
  await phone.close()
})
