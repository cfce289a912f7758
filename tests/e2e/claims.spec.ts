import { expect } from '@playwright/test'
import { signedIn } from './signed-in.ts'
import { expectAccessible, open, photoFile, taken } from './support.ts'
import { test } from './test.ts'

/** From receiving to the farm's answer: one delivery, one line wrong, on a phone. */
test('what came wrong is claimed with the receipt, and the farm answers it', async ({ page: chef, browser }) => {
  await signedIn(chef, 'chef@example.jp')
  await open(chef, '/restaurant/order/History?state=check')
  await chef.getByRole('listitem').filter({ hasText: '佐藤農園' }).first().getByRole('link').first().click()
  await chef.getByRole('link', { name: '検収する', exact: true }).click()
  await expect(chef.getByRole('button', { name: '検収を完了する' })).toBeVisible()

  const row = chef.getByRole('main').locator('details').first()
  await taken(row)
  const goods = (await row.locator('summary span.font-bold').first().textContent()) ?? ''
  await row.locator('summary').click()
  await row.getByRole('radio', { name: '商品違い' }).check({ force: true })
  await row.getByRole('textbox', { name: '良品数' }).fill('0')
  // without a photo it is asked for, and nothing that was typed is lost
  await chef.getByLabel('受取者').fill('小川 葵')
  await chef.getByRole('button', { name: '検収を完了する' }).click()
  await expect(chef.getByText(/写真を1枚追加してください/).first()).toBeVisible()
  const file = row.locator('input[type=file][name^="photo."]').first()
  await taken(file)
  await file.setInputFiles(await photoFile())
  await expect(row.getByRole('list', { name: '選択した写真' })).toBeVisible()
  await row.getByRole('textbox', { name: '備考' }).fill('ちがう品が入っていました')
  await chef.getByRole('button', { name: '検収を完了する' }).click()
  await expect(chef.getByText('検収が完了しました')).toBeVisible()
  await expect(chef.getByText(/を農園に報告しました/)).toBeVisible()
  await chef.getByRole('link', { name: '伝票を見る' }).click()
  await expect(chef.getByRole('article', { name: `${goods}の報告` })).toContainText('報告')
  await expectAccessible(chef)
  const path = new URL(chef.url()).pathname

  const context = await browser.newContext({
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    viewport: { width: 390, height: 844 },
  })
  const farmer = await context.newPage()
  await signedIn(farmer, 'farmer@example.jp')
  await open(farmer, '/farmer')
  await expect(farmer.getByRole('region', { name: /回答待ちの報告/ })).toContainText(goods)
  await open(farmer, path.replace('/restaurant', '/farmer'))
  const claim = farmer.getByRole('article', { name: `${goods}の報告` })
  await expect(claim).toContainText('ちがう品が入っていました')
  await expectAccessible(farmer)
  const fold = claim.locator('details')
  await taken(fold)
  await fold.locator('summary').click()
  await claim.getByLabel('割合（差し引く場合）').fill('50')
  await claim.getByLabel('飲食店への説明').fill('半分は使っていただけるとのことなので')
  await claim.getByRole('button', { name: 'この内容で回答する' }).click()
  await expect(farmer.getByText('報告に回答しました。').first()).toBeVisible()
  await context.close()

  await open(chef, path)
  const answered = chef.getByRole('article', { name: `${goods}の報告` })
  await expect(answered).toContainText('半分は使っていただける')
  await answered.getByRole('button', { name: 'この回答を承諾する' }).click()
  await expect(chef.getByText('農園の回答を承諾しました。').first()).toBeVisible()
  await expect(chef.getByText('金額確定').first()).toBeVisible()

  await open(chef, '/restaurant/receiving')
  await expect(chef.getByRole('region', { name: /の記録/ })).toContainText('小川 葵')
  await expect(chef.getByRole('region', { name: /の記録/ })).toContainText('：ちがう品が入っていました')
})
